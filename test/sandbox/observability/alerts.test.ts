import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { alertIdOf, type Sandbox } from '../../../src/sandbox/index.ts';
import { call, named, patch } from '../harness.ts';
import { NOON } from '../workload/simulate.ts';
import { BEARER, edit, startAtNoon, step } from './harness.ts';

async function readAlert(sandbox: Sandbox, name: string): Promise<Readonly<Record<string, unknown>>> {
  const id = alertIdOf(named(sandbox, name).id);
  const reply = await call(sandbox, `/api/v2/alerts/${id}`, { headers: BEARER });
  expect(reply.status).toBe(200);
  return reply.json.data as Readonly<Record<string, unknown>>;
}

const HEX = /^[0-9a-f]{24}$/;
const stateOf = async (sandbox: Sandbox, name = 'orders-prod') => (await readAlert(sandbox, name)).state;

describe('an alert', () => {
  test('has every field of the contract, and no other', async () => {
    const sandbox = await startAtNoon();
    const orders = named(sandbox, 'orders-prod');
    expect(alertIdOf(orders.id)).toBe(createHash('sha256').update(orders.id).digest('hex').slice(0, 24));
    expect(await readAlert(sandbox, 'orders-prod')).toEqual({
      id: alertIdOf(orders.id),
      name: 'Lag of orders-prod',
      message: 'More than 10000 messages wait at orders-prod.',
      channel: { type: 'webhook', webhookId: expect.stringMatching(HEX) },
      source: 'tile',
      state: 'OK',
      interval: '1m',
      threshold: 10_000,
      thresholdType: 'above',
      dashboard: expect.stringMatching(HEX),
      tileId: expect.stringMatching(HEX),
      team: expect.stringMatching(HEX),
      createdAt: '2026-11-19T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
    });
  });

  test('fires a minute after its pipe is scaled down, and clears when it is scaled back', async () => {
    const sandbox = await startAtNoon();
    expect((await patch(sandbox, 'orders-prod', { replicas: 1 })).status).toBe(200);
    const seen: unknown[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      await step(sandbox, '1m');
      seen.push(await stateOf(sandbox));
    }
    expect(seen).toContain('PENDING');
    expect(seen.at(-1)).toBe('ALERT');
    expect(seen.indexOf('PENDING')).toBeLessThan(seen.indexOf('ALERT'));
    expect(await stateOf(sandbox, 'payments-prod')).toBe('OK');
    await patch(sandbox, 'orders-prod', { replicas: 2 });
    await step(sandbox, '10m');
    expect(await stateOf(sandbox)).toBe('OK');
  });

  test('was last evaluated at the whole minute', async () => {
    const sandbox = await startAtNoon();
    await step(sandbox, '119s');
    expect((await readAlert(sandbox, 'orders-prod')).updatedAt).toBe('2026-11-20T12:01:00.000Z');
    await step(sandbox, '1s');
    expect((await readAlert(sandbox, 'orders-prod')).updatedAt).toBe('2026-11-20T12:02:00.000Z');
  });

  test('is OK and fresh for a pipe without traffic', async () => {
    const sandbox = await startAtNoon();
    await edit(sandbox, 'orders-prod', { scaling: { replicas: 1 } });
    await step(sandbox, '10m');
    expect(await stateOf(sandbox)).toBe('ALERT');
    await edit(sandbox, 'orders-prod', { state: 'Paused' });
    await step(sandbox, '3m');
    const { state, updatedAt } = await readAlert(sandbox, 'orders-prod');
    expect([state, updatedAt]).toEqual(['OK', new Date(NOON + 13 * 60_000).toISOString()]);
  });

  test.each(['nothing', '0'.repeat(24), 'constructor'])('is a 404 with the id %s', async (id) => {
    const reply = await call(await startAtNoon(), `/api/v2/alerts/${id}`, { headers: BEARER });
    expect([reply.status, reply.text]).toEqual([404, 'Alert not found']);
  });
});
