import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/model/clock.ts';
import type { RunsDocument } from '../../src/model/journal.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Run, RunEvent } from '../../src/model/run.ts';
import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import { createQuickstartFleet, METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { createLatch, openGate, type Visit } from './gate.ts';
import { openWorkspace, pipe, readDocument, readEvents, type Workspace, type WorkspaceOptions } from './harness.ts';
import { ORDERS_ALERT } from './observability.ts';

const LIMITED = {
  status: 429,
  headers: { 'retry-after': '300' },
  body: '{"status":429,"error":"TOO_MANY: slow down"}',
};
const fleet = createQuickstartFleet();
const document = {
  pipes: {
    clicks: pipe(fleet, 'clickstream-prod', { settings: { db_max_threads: 16 } }),
    orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }),
  },
};

const CHECKED = {
  ...document,
  observability: { url: '${PIPEFORM_API_URL}' },
  checks: {
    state: { alert: ORDERS_ALERT, state: 'OK', definition: { threshold: 10 } },
    lag: {
      series: { sourceId: METRICS_SOURCE_ID, aggFn: 'max', where: 'metric:lag', groupBy: [] },
      ...{ window: '5m', granularity: '1m', reduce: 'max', pass: '< 10' },
    },
  },
};

/** What is waited for, and until when. */
const WAITS = /^the service limits requests, waiting \d+ s, until \d\d:\d\d:\d\d UTC$/m;

/** An hour, which no other wait has. */
const DEADLINE_MS = 3_600_000;
const GRACE_MS = 10_000;
/** Only the wait that a 429 asks for is longer. */
const SHORT_MS = 60_000;

/**
 * A deadline of `--deadline 1h` that passes when `pass` is called, or at the first wait for the rate limit. `hasPassed` resolves when
 * the command knows. The grace after it ends at once, or `never`.
 */
function createDeadline(grace: 'at once' | 'never' = 'at once') {
  const late = createLatch();
  const known = createLatch();
  const untilAborted = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const clock: Clock = {
    ...MACHINE_CLOCK,
    async sleep(milliseconds, signal) {
      if (milliseconds === DEADLINE_MS) return Promise.race([late.passed, untilAborted(signal)]);
      if (milliseconds === GRACE_MS) {
        known.open();
        return grace === 'at once' ? undefined : untilAborted(signal);
      }
      if (milliseconds > SHORT_MS) late.open();
      return MACHINE_CLOCK.sleep(milliseconds, signal);
    },
  };
  return { clock, pass: late.open, hasPassed: known.passed };
}

/** A service that answers 429 to each request that `isLimited`. */
function openLimited(isLimited: (visit: Visit) => boolean, more: WorkspaceOptions = {}): Promise<Workspace> {
  return openWorkspace({
    document,
    address: ({ url }) => openGate(url, async (visit, pass) => (isLimited(visit) ? LIMITED : pass())),
    ...more,
  });
}

/** The document of the last event of an apply. */
function readRun(stdout: string): Run {
  const last: { readonly run: Run } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  return last.run;
}

describe.concurrent('--deadline ends a command whose service answers 429 to everything', () => {
  test.each<readonly [line: string, code: number]>([
    ['plan', 1],
    ['drift', 1],
    ['apply --auto-approve', 1],
    ['pull', 1],
  ])('%s: exit code %i, with the pipes that were not read', async (line, code) => {
    const { run, writes } = await openLimited(() => true);
    const ended = await run(`${line} --deadline 1h`, {}, createDeadline().clock);
    expect(ended.code).toBe(code);
    expect(ended.stdout + ended.stderr).toMatch(/the deadline (of the command )?passed/i);
    expect(ended.stdout + ended.stderr).not.toContain('nterrupted');
    expect(ended.stderr).toMatch(WAITS);
    expect(writes()).toEqual([]);
  });

  test('the document has each pipe as an error, and the variable is the same option', async () => {
    const { run } = await openLimited(() => true);
    const line = 'plan --format json';
    const { code, stdout, stderr } = await run(line, { PIPEFORM_DEADLINE: '1h' }, createDeadline().clock);
    expect(stderr).toMatch(WAITS);
    const plan = readDocument<Plan>(stdout);
    expect(findFaults('plan', plan)).toEqual([]);
    expect(code).toBe(1);
    expect(plan.pipes).toMatchObject([
      { status: 'error', diagnostics: [{ code: 'deadline-exceeded' }] },
      { status: 'error', diagnostics: [{ code: 'deadline-exceeded' }] },
    ]);
  });

  test.each<readonly [line: string, code: number]>([
    ['check', 5],
    ['check --format json', 5],
    ['alert state', 1],
    ['series lag', 1],
    ['drift', 1],
  ])('of the observability API: %s: exit code %i', async (line, code) => {
    const { run } = await openLimited(({ path }) => path.startsWith('/api/'), { document: CHECKED });
    const ended = await run(`${line} --deadline 1h`, {}, createDeadline().clock);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(WAITS);
    expect(ended.stdout + ended.stderr).toMatch(/the deadline of the command passed/i);
  });

  test('the checks of an apply: an event says until when they wait', async () => {
    const rollout = { waves: ['100%'], before: ['state'] };
    const { run, writes } = await openLimited(({ path }) => path.startsWith('/api/'), {
      document: { ...CHECKED, rollout },
    });
    const line = 'apply --auto-approve --deadline 1h --format json';
    const { code, stdout } = await run(line, {}, createDeadline().clock);
    expect(readEvents<RunEvent>(stdout)).toContainEqual(
      expect.objectContaining({ type: 'rate_limit', until: expect.any(String) }),
    );
    expect(writes()).toEqual([]);
    expect(code).toBe(1);
  });

  test('of the built command: the time runs from its start', async () => {
    const { runBuilt } = await openLimited(() => true);
    const { code, stdout } = await runBuilt('plan --deadline 200ms');
    expect(code).toBe(1);
    expect(stdout).toContain('0 of 2 pipes read');
  });
});

describe.concurrent('--deadline during an apply', () => {
  test('at the prompt, nothing is written', async () => {
    const { runPrompted, writes } = await openWorkspace({ document });
    const deadline = createDeadline();
    const ended = await runPrompted(
      'apply --deadline 1h',
      async () => {
        deadline.pass();
        await deadline.hasPassed;
        return 'yes';
      },
      {},
      deadline.clock,
    );
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('The deadline passed. Nothing was written.');
    expect(writes()).toEqual([]);
  });

  test('what was sent and cannot be confirmed is unknown, what was not started is skipped, and the code is 3', async () => {
    let hasWritten = false;
    const { run, writes, folder } = await openLimited(({ method }) => {
      const isLimited = hasWritten;
      hasWritten ||= method === 'PUT';
      return isLimited;
    });
    const line = 'apply --auto-approve --parallelism 1 --deadline 1h --format json';
    const { code, stdout } = await run(line, {}, createDeadline().clock);
    const done = readRun(stdout);
    expect(findFaults('run', done)).toEqual([]);
    expect(writes()).toHaveLength(1);
    expect(done).toMatchObject({
      interrupted: null,
      summary: { unknown: 1, skipped: 1 },
      pipes: [
        { name: 'clicks', status: 'unknown' },
        { name: 'orders', status: 'skipped', diagnostics: [{ code: 'deadline-exceeded' }] },
      ],
    });
    expect(done.diagnostics.map(({ code }) => code)).toContain('deadline-exceeded');
    expect(code).toBe(3);
    const journal = await readFile(join(folder, '.pipeform/runs', `${done.id}.jsonl`), 'utf8');
    expect(journal).toContain('"type":"end"');
  });

  test('a pipe in flight is confirmed, and no more are started', async () => {
    const deadline = createDeadline('never');
    const { run } = await openWorkspace({
      document,
      address: ({ url }) =>
        openGate(url, async ({ method }, pass) => {
          if (method !== 'PUT') return pass();
          deadline.pass();
          await deadline.hasPassed;
          return pass();
        }),
    });
    const line = 'apply --auto-approve --parallelism 1 --deadline 1h --format json';
    const { code, stdout } = await run(line, {}, deadline.clock);
    const done = readRun(stdout);
    expect(done.summary).toMatchObject({ applied: 1, skipped: 1 });
    expect(code).toBe(3);
  });

  test('a write without a response is cut when the time to confirm it is over, and is unknown', async () => {
    const deadline = createDeadline();
    const { run } = await openWorkspace({
      document,
      address: ({ url }) =>
        openGate(url, async ({ method }, pass) => {
          if (method !== 'PUT') return pass();
          deadline.pass();
          return new Promise(() => {});
        }),
    });
    const { code, stdout } = await run('apply --auto-approve --parallelism 1 --deadline 1h', {}, deadline.clock);
    expect(stdout).toContain('got no response: stopped by the deadline');
    expect(stdout).toContain('1 unknown, 1 not attempted');
    expect(code).toBe(3);
  });

  test('a wave that still bakes has not passed: the code is 3, and the run is listed as failed', async () => {
    const { run } = await openWorkspace({ document: { ...document, rollout: { waves: ['100%'], bake: '10m' } } });
    const { code, stdout } = await run(
      'apply --auto-approve --deadline 1h --format json',
      {},
      createDeadline('never').clock,
    );
    expect(readRun(stdout)).toMatchObject({ summary: { applied: 2 }, rollout: { status: 'interrupted' } });
    expect(code).toBe(3);
    const { runs } = readDocument<RunsDocument>((await run('runs --format json')).stdout);
    expect(runs).toMatchObject([{ status: 'failed' }]);
  });
});
