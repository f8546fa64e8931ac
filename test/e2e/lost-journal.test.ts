import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
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

type Loss = (paths: Readonly<Record<'journal' | 'lock', string>>) => Promise<unknown>;

const OTHERS = {
  processId: 1,
  host: 'elsewhere',
  startedAt: null,
  since: '2026-11-20T10:00:00.000Z',
  purpose: 'run-x',
};

/** Changes the files of the project before the nth write of an apply passes. */
async function openWithLoss(lose: Loss, nth: number) {
  let folder = '';
  let count = 0;
  const workspace = await openWorkspace({
    document,
    address: ({ url }) =>
      openGate(url, async ({ method }, pass) => {
        if (method === 'GET') return pass();
        count += 1;
        if (count !== nth) return pass();
        const [name = ''] = (await readdir(join(folder, 'runs'))).filter((file) => file.endsWith('.jsonl'));
        await lose({ journal: join(folder, 'runs', name), lock: join(folder, 'lock') });
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

// How a journal may be lost is in test/journal/journal-files.test.ts, and at which line, in test/journal/journal.test.ts.
test('an apply whose journal was lost sends nothing more, and reports what was written', async () => {
  const workspace = await openWithLoss(({ journal }) => rm(journal), 1);
  const { code, stdout } = await workspace.run(APPLY);
  expect(sent(workspace)).toEqual(['clickstream-prod PUT']);
  const run = readRun(stdout);
  // The request in flight is finished.
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

test.each(['.pipeform', '.pipeform/lock'])('an apply without %s after the prompt writes nothing', async (path) => {
  const { folder, runPrompted, writes } = await openWorkspace({ document });
  const { code, stdout, stderr } = await runPrompted('apply', async () => {
    await rm(join(folder, path), { recursive: true });
    return 'yes';
  });
  expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(/error\[(journal|lock)-lost\]/)]);
  expect(writes()).toEqual([]);
});

test('an apply that lost the lock sends nothing more, names the new lock and does not remove it', async () => {
  const lose: Loss = ({ lock }) => rm(lock).then(() => writeFile(lock, `${JSON.stringify(OTHERS)}\n`));
  const workspace = await openWithLoss(lose, 2);
  const { code, stdout } = await workspace.run(APPLY);
  expect(sent(workspace)).toEqual(['clickstream-prod PUT', 'orders-prod PATCH']);
  const run = readRun(stdout);
  expect(outline(run)).toEqual(['a-clicks applied', 'b-orders failed', 'c-payments skipped']);
  expect(run.diagnostics).toMatchObject([
    {
      code: 'lock-lost',
      summary: 'This run lost the lock of the project, so nothing more was sent.',
      detail: expect.stringContaining('Run run-x, process 1 on elsewhere, since 2026-11-20T10:00:00.000Z.'),
    },
  ]);
  expect(code).toBe(3);
  const lock = await readFile(join(workspace.folder, '.pipeform', 'lock'), 'utf8');
  expect(JSON.parse(lock)).toEqual(OTHERS);
  // The journal still belongs to the run: it has every request and the reason why it stopped.
  const shown = await workspace.run(`runs show ${run.id} --format json`);
  const { digest: _digest, ...reported } = readDocument<Run & { digest: string }>(shown.stdout);
  expect(reported).toEqual(run);
  const listed = readDocument<{ runs: readonly object[] }>((await workspace.run('runs --format json')).stdout);
  expect(listed.runs).toMatchObject([{ id: run.id, status: 'failed', running: false }]);
});
