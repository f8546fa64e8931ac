// Home-made because the adapter of axios loads forms and redirects, most of the 105 to 165 ms that axios takes to load (see
// bench/README.md). This one also limits the time of an attempt from connecting to the last byte.

import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { Clock } from '../../model/clock.ts';
import { Secret } from '../../model/secret/secret.ts';
import { withoutEndSlashes } from '../../model/service-address.ts';
import type { ResponseHeaders } from '../rate-limit/headers.ts';
import { describeNetworkError, type NetworkError } from './network-error.ts';
import { onAbort } from './on-abort.ts';
import type { ProxyAddress } from './proxy.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Aborts the request. The `signal` of axios would drop a response that has already arrived. */
    cancelSignal?: AbortSignal | undefined;
  }
}

export interface AdapterOptions {
  readonly base: URL;
  readonly parallelism: number;
  /** For one attempt, from connecting to the end of the body. */
  readonly timeoutMs: number;
  /** A longer response is aborted, unless its request allows more. */
  readonly largestResponseBytes: number;
  readonly userAgent: string;
  /** Sent with every request, in addition to the usual ones. */
  readonly headers: Readonly<Record<string, string | Secret>>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Why there is no complete response. */
export type ResponseInterruption =
  | {
      readonly why: 'timeout' | 'canceled' | 'too-large';
      /** Whether certainly nothing reached the service. */
      readonly isUnsent: boolean;
    }
  | { readonly why: 'network'; readonly error: NetworkError };

interface Head {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Monotonic. */
  readonly arrivedAtMs: number;
}

/** The data of a response of axios, whose `headers` stay empty. `head` is null when no headers arrived. */
export interface Received {
  readonly head: Head | null;
  readonly text: string;
  readonly interruption: ResponseInterruption | null;
}

interface NodeAdapter {
  readonly send: (config: InternalAxiosRequestConfig<string>) => Promise<AxiosResponse<Received>>;
  /** Closes idle connections and aborts what is under way. */
  close(): void;
}

/**
 * Replaces the adapter of axios: limits the body, applies the timeout to the complete attempt and follows no redirect.
 * It resolves for every status and interruption, since an error of axios would contain the request with its
 * credentials.
 */
export function createNodeAdapter(options: AdapterOptions, proxy: ProxyAddress | null): NodeAdapter {
  const { base, parallelism, timeoutMs, userAgent } = options;
  const { request: open, Agent } = base.protocol === 'https:' ? https : http;
  const { hostname, port, protocol } = urlToHttpOptions(base);
  const prefix = withoutEndSlashes(base.pathname);
  const pool = { keepAlive: true, maxSockets: parallelism, maxFreeSockets: parallelism };
  // Headers are added here, since axios copies and checks each several times per request.
  const usual = { Accept: 'application/json', 'Accept-Encoding': 'identity', 'User-Agent': userAgent };
  // A secret is revealed here and nowhere else.
  const credentials = Object.fromEntries(
    Object.entries(options.headers).map(([name, value]) => [name, value instanceof Secret ? value.reveal() : value]),
  );
  const headers = { ...usual, ...credentials };
  const headersOfJson = { ...usual, 'Content-Type': 'application/json', ...credentials };
  let agent = proxy === null ? new Agent(pool) : null;

  async function openTunnels(address: ProxyAddress): Promise<http.Agent> {
    const { TunnelAgent } = await import('./tunnel.ts');
    agent ??= new TunnelAgent(address, { ...pool, connectMs: timeoutMs });
    return agent;
  }

  return {
    async send(config) {
      const target = {
        agent: agent ?? (proxy === null ? undefined : await openTunnels(proxy)),
        protocol,
        hostname,
        port,
        method: config.method?.toUpperCase(),
        path: `${prefix}${config.url}`,
        headers: config.data === undefined ? headers : headersOfJson,
      };
      const data = await attempt(() => open(target), config, options);
      return { status: data.head?.status ?? 0, statusText: '', headers: {}, data, config };
    },
    close: () => agent?.destroy(),
  };
}

/**
 * Sends one request. Always settles, by timeout or cancellation at the latest, even where Node emits no event for a
 * request that it abandoned.
 */
function attempt(
  open: () => http.ClientRequest,
  { cancelSignal, data, maxContentLength }: InternalAxiosRequestConfig<string>,
  { timeoutMs, largestResponseBytes, clock }: AdapterOptions,
): Promise<Received> {
  const largestBytes = maxContentLength ?? largestResponseBytes;
  return new Promise((resolve) => {
    let request: http.ClientRequest | null = null;
    let head: Head | null = null;
    let isSettled = false;

    const settle = (text: string, interruption: ResponseInterruption | null): void => {
      isSettled = true;
      clearTimeout(timer);
      forget();
      resolve({ head, text, interruption });
      if (interruption !== null) request?.destroy();
    };
    // Nothing of a request is sent before it has a connection.
    const interrupt = (why: 'timeout' | 'canceled' | 'too-large'): void =>
      settle('', { why, isUnsent: request?.socket?.connecting ?? true });
    const fail = (error: unknown): void => {
      if (!isSettled) settle('', { why: 'network', error: describeNetworkError(error) });
    };
    const receive = (message: http.IncomingMessage): void => {
      // Only `set-cookie`, which is not used, is a list.
      const headers = message.headers as ResponseHeaders;
      head = { status: message.statusCode ?? 0, headers, arrivedAtMs: clock.monotonicMs() };
    };

    // A real timer, since it guards a real socket even with the clock of a test.
    const timer = setTimeout(() => interrupt('timeout'), timeoutMs);
    const forget = onAbort(cancelSignal, () => interrupt('canceled'));
    if (cancelSignal?.aborted) {
      interrupt('canceled');
      return;
    }
    try {
      request = open();
    } catch (error) {
      fail(error);
      return;
    }
    request.on('error', fail);
    request.on('close', () => {
      if (!isSettled) fail(new Error('closed without a response'));
    });
    request.on('upgrade', (message, socket) => {
      receive(message);
      settle('', null);
      socket.destroy();
    });
    request.on('response', (message) => {
      receive(message);
      const chunks: Buffer[] = [];
      let size = 0;
      message.on('error', fail);
      message.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > largestBytes) interrupt('too-large');
      });
      message.on('end', () => {
        if (isSettled) return;
        try {
          const text = decodeBody(chunks, message.headers['content-encoding'], largestBytes);
          if (text === null) interrupt('too-large');
          else settle(text, null);
        } catch (error) {
          fail(error);
        }
      });
    });
    request.end(data);
  });
}

const UTF8 = new TextDecoder();

/** Requests ask for no compression, but a gateway may compress anyway. */
const COMPRESSED: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

/** null for a body that is too long. Throws for invalid bytes. */
function decodeBody(chunks: readonly Buffer[], encoding = '', largestBytes: number): string | null {
  const [only] = chunks;
  // Most bodies arrive in one chunk, which needs no copy.
  const bytes = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
  const name = encoding.trim().toLowerCase();
  if (bytes.length === 0 || !COMPRESSED.has(name)) return UTF8.decode(bytes);
  // Loaded only when needed, which is rare.
  const zlib = process.getBuiltinModule('node:zlib');
  const unpack = name === 'br' ? zlib.brotliDecompressSync : zlib.unzipSync;
  try {
    return UTF8.decode(unpack(bytes, { maxOutputLength: largestBytes }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
