import { expect, test } from 'vitest';
import { call, control, get, named, patch, planOf, put, start, stillClock } from '../harness.ts';

const SHOWN = {
  operation: ['get'],
  pipe: ['orders-*'],
  after: 1,
  count: 2,
  probability: 1,
  enabled: true,
  fault: { status: { code: 502, body: 'contract', text: 'the request failed.', headers: {}, when: 'before' } },
};

test('faults can be set, added, shown and cleared while the sandbox runs', async () => {
  const sandbox = await start();
  expect((await control(sandbox, 'faults')).json).toEqual({ seed: 1, faults: [] });
  const given = {
    seed: 7,
    faults: [{ operation: 'get', pipe: 'orders-*', after: 1, count: 2, fault: { status: 502 } }],
  };
  const { json } = await control(sandbox, 'faults', 'PUT', given);
  expect(json).toEqual({ seed: 7, faults: [{ ...SHOWN, matched: 0, fired: 0 }] });
  for (const status of [200, 502, 502, 200]) expect((await get(sandbox, 'orders-prod')).status).toBe(status);
  const added = await control(sandbox, 'faults', 'POST', { faults: [{ operation: 'put', fault: 'reset' }] });
  expect(added.json).toMatchObject({
    seed: 7,
    faults: [
      { matched: 4, fired: 2 },
      { operation: ['put'], matched: 0 },
    ],
  });
  await control(sandbox, 'faults', 'DELETE');
  expect((await control(sandbox, 'faults')).json).toEqual({ seed: 1, faults: [] });
  expect((await get(sandbox, 'orders-prod')).status).toBe(200);
});

test('faults can be turned off and on, one or all, and keep their counts', async () => {
  const rules = [
    { operation: 'get', fault: { status: 502 } },
    { operation: 'get', enabled: false, fault: { status: 503 } },
  ];
  const sandbox = await start();
  await control(sandbox, 'faults', 'PUT', { faults: rules });
  const status = async () => (await get(sandbox, 'orders-prod')).status;
  expect(await status()).toBe(502);
  const { json } = await control(sandbox, 'faults', 'PATCH', { fault: 0, enabled: false });
  expect(json.faults).toMatchObject([
    { enabled: false, matched: 1, fired: 1 },
    { enabled: false, matched: 0, fired: 0 },
  ]);
  expect(await status()).toBe(200);
  await control(sandbox, 'faults', 'PATCH', { fault: 1, enabled: true });
  expect(await status()).toBe(503);
  await control(sandbox, 'faults', 'PATCH', { enabled: true });
  expect(await status()).toBe(502);
  await control(sandbox, 'reset', 'POST');
  await control(sandbox, 'faults', 'PATCH', { enabled: false });
  expect(await status()).toBe(200);
  expect((await control(sandbox, 'faults')).json.faults).toMatchObject([
    { enabled: false, fired: 0 },
    { enabled: false, fired: 0 },
  ]);
});

test.each([
  [{}, 'names no key'],
  [{ enabled: 'no' }, 'enabled must be true or false'],
  [{ enabled: false, fault: -1 }, 'fault must be the position of a fault'],
  [{ enabled: false, fault: 0.5 }, 'fault must be the position of a fault'],
  [{ enabled: false, fault: 1 }, 'the plan has no fault at position 1'],
  [{ enabled: false, kind: 'stall' }, 'kind is not enabled or fault'],
])('refuses to switch faults with %j', async (body, words) => {
  const sandbox = await start({ faults: planOf('stall') });
  const { status, json } = await control(sandbox, 'faults', 'PATCH', body);
  expect([status, json.error]).toEqual([400, expect.stringContaining(words)]);
  expect((await control(sandbox, 'faults')).json.faults).toMatchObject([{ enabled: true }]);
});

test('the shown plan can be set again', async () => {
  const sandbox = await start();
  const kinds = [
    'ignored',
    { stall: '2s' },
    { lag: 5 },
    { reset: 'after' },
    { status: { code: 429, headers: { 'retry-after': 1 } } },
  ];
  const shown = await control(sandbox, 'faults', 'PUT', { faults: kinds.map((fault) => ({ fault })) });
  const { seed, faults } = shown.json as unknown as { seed: number; faults: Record<string, unknown>[] };
  const again = { seed, faults: faults.map(({ matched, fired, ...fault }) => fault) };
  expect((await control(sandbox, 'faults', 'PUT', again)).json).toEqual(shown.json);
});

test('reports all errors and keeps the plan', async () => {
  const sandbox = await start({ faults: planOf('stall') });
  const { status, json } = await control(sandbox, 'faults', 'POST', '{\n "faults": [{"fault": "rest"}],\n "sed": 1}');
  expect(status).toBe(400);
  expect(json.error).toMatch(
    /^BAD_REQUEST: fault plan: sed: unknown key; expected a map with seed and faults\.\nfault plan: faults\[0\]\.fault: expected a kind, .*\.$/,
  );
  expect((await control(sandbox, 'faults')).json.faults).toHaveLength(1);
});

test('a plan may be larger than a settings update', async () => {
  const many = { faults: Array(300).fill({ pipe: 'x'.repeat(199), fault: 'stall' }) };
  expect((await control(await start(), 'faults', 'PUT', many)).json.faults).toHaveLength(300);
});

test.each([
  ['PUT', '{"faults":[]}'],
  ['POST', '{"faults":[{"fault":"reset"}]}'],
  ['PATCH', '{"enabled":false}'],
])('a form of another page, which cannot declare JSON, changes no plan with %s', async (method, body) => {
  const sandbox = await start({ faults: planOf('stall') });
  const form = { method, body, headers: { 'content-type': 'text/plain' } };
  expect((await call(sandbox, '/_sandbox/faults', form)).status).toBe(415);
  expect((await control(sandbox, 'faults')).json.faults).toMatchObject([{ enabled: true }]);
});

test('the commit log has every commit in order, with the values before and after it', async () => {
  const clock = stillClock();
  const sandbox = await start({ clock: clock.read });
  const { id, settings, scaling } = named(sandbox, 'orders-prod');
  await put(sandbox, 'orders-prod', { db_max_threads: 9 });
  await put(sandbox, 'orders-prod', { db_max_threads: 99 });
  clock.move(1_000);
  await patch(sandbox, 'orders-prod', { replicas: 6 });
  await control(sandbox, `pipes/${id}`, 'PATCH', { settings: { db_max_threads: null } });
  const [first, , third] = sandbox.requests();
  const { commits } = (await control(sandbox, 'commits')).json;
  const { db_max_threads: _, ...others } = settings;
  const threads = { settings: { ...settings, db_max_threads: 9 }, scaling };
  const scaled = { ...threads, scaling: { ...scaling, replicas: 6 } };
  const edited = { ...scaled, settings: others };
  expect(commits).toMatchObject([
    { by: 'api', method: 'PUT', requestId: first?.requestId, body: { db_max_threads: 9 } },
    { by: 'api', method: 'PATCH', requestId: third?.requestId, body: { replicas: 6 } },
    { by: 'hand', method: null, requestId: null, body: { settings: { db_max_threads: null } } },
  ]);
  const [at, later] = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:01.000Z'];
  expect(commits).toEqual([
    expect.objectContaining({ pipeId: id, at, before: { settings, scaling }, after: threads }),
    expect.objectContaining({ pipeId: id, at: later, before: threads, after: scaled }),
    expect.objectContaining({ pipeId: id, at: later, before: scaled, after: edited }),
  ]);
  expect(sandbox.requests().map(({ committed }) => committed)).toEqual([true, false, true]);
  await control(sandbox, 'commits', 'DELETE');
  expect((await control(sandbox, 'commits')).json).toEqual({ commits: [], dropped: 0 });
});
