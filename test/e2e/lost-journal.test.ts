import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
import { sample } from '../effort.ts';
import { openGate } from './gate.ts';
import { fleet, openWorkspace, pipe, readDocument, readEvents, type Workspace } from './harness.ts';

const settings = { db_max_threads: 16 };
const document = {
  pipes: {
    'a-clicks': pipe(fleet, 'clickstream-prod', { settings }),
    'b-orders': pipe(fleet, 'orders-prod', { settings, scaling: { replicas: 3 } }),
    'c-payments': pipe(fleet, 'payments-prod', { settings }),
  },
};
const APPLY = 'apply --auto-approve --parallelism 1 --format json';

type Loss = (paths: Readonly<Record<'folder' | 'runs' | 'journal' | 'lock', string>>) => Promise<unknown>;

const JOURNAL_LOSSES: Readonly<Record<string, Loss>> = {
  '.pipeform was removed': ({ folder }) => rm(folder, { recursive: true }),
  '.pipeform was moved away': ({ folder }) => rename(folder, `${folder}-away`),
  'the runs were removed': ({ runs }) => rm(runs, { recursive: true }),
  'the journal was removed': ({ journal }) => rm(journal),
  'the journal was replaced by a copy': ({ journal }) =>
    cp(journal, `${journal}.copy`).then(() => rename(`${journal}.copy`, journal)),
  'the journal was emptied': ({ journal }) => writeFile(journal, ''),
};

const OTHERS = {
  processId: 1,
  host: 'elsewhere',
  startedAt: null,
  since: '2026-11-20T10:00:00.000Z',
  purpose: 'run-x',
};
const LOCK_LOSSES: Readonly<Record<string, Loss>> = {
  'the lock was removed': ({ lock }) => rm(lock),
  'another run took the lock': ({ lock }) => rm(lock).then(() => writeFile(lock, `${JSON.stringify(OTHERS)}\n`)),
  'the lock was emptied': ({ lock }) => writeFile(lock, ''),
};

/** Changes the files of the project before the nth request of this kind of an apply passes. */
async function openWithLoss(lose: Loss, kind: 'read' | 'write', nth: number) {
  let folder = '';
  let count = 0;
  const workspace = await openWorkspace({
    document,
    address: ({ url }) =>
      openGate(url, async ({ method }, pass) => {
        if ((method === 'GET') === (kind === 'read')) count += 1;
        if (count !== nth) return pass();
        count += 1;
        const runs = join(folder, 'runs');
        const [name = ''] = (await readdir(runs)).filter((file) => file.endsWith('.jsonl'));
        await lose({ folder, runs, journal: join(runs, name), lock: join(folder, 'lock') });
        return pass();
      }),
  });
  folder = join(workspace.folder, '.pipeform');
  return workspace;
}

function readRun(stdout: string): Run {
  const events = readEvents<{ type: string; run: Run }>(stdout);
  expect(events.flatMap((event) => findFaults('events', event))).toEqual([]);
  const run = events.at(-1)?.run;
  if (run === undefined) throw new Error('the run reported nothing');
  return run;
}

const sent = (workspace: Workspace) => workspace.writes().map((line) => line.split(' ', 2).join(' '));
const outline = ({ pipes }: Run) => pipes.map(({ name, status }) => `${name} ${status}`);

describe.concurrent('an apply whose journal was lost sends nothing more and reports it', () => {
  test.each(sample(Object.entries(JOURNAL_LOSSES)))('%s', async (_, lose) => {
    const workspace = await openWithLoss(lose, 'write', 1);
    const { code, stdout } = await workspace.run(APPLY);
    expect(sent(workspace)).toEqual(['clickstream-prod PUT']);
    const run = readRun(stdout);
    // The request in flight is finished, and what was written is reported.
    expect(outline(run)).toEqual(['a-clicks applied', 'b-orders skipped', 'c-payments skipped']);
    expect(run.diagnostics).toMatchObject([
      {
        code: 'journal-lost',
        summary: 'The journal of this run was removed or changed during the run, so nothing more was sent.',
        detail: expect.stringContaining('.pipeform'),
        hint: expect.stringContaining('Keep the output of this run'),
      },
    ]);
    expect(code).toBe(3);
  });

  test('between two requests of one pipe', async () => {
    const workspace = await openWithLoss(({ journal }) => rm(journal), 'write', 2);
    const { code, stdout } = await workspace.run(APPLY);
    expect(sent(workspace)).toEqual(['clickstream-prod PUT', 'orders-prod PATCH']);
    expect(outline(readRun(stdout))).toEqual(['a-clicks applied', 'b-orders failed', 'c-payments skipped']);
    expect(code).toBe(3);
  });

  test('before the first write: sends nothing', async () => {
    // The first reads make the plan; the next one is made before the first write.
    const workspace = await openWithLoss(({ folder }) => rm(folder, { recursive: true }), 'read', 4);
    const { code, stdout } = await workspace.run(APPLY);
    expect(sent(workspace)).toEqual([]);
    expect(readRun(stdout).diagnostics.map(({ code: one }) => one)).toEqual(['journal-lost']);
    expect(code).toBe(1);
  });

  test('after the last write: does not report the run as saved', async () => {
    // Three reads for the plan, then one before and one after the writes of each pipe.
    const workspace = await openWithLoss(({ journal }) => rm(journal), 'read', 9);
    const { code, stdout } = await workspace.run(APPLY);
    expect(outline(readRun(stdout))).toEqual(['a-clicks applied', 'b-orders applied', 'c-payments applied']);
    expect(readRun(stdout).diagnostics.map(({ code: one }) => one)).toEqual(['journal-lost']);
    expect(code).toBe(3);
  });

  test.each(sample(['.pipeform', '.pipeform/lock']))('at the prompt: %s was removed', async (path) => {
    const { folder, runPrompted, writes } = await openWorkspace({ document });
    const { code, stdout, stderr } = await runPrompted('apply', async () => {
      await rm(join(folder, path), { recursive: true });
      return 'yes';
    });
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/error\[(journal|lock)-lost\]/);
    expect(writes()).toEqual([]);
  });
});

describe.concurrent('an apply that lost the lock sends nothing more and reports it', () => {
  test.each(sample(Object.entries(LOCK_LOSSES)))('%s', async (_, lose) => {
    const workspace = await openWithLoss(lose, 'write', 2);
    const { code, stdout } = await workspace.run(APPLY);
    expect(sent(workspace)).toEqual(['clickstream-prod PUT', 'orders-prod PATCH']);
    const run = readRun(stdout);
    expect(outline(run)).toEqual(['a-clicks applied', 'b-orders failed', 'c-payments skipped']);
    expect(run.diagnostics.map(({ code: one }) => one)).toEqual(['lock-lost']);
    expect(code).toBe(3);
    // The journal still belongs to the run: it has every request and the reason why it stopped.
    const shown = await workspace.run(`runs show ${run.id} --format json`);
    const { digest: _digest, ...reported } = readDocument<Run & { digest: string }>(shown.stdout);
    expect(reported).toEqual(run);
    const listed = readDocument<{ runs: readonly object[] }>((await workspace.run('runs --format json')).stdout);
    expect(listed.runs).toMatchObject([{ id: run.id, status: 'failed', running: false }]);
  });

  test('names the new lock and does not remove it', async () => {
    const lose = LOCK_LOSSES['another run took the lock'] as Loss;
    const workspace = await openWithLoss(lose, 'write', 1);
    const { stdout } = await workspace.run('apply --auto-approve --parallelism 1');
    expect(stdout).toContain('This run lost the lock of the project, so nothing more was sent.');
    expect(stdout).toContain('Run run-x, process 1 on elsewhere, since 2026-11-20T10:00:00.000Z.');
    const lock = await readFile(join(workspace.folder, '.pipeform', 'lock'), 'utf8');
    expect(JSON.parse(lock)).toEqual(OTHERS);
  });

  test('before the first write: sends nothing', async () => {
    const workspace = await openWithLoss(({ lock }) => rm(lock), 'read', 4);
    const { code, stdout } = await workspace.run(APPLY);
    expect(sent(workspace)).toEqual([]);
    expect(readRun(stdout).diagnostics.map(({ code: one }) => one)).toEqual(['lock-lost']);
    expect(code).toBe(1);
  });
});
