import { describe, expect, test } from 'vitest';
import { SOURCE_KINDS } from '../../src/model/field/field.ts';
import { call, get, named, patch, pathOf, put, start } from './harness.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the get pipe operation', () => {
  test('answers with the envelope and the whole resource', async () => {
    const sandbox = await start();
    const { status, json, headers } = await get(sandbox, 'orders-prod');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(Object.keys(json)).toEqual(['status', 'requestId', 'result']);
    expect(json.status).toBe(200);
    expect(json.requestId).toMatch(UUID_V4);
    expect(Object.keys(json.result ?? {})).toEqual([
      'id',
      'serviceId',
      'name',
      'state',
      'scaling',
      'source',
      'destination',
      'fieldMappings',
      'settings',
      'createdAt',
      'updatedAt',
    ]);
    expect(json.result).toMatchObject({
      id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001',
      serviceId: '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01',
      name: 'orders-prod',
      state: 'Running',
      scaling: { replicas: 2, concurrency: null, replicaCpuMillicores: 250, replicaMemoryGb: 1 },
    });
    expect(Object.keys(json.result?.settings ?? {})).toHaveLength(12);
  });

  test('has a Date by the clock that updatedAt is by', async () => {
    const sandbox = await start({ clock: () => Date.parse('2026-11-20T10:00:00Z') });
    expect((await get(sandbox, 'orders-prod')).headers.get('date')).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
  });

  test('the quickstart fleet has one source object per pipe, of all four kinds', async () => {
    const sandbox = await start();
    const sources = await Promise.all(
      sandbox.pipes().map(async ({ name }) => Object.keys((await get(sandbox, name)).json.result?.source ?? {})),
    );
    expect(sources.every((keys) => keys.length === 1)).toBe(true);
    expect(new Set(sources.flat())).toEqual(new Set(SOURCE_KINDS));
    expect(named(sandbox, 'invoices-archive').source.objectStorage).toMatchObject({ isContinuous: false });
    expect(named(sandbox, 'partner-uploads').source.objectStorage).toMatchObject({ isContinuous: true });
  });

  test('accepts upper-case ids', async () => {
    const sandbox = await start();
    const path = pathOf(sandbox, named(sandbox, 'orders-prod'));
    const upper = path.replace(/[0-9a-f-]{36}/g, (id) => id.toUpperCase());
    expect((await call(sandbox, upper)).json.result?.name).toBe('orders-prod');
  });
});

describe('update settings', () => {
  test('answers with the settings, and a read shows them with a new updatedAt', async () => {
    const sandbox = await start();
    const before = await get(sandbox, 'orders-prod');
    const answer = await put(sandbox, 'orders-prod', { db_max_threads: 0, db_parallel_view_processing: false });
    expect(answer.status).toBe(200);
    expect(answer.json.result).toMatchObject({
      db_max_threads: 0,
      db_parallel_view_processing: false,
      streaming_max_insert_wait_ms: 5000,
      db_max_download_threads: null,
    });
    const after = await get(sandbox, 'orders-prod');
    expect(after.json.result?.settings).toEqual(answer.json.result);
    expect(after.json.result?.updatedAt).not.toBe(before.json.result?.updatedAt);
  });

  test('changes updatedAt with every write, even when the clock does not advance', async () => {
    const sandbox = await start({ clock: () => 0 });
    const seen = new Set<unknown>();
    for (let write = 0; write < 5; write += 1) {
      await put(sandbox, 'orders-prod', { db_max_threads: 4 });
      seen.add((await get(sandbox, 'orders-prod')).json.result?.updatedAt);
    }
    expect(seen.size).toBe(5);
  });

  test('is a 404 for a postgres pipe, which exists', async () => {
    const sandbox = await start();
    const { status, json } = await put(sandbox, 'crm-replica', { db_max_threads: 4 });
    expect(status).toBe(404);
    expect(json.error).toMatch(/^NOT_FOUND: /);
    expect((await get(sandbox, 'crm-replica')).status).toBe(200);
  });
});

describe('scale pipe', () => {
  test('answers with the pipe', async () => {
    const sandbox = await start({ switches: { settleMs: 0 } });
    const { status, json } = await patch(sandbox, 'orders-prod', { replicas: 5 });
    expect(status).toBe(200);
    expect(json.result).toMatchObject({ name: 'orders-prod', scaling: { replicas: 5, replicaCpuMillicores: 250 } });
  });

  test.each([
    ['orders-prod', { concurrency: 2 }, 'concurrency'],
    ['clickstream-prod', { concurrency: 2 }, 'concurrency'],
    ['invoices-archive', { replicas: 2 }, 'replicas'],
    ['invoices-archive', { concurrency: 2, replicaMemoryGb: 1 }, 'replicaMemoryGb'],
    ['partner-uploads', { replicaCpuMillicores: 500 }, 'replicaCpuMillicores'],
    ['crm-replica', { replicas: 2 }, 'postgres'],
    ['crm-replica', { concurrency: 2 }, 'postgres'],
  ])('%s rejects %o', async (name, body, word) => {
    const sandbox = await start();
    const before = named(sandbox, name);
    const { status, json } = await patch(sandbox, name, body);
    expect(status).toBe(400);
    expect(json.error).toContain(word);
    expect(named(sandbox, name)).toBe(before);
  });
});
