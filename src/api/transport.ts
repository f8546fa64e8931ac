import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Secret } from '../model/secret.ts';
import type { AnswerHeaders } from './back-off.ts';
import { decodeBody } from './decode-body.ts';
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

/**
 * The platform's client with nothing added to it: no redirect is followed, no status or content type interpreted, no proxy
 * looked up. Bodies are read here, so that they are bounded.
 */
export function createTransport(options: TransportOptions): Transport {
  const { base, largestAnswerBytes } = options;
  const { request: open } = base.protocol === 'https:' ? https : http;
  const agent = createAgent(options);
  const { hostname, port } = urlToHttpOptions(base);
  const prefix = base.pathname.replace(/\/+$/, '');
  const headers = headersFor(options);
  const headersWithBody = { 'content-type': 'application/json', ...headers };

  return {
    async send({ method, path, body: content, signal }) {
      if (signal?.aborted) return { status: null, broken: { why: 'cancelled' } };
      const guard = createGuard(options.timeoutMs, signal);
      const explain = (error: unknown): Broken =>
        guard.ended === null ? { why: 'network', trouble: readTrouble(error) } : { why: guard.ended };
      try {
        const request = open({
          agent,
          hostname,
          port,
          method,
          path: `${prefix}${path}`,
          headers: content === null ? headers : headersWithBody,
        });
        guard.watch(request);
        const message = await sendWhole(request, content);
        const { statusCode: status = 0 } = message;
        const headersOfAnswer = flatten(message.headers);
        options.onHeaders?.(headersOfAnswer);
        const body = await readBody(message, largestAnswerBytes).catch((error) => ({ broken: explain(error) }));
        return { status, headers: headersOfAnswer, body };
      } catch (error) {
        return { status: null, broken: explain(error) };
      } finally {
        guard.clear();
      }
    },
    close: () => agent.destroy(),
  };
}

function createAgent({ base, proxy, parallelism, timeoutMs }: TransportOptions): http.Agent {
  const pool = { keepAlive: true, maxSockets: parallelism, maxFreeSockets: parallelism };
  if (base.protocol !== 'https:') return new http.Agent(pool);
  return proxy === null ? new https.Agent(pool) : new TunnelAgent(proxy, timeoutMs, pool);
}

function headersFor({ userAgent, headers }: TransportOptions): Readonly<Record<string, string>> {
  const own = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === 'string' ? value : value.reveal(),
  ]);
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': userAgent,
    ...Object.fromEntries(own),
  };
}

/** Breaks a request off when its time is over or when it is not wanted any more. */
interface Guard {
  /** Why it was broken off, or null. */
  readonly ended: 'timeout' | 'cancelled' | null;
  watch(request: http.ClientRequest): void;
  clear(): void;
}

/** A real timer, not the clock of the retries: it stands guard over a real socket, whatever the clock of a test says. */
function createGuard(timeoutMs: number, signal: AbortSignal | undefined): Guard {
  let watched: http.ClientRequest | null = null;
  let ended: Guard['ended'] = null;
  const end = (why: 'timeout' | 'cancelled'): void => {
    ended ??= why;
    watched?.destroy();
  };
  const cancel = (): void => end('cancelled');
  const timer = setTimeout(end, timeoutMs, 'timeout');
  signal?.addEventListener('abort', cancel, { once: true });
  return {
    get ended() {
      return ended;
    },
    watch: (request) => {
      watched = request;
    },
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    },
  };
}

/** Resolves when the headers of the answer are there. */
function sendWhole(request: http.ClientRequest, body: string | null): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', resolve);
    request.end(body ?? undefined);
  });
}

/** Rejects when the connection breaks. */
async function readBody(
  message: http.IncomingMessage,
  largestBytes: number,
): Promise<{ readonly text: string } | { readonly broken: Broken }> {
  const bytes = await readWhole(message, largestBytes);
  const text = bytes === null ? null : await decodeBody(bytes, message.headers['content-encoding'], largestBytes);
  return text === null ? { broken: { why: 'too-large' } } : { text };
}

/** null: more than that came. */
function readWhole(message: http.IncomingMessage, largestBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= largestBytes) return;
      resolve(null);
      message.destroy();
    });
    message.on('end', () => resolve(Buffer.concat(chunks)));
    message.on('error', reject);
  });
}

function flatten(headers: http.IncomingHttpHeaders): AnswerHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
