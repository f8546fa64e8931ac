import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { ProxyAddress } from './proxy.ts';

/** The proxy would not open a tunnel, so nothing has reached the service. */
export class TunnelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TunnelError';
  }
}

type Connected = (error: Error | null, stream: Duplex) => void;

/**
 * Keeps TLS connections to a service alive through a proxy that is asked to CONNECT. The proxy sees the host name and
 * its own credentials, nothing of the requests. (The tunnels that axios builds are closed after each request.)
 */
export class TunnelAgent extends https.Agent {
  readonly #proxy: ProxyAddress;
  readonly #timeoutMs: number;
  readonly #opening = new Set<http.ClientRequest>();

  constructor(proxy: ProxyAddress, timeoutMs: number, options: https.AgentOptions) {
    super(options);
    this.#proxy = proxy;
    this.#timeoutMs = timeoutMs;
  }

  override createConnection(options: https.RequestOptions, callback?: Connected): null {
    const fail = (message: string): void => callback?.(new TunnelError(message), new Socket());
    const request = this.#askProxy(`${bracket(options.host ?? '')}:${options.port ?? 443}`);
    const timer = setTimeout(() => request.destroy(), this.#timeoutMs);
    this.#opening.add(request);
    request.once('close', () => {
      clearTimeout(timer);
      this.#opening.delete(request);
    });
    request.once('error', (error: NodeJS.ErrnoException) =>
      fail(`the proxy ${this.#proxy.host} could not be reached (${error.code ?? 'no answer'})`),
    );
    request.once('connect', (response, socket) => {
      if (response.statusCode === 200) {
        callback?.(null, tls.connect({ ...(options as tls.ConnectionOptions), socket }));
        return;
      }
      socket.destroy();
      fail(`the proxy ${this.#proxy.host} refused to connect (status ${response.statusCode ?? 0})`);
    });
    request.end();
    return null;
  }

  override destroy(): void {
    for (const request of this.#opening) request.destroy();
    super.destroy();
  }

  #askProxy(authority: string): http.ClientRequest {
    const { protocol, host, port, authorization } = this.#proxy;
    const headers: http.OutgoingHttpHeaders = { host: authority };
    if (authorization !== null) headers['proxy-authorization'] = authorization.reveal();
    const { request } = protocol === 'https:' ? https : http;
    return request({ method: 'CONNECT', host, port, path: authority, headers, agent: false });
  }
}

function bracket(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
