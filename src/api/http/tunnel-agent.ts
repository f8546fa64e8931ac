import http from 'node:http';
import https from 'node:https';
import { isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { ProxyAddress } from './proxy.ts';

/** The proxy would not open a tunnel, so nothing has reached the service. */
export class TunnelError extends Error {
  readonly proxy: ProxyAddress;
  /** Host and port that the proxy was asked for. */
  readonly authority: string;
  /** What the proxy answered; null when it did not: `cause` says why. */
  readonly status: number | null;

  constructor(proxy: ProxyAddress, authority: string, status: number | null, cause?: Error) {
    super('the proxy opened no tunnel', { cause });
    this.name = 'TunnelError';
    this.proxy = proxy;
    this.authority = authority;
    this.status = status;
  }
}

type Connected = (error: Error | null, stream: Duplex) => void;

/**
 * Keeps TLS connections to a service alive through a proxy that is asked to CONNECT. The proxy sees the host name and
 * its own credentials, nothing of the requests.
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
    const authority = `${bracket(options.host ?? '')}:${options.port ?? 443}`;
    const fail = (status: number | null, cause?: Error): void =>
      callback?.(new TunnelError(this.#proxy, authority, status, cause), new Socket());
    const request = this.#askProxy(authority);
    const timer = setTimeout(() => request.destroy(), this.#timeoutMs);
    this.#opening.add(request);
    request.once('close', () => {
      clearTimeout(timer);
      this.#opening.delete(request);
    });
    request.once('error', (error) => fail(null, error));
    request.once('connect', ({ statusCode: status = 0 }, socket) => {
      if (status >= 200 && status < 300) {
        callback?.(null, tls.connect({ ...(options as tls.ConnectionOptions), socket }));
        return;
      }
      socket.destroy();
      fail(status);
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
    const asked = { method: 'CONNECT', host, port, path: authority, headers, agent: false };
    // Node would have the certificate be for the host in the headers, which is the service, not the proxy.
    return protocol === 'https:'
      ? https.request({ ...asked, servername: isIP(host) ? '' : host })
      : http.request(asked);
  }
}

function bracket(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
