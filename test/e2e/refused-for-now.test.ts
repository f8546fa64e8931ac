import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { control } from './control.ts';
import { fleet, openWorkspace, pipe } from './harness.ts';

const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 }, scaling: { replicas: 4 } });
const PATCH = 'PATCH scaling {"replicas":4}';
const PUT = 'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":16,"db_max_insert_threads":2}';

async function open(document: JsonObject, ...faults: readonly JsonObject[]) {
  const workspace = await openWorkspace({ document, switches: { bounds: 'hidden' } });
  await control(workspace.sandbox.url, 'POST', 'faults', { faults });
  return workspace;
}

describe.concurrent('a write during another operation', () => {
  test.each([409, 423, 425])('is sent again after a %i, and each wait of a second is an event', async (code) => {
    const { run, takeRequests } = await open(
      { pipes: { orders } },
      { fault: { conflict: { for: '1s', code, headers: { 'retry-after': '1' } } } },
    );
    const ended = await run('apply --auto-approve --format json');
    expect(ended.code).toBe(0);
    const waits = ended.stdout.split('\n').filter((line) => line.includes('"type":"pipe_wait"'));
    expect(waits.map((line) => JSON.parse(line))).toMatchObject([
      { pipe: 'orders', status: code, reason: expect.stringContaining('in progress'), waitMs: 1_000 },
    ]);
    expect(takeRequests()['orders-prod']).toEqual(['GET', 'GET', PATCH, `${PUT} -> ${code}`, 'GET', PUT, 'GET']);
  });
});

test('an error inside a 200 is a refusal with its words, and nothing was written', async () => {
  const { run, live } = await open(
    { pipes: { orders } },
    { operation: 'patch', fault: { 'error-in-200': { text: 'limited by your plan to 3' } } },
  );
  const { code, stdout } = await run('apply --auto-approve');
  expect([code, stdout]).toEqual([1, expect.stringContaining('BAD_REQUEST: limited by your plan to 3')]);
  expect(live('orders-prod').scaling.replicas).toBe(2);
});
