import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Run, RunEvent } from '../../src/model/run.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { openDatedGate } from './gate.ts';
import { CREDENTIALS, fleet, openWorkspace, pipe, readDocument, readEvents, type Workspace } from './harness.ts';
import { runHere } from './process.ts';

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

  test('is overridden by a reason that a plan and its apply, the journal and every report have', async () => {
    const { run, writes, folder, editLive } = await openFrozen();
    const override = '--override-freeze incident-12';
    expect((await run(`plan --out plan.json ${override}`)).code).toBe(0);
    expect((await run('apply plan.json --out run.json')).code).toBe(0);
    expect(writes()).toHaveLength(1);
    const overrides = [{ policy: 'freeze', reason: 'incident-12' }];
    expect(readDocument(await readFile(join(folder, 'run.json'), 'utf8'))).toMatchObject({ overrides });
    expect(readDocument((await run('runs show latest --format json')).stdout)).toMatchObject({ overrides });
    for (const file of ['plan.json', 'run.json'])
      for (const format of ['text', 'markdown', 'html', 'github'])
        expect((await run(`show ${file} --format ${format}`)).stdout, `${file} as ${format}`).toContain('incident-12');

    await editLive('orders-prod', { settings: { db_max_threads: 4 } });
    const fresh = await run(`apply --auto-approve ${override}`);
    expect([fresh.code, fresh.stdout]).toEqual([0, expect.stringContaining('incident-12')]);
  });

  test('needs a reason in words', async () => {
    const { folder, sandbox, writes } = await openFrozen();
    const env = { ...CREDENTIALS, PIPEFORM_API_URL: sandbox.url };
    const line = ['apply', '--auto-approve', '--override-freeze', ' '];
    expect((await runHere(line, { cwd: folder, env })).code).toBe(1);
    expect(writes()).toEqual([]);
  });

  test('leaves drift and rollback free, and an apply without changes', async () => {
    const { run, edit, live } = await openFrozen(NEVER);
    expect((await run('apply --auto-approve')).code).toBe(0);
    await edit('2000-01-02', '2999-12-31');
    expect((await run('drift')).code).toBe(0);
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect((await run('rollback latest --auto-approve')).code).toBe(0);
    expect(live('orders-prod').settings).toMatchObject({ db_max_threads: 4 });
  });
});

describe('the clock of the service', () => {
  const DAY_MS = 86_400_000;
  const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  /** A freeze of three days around the day in so many days. */
  const around = (days: number): JsonObject => ({ from: dayIn(days - 1), until: dayIn(days + 1), reason: 'audit' });
  const dateIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toUTCString();

  const openDated = (document: JsonObject, date: (sandbox: Sandbox) => string): Promise<Workspace> =>
    openWorkspace({ document, address: (sandbox) => openDatedGate(sandbox.url, () => date(sandbox)) });

  test('decides, also when it is three days behind that of this machine', async () => {
    const frozen = await openDated(documentWith(around(-3)), () => dateIn(-3));
    const planned = await frozen.run('plan --out plan.json');
    expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining('warning[frozen]')]);
    for (const line of ['apply --auto-approve', 'apply plan.json', 'apply plan.json --no-rollout']) {
      const { code, stdout } = await frozen.run(line);
      expect([line, code, stdout]).toEqual([line, 5, expect.stringContaining('; nothing was written.')]);
    }
    expect(frozen.writes()).toEqual([]);

    const free = await openDated(documentWith(around(0)), () => dateIn(-3));
    expect((await free.run('plan --out plan.json')).stdout).not.toContain('frozen');
    expect((await free.run('apply plan.json')).code).toBe(0);
    await free.editLive('orders-prod', { settings: { db_max_threads: 4 } });
    expect((await free.run('apply --auto-approve')).code).toBe(0);
    expect(free.writes()).toHaveLength(2);
  });

  test('is that of this machine when no response has a date', async () => {
    const [frozen, free] = await Promise.all(
      [around(0), around(3)].map((freeze) => openDated(documentWith(freeze), () => 'unknown')),
    );
    expect((await frozen?.run('apply --auto-approve'))?.code).toBe(5);
    expect((await free?.run('apply --auto-approve'))?.code).toBe(0);
  });
});
