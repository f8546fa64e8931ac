import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { ZlibOptions } from 'node:zlib';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { Clock } from '../../model/clock.ts';
import { describeNetworkError, type NetworkError } from './network-error.ts';
import { onAbort } from './on-abort.ts';
import type { ProxyAddress } from './proxy.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Ends the request. Not axios' own `signal`: with that one, an answer that is there already would be dropped. */
    cancelSignal?: AbortSignal | undefined;
  }
  interface AxiosResponse {
    /** When the headers arrived, by the monotonic clock. */
    headersAtMs?: number;
  }
}

export interface AdapterOptions {
  readonly base: URL;
  readonly userAgent: string;
  readonly proxy: ProxyAddress | null;
  readonly parallelism: number;
  /** For one attempt: connecting, sending and the whole body together. */
  readonly timeoutMs: number;
  /** A response with a longer body is aborted. */
  readonly largestResponseBytes: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Why an attempt ended before its response was whole. */
export type Interruption =
  | { readonly why: 'timeout' | 'cancelled' | 'too-large' }
  | { readonly why: 'network'; readonly error: NetworkError };

/** What there is of a response when its headers are there. */
interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly headersAtMs: number;
}

/** An attempt without a whole response. `head` is null when not even the headers arrived. */
export class InterruptedError extends Error {
  readonly interruption: Interruption;
  readonly head: Head | null;
  readonly config: InternalAxiosRequestConfig;

  constructor(interruption: Interruption, head: Head | null, config: InternalAxiosRequestConfig) {
    super(interruption.why);
    this.name = 'InterruptedError';
    this.interruption = interruption;
    this.head = head;
    this.config = config;
  }
}

/** Sends one request once, over connections that are kept alive. */
export interface NodeAdapter {
  readonly send: (config: InternalAxiosRequestConfig<string | null>) => Promise<AxiosResponse<string>>;
  /** Closes idle connections and aborts what is under way. */
  close(): void;
}

/**
 * The adapter of our axios instances, which takes the place of axios' own: a body is bounded, the time limit covers the whole
 * attempt, no redirect is followed, and every status resolves. Rejects with an InterruptedError.
 */
export function createNodeAdapter(options: AdapterOptions): NodeAdapter {
  const { base, proxy, parallelism, timeoutMs, userAgent } = options;
  const { request: open } = base.protocol === 'https:' ? https : http;
  const { hostname, port, protocol } = urlToHttpOptions(base);
  const prefix = base.pathname.replace(/\/+$/, '');
  const pool = { keepAlive: true, maxSockets: parallelism, maxFreeSockets: parallelism };
  let agent = proxy === null ? new (base.protocol === 'https:' ? https : http).Agent(pool) : null;

  async function openTunnels(address: ProxyAddress): Promise<http.Agent> {
    const { TunnelAgent } = await import('./tunnel.ts');
    agent ??= new TunnelAgent(address, { ...pool, connectMs: timeoutMs });
    return agent;
  }

  return {
    async send(config) {
      const { method, url = '' } = config;
      const target = {
        agent: agent ?? (proxy === null ? undefined : await openTunnels(proxy)),
        protocol,
        hostname,
        port,
        method: method?.toUpperCase(),
        path: `${prefix}${url}`,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': userAgent,
          ...lowerCased(config.headers),
        },
      };
      const { head, text } = await attempt(() => open(target), config, options);
      return { ...head, statusText: '', data: text, config };
    },
    close: () => agent?.destroy(),
  };
}

function lowerCased(headers: InternalAxiosRequestConfig['headers']): http.OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers.toJSON()).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

interface Whole {
  readonly head: Head;
  readonly text: string;
}

/**
 * One request, from its first byte to the last of its response. It settles whatever the other side does, at the latest when its
 * time is over or when it is cancelled, even where Node reports nothing about a request that it gave up.
 */
function attempt(
  open: () => http.ClientRequest,
  config: InternalAxiosRequestConfig<string | null>,
  { timeoutMs, largestResponseBytes, clock }: AdapterOptions,
): Promise<Whole> {
  return new Promise((resolve, reject) => {
    let request: http.ClientRequest | null = null;
    let head: Head | null = null;
    let isRead = false;

    const signal = config.cancelSignal;
    const settle = (): void => {
      clearTimeout(timer);
      forget();
    };
    const interrupt = (interruption: Interruption): void => {
      settle();
      reject(new InterruptedError(interruption, head, config));
      request?.destroy();
    };
    const fail = (error: unknown): void => interrupt({ why: 'network', error: describeNetworkError(error) });
    const receive = (message: http.IncomingMessage): Head => {
      const headers = Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]));
      const received = { status: message.statusCode ?? 0, headers, headersAtMs: clock.monotonicMs() };
      head = received;
      return received;
    };
    const finish = (whole: Whole): void => {
      settle();
      resolve(whole);
    };

    // A real timer, not the clock of the retries: it guards a real socket, whatever the clock of a test says.
    const timer = setTimeout(() => interrupt({ why: 'timeout' }), timeoutMs);
    const forget = onAbort(signal, () => interrupt({ why: 'cancelled' }));
    if (signal?.aborted) {
      interrupt({ why: 'cancelled' });
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
      if (!isRead) fail(new Error('closed without a response'));
    });
    request.on('upgrade', (message, socket) => {
      isRead = true;
      socket.destroy();
      finish({ head: receive(message), text: '' });
    });
    request.on('response', (message) => {
      const received = receive(message);
      const chunks: Buffer[] = [];
      let size = 0;
      message.on('error', fail);
      message.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > largestResponseBytes) interrupt({ why: 'too-large' });
      });
      message.on('end', () => {
        isRead = true;
        decodeBody(chunks, message.headers['content-encoding'], largestResponseBytes).then(
          (text) => (text === null ? interrupt({ why: 'too-large' }) : finish({ head: received, text })),
          fail,
        );
      });
    });
    request.end(config.data ?? undefined);
  });
}

const UTF8 = new TextDecoder();

/** Responses are asked for uncompressed; one that a gateway compressed all the same is accepted. */
const COMPRESSED: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

/** null: longer than allowed. Rejects for bytes that are not what their encoding says. */
async function decodeBody(
  chunks: readonly Buffer[],
  encoding: string | undefined,
  largestBytes: number,
): Promise<string | null> {
  const [only] = chunks;
  // Most bodies come in one piece, which need not be copied.
  const bytes = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
  const name = encoding?.trim().toLowerCase() ?? '';
  if (bytes.length === 0 || !COMPRESSED.has(name)) return UTF8.decode(bytes);
  const [zlib, { promisify }] = await Promise.all([import('node:zlib'), import('node:util')]);
  const unpack = promisify<Buffer, ZlibOptions, Buffer>(name === 'br' ? zlib.brotliDecompress : zlib.unzip);
  try {
    return UTF8.decode(await unpack(bytes, { maxOutputLength: largestBytes }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
