import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { Axios, type AxiosResponse } from 'axios';
import type { Secret } from '../model/secret.ts';
import type { AnswerHeaders } from './back-off.ts';
import { type NetworkTrouble, readTrouble } from './network-trouble.ts';
import type { ProxyAddress } from './proxy.ts';
import { TunnelAgent } from './tunnel-agent.ts';

/** A pipe is a few kilobytes; more than this is no answer of the pipes API's. */
export const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024;

export type HttpMethod = 'GET' | 'PUT' | 'PATCH' | 'POST';

export interface TransportRequest {
  readonly method: HttpMethod;
  /** From the root of the service, such as `/v1/organizations/…`. */
  readonly path: string;
  /** JSON text, or null for a request without a body. */
  readonly body: string | null;
  readonly signal: AbortSignal | undefined;
}

/** Why an attempt ended before its answer was whole. */
export type Broken =
  | { readonly why: 'timeout' | 'cancelled' | 'too-large' }
  | { readonly why: 'network'; readonly trouble: NetworkTrouble };

/** What one attempt brought: a status with a body that may be broken, or nothing. */
export type Answer =
  | {
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly body: { readonly text: string } | { readonly broken: Broken };
    }
  | { readonly status: null; readonly broken: Broken };

export interface TransportOptions {
  readonly base: URL;
  /** Sent with every request, by name; they win over the usual ones. */
  readonly headers: Readonly<Record<string, string | Secret>>;
  readonly userAgent: string;
  readonly proxy: ProxyAddress | null;
  readonly parallelism: number;
  /** For one attempt: connecting, sending and the whole body together. */
  readonly timeoutMs: number;
  /** An answer with a longer body is broken off. */
  readonly largestAnswerBytes: number;
  /** Called at the moment the headers of an answer are there, whatever its status. */
  readonly onHeaders?: ((headers: AnswerHeaders) => void) | undefined;
}

/** Sends one request once, over connections that are kept alive. Never throws for a request that fails. */
export interface Transport {
  send(request: TransportRequest): Promise<Answer>;
  close(): void;
}

export function createTransport(options: TransportOptions): Transport {
  const { base, proxy, timeoutMs } = options;
  const prefix = `${base.origin}${base.pathname.replace(/\/+$/, '')}`;
  const pool = { keepAlive: true, maxSockets: options.parallelism, maxFreeSockets: options.parallelism };
  const httpAgent = new http.Agent(pool);
  const httpsAgent = proxy === null ? new https.Agent(pool) : new TunnelAgent(proxy, timeoutMs, pool);
  // No defaults of axios: bodies are read here, so that they are bounded and no status or content type is interpreted.
  const client = new Axios({
    adapter: 'http',
    httpAgent,
    httpsAgent,
    // The choice of proxy is made already; axios would read the process environment.
    proxy: false,
    maxRedirects: 0,
    responseType: 'stream',
    validateStatus: null,
    transformRequest: [],
    transformResponse: [],
  });

  return {
    async send({ method, path, body, signal }) {
      const limit = limitTime(timeoutMs, signal);
      const explain = (error: unknown): Broken =>
        limit.ended === null ? { why: 'network', trouble: readTrouble(error) } : { why: limit.ended };
      const headers: Record<string, string> = {
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        'User-Agent': options.userAgent,
      };
      for (const [name, value] of Object.entries(options.headers)) {
        headers[name] = typeof value === 'string' ? value : value.reveal();
      }
      if (body !== null) headers['Content-Type'] = 'application/json';
      try {
        const response: AxiosResponse<Readable> = await client.request({
          url: `${prefix}${path}`,
          method,
          headers,
          data: body ?? undefined,
          signal: limit.signal,
        });
        const headersOfAnswer = readHeaders(response);
        options.onHeaders?.(headersOfAnswer);
        return {
          status: response.status,
          headers: headersOfAnswer,
          body: await readWhole(response.data, options.largestAnswerBytes, explain),
        };
      } catch (error) {
        return { status: null, broken: explain(error) };
      } finally {
        limit.clear();
      }
    },
    close() {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}

interface TimeLimit {
  readonly signal: AbortSignal;
  readonly ended: 'timeout' | 'cancelled' | null;
  clear(): void;
}

/** A real timer, not the clock of the retries: it stands guard over a real socket, whatever the clock of a test says. */
function limitTime(timeoutMs: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  let ended: TimeLimit['ended'] = null;
  const end = (why: 'timeout' | 'cancelled'): void => {
    ended ??= why;
    controller.abort();
  };
  const cancel = (): void => end('cancelled');
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  if (outer?.aborted) cancel();
  outer?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    get ended() {
      return ended;
    },
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
    },
  };
}

async function readWhole(
  stream: Readable,
  largestBytes: number,
  explain: (error: unknown) => Broken,
): Promise<{ text: string } | { broken: Broken }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largestBytes) return { broken: { why: 'too-large' } };
      chunks.push(chunk);
    }
  } catch (error) {
    return { broken: explain(error) };
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)) };
}

function readHeaders(response: AxiosResponse): AnswerHeaders {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
