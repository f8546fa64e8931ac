import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { afterTests } from './clean-up.ts';

/** Serves HTTP until the tests of the file have ended; returns the address. */
export async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

/** Starts a server on a port that the system chooses, until the tests of the file have ended; returns the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, host);
  await once(server, 'listening');
  afterTests(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * A port that refuses connections until the tests of the file have ended. A connected socket is bound to it, so the system gives it to
 * nobody else; but a program that is told to listen on it can.
 */
export async function reserveClosedPort(): Promise<number> {
  const server = await listen(createSocketServer());
  const socket = connect({ port: server, host: '127.0.0.1', localAddress: '127.0.0.1' });
  afterTests(() => socket.destroy());
  await once(socket, 'connect');
  return (socket.address() as AddressInfo).port;
}
