// Loaded before the language server: an attempt to reach the network fails and is reported on stderr.
const net = require('node:net');

net.Socket.prototype.connect = function connect(...given) {
  process.stderr.write(`the network was asked for: ${JSON.stringify(given[0])}\n`);
  return this.destroy(new Error('there is no network'));
};
