import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { RunEvent } from '../../src/model/run.ts';
import { type FleetState, METRICS_SOURCE_ID, type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { afterTests } from './clean-up.ts';
import { editLive } from './control.ts';
import { openDatedGate, openGate } from './gate.ts';
import { openWorkspace, readDocument, readEvents, type Workspace, type WorkspaceOptions } from './harness.ts';
import { preload, stepClock } from './preload.ts';

const SERVICES = {
  staging: '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01',
  production: '9a41b7c2-3d5e-4f60-8a7b-1c2d3e4f5a6b',
};
const ORGANIZATION = '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11';

const idOf = (environment: keyof typeof SERVICES, name: 'orders' | 'payments'): string =>
  `0b0c3a9e-2a64-4a4f-8a11-0000000000${environment === 'staging' ? '0' : '1'}${name === 'orders' ? '1' : '2'}`;

/** Two pipes in each environment, all with 4 threads for a long time. */
function fleetOf(...environments: readonly (keyof typeof SERVICES)[]): FleetState {
  const pipes = environments.flatMap((environment) =>
    (['orders', 'payments'] as const).map((name) => ({
      id: idOf(environment, name),
      serviceId: SERVICES[environment],
      name: `${name}-${environment}`,
      state: 'Running',
      source: { kafka: { topics: name } },
      destination: {},
      fieldMappings: [],
      scaling: { replicas: 2, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
      settings: { db_max_threads: 4 },
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })),
  );
  return { organization: ORGANIZATION, services: SERVICES, pipes };
}

const pipesOf = (environment: keyof typeof SERVICES, rest: JsonObject = {}) => ({
  orders: { id: idOf(environment, 'orders'), service: environment, ...rest },
  payments: { id: idOf(environment, 'payments'), service: environment },
});

/** Production wants 8 threads for orders and 4 for payments. */
const DOCUMENT: JsonObject = {
  presets: { common: { settings: { db_max_threads: 4 } } },
  pipes: { orders: { preset: 'common', settings: { db_max_threads: 8 } }, payments: { preset: 'common' } },
  environments: {
    staging: { pipes: pipesOf('staging') },
    production: {
      pipes: pipesOf('production', { scaling: { replicas: 3 } }),
      promotion: { from: 'staging', soak: '${SOAK:-24h}', except: ['scaling.replicas'] },
    },
  },
};

const BOTH_GET = { 'orders-production': ['GET'], 'payments-production': ['GET'], 'orders-staging': ['GET'] };
const PUT = 'PUT settings {"db_max_threads":8}';
const WRITES = ['GET', expect.stringContaining('PATCH scaling {"replicas":3'), PUT, 'GET'];

function open(options: WorkspaceOptions = {}): Promise<Workspace> {
  return openWorkspace({ document: DOCUMENT, fleet: fleetOf('staging', 'production'), ...options });
}

const AT_ONCE = { SOAK: '0s' };
const promote = (workspace: Workspace) => workspace.editLive('orders-staging', { settings: { db_max_threads: 8 } });

async function planOf({ run }: Workspace, line = 'plan -e production --format json', env = {}): Promise<Plan> {
  const plan = readDocument<Plan>((await run(line, env)).stdout);
  expect(findFaults('plan', plan)).toEqual([]);
  return plan;
}

const refusalOf = ({ pipes }: Plan) => pipes.find(({ status }) => status === 'refused')?.diagnostics[0];

describe.concurrent('plan -e production', () => {
  test('refuses what staging does not have, and reads there only the pipe that would change', async () => {
    const workspace = await open();
    const planned = await workspace.run('plan -e production');
    expect(planned.code).toBe(5);
    expect(planned.stdout).toContain('settings.db_max_threads: planned 8, live in staging 4.');
    expect(planned.stdout).toContain(
      'help: Run `pipeform apply -e staging --target orders`, then `pipeform plan -e production --target orders`;',
    );
    expect(workspace.takeRequests()).toEqual(BOTH_GET);
  });

  test('refuses during the soak, and plans once it is over', async () => {
    const workspace = await open();
    await promote(workspace);
    expect(refusalOf(await planOf(workspace))).toMatchObject({
      code: 'not-promoted',
      summary: expect.stringContaining('its soak there ends at'),
      hint: expect.stringContaining('Run `pipeform plan -e production --target orders` when it meets the conditions'),
    });
    workspace.takeRequests();
    expect(await workspace.run('plan -e production', AT_ONCE)).toMatchObject({ code: 0, stderr: '' });
    expect(workspace.takeRequests()).toEqual(BOTH_GET);
  });

  inCi('a step of the wall clock does not end the soak, also when no response has a date', async () => {
    const workspace = await open({ address: ({ url }) => openDatedGate(url, () => 'unknown') });
    await promote(workspace);
    const twoDaysLater = preload(stepClock([{ byMs: 2 * 86_400_000, afterRequests: 1 }]));
    const { code, stdout } = await workspace.runBuilt('plan -e production', twoDaysLater);
    expect([code, stdout]).toEqual([5, expect.stringContaining('its soak there ends at')]);
  });

  test('--skip-promotion sends nothing to staging, and its reason stays with the plan and the journal', async () => {
    const workspace = await open();
    const overrides = [{ policy: 'promotion', reason: 'incident-7' }];
    const line = 'plan -e production --skip-promotion incident-7 --out plan.json';
    expect((await workspace.run(line)).code).toBe(0);
    expect(workspace.takeRequests()).toEqual({ 'orders-production': ['GET'], 'payments-production': ['GET'] });
    expect(await planOf(workspace, `${line} --format json`)).toMatchObject({ overrides });
    workspace.takeRequests();
    expect((await workspace.run('apply -e production plan.json')).code).toBe(0);
    expect(workspace.takeRequests()).toEqual({ 'orders-production': WRITES });
    const runs = join(workspace.folder, '.pipeform/runs');
    const [journal = ''] = (await readdir(runs)).filter((name) => name.endsWith('.jsonl'));
    const [head = ''] = (await readFile(join(runs, journal), 'utf8')).split('\n');
    expect(readDocument<JsonObject>(head)).toMatchObject({ overrides });
  });

  inCi('--skip-promotion does not load staging, for a plan, an apply and a saved plan', async () => {
    const { environments, ...rest } = DOCUMENT as { environments: { staging: JsonObject; production: JsonObject } };
    const staging = { ...environments.staging, api: { organization: '${STAGING_ORGANIZATION}' } };
    const workspace = await open({ document: { ...rest, environments: { ...environments, staging } } });
    const line = 'plan -e production --out plan.json';
    expect(await workspace.run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('variable-missing') });
    expect((await workspace.run(`${line} --skip-promotion incident-7`)).code).toBe(0);
    expect((await workspace.run('apply -e production plan.json')).code).toBe(0);
    await workspace.editLive('orders-production', { settings: { db_max_threads: 4 } });
    const fresh = 'apply -e production --auto-approve';
    expect((await workspace.run(fresh)).code).toBe(1);
    expect((await workspace.run(`${fresh} --skip-promotion incident-7`)).code).toBe(0);
  });
});

describe.concurrent('apply -e production', () => {
  test('writes what is promoted, and only reads in staging, for the plan and again before the writes', async () => {
    const workspace = await open();
    await promote(workspace);
    expect(await workspace.run('apply -e production --auto-approve', AT_ONCE)).toMatchObject({ code: 0 });
    expect(workspace.takeRequests()).toEqual({
      ...BOTH_GET,
      'orders-staging': ['GET', 'GET'],
      'orders-production': ['GET', ...WRITES],
    });
  });

  inCi('reads of both environments at one address share the rate limit of the key', async () => {
    const document = { ...DOCUMENT, api: { url: '${PIPEFORM_API_URL}', organization: ORGANIZATION } };
    const limited = { ...document, api: { ...document.api, rateLimit: { requests: 2, per: '300ms' } } };
    const switches = { rateLimit: { requests: 2, perMs: 300 } };
    const workspace = await open({ document: limited, switches });
    expect((await workspace.run('plan -e production')).code).toBe(5);
    // A request too many would be a 429.
    expect(workspace.takeRequests()).toEqual(BOTH_GET);
  });
});

describe.concurrent('staging changes after the plan was made', () => {
  const revert = { settings: { db_max_threads: 6 } };
  const REFUSED = 'Pipe orders is not promoted from staging: settings.db_max_threads is not live there.';

  test('while the prompt waits: nothing is written, and the run, its events and the journal say why', async () => {
    const workspace = await open();
    await promote(workspace);
    const answer = async () => {
      await workspace.editLive('orders-staging', revert);
      return 'yes';
    };
    const { code, stdout } = await workspace.runPrompted('apply -e production --format json', answer, AT_ONCE);
    const events = readEvents<RunEvent>(stdout);
    for (const event of events) expect(findFaults('events', event)).toEqual([]);
    expect(code).toBe(5);
    const detail = expect.stringContaining('settings.db_max_threads: planned 8, live in staging 6.');
    expect(events.at(-1)).toMatchObject({
      type: 'run_done',
      run: {
        summary: { applied: 0, refused: 1, unchanged: 1, requests: 0 },
        pipes: [
          { name: 'orders', status: 'refused', diagnostics: [{ code: 'not-promoted', summary: REFUSED, detail }] },
          { name: 'payments', status: 'unchanged' },
        ],
      },
    });
    expect(workspace.takeRequests()).toEqual({
      'orders-staging': ['GET', 'GET'],
      'orders-production': ['GET'],
      'payments-production': ['GET'],
    });
    expect((await workspace.run('runs show latest -e production')).stdout).toContain(REFUSED);
  });

  inCi('refuses only the pipes that it concerns, and a rollout looks again before each wave', async () => {
    const { environments, ...rest } = DOCUMENT as { environments: { staging: JsonObject; production: JsonObject } };
    const pipes = { orders: { settings: { db_max_threads: 8 } }, payments: { settings: { db_max_threads: 8 } } };
    const rollout = { waves: [1, '100%'], bake: '1ms' };
    const document = { ...rest, pipes, environments, rollout };
    const address = ({ url }: Sandbox) =>
      openGate(url, async ({ method }, pass) => {
        if (method === 'PUT') await editLive(url, idOf('staging', 'payments'), revert);
        return pass();
      });
    const workspace = await open({ document, address });
    await promote(workspace);
    await workspace.editLive('payments-staging', { settings: { db_max_threads: 8 } });
    workspace.takeRequests();
    const { code, stdout } = await workspace.run('apply -e production --auto-approve', AT_ONCE);
    expect([code, stdout]).toEqual([5, expect.stringContaining('Pipe payments is not promoted from staging')]);
    expect(workspace.takeRequests()).toEqual({
      'orders-staging': ['GET', 'GET'],
      'payments-staging': ['GET', 'GET'],
      'orders-production': ['GET', ...WRITES],
      'payments-production': ['GET'],
    });
  });
});

describe.concurrent('staging at an address of its own', () => {
  const lag = (pass: string): JsonObject => ({
    series: { sourceId: METRICS_SOURCE_ID, aggFn: 'max', where: 'pipe:orders-staging AND metric:lag' },
    ...{ window: '5m', granularity: '1m', reduce: 'max', pass },
  });

  /** Production in the workspace, staging in a sandbox of its own. */
  async function openTwo(staging: JsonObject = {}): Promise<{ workspace: Workspace; other: Sandbox }> {
    const other = await startSandbox({ fleet: fleetOf('staging') });
    afterTests(() => other.close());
    const { environments, ...rest } = DOCUMENT as { environments: { staging: JsonObject; production: JsonObject } };
    const there = { ...environments.staging, api: { url: other.url }, ...staging };
    const document = { ...rest, environments: { ...environments, staging: there } };
    return { workspace: await open({ document, fleet: fleetOf('production') }), other };
  }

  const edit = (other: Sandbox, edit: JsonObject) => editLive(other.url, idOf('staging', 'orders'), edit);
  const sent = (other: Sandbox) => other.requests().map(({ method, path }) => `${method} ${path.split('/').at(-1)}`);

  test.each([
    ['passes', '>= 0', 0],
    ['fails', '< 0', 5],
  ])('the checks of the pipe count as they are there: one that %s', async (_, pass, code) => {
    const { workspace, other } = await openTwo({
      ...{ checks: { lag: lag(pass) }, observability: { url: '${PIPEFORM_STAGING_URL}' } },
      pipes: pipesOf('staging', { checks: ['lag'] }),
    });
    await edit(other, { settings: { db_max_threads: 8 } });
    const env = { ...AT_ONCE, PIPEFORM_STAGING_URL: other.url };
    const planned = await workspace.run('plan -e production', env);
    expect(planned.code).toBe(code);
    expect(planned.stdout.includes('check lag does not pass there')).toBe(code === 5);
    expect(sent(other).filter((one) => !one.startsWith('GET'))).toHaveLength(1);
    const without = refusalOf(await planOf(workspace, undefined, { ...env, PIPEFORM_ACCESS_TOKEN: '' }));
    expect(without?.detail).toContain('lag in staging: error, No access token');
  });

  inCi('an error in the configuration of staging is an error of production', async () => {
    const { workspace, other } = await openTwo({ pipes: { orders: { service: 'nowhere' } } });
    for (const command of ['validate', 'plan']) {
      const { code, stdout, stderr } = await workspace.run(`${command} -e production`);
      expect([code, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining('There is no service "nowhere"')]);
    }
    expect((await workspace.run('drift -e production')).code).toBe(2);
    expect(sent(other)).toEqual([]);
  });
});
