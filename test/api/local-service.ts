import http from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import {
  type Connection,
  type ConnectOptions,
  connect,
  connectObservability,
  createPipeReader,
  createPipeWriter,
  type ObservabilityOptions,
} from '../../src/api/index.ts';
import type { PipeAddress, ReadResult, RequestFailure } from '../../src/model/client.ts';
import type { ObservabilityReader, SeriesQuery } from '../../src/model/observability/reader.ts';
import { Secret } from '../../src/model/secret/secret.ts';
import { listen } from '../e2e/serve.ts';
import { sleepyClock } from './fake-clock.ts';

export const ORGANIZATION = '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11';
export const PIPE: PipeAddress = {
  serviceId: '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01',
  id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001',
};
export const PATH = `/v1/organizations/${ORGANIZATION}/services/${PIPE.serviceId}/pipes/${PIPE.id}`;
export const KEY_SECRET = 'open-sesame-4711';
export const ACCESS_TOKEN = 'eyJhbGciOiJub25lIn0.open-sesame-4712==';
export const REQUEST_ID = '5f0c3a9e-2a64-4a4f-8a11-93f5b1f2d001';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface LocalService {
  readonly url: string;
  readonly received: Received[];
  readonly sockets: () => number;
}

export type Reply = (response: http.ServerResponse, request: http.IncomingMessage) => void;

/** Bytes as a test scripts them, not a fake of the API: the n-th request has the n-th reply, and later ones the last. */
export async function serve(...replies: Reply[]): Promise<LocalService> {
  const received: Received[] = [];
  let sockets = 0;
  const server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    (replies[Math.min(received.length, replies.length) - 1] ?? reply(500))(response, request);
  });
  server.on('connection', () => {
    sockets += 1;
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, received, sockets: () => sockets };
}

export function reply(status: number, body: unknown = '', headers: http.OutgoingHttpHeaders = {}): Reply {
  return (response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

export const reset: Reply = (_response, request) => request.socket.resetAndDestroy();

export function pipeBody(result: object = {}): object {
  return {
    status: 200,
    requestId: REQUEST_ID,
    result: {
      ...PIPE,
      name: 'orders-prod',
      state: 'Running',
      source: { kafka: {} },
      settings: {},
      scaling: {},
      ...result,
    },
  };
}

export const ok: Reply = reply(200, pipeBody());

export const RETRY = { maxAttempts: 4, baseDelayMs: 100, maxDelayMs: 1_000, budgetMs: 60_000, longestStallMs: 60_000 };

/** What both clients take. The clock of each is its own. */
const commonOptions = () => ({
  parallelism: 4,
  timeoutMs: 5_000,
  retry: RETRY,
  clock: sleepyClock(),
  random: () => 0.5,
  environment: {},
  version: '1.2.3',
});

export function connectTo(url: string, changes: Partial<ConnectOptions> = {}): Connection {
  const connection = connect({
    url,
    organization: ORGANIZATION,
    credentials: { keyId: 'key-1', keySecret: new Secret(KEY_SECRET) },
    rateLimit: null,
    ...commonOptions(),
    ...changes,
  });
  onTestFinished(() => connection.close());
  return connection;
}

export function readerOf(url: string, changes: Partial<ConnectOptions> = {}) {
  return createPipeReader(connectTo(url, changes));
}

export function writerOf(url: string, changes: Partial<ConnectOptions> = {}) {
  return createPipeWriter(connectTo(url, changes));
}

/** A reader of the observability API, with a token of its own. */
export function observerOf(url: string, changes: Partial<ObservabilityOptions> = {}): ObservabilityReader {
  const connection = connectObservability({
    url,
    accessToken: new Secret(ACCESS_TOKEN),
    ...commonOptions(),
    ...changes,
  });
  onTestFinished(() => connection.close());
  return connection;
}

async function failed(read: Promise<ReadResult<object>>): Promise<RequestFailure> {
  const result = await read;
  if (result.ok) throw new Error('the request was expected to fail');
  return result.failure;
}

export const failureOf = (url: string, changes: Partial<ConnectOptions> = {}) =>
  failed(readerOf(url, changes).readPipe(PIPE));

export const ALERT = '65f4000000000000000000b1';
export const ALERT_PATH = `/api/v2/alerts/${ALERT}`;
export const SERIES_PATH = '/api/v2/charts/series';
export const START = Date.parse('2026-11-20T10:00:00Z');
export const SPEC = { sourceId: '65f4000000000000000000a1', aggFn: 'max', where: 'metric:lag', groupBy: ['pipe'] };
export const QUERY: SeriesQuery = {
  startMs: START,
  endMs: START + 3_600_000,
  granularity: '1m',
  series: [SPEC],
  maxBuckets: 1_000,
};

export const rows: Reply = reply(200, { data: [{ group: ['orders'], 'series_0.data': '42', ts_bucket: START }] });
export const alert: Reply = reply(200, { data: { id: ALERT, state: 'OK' } });

export const seriesFailure = (url: string, changes: Partial<ObservabilityOptions> = {}) =>
  failed(observerOf(url, changes).querySeries(QUERY));

export const alertFailure = (url: string, id = ALERT) => failed(observerOf(url).readAlert(id));
