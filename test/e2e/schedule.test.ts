import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import type { Run } from '../../src/model/run.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { createQuickClock } from '../properties/quick-clock.ts';
import { openDatedGate, openGate } from './gate.ts';
import {
  fleet,
  openWorkspace,
  pipe,
  readDocument,
  readEvents,
  type Workspace,
  type WorkspaceOptions,
} from './harness.ts';
import { openRepository } from './repository.ts';

/** Weekdays from 07:00 to 19:00 in Berlin: from 06:00 to 18:00 UTC in winter. */
const WINDOW = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  hours: '07:00-19:00',
  timezone: 'Europe/Berlin',
  replicas: 6,
};

/** The same days until 22:00 in Berlin. */
const LONG_WINDOW = {
  days: WINDOW.days,
  hours: '07:00-22:00',
  timezone: WINDOW.timezone,
  replicaCpuMillicores: 500,
  replicaMemoryGb: 2,
};
const SMALL = { replicaCpuMillicores: 250, replicaMemoryGb: 1 };

const NIGHT = '2026-11-25T05:00:00Z';
const JUST_AFTER = '2026-11-25T06:10:00Z';
const NOON = '2026-11-25T12:00:00Z';
const EVENING = '2026-11-25T18:00:00Z';

/** The pipe has 2 replicas, and in the window 6. */
function documentWith(rest: JsonObject = {}, scaling: JsonObject = {}): JsonObject {
  const orders = pipe(fleet, 'orders-prod', { scaling: { replicas: 2, schedule: [WINDOW], ...scaling } });
  return { pipes: { orders }, ...rest };
}

/** A service whose clock shows `now.at`. */
async function openAt(at: string, document = documentWith()): Promise<Workspace & { readonly now: { at: string } }> {
  return openBy(at, (options) => openWorkspace({ document, ...options }));
}

/** The same, with the files committed. */
async function openCommitted(at: string, document = documentWith()) {
  return openBy(at, (options) => openRepository(document, options));
}

async function openBy<Opened>(at: string, open: (options: Pick<WorkspaceOptions, 'address'>) => Promise<Opened>) {
  const now = { at };
  const address = ({ url }: { url: string }) => openDatedGate(url, () => new Date(now.at).toUTCString());
  return { ...(await open({ address })), now };
}

/** The document that a workspace has. */
function framed({ folder }: Workspace): JsonObject {
  return parse(readFileSync(join(folder, 'pipeform.yaml'), 'utf8'));
}

const planOf = async ({ run }: Workspace, options = ''): Promise<Plan> => {
  const plan = readDocument<Plan>((await run(`plan --format json ${options}`)).stdout);
  expect(findFaults('plan', plan)).toEqual([]);
  return plan;
};

// What is written in any week, freeze, promotion and environment, and restored later, is in test/properties/schedules.test.ts.
describe('a schedule', () => {
  test('gives plan, apply and drift the sizes of the time of the service', async () => {
    const scheduled = await openCommitted(NIGHT);
    await scheduled.editLive('orders-prod', { scaling: { replicas: 2 } });
    expect(await planOf(scheduled)).toMatchObject({
      summary: { update: 0 },
      schedule: { at: expect.stringContaining('2026-11-25T05:00'), next: { at: '2026-11-25T06:00:00.000Z', pipes: 1 } },
      pipes: [{ scheduled: { window: null, until: '2026-11-25T06:00:00.000Z' } }],
    });
    scheduled.now.at = JUST_AFTER;
    expect((await planOf(scheduled)).pipes[0]?.changes).toMatchObject([{ before: 2, after: 6, origin: null }]);
    const plan = await planOf(scheduled, '--base HEAD');
    expect(plan.pipes[0]).toMatchObject({
      changes: [{ path: 'scaling.replicas', before: 2, after: 6, origin: 'schedule' }],
      scheduled: { window: { file: 'pipeform.yaml' }, until: '2026-11-25T18:00:00.000Z' },
    });
    const { code, stdout } = await scheduled.run('plan');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('at 2026-11-25 06:10 UTC; next scheduled change 2026-11-25 19:00 Europe/Berlin: 1 pipe'),
    ]);
    const drift = await scheduled.run('drift --format json');
    const late = readDocument<Drift>(drift.stdout);
    expect(findFaults('drift', late)).toEqual([]);
    expect([drift.code, late.summary]).toMatchObject([0, { late: 1, drifted: 0, changes: 0 }]);
    expect((await scheduled.run('drift --at 2026-11-25T06:31:00Z')).code).toBe(2);
    expect((await scheduled.run('apply --auto-approve --only-origin schedule --base HEAD')).code).toBe(0);
    expect(scheduled.writes()).toEqual([expect.stringMatching(/orders-prod PATCH .*"replicas":6/)]);
    expect((await scheduled.run('plan --detailed-exitcode')).code).toBe(0);
    expect((await scheduled.run('drift')).code).toBe(0);
  });

  test('that was merged and not applied is not written by the schedule job', async () => {
    const write = (scaling: JsonObject) => ({ pipes: { orders: pipe(fleet, 'orders-prod', { scaling }) } });
    const scheduled = await openCommitted(NOON, write({ replicas: 2 }));
    await scheduled.editLive('orders-prod', { scaling: { replicas: 2 } });
    await scheduled.write({
      'pipeform.yaml': stringify({ ...framed(scheduled), ...write({ replicas: 2, schedule: [WINDOW] }) }),
    });
    scheduled.commit();
    const apply = 'apply --auto-approve --base HEAD~1 --only-origin';
    const { code, stdout } = await scheduled.run(`${apply} schedule`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('not selected')]);
    expect(scheduled.writes()).toEqual([]);
    expect((await scheduled.run(`${apply} config,conflict`)).code).toBe(0);
    expect(scheduled.writes()).toEqual(['orders-prod PATCH scaling {"replicas":6}']);
  });

  test('whose window ended is not written by a run that waited, but for its sizes that hold', async () => {
    const scheduled = await openAt(NOON, documentWith({}, { ...SMALL, schedule: [WINDOW, LONG_WINDOW] }));
    await scheduled.editLive('orders-prod', { scaling: { replicas: 6, ...SMALL } });
    const applyAt = (at: string) => {
      scheduled.now.at = NOON;
      return scheduled.runPrompted('apply', () => {
        scheduled.now.at = at;
        return 'yes';
      });
    };
    const { code, stdout } = await applyAt('2026-11-25T21:00:00Z');
    expect([code, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      4,
      expect.stringContaining('specifies a different size since the plan was made'),
    ]);
    expect(scheduled.writes()).toEqual([]);
    expect((await applyAt(EVENING)).code).toBe(0);
    expect(scheduled.writes()).toEqual(['orders-prod PATCH scaling {"replicaCpuMillicores":500,"replicaMemoryGb":2}']);
  });

  test('goes by the service for a saved plan whose pipes were all refused, too', async () => {
    const { orders } = documentWith().pipes as { orders: JsonObject };
    const scheduled = await openAt(NOON, { pipes: { orders: { ...orders, protect: true } } });
    await scheduled.editLive('orders-prod', { scaling: { replicas: 2 } });
    const atNight = createQuickClock([], Date.parse(NIGHT));
    expect((await scheduled.run('plan --out plan.json', {}, atNight)).code).toBe(5);
    expect((await scheduled.run('apply plan.json --allow-protected orders', {}, atNight)).code).toBe(0);
    expect(scheduled.writes()).toEqual(['orders-prod PATCH scaling {"replicas":6}']);
  });

  test('whose start the clock of the service steps back over is not written', async () => {
    const scheduled = await openAt(JUST_AFTER);
    await scheduled.editLive('orders-prod', { scaling: { replicas: 2 } });
    const { code } = await scheduled.runPrompted('apply', () => {
      scheduled.now.at = NIGHT;
      return 'yes';
    });
    expect([code, scheduled.writes()]).toEqual([4, []]);
  });

  test('that ends during a rollout stops its sizes, and of those written before only these are not rolled back', async () => {
    const scaling = { replicas: 2, schedule: [WINDOW] };
    const pipes = {
      orders: pipe(fleet, 'orders-prod', { scaling: { ...scaling, ...SMALL, schedule: [WINDOW, LONG_WINDOW] } }),
      payments: pipe(fleet, 'payments-prod', { scaling }),
      returns: pipe(fleet, 'clickstream-prod', { settings: { db_max_threads: 12 } }),
    };
    const rollout = { waves: [1, 2, '100%'], bake: '1ms', onFailure: 'rollback' };
    let date = NOON;
    const address = ({ url }: Sandbox) =>
      openGate(url, async ({ method }, pass) => {
        if (method === 'PATCH') date = EVENING;
        const reply = method === 'PUT' ? { status: 400, body: 'no' } : await pass();
        return { ...reply, headers: { ...reply.headers, date: new Date(date).toUTCString() } };
      });
    const scheduled = await openWorkspace({ document: { pipes, rollout }, address });
    for (const name of ['orders-prod', 'payments-prod'])
      await scheduled.editLive(name, { scaling: { replicas: 2, ...SMALL } });
    const { code, stdout } = await scheduled.run('apply --auto-approve');
    expect(code).toBe(4);
    expect(stdout).toContain('The schedule of pipe payments specifies a different size since the plan was made');
    expect(stdout).toMatch(/of pipe orders asks for other sizes since .*\n *scaling\.replicas: wrote 6\n *= help/);
    expect(scheduled.writes()).toEqual([
      'orders-prod PATCH scaling {"replicas":6,"replicaCpuMillicores":500,"replicaMemoryGb":2}',
      'orders-prod PATCH scaling {"replicaCpuMillicores":250,"replicaMemoryGb":1}',
    ]);
  });

  test('has dated windows, which win over the weekly ones below them, and have no part in a usual week', async () => {
    // From December 20 to 27, 00:00 in Berlin; the hours of the 24th end on the 25th.
    const dated = [
      { from: '2026-12-24', until: '2026-12-24', hours: '22:00-02:00', timezone: 'Europe/Berlin', replicas: 1 },
      { from: '2026-12-20', until: '2026-12-27', timezone: 'Europe/Berlin', replicas: 8 },
    ];
    const pricing = { currency: 'EUR', cpuHour: 1, memoryGbHour: 0 };
    const weekly = { ...WINDOW, days: ['mon-fri'] };
    const scheduled = await openAt(NOON, documentWith({ pricing }, { schedule: [...dated, weekly] }));
    await scheduled.editLive('orders-prod', { scaling: { replicas: 6 } });
    const costs: unknown[] = [];
    const sizes = [
      ['2026-12-19T23:00:00Z', 8, '2026-12-24 22:00 Europe/Berlin'],
      ['2026-12-24T21:00:00Z', 1, '2026-12-25 02:00 Europe/Berlin'],
      ['2026-12-28T06:00:00Z', 6, '2026-12-28 19:00 Europe/Berlin'],
    ] as const;
    for (const [at, replicas, next] of sizes) {
      const { pipes, cost } = await planOf(scheduled, `--at ${at}`);
      costs.push(cost?.after);
      expect([at, pipes[0]?.changes[0]?.after ?? 6]).toEqual([at, replicas]);
      const { stdout } = await scheduled.run(`plan --at ${at}`);
      expect(stdout).toContain(`next scheduled change ${next}: 1 pipe`);
      expect((await scheduled.run(`explain orders --at ${at}`)).stdout).toContain(`until ${next}`);
    }
    expect(new Set(costs).size).toBe(1);
    expect([(await scheduled.run('fmt')).code, (await scheduled.run('fmt --check')).code]).toEqual([0, 0]);
  });

  test('of another time is not applied', async () => {
    const scheduled = await openAt(NIGHT);
    await scheduled.editLive('orders-prod', { scaling: { replicas: 2 } });
    const plan = await planOf(scheduled, `--at ${NOON} --out plan.json`);
    expect(plan).toMatchObject({ summary: { update: 1 }, schedule: { at: '2026-11-25T12:00:00.000Z' } });
    expect((await scheduled.run('apply plan.json')).code).toBe(4);
    expect(scheduled.writes()).toEqual([]);
    // A fresh apply would write the sizes of now.
    const suggests = async (options: string) => /pipeform (apply|pull)/.test((await scheduled.run(options)).stdout);
    await scheduled.editLive('orders-prod', { scaling: { replicas: 3 } });
    expect(await suggests('plan --format markdown')).toBe(true);
    expect(await suggests(`plan --format markdown --at ${NOON}`)).toBe(false);
  });

  test('is not written by the rollback of a rollback once its window ended', async () => {
    const scheduled = await openAt(NOON);
    await scheduled.editLive('orders-prod', { scaling: { replicas: 5 } });
    await scheduled.run('apply --auto-approve');
    const undone = await scheduled.run('rollback latest --auto-approve --format json');
    const id = readEvents<{ run: Run }>(undone.stdout).at(-1)?.run.id;
    expect(scheduled.writes()).toHaveLength(2);
    scheduled.takeRequests();
    scheduled.now.at = EVENING;
    const { code, stdout } = await scheduled.run(`rollback ${id} --auto-approve`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('asks for other sizes since the update')]);
    expect(stdout).toContain(
      'Nothing to restore: the run wrote nothing, its values are no longer live, or the schedule now specifies other sizes.',
    );
    expect(scheduled.writes()).toEqual([]);
  });

  test('is left as it is by pull', async () => {
    const scheduled = await openAt(NOON);
    await scheduled.editLive('orders-prod', { scaling: { replicas: 2 } });
    const late = await scheduled.run('pull --accept live --format json');
    expect([late.code, readDocument<JsonObject>(late.stdout)]).toMatchObject([0, { files: [] }]);
    await scheduled.editLive('orders-prod', { scaling: { replicas: 4 } });
    const other = await scheduled.run('pull --accept live');
    expect([other.code, other.stdout + other.stderr]).toEqual([
      1,
      expect.stringContaining('its schedule has several sizes'),
    ]);
  });

  test('is explained for a time, with the place of the size', async () => {
    const { run } = await openAt(NIGHT);
    const explain = async (options: string) => {
      const document = readDocument<JsonObject>((await run(`explain orders --format json ${options}`)).stdout);
      expect(findFaults('pipe-values', document)).toEqual([]);
      return document as {
        values: readonly { path: string; value: unknown; location: { line: number } }[];
        sizes: unknown;
      };
    };
    const [plain, night, noon] = await Promise.all(['', '--live', `--at ${NOON}`].map(explain));
    const replicas = (document: typeof plain) => document?.values.find(({ path }) => path === 'scaling.replicas');
    expect([plain, night, noon].map((document) => replicas(document)?.value)).toEqual([2, 2, 6]);
    expect(replicas(noon)?.location.line).toBeGreaterThan(replicas(night)?.location.line ?? 0);
    expect([plain?.sizes, night?.sizes, noon?.sizes]).toMatchObject([
      undefined,
      { window: null, until: '2026-11-25T06:00:00.000Z' },
      { at: '2026-11-25T12:00:00.000Z', until: '2026-11-25T18:00:00.000Z' },
    ]);
    const windows = [WINDOW, { days: ['sat', 'sun'], replicas: { min: 3, max: 4 } }];
    const two = await openAt(NIGHT, documentWith({}, { schedule: windows }));
    const lines = (await two.run('explain orders')).stdout.split('\n').filter((line) => line.includes('.schedule'));
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['scaling.schedule', 'days mon tue wed thu fri, hours 07:00-19:00, timezone Europe/Berlin, replicas 6'],
      ['scaling.schedule', 'days sat sun, replicas 3 to 4'],
    ]);
  });
});
