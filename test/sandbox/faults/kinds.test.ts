import { describe, expect, test } from 'vitest';
import { alertIdOf, createQuickstartFleet, type Sandbox } from '../../../src/sandbox/index.ts';
import { call, get, named, patch, planOf, put, start, stillClock } from '../harness.ts';

const PIPE = 'orders-prod';
const threads = (sandbox: Sandbox) => named(sandbox, PIPE).settings.db_max_threads;
const startWith = (fault: string, rest?: string) => start({ faults: planOf(fault, rest) });
const last = (sandbox: Sandbox) => sandbox.requests().at(-1);

describe('status', () => {
  test.each([
    [
      'contract',
      'application/json; charset=utf-8',
      /^\{"status":503,"error":"SERVICE_UNAVAILABLE: it is busy","requestId":"[0-9a-f-]{36}"\}$/,
    ],
    ['message', 'application/json; charset=utf-8', /^\{"message":"it is busy"\}$/],
    ['error', 'application/json; charset=utf-8', /^\{"error":"it is busy"\}$/],
    ['plain', 'text/plain; charset=utf-8', /^it is busy$/],
    ['html', 'text/html; charset=utf-8', /<h1>503 Service Unavailable<\/h1>/],
    ['empty', null, /^$/],
  ])('has the body %s', async (body, type, text) => {
    const sandbox = await startWith(
      `{ status: { code: 503, body: ${body}, text: it is busy, headers: { Retry-After: 2 } } }`,
    );
    const seen = await get(sandbox, PIPE);
    expect(seen).toMatchObject({ status: 503, end: 'whole', text: expect.stringMatching(text) });
    expect([seen.headers.get('content-type'), seen.headers.get('retry-after')]).toEqual([type, '2']);
    expect(last(sandbox)).toMatchObject({ status: 503, fault: 'status', committed: false });
  });

  test.each([
    ['before', 4, false],
    ['after', 9, true],
  ])('is sent %s the commit', async (when, value, committed) => {
    const sandbox = await startWith(`{ status: { code: 500, when: ${when} } }`);
    expect((await put(sandbox, PIPE, { db_max_threads: 9 })).status).toBe(500);
    expect(threads(sandbox)).toBe(value);
    expect(last(sandbox)).toMatchObject({ status: 500, committed, body: { db_max_threads: 9 } });
    expect(sandbox.commits()).toHaveLength(committed ? 1 : 0);
  });

  test('has no body where the status has none', async () => {
    const seen = await get(await startWith('{ status: 204 }'), PIPE);
    expect(seen).toMatchObject({ status: 204, text: '', end: 'whole' });
  });

  test('does not replace answers about credentials or the rate limit, but every other', async () => {
    const sandbox = await start({
      faults: planOf('{ status: 503 }'),
      clock: stillClock().read,
      switches: {
        rateLimit: { requests: 1, perMs: 1000 },
        idleServices: Object.values(createQuickstartFleet().services),
      },
    });
    expect((await get(sandbox, PIPE, { headers: { authorization: 'Basic bm9wZTpub3Bl' } })).status).toBe(401);
    expect((await get(sandbox, PIPE)).status).toBe(503);
    expect((await get(sandbox, PIPE)).status).toBe(429);
    expect(sandbox.requests().map(({ fault }) => fault)).toEqual([null, 'status', null]);
  });
});

describe('a lost answer', () => {
  test.each([
    ['before', 4, false],
    ['after', 9, true],
  ])('reset %s the commit', async (when, value, committed) => {
    const sandbox = await startWith(`{ reset: ${when} }`);
    expect(await put(sandbox, PIPE, { db_max_threads: 9 })).toMatchObject({ status: null, end: 'ECONNRESET' });
    expect(threads(sandbox)).toBe(value);
    expect(last(sandbox)).toMatchObject({ status: null, fault: 'reset', committed });
  });

  test.each([
    ['before', 4],
    ['after', 9],
  ])('stall %s the commit, until the client leaves', async (when, value) => {
    const sandbox = await startWith(`{ stall: { when: ${when} } }`);
    const client = new AbortController();
    const seen = put(sandbox, PIPE, { db_max_threads: 9 }, { signal: client.signal });
    await expect.poll(() => [last(sandbox)?.fault, threads(sandbox)], { interval: 5 }).toEqual(['stall', value]);
    client.abort();
    expect(await seen).toMatchObject({ status: null, end: 'left' });
    expect(threads(sandbox)).toBe(value);
  });

  test('stall delays the answer', async () => {
    const sandbox = await startWith('{ stall: 40ms }');
    const begunAt = performance.now();
    expect((await put(sandbox, PIPE, { db_max_threads: 9 })).status).toBe(200);
    expect(performance.now() - begunAt).toBeGreaterThan(38);
    expect(threads(sandbox)).toBe(9);
  });
});

describe('a wrong answer', () => {
  test('ignored', async () => {
    const sandbox = await startWith('ignored');
    const seen = await put(sandbox, PIPE, { db_max_threads: 9 });
    expect([seen.status, seen.json.result?.db_max_threads]).toEqual([200, 9]);
    expect((await patch(sandbox, PIPE, { replicas: 7 })).status).toBe(200);
    expect((await put(sandbox, PIPE, { db_max_threads: 99 })).status).toBe(400);
    expect(threads(sandbox)).toBe(4);
    expect(sandbox.requests().map(({ committed }) => committed)).toEqual([false, false, false]);
    expect(sandbox.commits()).toEqual([]);
  });
});

test('lag shows a write late', async () => {
  const clock = stillClock();
  const sandbox = await start({ clock: clock.read, faults: planOf('{ lag: 2s }', 'count: 1') });
  const seen = await put(sandbox, PIPE, { db_max_threads: 9 });
  expect(seen.status).toBe(200);
  expect(threads(sandbox)).toBe(9);
  const shown = async () => (await get(sandbox, PIPE)).json.result?.settings?.db_max_threads;
  clock.move(1_999);
  expect([await shown(), last(sandbox)?.fault]).toEqual([4, 'lag']);
  clock.move(1);
  expect([await shown(), last(sandbox)?.fault]).toEqual([9, null]);
});

test.each([
  [409, 'CONFLICT'],
  [423, 'LOCKED'],
  [425, 'TOO_EARLY'],
])('conflict refuses further writes to the pipe with %i while an operation is in progress', async (code, word) => {
  const clock = stillClock();
  const fault = `{ conflict: { for: 2s, code: ${code}, headers: { retry-after: 2 } } }`;
  const sandbox = await start({ clock: clock.read, faults: planOf(fault) });
  const write = (threads: number) => put(sandbox, PIPE, { db_max_threads: threads });
  expect([(await write(99)).status, (await write(9)).status]).toEqual([400, 200]);
  clock.move(1_999);
  const refused = await write(10);
  expect([refused.status, refused.headers.get('retry-after'), refused.json.error, threads(sandbox)]).toEqual([
    code,
    '2',
    `${word}: another operation on the pipe is in progress.`,
    9,
  ]);
  expect((await patch(sandbox, 'payments-prod', { replicas: 5 })).status).toBe(200);
  clock.move(1);
  expect([(await write(10)).status, threads(sandbox)]).toEqual([200, 10]);
});

test('error-in-200 applies nothing', async () => {
  const sandbox = await startWith('{ error-in-200: { code: 403, text: no } }');
  const { status, json } = await put(sandbox, PIPE, { db_max_threads: 9 });
  expect([status, json, threads(sandbox)]).toMatchObject([200, { status: 403, error: 'FORBIDDEN: no' }, 4]);
  expect(last(sandbox)).toMatchObject({ fault: 'error-in-200', committed: false });
});

test('the observability API also has faults, selected by the pipe of an alert', async () => {
  const sandbox = await startWith('{ status: { code: 502, body: error } }', `operation: [series, alert]`);
  const bearer = { authorization: 'Bearer sandbox' };
  const alert = `/api/v2/alerts/${alertIdOf(named(sandbox, PIPE).id)}`;
  expect(await call(sandbox, alert, { headers: bearer })).toMatchObject({
    status: 502,
    text: '{"error":"the request failed."}',
  });
  const asked = { method: 'POST', body: {}, headers: bearer };
  expect((await call(sandbox, '/api/v2/charts/series', asked)).status).toBe(502);
  expect((await call(sandbox, alert)).status).toBe(401);
});
