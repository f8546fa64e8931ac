import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { observe, observeGet, observePatch, observePut, planOf } from '../sandbox/faults/observe.ts';
import { named, startOdd as start, stillClock } from '../sandbox/harness.ts';

const PIPE = 'orders-prod';
const threads = (sandbox: Sandbox) => named(sandbox, PIPE).settings.db_max_threads;
const startWith = (fault: string, rest?: string) => start({ faults: planOf(fault, rest) });
const last = (sandbox: Sandbox) => sandbox.requests().at(-1);

test('idle is the 424 of an idle service', async () => {
  const { status, body } = await observeGet(await startWith('idle'), PIPE);
  expect(status).toBe(424);
  expect(JSON.parse(body).error).toBe('FAILED_DEPENDENCY: the service is not available. Current state: idle');
});

test('late commits the write after its client has given up', async () => {
  const sandbox = await startWith('{ late: 250ms }');
  expect(await observePut(sandbox, PIPE, { db_max_threads: 9 })).toMatchObject({ status: null, end: 'ECONNRESET' });
  expect([threads(sandbox), last(sandbox)?.committed]).toEqual([4, false]);
  await expect.poll(() => threads(sandbox), { interval: 5 }).toBe(9);
  expect([last(sandbox)?.committed, sandbox.commits().length]).toEqual([true, 1]);
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

test('wrongPipe', async () => {
  const sandbox = await startWith('wrongPipe');
  const other = named(sandbox, 'payments-prod');
  expect(JSON.parse((await observeGet(sandbox, PIPE)).body).result.id).toBe(other.id);
  const put = JSON.parse((await observePut(sandbox, PIPE, { db_max_threads: 9 })).body);
  expect(put.result.db_max_threads).toBe(other.settings.db_max_threads);
  expect(threads(sandbox)).toBe(9);
});

test('lostLag shows a write late, and resets its connection', async () => {
  const clock = stillClock();
  const sandbox = await start({ clock: clock.read, faults: planOf('{ lostLag: 2s }', 'count: 1') });
  expect(await observePut(sandbox, PIPE, { db_max_threads: 9 })).toMatchObject({ status: null, end: 'ECONNRESET' });
  const shown = async () => JSON.parse((await observeGet(sandbox, PIPE)).body).result.settings.db_max_threads;
  expect([threads(sandbox), await shown()]).toEqual([9, 4]);
  clock.move(2_000);
  expect(await shown()).toBe(9);
});

test('settle shows a scaling update late', async () => {
  const clock = stillClock();
  const sandbox = await start({ clock: clock.read, faults: planOf('{ settle: 1m }'), switches: { settleMs: 0 } });
  const replicas = async () => JSON.parse((await observeGet(sandbox, PIPE)).body).result.scaling.replicas;
  await observePatch(sandbox, PIPE, { replicas: 7 });
  clock.move(59_000);
  expect(await replicas()).toBe(2);
  expect(sandbox.commits()[0]?.after.scaling.replicas).toBe(7);
  clock.move(1_000);
  expect(await replicas()).toBe(7);
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
        by: 'hand',
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
    expect(sandbox.requests().map(({ fault }) => fault)).toEqual(['edit', 'edit']);
    expect(sandbox.commits().map(({ by }) => by)).toEqual(['api', 'hand', 'api']);
  });
});
