import type http from 'node:http';
import type { Socket } from 'node:net';
import { HttpsProxyAgent, type HttpsProxyAgentOptions } from 'https-proxy-agent';
import { bracketHost, type ProxyAddress, TunnelError } from './proxy.ts';

type Destination = Parameters<HttpsProxyAgent<string>['connect']>[1];

interface TunnelOptions extends http.AgentOptions {
  readonly connectMs: number;
}

/**
 * Extends `https-proxy-agent`, which returns a refusal of the proxy as the response of the service, and keeps the
 * socket to an unresponsive proxy, which would occupy a place in the pool forever.
 */
export class TunnelAgent extends HttpsProxyAgent<string> {
  readonly #address: ProxyAddress;
  readonly #connectMs: number;
  readonly #opening = new Set<AbortController>();

  constructor(address: ProxyAddress, { connectMs, ...pool }: TunnelOptions) {
    const { protocol, host, port, authorization } = address;
    const headers = authorization === null ? {} : { 'Proxy-Authorization': authorization.reveal() };
    super(`${protocol}//${bracketHost(host)}:${port}`, { ...pool, headers } as HttpsProxyAgentOptions<string>);
    this.#address = address;
    this.#connectMs = connectMs;
  }

  override async connect(request: http.ClientRequest, options: Destination): Promise<Socket> {
    const authority = `${bracketHost(options.host ?? '')}:${options.port ?? 443}`;
    let status: number | null = null;
    request.once('proxyConnect', (response: { statusCode: number }) => {
      // Any 2xx opens a tunnel (RFC 9110, part 9.3.6); the package expects 200.
      if (response.statusCode >= 200 && response.statusCode < 300) response.statusCode = 200;
      status = response.statusCode;
    });
    const opening = new AbortController();
    this.#opening.add(opening);
    const timer = setTimeout(() => opening.abort(), this.#connectMs);
    try {
      // The package reads this synchronously.
      this.connectOpts = { ...this.connectOpts, signal: opening.signal };
      const socket = await super.connect(request, options);
      if (status === 200) return socket;
      socket.destroy();
    } catch (error) {
      throw new TunnelError(this.#address, authority, null, error);
    } finally {
      clearTimeout(timer);
      this.#opening.delete(opening);
    }
    throw new TunnelError(this.#address, authority, Number.isInteger(status) ? status : null);
  }

  override destroy(): void {
    for (const opening of this.#opening) opening.abort();
    super.destroy();
  }
}
