import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { afterTests } from './clean-up.ts';

/** Serves HTTP on a port that the system chooses, until the tests have ended; returns the address. */
export function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  afterTests(() => server.closeAllConnections());
  return listen(server);
}

/** The same for any other protocol over a socket. */
export function serveSockets(greet: (socket: Socket) => void): Promise<string> {
  return listen(createSocketServer((socket) => greet(socket.on('error', () => {}))));
}

/** An address with a closed port, which was free a moment ago. */
export async function findClosedAddress(): Promise<string> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = addressOf(server);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return address;
}

/** Starts a server on a port that the system chooses, until the tests have ended; returns the address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTests(() => void server.close());
  return addressOf(server);
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
