import { describe, expect, test } from 'vitest';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { type Keeper, openGate } from './gate.ts';
import { openWorkspace, pipe } from './harness.ts';

const orders = pipe(createQuickstartFleet(), 'orders-prod', { settings: { db_max_threads: 16 } });
const PUT = 'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":16,"db_max_insert_threads":2}';

const open = (keeper: Keeper) =>
  openWorkspace({ document: { pipes: { orders } }, address: ({ url }) => openGate(url, keeper) });

describe.concurrent('a write whose response is lost is never resent without a read', () => {
  test('a 500 after the write took effect: a read confirms it, and it is not resent', async () => {
    const { run, takeRequests } = await open(async ({ method }, pass) => {
      const reply = await pass();
      return method === 'PUT' ? { status: 500, body: '{"error":"INTERNAL: try later"}' } : reply;
    });
    const { code, stdout } = await run('apply --auto-approve');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Applied 1 pipe') });
    expect(takeRequests()['orders-prod']?.filter((request) => request !== 'GET')).toEqual([PUT]);
  });

  test('a connection that breaks after the write took effect', async () => {
    const { run, takeRequests } = await open(async ({ method }, pass) => {
      const reply = await pass();
      return method === 'PUT' ? 'reset' : reply;
    });
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(takeRequests()['orders-prod']?.filter((request) => request !== 'GET')).toEqual([PUT]);
  });

  test('a connection that breaks before the write: unknown, and the next apply sends what is missing', async () => {
    const { run, takeRequests } = await open(async ({ method, count }, pass) =>
      method === 'PUT' && count === 1 ? 'reset' : pass(),
    );
    const lost = await run('apply --auto-approve --wait-timeout 300ms');
    expect(lost.code).toBe(3);
    expect(lost.stdout).toContain('write-unknown');
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(takeRequests()['orders-prod']?.filter((request) => request !== 'GET')).toEqual([PUT]);
  });

  test('a write that took effect, with reads from a replica two seconds behind: sent once', async () => {
    let before: { status: number; body: string } | null = null;
    let lostAtMs = 0;
    const { run, takeRequests } = await open(async ({ method }, pass) => {
      const reply = await pass();
      if (method === 'GET' && lostAtMs === 0) before = reply as typeof before;
      if (method === 'PUT') lostAtMs = performance.now();
      if (method === 'PUT') return 'reset';
      return before !== null && lostAtMs > 0 && performance.now() - lostAtMs < 2_000 ? before : reply;
    });
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(takeRequests()['orders-prod']?.filter((request) => request !== 'GET')).toEqual([PUT]);
  });

  test('does not change a pipe that someone else changed in the meantime', async () => {
    const workspace = await open(async ({ method, count }, pass) => {
      if (method !== 'PUT' || count > 1) return pass();
      await workspace.editLive('orders-prod', { settings: { db_max_insert_threads: 7 } });
      return 'reset';
    });
    const { code, stdout } = await workspace.run('apply --auto-approve --wait-timeout 300ms');
    expect(code).toBe(3);
    expect(stdout).toContain('write-unknown');
    expect(workspace.writes()).toEqual([]);
    expect(workspace.live('orders-prod').settings).toMatchObject({ db_max_threads: 4, db_max_insert_threads: 7 });
  });

  test('reports unknown when no read can decide', async () => {
    let hasFallenAsleep = false;
    const { run } = await open(async ({ method }, pass) => {
      if (hasFallenAsleep) return { status: 424, body: '{"error":"FAILED_DEPENDENCY: Current state: idle"}' };
      hasFallenAsleep = method === 'PUT';
      return hasFallenAsleep ? 'reset' : pass();
    });
    const { code, stdout } = await run('apply --auto-approve --wait-timeout 300ms');
    expect(code).toBe(3);
    expect(stdout).toContain('1 unknown');
    expect(stdout).toContain('write-unknown');
  });
});

test.concurrent('a 200 is not proof: only values that a read shows count as applied', async () => {
  const { run } = await open(async ({ method }, pass) =>
    method === 'PUT' ? { status: 200, body: '{"status":200,"result":{"db_max_threads":16}}' } : pass(),
  );
  const { code, stdout } = await run('apply --auto-approve --wait-timeout 300ms');
  expect(code).toBe(3);
  expect(stdout).toContain('settings.db_max_threads: asked for 16, found 4');
});

test.concurrent('retries reads after a 503, a 429 and a broken connection', async () => {
  const answers = [
    { status: 503, body: 'upstream connect error' },
    { status: 429, headers: { 'retry-after': '0' }, body: 'slow down' },
    'reset' as const,
  ];
  const { run, takeRequests } = await open(async ({ count }, pass) => answers[count - 1] ?? pass());
  expect((await run('plan')).code).toBe(0);
  expect(takeRequests()).toEqual({ 'orders-prod': ['GET'] });
});
