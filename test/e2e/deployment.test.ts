import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import type { Run } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { openWorkspace, pipe, fleet as quickstart, readDocument, type Workspace } from './harness.ts';

const OWN = { kafka_read_committed: false, some_limit_ms: 1000 };
const fleet = {
  ...quickstart,
  pipes: quickstart.pipes.map((one) =>
    one.name === 'orders-prod' ? { ...one, settings: { ...one.settings, ...OWN } } : one,
  ),
};

const SETTINGS = {
  kafka_read_committed: { type: 'boolean', sources: ['kafka'] },
  some_limit_ms: { type: 'integer', minimum: 1, maximum: 60_000, unit: 'milliseconds', description: 'A limit.' },
};

/** A deployment with two further settings and more replicas, and a configuration of its orders pipe. */
const openDeployment = (orders: JsonObject, api: JsonObject = { settings: SETTINGS }, more: JsonObject = {}) =>
  openWorkspace({
    fleet,
    switches: { ranges: 'wide' },
    document: {
      api: { url: '${PIPEFORM_API_URL}', organization: fleet.organization, ...api },
      pipes: { orders: pipe(fleet, 'orders-prod', orders) },
      ...more,
    },
  });

const plan = async (workspace: Workspace, line = 'plan') => {
  const { stdout } = await workspace.run(`${line} --format json`);
  return readDocument<Plan>(stdout);
};

const PUT =
  'orders-prod PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":8,"db_max_insert_threads":2,"kafka_read_committed":true,"some_limit_ms":5000}';
const DECLARED = { settings: { some_limit_ms: '5s', db_max_threads: 8, kafka_read_committed: true } };

describe.concurrent('a setting that the configuration declares', () => {
  test('is planned, sent, and in sync afterwards', async () => {
    const workspace = await openDeployment({ ...DECLARED, scaling: { replicas: 3 } });
    const { stdout } = await workspace.run('plan');
    const rows = stdout.split('\n').filter((line) => /^ {4}[~+-] /.test(line));
    expect(rows.map((row) => row.trim().split(/ +/).slice(1, -1).join(' '))).toEqual([
      'settings.db_max_threads 4 -> 8',
      'settings.kafka_read_committed false -> true',
      'settings.some_limit_ms 1s (1000) -> 5s (5000)',
      'scaling.replicas 2 -> 3',
    ]);
    const planned = await plan(workspace);
    expect(findFaults('plan', planned)).toEqual([]);
    workspace.takeRequests();
    const applied = await workspace.run('apply --auto-approve --out run.json');
    expect(applied).toMatchObject({ code: 0 });
    expect(workspace.writes().find((line) => line.includes('PUT'))).toBe(PUT);
    const run = readDocument<Run>(await readFile(join(workspace.folder, 'run.json'), 'utf8'));
    expect(findFaults('run', run)).toEqual([]);
    expect(run.api?.settings?.map(({ key, unit }) => [key, unit])).toEqual([
      ['kafka_read_committed', 'flag'],
      ['some_limit_ms', 'milliseconds'],
    ]);
    expect((await workspace.run('plan --detailed-exitcode')).code).toBe(0);

    await workspace.editLive('orders-prod', { settings: { some_limit_ms: 250 } });
    const drift = readDocument<Drift>((await workspace.run('drift --format json')).stdout);
    expect(findFaults('drift', drift)).toEqual([]);
    expect(drift.pipes[0]?.changes).toMatchObject([{ path: 'settings.some_limit_ms', before: 250, after: 5000 }]);
    await workspace.editLive('orders-prod', { settings: { some_limit_ms: 5000 } });
    expect((await workspace.run('rollback latest --auto-approve')).code).toBe(0);
    expect(workspace.live('orders-prod').settings).toMatchObject({ ...OWN, db_max_threads: 4 });
  });

  inCi('can be in a saved plan, which is shown with its units and applied', async () => {
    const workspace = await openDeployment(DECLARED);
    await workspace.run('plan --out saved.json');
    const elsewhere = await workspace.run('show saved.json', { PIPEFORM_API_URL: '' });
    expect(elsewhere.stdout).toMatch(/some_limit_ms +1s \(1000\) -> 5s \(5000\) /);
    workspace.takeRequests();
    expect((await workspace.run('apply saved.json --auto-approve')).code).toBe(0);
    expect(workspace.writes()).toEqual([PUT]);
  });

  inCi('is not written from a saved plan when it is no longer declared', async () => {
    const workspace = await openDeployment(DECLARED);
    await workspace.run('plan --out saved.json');
    const text = await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8');
    const settings = /^ {2}settings:\n(?: {4}.*\n)+/m;
    await workspace.write({
      'pipeform.yaml': text.replace(settings, '').replace(/^ +(?:some_limit_ms|kafka_read_committed): .*\n/gm, ''),
    });
    const { code, stdout } = await workspace.run('apply saved.json --auto-approve');
    expect(code).not.toBe(0);
    expect(stdout).toContain('settings.some_limit_ms of pipe orders to 5000; the deployment has no such field');
    expect(workspace.writes()).toEqual([]);
  });

  inCi('is pulled from live with its unit, and formatted', async () => {
    const workspace = await openDeployment({ settings: { some_limit_ms: '2s' } });
    expect((await workspace.run('pull --accept live')).code).toBe(0);
    expect(await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8')).toContain('some_limit_ms: 1s\n');
    expect((await workspace.run('fmt')).code).toBe(0);
    expect((await workspace.run('plan --detailed-exitcode')).code).toBe(0);
  });
});

describe.concurrent('a range that the configuration widens', () => {
  const ranges = { 'scaling.replicas': { max: 40 } };

  inCi('allows more than the contract, within the range of the policy', async () => {
    const policy = { ranges: { 'scaling.replicas': { max: 30 } } };
    const workspace = await openDeployment({ scaling: { replicas: 25 } }, { ranges }, { policy });
    await workspace.run('plan --out saved.json');
    expect((await workspace.run('apply saved.json --auto-approve')).code).toBe(0);
    expect(workspace.writes()).toEqual(['orders-prod PATCH scaling {"replicas":25}']);
    expect((await workspace.run('plan --detailed-exitcode')).code).toBe(0);
  });
});
