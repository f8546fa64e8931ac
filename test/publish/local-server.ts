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
import { listen } from '../e2e/serve.ts';

export const TOKEN = 'ghp_open-sesame-4711';
export const MARKER = '<!-- pipeform:plan production -->';

export function message(changes: Partial<Message> = {}): Message {
  return {
    marker: MARKER,
    body: `${MARKER}\n## Plan\n\n2 pipes to update\n`,
    title: 'Pipeform plan: 2 pipes to update',
    status: 'differences',
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

export interface LocalServer {
  readonly url: string;
  readonly received: Request[];
  /** The requests in short: `GET /user`. */
  readonly calls: () => readonly string[];
  readonly writes: () => readonly string[];
  /** Answers the next matching requests instead of the service, once per answer. */
  intercept(pattern: RegExp, ...answers: readonly (Handling | ((request: Request) => Handling))[]): void;
  /** For a test with many servers; the others end with the tests of the file. */
  close(): void;
}

/** A loopback server that records its requests; `handle` is the service. */
export async function serve(handle: (request: Request) => Handling | Promise<Handling>): Promise<LocalServer> {
  const received: Request[] = [];
  const interceptions: { pattern: RegExp; answers: (Handling | ((request: Request) => Handling))[] }[] = [];
  const server = http.createServer(async (incoming, response) => {
    const { method = '', headers: given } = incoming;
    const url = new URL(incoming.url ?? '/', `http://${given.host}`);
    const request = { method, url, headers: given, body: await text(incoming) };
    received.push(request);
    const line = `${method} ${url.pathname}${url.search}`;
    const answer = interceptions
      .find(({ pattern, answers }) => pattern.test(line) && answers.length > 0)
      ?.answers.shift();
    const handling =
      answer === undefined ? await handle(request) : typeof answer === 'function' ? answer(request) : answer;
    if (handling === 'lost') {
      incoming.socket.resetAndDestroy();
      return;
    }
    const { status, body = '', headers = {} } = handling;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const calls = () => received.map(({ method, url }) => `${method} ${url.pathname}${url.search}`);
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    received,
    calls,
    writes: () => calls().filter((line) => !line.startsWith('GET') && !line.endsWith('/graphql')),
    intercept: (pattern, ...answers) => interceptions.push({ pattern, answers: [...answers] }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
