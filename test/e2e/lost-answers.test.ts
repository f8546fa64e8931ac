import { describe, expect, test } from 'vitest';
import { type Keeper, openGate } from './gate.ts';
import { fleet, openWorkspace, pipe } from './harness.ts';

const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } });
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
