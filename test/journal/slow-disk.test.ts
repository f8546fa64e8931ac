import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openJournal } from '../../src/journal/open-journal.ts';
import { journalFile, makeProjectFolder, projectFolder } from '../../src/journal/project-folder.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { PipeReader, PipeWriter, WriteOptions } from '../../src/model/client.ts';
import { type ManualClock, manualClock } from '../api/fake-clock.ts';
import { FakeService } from '../apply/fake-service.ts';
import { movingPipe } from '../apply/guarded-run.ts';
import { growingPipe } from '../apply/journaled-run.ts';
import { runPlan } from '../apply/run-plan.ts';
import { planOf } from '../plan/samples.ts';

/** How long the disk takes to sync, in milliseconds of a clock that only the test moves. */
const SYNC_MS = 200;

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'slow-disk-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(project, { recursive: true });
});

/** Makes every sync of a file take `SYNC_MS`, and counts them. */
async function slowDown(clock: ManualClock): Promise<{ syncs: number }> {
  const handle = await open(project, 'r');
  await handle.close();
  const handles = Object.getPrototypeOf(handle) as { datasync(): Promise<void> };
  const disk = { syncs: 0 };
  vi.spyOn(handles, 'datasync').mockImplementation(() => {
    disk.syncs += 1;
    return clock.sleep(SYNC_MS, new AbortController().signal);
  });
  return disk;
}

/** Moves the clock from sleeper to sleeper until the work is done; never while a file operation is under way. */
async function play<Result>(work: Promise<Result>, clock: ManualClock): Promise<Result> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  for (let idle = 0; !isDone; idle = process.getActiveResourcesInfo().includes('FSReqPromise') ? 0 : idle + 1) {
    await new Promise(setImmediate);
    if (idle >= 3) clock.next();
  }
  return end;
}

interface Fleet {
  readonly sizes: readonly (1 | 2)[];
  readonly parallelism: number;
  /** Milliseconds of each request, in turn. */
  readonly durations: readonly number[];
}

async function applySlowly({ sizes, parallelism, durations }: Fleet) {
  const clock = manualClock();
  const disk = await slowDown(clock);
  const folder = projectFolder(project);
  await rm(folder.path, { recursive: true, force: true });
  await makeProjectFolder(folder);
  const pipes = sizes.map((size, index) => (size === 2 ? growingPipe : movingPipe)(`p${index}`));
  const service = new FakeService(pipes.map(({ live }) => live));
  let turn = 0;
  const pass = () => clock.sleep(durations[turn++ % durations.length] ?? 0, new AbortController().signal);
  const late: PipeReader & PipeWriter = {
    async readPipe(...args) {
      await pass();
      return service.readPipe(...args);
    },
    replaceSettings: (pipe, body, options) => service.replaceSettings(pipe, body, delaySend(options, pass)),
    changeScaling: (pipe, body, options) => service.changeScaling(pipe, body, delaySend(options, pass)),
  };
  const journal = openJournal(folder, 'run-1', { explain: String, findLockLoss: async () => null, clock });
  const trial = runPlan(planOf(pipes), late, { parallelism }, Object.assign(clock, { slept: [] }), null, journal);
  const { run } = await play(trial, clock);
  await play(journal.close(), clock);
  const text = await readFile(journalFile(folder, 'run-1'), 'utf8');
  return { run, text, syncs: disk.syncs, passedMs: clock.monotonicMs() };
}

/** The time of a write passes when its intent is on disk. */
function delaySend(options: WriteOptions = {}, pass: () => Promise<void>): WriteOptions {
  const beforeSend = async (): Promise<boolean> => {
    const isRecorded = await options.beforeSend?.();
    await pass();
    return isRecorded ?? true;
  };
  return { ...options, beforeSend };
}

test('a run waits for a slow disk at most once for each group of writes that are sent in parallel', async () => {
  // From one write to the next are at most three requests, which take less than half the time of a sync.
  const durations = fc.array(fc.integer({ min: 0, max: SYNC_MS / 8 }), { minLength: 1, maxLength: 9 });
  const sizes = fc.array(fc.constantFrom(1 as const, 2 as const), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.record({ sizes, parallelism: fc.integer({ min: 1, max: 12 }), durations }), async (fleet) => {
      const { run, text, syncs } = await applySlowly(fleet);
      const writes = fleet.sizes.reduce<number>((sum, size) => sum + size, 0);
      expect(run.summary).toMatchObject({ applied: fleet.sizes.length, requests: writes });
      // Besides: the first line, the first write, which waits for no other, a last pipe's second write, the last outcomes, and the result.
      expect(syncs).toBeLessThanOrEqual(Math.ceil(writes / fleet.parallelism) + 5);
      const journaled = readJournal(text, { id: 'run-1', name: 'run-1' });
      expect(journaled).toMatchObject({ ok: true, journaled: { status: 'finished', open: [] } });
    }),
    { numRuns: 25 },
  );
});
