import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderConfig } from '../../src/cli/commands/sandbox/write-config.ts';
import { createQuickstartFleet, type Sandbox } from '../../src/sandbox/index.ts';
import { DEFAULT_SWITCHES } from '../../src/sandbox/switches.ts';

import { runLine } from '../cli/fake-context.ts';
import { call, named, pathOf, start } from './harness.ts';

const NAMES = { resource: 'clickstreams', settingPrefix: 'warehouse_' };
const startNamed = () => start({ switches: { settleMs: 0, ...NAMES } });

const wirePath = (sandbox: Sandbox, operation: '' | 'settings' | 'scaling' = '') =>
  pathOf(sandbox, named(sandbox, 'orders-prod'), operation).replace('/pipes/', '/clickstreams/');
const put = (sandbox: Sandbox, body: object) => call(sandbox, wirePath(sandbox, 'settings'), { method: 'PUT', body });

describe('a sandbox with other names', () => {
  test('shows settings under its own names, and its control address uses the contract names', async () => {
    const sandbox = await startNamed();
    const { status, json } = await call(sandbox, wirePath(sandbox));
    expect(status).toBe(200);
    expect(json.result?.settings).toMatchObject({
      warehouse_max_threads: 4,
      warehouse_max_insert_threads: 2,
      warehouse_parallel_view_processing: null,
      streaming_max_insert_wait_ms: 5000,
    });
    expect(Object.keys(json.result?.settings ?? {}).filter((key) => key.startsWith('db_'))).toEqual([]);
    expect(named(sandbox, 'orders-prod').settings).toMatchObject({ db_max_threads: 4 });
    const control = await call(sandbox, `/_sandbox/pipes/${named(sandbox, 'orders-prod').id}`);
    expect(control.json.settings).toMatchObject({ db_max_threads: 4 });
  });

  test('accepts updates under its names', async () => {
    const sandbox = await startNamed();
    const { status, json } = await put(sandbox, { warehouse_max_threads: 9, streaming_max_insert_wait_ms: 1000 });
    expect([status, json.result?.warehouse_max_threads]).toEqual([200, 9]);
    expect(named(sandbox, 'orders-prod').settings).toEqual({
      streaming_max_insert_wait_ms: 1000,
      db_max_threads: 9,
      db_max_insert_threads: 2,
    });
    const scaled = await call(sandbox, wirePath(sandbox, 'scaling'), { method: 'PATCH', body: { replicas: 3 } });
    expect(scaled.json.result?.settings).toMatchObject({ warehouse_max_threads: 9 });
  });

  test('logs requests as received, and commits under the contract names', async () => {
    const sandbox = await startNamed();
    await put(sandbox, { warehouse_max_threads: 9 });
    expect(sandbox.requests()).toMatchObject([
      { method: 'PUT', path: wirePath(sandbox, 'settings'), body: { warehouse_max_threads: 9 }, committed: true },
    ]);
    expect(sandbox.commits()).toMatchObject([
      { body: { db_max_threads: 9 }, after: { settings: { db_max_threads: 9 } } },
    ]);
  });

  test('refuses the contract names, and reports errors with its own names', async () => {
    const sandbox = await startNamed();
    const body = { db_max_threads: 1, warehouse_max_insert_threads: 17, warehouse_new: 1 };
    const { status, json } = await put(sandbox, body);
    expect([status, json.error]).toEqual([
      400,
      'BAD_REQUEST: db_max_threads is not a setting; warehouse_max_insert_threads must be between 0 and 16; ' +
        'warehouse_new is not a setting.',
    ]);
    expect(named(sandbox, 'orders-prod').settings).toMatchObject({ db_max_threads: 4, db_max_insert_threads: 2 });
  });

  test('serves nothing on the contract path', async () => {
    const sandbox = await startNamed();
    const { status, text } = await call(sandbox, pathOf(sandbox, named(sandbox, 'orders-prod')));
    expect([status, text]).toEqual([404, expect.stringContaining('<html>')]);
  });

  test('keeps edits under the contract names', async () => {
    const sandbox = await startNamed();
    const path = `/_sandbox/pipes/${named(sandbox, 'orders-prod').id}`;
    const edit = { method: 'PATCH', body: { settings: { db_max_threads: 7 } } };
    expect((await call(sandbox, path, edit)).status).toBe(200);
    const { json } = await call(sandbox, wirePath(sandbox));
    expect(json.result?.settings).toMatchObject({ warehouse_max_threads: 7 });
  });
});

test('writes a configuration that contains only the names that differ', () => {
  const fleet = createQuickstartFleet();
  const naming = (switches: object) => {
    const files = renderConfig(fleet, fleet.pipes, 'http://127.0.0.1:4010', { ...DEFAULT_SWITCHES, ...switches });
    expect([...files.values()].join('')).not.toContain('warehouse_max');
    return parse(files.get('pipeform.yaml') ?? '').api.naming;
  };
  expect(naming({})).toBeUndefined();
  expect(naming({ resource: 'clickstreams' })).toEqual({ resource: 'clickstreams', settingPrefix: 'db_' });
  expect(naming(NAMES)).toEqual(NAMES);
});

test('refuses invalid names, both at once', async () => {
  const { code, stderr } = await runLine(['sandbox', '--resource', 'a/b', '--setting-prefix', 'a b']);
  expect(code).toBe(1);
  expect(stderr).toContain('--resource takes');
  expect(stderr).toContain('--setting-prefix takes');
});
