import { EventEmitter } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import {
  type Message,
  PUBLISH_BUDGET_MS,
  type Publication,
  type PublishPorts,
  type PublishResult,
} from '../../src/publish/index.ts';
import { type SleepyClock, sleepyClock } from '../api/fake-clock.ts';
import { afterTests } from '../e2e/clean-up.ts';
import { listen } from '../e2e/serve.ts';

export const TOKEN = 'ghp_open-sesame-4711';
export const MARKER = '<!-- pipeform:plan production -->';

/** The second line of each post. */
export const STAMP = '<!-- report created=2026-11-20T10:00:00.000Z commit= run= -->';

/** A body as it is posted. */
export function stamped(body = message().body): string {
  return body.replace(`${MARKER}\n`, `${MARKER}\n${STAMP}\n`).trimEnd();
}

export function message(changes: Partial<Message> = {}): Message {
  return {
    marker: MARKER,
    body: `${MARKER}\n## Plan\n\n2 pipes to update\n`,
    createdAt: '2026-11-20T10:00:00.000Z',
    commit: null,
    title: 'Pipeform plan: 2 pipes to update',
    brief: ['analytics/orders, to update: settings.db_max_threads 4 -> 8', 'and 1 more pipe'],
    status: 'differences',
    onlyChanges: false,
    document: { kind: 'plan', summary: { total: 3, update: 2, changes: 4 } },
    ...changes,
  };
}

export function ports(
  environment: Readonly<Record<string, string>>,
  changes: Partial<Omit<PublishPorts, 'clock'>> = {},
): PublishPorts & { readonly clock: SleepyClock } {
  const clock = sleepyClock();
  return {
    environment,
    readFile: () => Promise.reject(new Error('no such file')),
    random: () => 0.5,
    version: '1.2.3',
    timeoutMs: 5_000,
    budgetMs: PUBLISH_BUDGET_MS,
    signal: new AbortController().signal,
    ...changes,
    clock,
  };
}

export function done(result: PublishResult): Publication {
  if (!result.ok) throw new Error(inspect(result.diagnostics));
  return result.publication;
}

export function refused(result: PublishResult) {
  if (result.ok) throw new Error(`it was expected to fail: ${inspect(result.publication)}`);
  expect(inspect(result, { depth: 9 }) + JSON.stringify(result)).not.toContain(TOKEN);
  return result.diagnostics;
}

export interface Request {
  readonly method: string;
  readonly url: URL;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: http.OutgoingHttpHeaders;
}

/** `lost`: the request takes effect, and the connection is reset instead of an answer. */
export type Handling = Answer | 'lost';

type Handle = (request: Request) => Handling | Promise<Handling>;

export interface LocalServer {
  readonly url: string;
  readonly received: Request[];
  /** The requests in short: `GET /user`. */
  readonly calls: () => readonly string[];
  readonly writes: () => readonly string[];
  /** Answers the next matching requests instead of the service, once per answer. */
  intercept(pattern: RegExp, ...answers: readonly (Handling | ((request: Request) => Handling))[]): void;
}

/** A loopback server that records its requests; `handle` is the service. */
export async function serve(handle: Handle): Promise<LocalServer> {
  const { answer, ...records } = record(handle);
  const server = http.createServer(async (incoming, response) => {
    const { method = '', headers } = incoming;
    const url = new URL(incoming.url ?? '/', `http://${headers.host}`);
    const handling = await answer({ method, url, headers, body: await text(incoming) });
    if (handling === 'lost') incoming.socket.resetAndDestroy();
    else response.writeHead(handling.status, handling.headers ?? {}).end(print(handling.body));
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, ...records };
}

function record(handle: Handle) {
  const received: Request[] = [];
  const interceptions: { pattern: RegExp; answers: (Handling | ((request: Request) => Handling))[] }[] = [];
  const lineOf = ({ method, url }: Request) => `${method} ${url.pathname}${url.search}`;
  const calls = () => received.map(lineOf);
  const answer: Handle = (request) => {
    received.push(request);
    const answer = interceptions
      .find(({ pattern, answers }) => pattern.test(lineOf(request)) && answers.length > 0)
      ?.answers.shift();
    if (answer === undefined) return handle(request);
    return typeof answer === 'function' ? answer(request) : answer;
  };
  return {
    answer,
    received,
    calls,
    writes: () => calls().filter((line) => !line.startsWith('GET') && !line.endsWith('/graphql')),
    intercept: (pattern, ...answers) => void interceptions.push({ pattern, answers: [...answers] }),
  } satisfies Omit<LocalServer, 'url'> & { readonly answer: Handle };
}

function print(body: unknown = ''): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

const { request: sendBySocket } = http;
const handlers = new Map<number, Handle>();

/** The same without sockets, which take most of the time of thousands of requests: Node's client is replaced in this process. */
export function serveInProcess(handle: Handle): LocalServer {
  const { answer, ...records } = record(handle);
  if (handlers.size === 0) {
    Object.assign(http, { request });
    afterTests(() => {
      Object.assign(http, { request: sendBySocket });
      handlers.clear();
    });
  }
  // Of those that the system does not choose.
  const port = 1_024 + handlers.size;
  handlers.set(port, answer);
  return { url: `http://127.0.0.1:${port}`, ...records };
}

function request(target: http.RequestOptions) {
  const { method = '', hostname, port, path, headers = {} } = target;
  const answer = handlers.get(Number(port));
  if (answer === undefined) return sendBySocket(target);
  const sent = new EventEmitter();
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const about = { method, url: new URL(`http://${hostname}:${port}${path}`), headers: Object.fromEntries(lowered) };
  const end = async (body = ''): Promise<void> => {
    const handling = await answer({ ...about, body });
    if (handling === 'lost') {
      sent.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
      return;
    }
    const response = new EventEmitter();
    sent.emit('response', Object.assign(response, { statusCode: handling.status, headers: handling.headers ?? {} }));
    response.emit('data', Buffer.from(print(handling.body)));
    response.emit('end');
  };
  return Object.assign(sent, { end, destroy: () => {} });
}

/** The requests of a forge on their way. */
export interface Network {
  carry(request: Request, service: (request: Request) => Handling): Promise<Handling>;
}
