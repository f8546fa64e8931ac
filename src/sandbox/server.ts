import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
// The smallest router is enough for some thirty routes.
import { Hono } from 'hono/tiny';
import { addConsoleRoutes } from './console/console-routes.ts';
import { addControlRoutes } from './control/routes.ts';
import type { SandboxEnv } from './http.ts';
import { addObservabilityRoutes } from './observability-api/routes.ts';
import { addApiRoutes } from './pipes-api/routes.ts';
import { SandboxError } from './sandbox-error.ts';
import type { SandboxService } from './service.ts';

/** @param port 0 for a free port. @throws SandboxError when the address cannot be used. */
export async function startServer(service: SandboxService, host: string, port: number) {
  const app = new Hono<SandboxEnv>();
  addConsoleRoutes(app, host);
  addControlRoutes(app, service, host);
  addObservabilityRoutes(app, service);
  addApiRoutes(app, service);
  // Idle connections stay open between the runs of a client.
  const serverOptions = { keepAlive: true, keepAliveTimeout: 60_000 };
  const server = createAdaptorServer({ fetch: app.fetch, hostname: host, createServer, serverOptions }) as Server;
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new SandboxError(explainListen(error, host, port));
  });
  return {
    url: addressOf(server.address() as AddressInfo),
    /** Ends all connections. */
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function explainListen(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `port ${port} on ${host} is in use. Stop what uses it, such as another sandbox, or name another with --port (0: a free one).`;
  if (error.code === 'EACCES')
    return `port ${port} on ${host} is not open to this user. Name one above 1023 with --port.`;
  return `cannot listen on ${host}, port ${port} (${error.code ?? 'unknown cause'}). Check --host and --port.`;
}

// A client cannot call the addresses that mean "all addresses".
function addressOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
