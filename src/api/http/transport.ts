import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Secret } from '../../model/secret.ts';
import type { AnswerHeaders } from '../rate-limit/read-quota.ts';
import { decodeBody } from './decode-body.ts';
import { type NetworkTrouble, readTrouble } from './network-trouble.ts';
import { onAbort } from './on-abort.ts';
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
  const { base } = options;
  const { request: open } = base.protocol === 'https:' ? https : http;
  const agent = createAgent(options);
  const { hostname, port } = urlToHttpOptions(base);
  const prefix = base.pathname.replace(/\/+$/, '');
  const headers = headersFor(options);
  const headersWithBody = { 'content-type': 'application/json', ...headers };

  return {
    send({ method, path, body, signal }) {
      if (signal?.aborted) return Promise.resolve({ status: null, broken: { why: 'cancelled' } });
      const asked = {
        agent,
        hostname,
        port,
        method,
        path: `${prefix}${path}`,
        headers: body === null ? headers : headersWithBody,
      };
      return attempt(() => open(asked), body, signal, options);
    },
    close: () => agent.destroy(),
  };
}

/**
 * One request, from its first byte to the last of its answer. It settles whatever the other side does, or does not: at the latest when
 * its time is over, or when it is cancelled, be it that the platform tells nothing of what it gave up.
 */
function attempt(
  open: () => http.ClientRequest,
  content: string | null,
  signal: AbortSignal | undefined,
  { timeoutMs, largestAnswerBytes, onHeaders }: TransportOptions,
): Promise<Answer> {
  return new Promise((resolve) => {
    let request: http.ClientRequest | null = null;
    let answered: Answered | null = null;
    let isRead = false;

    const settle = (answer: Answer): void => {
      clearTimeout(timer);
      forget();
      resolve(answer);
    };
    const breakOff = (broken: Broken): void => {
      settle(answered === null ? { status: null, broken } : { ...answered, body: { broken } });
      request?.destroy();
    };
    const fail = (error: unknown): void => breakOff({ why: 'network', trouble: readTrouble(error) });
    const receive = (message: http.IncomingMessage): Answered => {
      const begun = { status: message.statusCode ?? 0, headers: flatten(message.headers) };
      answered = begun;
      onHeaders?.(begun.headers);
      return begun;
    };

    // A real timer, not the clock of the retries: it stands guard over a real socket, whatever the clock of a test says.
    const timer = setTimeout(() => breakOff({ why: 'timeout' }), timeoutMs);
    const forget = onAbort(signal, () => breakOff({ why: 'cancelled' }));
    try {
      request = open();
    } catch (error) {
      fail(error);
      return;
    }
    request.on('error', fail);
    request.on('close', () => {
      if (!isRead) fail(new Error('closed without an answer'));
    });
    request.on('upgrade', (message, socket) => {
      isRead = true;
      socket.destroy();
      settle({ ...receive(message), body: { text: '' } });
    });
    request.on('response', (message) => {
      const begun = receive(message);
      const chunks: Buffer[] = [];
      let size = 0;
      message.on('error', fail);
      message.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > largestAnswerBytes) breakOff({ why: 'too-large' });
      });
      message.on('end', () => {
        isRead = true;
        decodeBody(join(chunks), begun.headers['content-encoding'], largestAnswerBytes).then(
          (text) => settle({ ...begun, body: text === null ? { broken: { why: 'too-large' } } : { text } }),
          fail,
        );
      });
    });
    request.end(content ?? undefined);
  });
}

/** What there is of an answer when its headers are there. */
type Answered = Pick<Extract<Answer, { status: number }>, 'status' | 'headers'>;

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

/** Most answers come in one piece, which need not be copied. */
function join(chunks: readonly Buffer[]): Buffer {
  const [only, ...more] = chunks;
  return only !== undefined && more.length === 0 ? only : Buffer.concat(chunks);
}

function flatten(headers: http.IncomingHttpHeaders): AnswerHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
