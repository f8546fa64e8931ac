// The least that reading pipes costs with node:http: keep-alive, N requests at once, each answer parsed.
// usage: node bare-loop.mjs API PATHS.json PARALLELISM, with KEY=id:secret
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [api, file, parallelism] = process.argv.slice(2);
const { hostname, port } = new URL(api);
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(parallelism) });
const headers = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'pipeform/bare-loop',
  authorization: `Basic ${Buffer.from(process.env.KEY).toString('base64')}`,
};
const paths = JSON.parse(readFileSync(file, 'utf8'));

function read(path, done) {
  const request = http.request({ hostname, port, path, agent, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (chunk) => {
      text += chunk;
    });
    answer.on('end', () => {
      const { id } = JSON.parse(text).result;
      if (answer.statusCode !== 200 || !path.endsWith(id)) throw new Error(`${path} was answered with ${text}`);
      done();
    });
  });
  request.end();
}

let next = 0;
function readNext() {
  if (next < paths.length) read(paths[next++], readNext);
}
for (let index = 0; index < Number(parallelism); index += 1) readNext();
