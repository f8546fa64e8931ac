import { describe, expect, test } from 'vitest';
import { alertIdOf, type Sandbox } from '../../../src/sandbox/index.ts';
import { named, start, stillClock } from '../harness.ts';
import { observe, observeGet, observePatch, observePut, planOf } from './observe.ts';

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
    ['empty', undefined, /^$/],
  ])('has the body %s', async (body, type, text) => {
    const sandbox = await startWith(
      `{ status: { code: 503, body: ${body}, text: it is busy, headers: { Retry-After: 2 } } }`,
    );
    const seen = await observeGet(sandbox, PIPE);
    expect(seen).toMatchObject({ status: 503, end: 'whole', body: expect.stringMatching(text) });
    expect([seen.headers['content-type'], seen.headers['retry-after']]).toEqual([type, '2']);
    expect(last(sandbox)).toMatchObject({ status: 503, fault: 'status', committed: false });
  });

  test.each([
    ['before', 4, false],
    ['after', 9, true],
  ])('is sent %s the commit', async (when, value, committed) => {
    const sandbox = await startWith(`{ status: { code: 500, when: ${when} } }`);
    expect((await observePut(sandbox, PIPE, { db_max_threads: 9 })).status).toBe(500);
    expect(threads(sandbox)).toBe(value);
    expect(last(sandbox)).toMatchObject({ status: 500, committed, body: { db_max_threads: 9 } });
    expect(sandbox.commits()).toHaveLength(committed ? 1 : 0);
  });

  test('has no body where the status has none', async () => {
    const seen = await observeGet(await startWith('{ status: 204 }'), PIPE);
    expect(seen).toMatchObject({ status: 204, body: '', end: 'whole' });
  });

  test('does not replace answers about credentials or the rate limit, but every other', async () => {
    const sandbox = await start({
      faults: planOf('{ status: 503 }'),
      clock: stillClock().read,
      switches: { rateLimit: { requests: 1, perMs: 1000 }, idleServices: ['analytics'] },
    });
    expect((await observeGet(sandbox, PIPE, { headers: { authorization: 'Basic bm9wZTpub3Bl' } })).status).toBe(401);
    expect((await observeGet(sandbox, PIPE)).status).toBe(503);
    expect((await observeGet(sandbox, PIPE)).status).toBe(429);
    expect(sandbox.requests().map(({ fault }) => fault)).toEqual([null, 'status', null]);
  });
});

test('idle is the 424 of an idle service', async () => {
  const { status, body } = await observeGet(await startWith('idle'), PIPE);
  expect(status).toBe(424);
  expect(JSON.parse(body).error).toBe('FAILED_DEPENDENCY: the service is not available. Current state: idle');
});

describe('a lost answer', () => {
  test.each([
    ['before', 4, false],
    ['after', 9, true],
  ])('reset %s the commit', async (when, value, committed) => {
    const sandbox = await startWith(`{ reset: ${when} }`);
    expect(await observePut(sandbox, PIPE, { db_max_threads: 9 })).toMatchObject({ status: null, end: 'ECONNRESET' });
    expect(threads(sandbox)).toBe(value);
    expect(last(sandbox)).toMatchObject({ status: null, fault: 'reset', committed });
  });

  test.each([
    ['before', 4],
    ['after', 9],
  ])('stall %s the commit, until the client leaves', async (when, value) => {
    const sandbox = await startWith(`{ stall: { when: ${when} } }`);
    const client = new AbortController();
    const seen = observePut(sandbox, PIPE, { db_max_threads: 9 }, { signal: client.signal });
    await expect.poll(() => [last(sandbox)?.fault, threads(sandbox)], { interval: 5 }).toEqual(['stall', value]);
    client.abort();
    expect(await seen).toMatchObject({ status: null, end: 'left' });
    expect(threads(sandbox)).toBe(value);
  });

  test('late commits the write after its client has given up', async () => {
    const sandbox = await startWith('{ late: 250ms }');
    expect(await observePut(sandbox, PIPE, { db_max_threads: 9 })).toMatchObject({ status: null, end: 'ECONNRESET' });
    expect([threads(sandbox), last(sandbox)?.committed]).toEqual([4, false]);
    await expect.poll(() => threads(sandbox), { interval: 5 }).toBe(9);
    expect([last(sandbox)?.committed, sandbox.commits().length]).toEqual([true, 1]);
  });

  test('late writes are dropped by a reset', async () => {
    const sandbox = await startWith('{ late: 20ms }');
    await observePut(sandbox, PIPE, { db_max_threads: 9 });
    await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect([threads(sandbox), sandbox.commits()]).toEqual([4, []]);
  });

  test('stall delays the answer', async () => {
    const sandbox = await startWith('{ stall: 40ms }');
    const begunAt = performance.now();
    expect((await observePut(sandbox, PIPE, { db_max_threads: 9 })).status).toBe(200);
    expect(performance.now() - begunAt).toBeGreaterThan(38);
    expect(threads(sandbox)).toBe(9);
  });

  test('stall ends when the sandbox stops', async () => {
    const sandbox = await startWith('stall');
    const seen = observeGet(sandbox, PIPE);
    await expect.poll(() => last(sandbox)?.fault).toBe('stall');
    await sandbox.close();
    expect((await seen).end).toBe('ECONNRESET');
  });
});

describe('a damaged answer', () => {
  test('trickle sends the correct answer in small pieces', async () => {
    const sandbox = await startWith('{ trickle: { every: 1ms, bytes: 100 } }');
    const seen = await observePut(sandbox, PIPE, { db_max_threads: 9 });
    expect(seen).toMatchObject({ status: 200, end: 'whole' });
    expect(JSON.parse(seen.body).result.db_max_threads).toBe(9);
    expect(seen.pieces.length).toBeGreaterThan(3);
  });

  test('truncate sends less than its declared length', async () => {
    const sandbox = await startWith('{ truncate: { bytes: 10 } }', 'operation: put');
    const seen = await observePut(sandbox, PIPE, { db_max_threads: 9 });
    expect(seen).toMatchObject({ status: 200, body: '{"status":', end: 'ECONNRESET' });
    expect(Number(seen.headers['content-length'])).toBeGreaterThan(100);
    expect(last(sandbox)).toMatchObject({ status: 200, committed: true });
    expect((await observeGet(sandbox, PIPE)).end).toBe('whole');
  });

  test('truncate can declare the length of the truncated body', async () => {
    const seen = await observeGet(await startWith('{ truncate: matching }'), PIPE);
    expect(seen.end).toBe('whole');
    expect(Number(seen.headers['content-length'])).toBe(seen.body.length);
    expect(() => JSON.parse(seen.body)).toThrow(SyntaxError);
  });

  test('contentType', async () => {
    const seen = await observeGet(await startWith('{ contentType: text/plain }'), PIPE);
    expect(seen.headers['content-type']).toBe('text/plain');
    expect(JSON.parse(seen.body).result.name).toBe(PIPE);
  });

  test('endless does not end, and does not buffer for a client that does not read', async () => {
    const sandbox = await startWith('endless');
    const seen = await observeGet(sandbox, PIPE, { mostBytes: 100_000 });
    expect(seen).toMatchObject({
      status: 200,
      end: 'left',
      headers: { 'content-type': expect.stringContaining('json') },
    });
  });

  test.each([
    ['html', 'text/html', /<html>/],
    ['notJson', 'application/json', /^upstream/],
  ])('%s', async (kind, type, body) => {
    const sandbox = await startWith(kind);
    const seen = await observePut(sandbox, PIPE, { db_max_threads: 9 });
    expect(seen).toMatchObject({ status: 200, body: expect.stringMatching(body), end: 'whole' });
    expect(seen.headers['content-type']).toContain(type);
    expect(threads(sandbox)).toBe(4);
  });
});

describe('redirect', () => {
  test('goes to an address recorded in the request log', async () => {
    const sandbox = await startWith('redirect');
    const seen = await observeGet(sandbox, PIPE);
    expect([seen.status, seen.headers.location]).toEqual([307, `${sandbox.url}/elsewhere`]);
    await observe(sandbox, '/elsewhere', { headers: { authorization: 'Basic c2VjcmV0' } });
    await fetch(`${sandbox.url}/elsewhere`);
    const followed = sandbox.requests().filter(({ path }) => path === '/elsewhere');
    expect(followed.map(({ authorization }) => authorization)).toEqual([true, false]);
    expect(JSON.stringify(followed)).not.toContain('c2VjcmV0');
  });

  test('goes to the given address', async () => {
    const sandbox = await startWith('{ redirect: { to: "https://elsewhere.example/x", status: 301 } }');
    const seen = await observeGet(sandbox, PIPE);
    expect([seen.status, seen.headers.location]).toEqual([301, 'https://elsewhere.example/x']);
  });
});

describe('a wrong answer', () => {
  test('wrongPipe', async () => {
    const sandbox = await startWith('wrongPipe');
    const other = named(sandbox, 'payments-prod');
    expect(JSON.parse((await observeGet(sandbox, PIPE)).body).result.id).toBe(other.id);
    const put = JSON.parse((await observePut(sandbox, PIPE, { db_max_threads: 9 })).body);
    expect(put.result.db_max_threads).toBe(other.settings.db_max_threads);
    expect(threads(sandbox)).toBe(9);
  });

  test('ignored', async () => {
    const sandbox = await startWith('ignored');
    const seen = await observePut(sandbox, PIPE, { db_max_threads: 9 });
    expect([seen.status, JSON.parse(seen.body).result.db_max_threads]).toEqual([200, 9]);
    expect((await observePatch(sandbox, PIPE, { replicas: 7 })).status).toBe(200);
    expect((await observePut(sandbox, PIPE, { db_max_threads: 99 })).status).toBe(400);
    expect(threads(sandbox)).toBe(4);
    expect(sandbox.requests().map(({ committed }) => committed)).toEqual([false, false, false]);
    expect(sandbox.commits()).toEqual([]);
  });
});

test('settle shows a scaling update late', async () => {
  const clock = stillClock();
  const sandbox = await start({ clock: clock.read, faults: planOf('{ settle: 1m }'), switches: { scaling: 'sync' } });
  const replicas = async () => JSON.parse((await observeGet(sandbox, PIPE)).body).result.scaling.replicas;
  await observePatch(sandbox, PIPE, { replicas: 7 });
  clock.move(59_000);
  expect(await replicas()).toBe(2);
  expect(sandbox.commits()[0]?.after.scaling.replicas).toBe(7);
  clock.move(1_000);
  expect(await replicas()).toBe(7);
});

test.each(['sent', 'lost'])('lag shows a write late, with its answer %s', async (answer) => {
  const clock = stillClock();
  const sandbox = await start({
    clock: clock.read,
    faults: planOf(`{ lag: { for: 2s, answer: ${answer} } }`, 'count: 1'),
  });
  const seen = await observePut(sandbox, PIPE, { db_max_threads: 9 });
  expect(seen.status).toBe(answer === 'sent' ? 200 : null);
  expect(threads(sandbox)).toBe(9);
  const shown = async () => JSON.parse((await observeGet(sandbox, PIPE)).body).result.settings.db_max_threads;
  clock.move(1_999);
  expect([await shown(), last(sandbox)?.fault]).toEqual([4, 'lag']);
  clock.move(1);
  expect([await shown(), last(sandbox)?.fault]).toEqual([9, null]);
});

describe('unreadable', () => {
  const shown = async (fault: string) => {
    const sandbox = await startWith(`{ unreadable: ${fault} }`);
    const { body } = await observeGet(sandbox, PIPE);
    return { sandbox, text: body, result: JSON.parse(body).result };
  };

  test.each([
    ['empty', null],
    ['absent', undefined],
    ['list', [1]],
    ['text', 'none'],
  ])('shows settings as %s', async (how, settings) => {
    expect((await shown(how)).result.settings).toEqual(settings);
  });

  test.each([
    ['huge', /"db_max_threads":4,.*"x_unreadable":9007199254740993\}/],
    ['infinite', /"x_unreadable":1e400\}/],
    ['deep', /"x_unreadable":\[{70}\]{70}\}/],
  ])('shows settings with one that is %s', async (how, text) => {
    expect((await shown(how)).text).toMatch(text);
  });

  test.each([
    ['empty', null],
    ['absent', undefined],
    ['text', { replicas: 'abc', concurrency: 'abc', replicaCpuMillicores: 'abc', replicaMemoryGb: 'abc' }],
  ])('shows scaling as %s', async (how, scaling) => {
    const { result } = await shown(`{ scaling: ${how} }`);
    expect(result.scaling).toEqual(scaling);
    expect(result.settings).toMatchObject({ db_max_threads: 4 });
  });

  test('commits a write, and shows it unreadable', async () => {
    const sandbox = await startWith('{ unreadable: list }');
    const { body } = await observePut(sandbox, PIPE, { db_max_threads: 9 });
    expect([JSON.parse(body).result, threads(sandbox)]).toEqual([[1], 9]);
  });
});

describe('edit', () => {
  test('happens between a read and a write', async () => {
    const sandbox = await startWith(
      '{ edit: { settings: { db_max_insert_threads: 7 }, scaling: { replicas: 9 } } }',
      'operation: put',
    );
    expect((await observePut(sandbox, PIPE, { db_max_threads: 9 })).status).toBe(200);
    expect(named(sandbox, PIPE).settings).toMatchObject({ db_max_threads: 9, db_max_insert_threads: 7 });
    expect(sandbox.commits()).toMatchObject([
      {
        by: 'fault',
        method: null,
        requestId: last(sandbox)?.requestId,
        before: { scaling: { replicas: 2 } },
        after: { scaling: { replicas: 9 } },
      },
      {
        by: 'api',
        method: 'PUT',
        requestId: last(sandbox)?.requestId,
        before: { settings: { db_max_insert_threads: 7 } },
      },
    ]);
  });

  test('happens after a write, and skips pipes that it does not fit', async () => {
    const sandbox = await startWith(
      '{ edit: { when: after, settings: { db_max_threads: null }, scaling: { replicas: 9 } } }',
    );
    await observePut(sandbox, PIPE, { db_max_threads: 9 });
    expect(named(sandbox, PIPE).settings).not.toHaveProperty('db_max_threads');
    await observePut(sandbox, 'invoices-archive', { db_max_threads: 9 });
    expect(sandbox.requests().map(({ fault }) => fault)).toEqual(['edit', null]);
  });
});

test('the observability API also has faults, selected by the pipe of an alert', async () => {
  const sandbox = await startWith('{ status: { code: 502, body: error } }', `operation: [series, alert]`);
  const bearer = { authorization: 'Bearer sandbox' };
  const alert = `/api/v2/alerts/${alertIdOf(named(sandbox, PIPE).id)}`;
  expect(await observe(sandbox, alert, { headers: bearer })).toMatchObject({
    status: 502,
    body: '{"error":"the request failed."}',
  });
  const asked = { method: 'POST', body: {}, headers: bearer };
  expect((await observe(sandbox, '/api/v2/charts/series', asked)).status).toBe(502);
  expect((await observe(sandbox, alert)).status).toBe(401);
});
