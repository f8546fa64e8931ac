import type http from 'node:http';
import type { Socket } from 'node:net';
import { HttpsProxyAgent, type HttpsProxyAgentOptions } from 'https-proxy-agent';
import { bracketHost, type ProxyAddress, TunnelError } from './proxy.ts';

type ConnectOptions = Parameters<HttpsProxyAgent<string>['connect']>[1];

interface TunnelOptions extends http.AgentOptions {
  /** The longest time that opening a tunnel may take. */
  readonly connectMs: number;
}

/**
 * The agent of `https-proxy-agent`, with two things added: where the proxy refuses, the package would give the proxy's answer as
 * if it were the service's; and the socket to a proxy that does not answer is closed in time, and with the agent. It would hold
 * one of the places of the pool for good.
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

  override async connect(request: http.ClientRequest, options: ConnectOptions): Promise<Socket> {
    const authority = `${bracketHost(options.host ?? '')}:${options.port ?? 443}`;
    let status: number | null = null;
    request.once('proxyConnect', (response: { statusCode: number }) => {
      // Any 2xx opens a tunnel (RFC 9110, part 9.3.6); the package looks for 200 after this.
      if (response.statusCode >= 200 && response.statusCode < 300) response.statusCode = 200;
      status = response.statusCode;
    });
    const opening = new AbortController();
    this.#opening.add(opening);
    const timer = setTimeout(() => opening.abort(), this.#connectMs);
    try {
      // Read by the package before it waits for anything.
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
