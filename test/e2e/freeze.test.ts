import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Run, RunEvent } from '../../src/model/run.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { openWorkspace, pipe, readDocument, readEvents, type Workspace } from './harness.ts';

const fleet = createQuickstartFleet();
const ALWAYS = { from: '2000-01-01', until: '2999-12-31', timezone: 'Europe/Berlin', reason: 'audit' };
const NEVER = { from: '2000-01-01', until: '2000-01-02', reason: 'long ago' };

function documentWith(freeze: JsonObject, threads = 16): JsonObject {
  return {
    policy: { freeze: [freeze] },
    pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: threads } }) },
  };
}

const openFrozen = (freeze: JsonObject = ALWAYS): Promise<Workspace> =>
  openWorkspace({ document: documentWith(freeze) });

function runOf(stdout: string): Run {
  const last = readEvents<RunEvent>(stdout).at(-1);
  if (last?.type !== 'run_done') throw new Error('the run has no end');
  expect(findFaults('run', last.run)).toEqual([]);
  return last.run;
}

describe('a freeze', () => {
  test('is a warning of plan, whose exit codes stay, with the end in both zones and the line of the policy', async () => {
    const { run } = await openFrozen();
    const planned = await run('plan --detailed-exitcode --format json');
    expect(planned.code).toBe(2);
    const plan = readDocument<Plan>(planned.stdout);
    expect(findFaults('plan', plan)).toEqual([]);
    expect(plan).toMatchObject({ summary: { update: 1 }, overrides: [] });
    expect(plan.diagnostics).toMatchObject([{ code: 'frozen', severity: 'warning', line: expect.any(Number) }]);
    expect((await run('plan')).stdout).toContain(
      'Changes are frozen until 3000-01-01 00:00 Europe/Berlin (2999-12-31 23:00 UTC); apply would write nothing now.',
    );
  });

  test('refuses an apply, fresh or of a saved plan, with exit code 5 and without a write or a question', async () => {
    const { run, writes } = await openFrozen();
    expect((await run('plan --out plan.json')).code).toBe(0);
    for (const line of ['apply --auto-approve --format json', 'apply plan.json --no-rollout --format json']) {
      const ended = await run(line);
      expect(ended.code).toBe(5);
      const refused = runOf(ended.stdout);
      expect(refused).toMatchObject({ summary: { refused: 1 }, pipes: [{ status: 'refused' }] });
      expect(refused.diagnostics.filter(({ code }) => code === 'frozen')).toMatchObject([{ severity: 'error' }]);
    }
    expect(await run('apply --force --auto-approve')).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('nothing was written'),
    });
    expect(writes()).toEqual([]);
  });

  test('is overridden by a reason that plan, run, journal and every report have', async () => {
    const { run, writes, folder } = await openFrozen();
    const applied = await run('apply --auto-approve --out run.json --override-freeze incident-12');
    expect(applied.code).toBe(0);
    expect(applied.stdout).toContain('incident-12');
    expect(writes()).toHaveLength(1);
    const report = readDocument<Run>(await readFile(join(folder, 'run.json'), 'utf8'));
    expect(report.overrides).toEqual([{ policy: 'freeze', reason: 'incident-12' }]);
    const journaled = readDocument<Run>((await run('runs show latest --format json')).stdout);
    expect(journaled.overrides).toEqual(report.overrides);
    for (const format of ['text', 'markdown', 'html', 'github', 'json']) {
      expect((await run(`show run.json --format ${format}`)).stdout, format).toContain('incident-12');
    }
  });

  test('that a plan overrides is overridden at its apply, too', async () => {
    const { run, writes } = await openFrozen();
    expect((await run('plan --out plan.json --override-freeze incident-12')).code).toBe(0);
    for (const format of ['text', 'markdown', 'html', 'github']) {
      expect((await run(`show plan.json --format ${format}`)).stdout, format).toContain('incident-12');
    }
    const applied = await run('apply plan.json --format json');
    expect(applied.code).toBe(0);
    expect(runOf(applied.stdout).overrides).toEqual([{ policy: 'freeze', reason: 'incident-12' }]);
    expect(writes()).toHaveLength(1);
  });

  test('needs a reason in words', async () => {
    const { shell, writes } = await openFrozen();
    const ended = await shell(`"$PIPEFORM" apply --auto-approve --override-freeze ' '`);
    expect(ended.code).not.toBe(0);
    expect(writes()).toEqual([]);
  });

  test('leaves drift and rollback free, and an apply without changes', async () => {
    const { run, write, folder, live } = await openFrozen(NEVER);
    expect((await run('apply --auto-approve')).code).toBe(0);
    const file = await readFile(join(folder, 'pipeform.yaml'), 'utf8');
    await write({ 'pipeform.yaml': file.replace('2000-01-02', '2999-12-31') });
    expect((await run('drift')).code).toBe(0);
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect((await run('rollback latest --auto-approve')).code).toBe(0);
    expect(live('orders-prod').settings).toMatchObject({ db_max_threads: 4 });
  });

  test('that is over refuses nothing', async () => {
    const { run } = await openFrozen(NEVER);
    expect(readDocument<Plan>((await run('plan --format json')).stdout).diagnostics).toEqual([]);
  });
});
