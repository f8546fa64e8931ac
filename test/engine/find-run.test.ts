import { rm, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { findRollback } from '../../src/engine/find-rollback.ts';
import { findRun } from '../../src/engine/runs.ts';
import { assessUnfinishedRuns, findUnfinishedRuns, openFirst } from '../../src/engine/unfinished-runs.ts';
import { journalFile, makeProjectFolder, type ProjectFolder, projectFolder } from '../../src/journal/project-folder.ts';
import type { HeadEntry, JournalEntry, SettledEntry } from '../../src/model/journal.ts';
import { takeLock } from '../../src/platform/lock-file.ts';
import { movingPipes, runScenario, type Scenario } from '../apply/guarded-run.ts';
import { writeText } from '../apply/journaled-run.ts';
import { createMemoryJournal } from '../apply/memory-journal.ts';
import { makeFolder } from '../e2e/folder.ts';
import { answered, codes, desiredPipe, failure, fleetOf, livePipe, NOW } from '../plan/samples.ts';

let folder: ProjectFolder;
beforeEach(async () => {
  folder = projectFolder(await makeFolder());
  await makeProjectFolder(folder);
});

const NAMES = ['a', 'b', 'c'];
const desired = NAMES.map((name) => desiredPipe({ name, settings: { db_max_threads: 8 } }));
const fleet = fleetOf(desired);
const SETTLED: SettledEntry = { type: 'settled', at: '2026-11-20T11:00:00.000Z', by: 'later', pipes: [] };

/** Writes the journal of a run, truncated after this many lines; complete without a number. */
async function leave(
  id: string,
  lines = Number.POSITIVE_INFINITY,
  more: readonly JournalEntry[] = [],
  edit: (head: HeadEntry) => Partial<HeadEntry> = () => ({}),
  scenario: Partial<Scenario> = {},
) {
  const journal = createMemoryJournal();
  await runScenario({ pipes: movingPipes(...NAMES), ...scenario }, journal);
  const [head, ...rest] = journal.entries;
  if (head?.type !== 'run') throw new Error('the run has no head');
  const own = { ...head, id, ...edit(head) };
  await writeFile(journalFile(folder, id), writeText([own, ...rest.slice(0, lines - 1), ...more]));
}

async function named(wanted: string): Promise<string> {
  const found = await findRun(folder, wanted);
  return found.ok ? found.journaled.run.id : `${found.diagnostic.code}: ${found.diagnostic.summary}`;
}

describe('a run named by the user', () => {
  test.each([
    ['latest', '20261120T100000Z-bbbbbb'],
    ['20261120T100000Z-aaaaaa', '20261120T100000Z-aaaaaa'],
    ['20261119', '20261119T100000Z-cccccc'],
    ['20261120T100000Z-b', '20261120T100000Z-bbbbbb'],
    ['20261120', 'run-not-found: 2 runs begin with 20261120.'],
    ['1999', 'run-not-found: No journaled run is named 1999.'],
    ['', 'run-not-found: No journaled run is named .'],
    ['../../etc/passwd', 'run-not-found: No journaled run is named ../../etc/passwd.'],
  ])('%s', async (wanted, expected) => {
    for (const id of ['20261120T100000Z-aaaaaa', '20261119T100000Z-cccccc', '20261120T100000Z-bbbbbb']) await leave(id);
    expect(await named(wanted)).toBe(expected);
  });

  test('is not found when there are no runs', async () => {
    await rm(folder.path, { recursive: true });
    expect(await named('latest')).toBe('run-not-found: No run of this project is journaled on this machine.');
    const found = await findRun(folder, 'latest');
    expect(!found.ok && found.diagnostic.hint).toBe('Runs are listed after the first apply.');
  });
});

/** A run of the pipes `a` and `b` unless it names others, and the run that it rolls back. */
interface Past {
  readonly pipes?: readonly string[];
  readonly back?: string;
  /** It was limited to its pipes. */
  readonly isLimited?: boolean;
  readonly scenario?: Partial<Scenario>;
  readonly lines?: number;
}

describe('the run that `rollback latest` takes', () => {
  const rejected = { service: { writes: ['rejected', 'rejected'] } } as const;
  const both = { pipes: ['a', 'b'] };
  test.each<[string, runs: readonly Past[], taken: string, words?: string | RegExp]>([
    ['the newest', [{}, { pipes: ['b'] }], 'run-2', 'This rolls back the run run-2, which wrote to b.'],
    ['not one that wrote nothing', [{}, { scenario: rejected }], 'run-1'],
    [
      'neither a rollback nor what it rolled back',
      [{ pipes: ['a'] }, { pipes: ['b'] }, { pipes: ['b'], back: 'run-2' }],
      'run-1',
      'Skipped: run-3, which rolled back run-2; run-2, which run-3 rolled back.',
    ],
    [
      'not one that rolled itself back',
      [{}, { scenario: { rollout: { waves: [{ share: 1 }], onFailure: 'rollback' }, says: { lag: ['fail'] } } }],
      'run-1',
      'Skipped: run-2, which rolled itself back.',
    ],
    ['one whose rollback was rolled back', [{}, { back: 'run-1' }, { back: 'run-2' }], 'run-1'],
    ['one of which a part was rolled back', [both, { pipes: ['a'], back: 'run-1', isLimited: true }], 'run-1'],
    [
      'not one whose pipes were all rolled back',
      [{}, { pipes: ['a'] }, { pipes: ['a'], back: 'run-2', isLimited: true }],
      'run-1',
    ],
    [
      'one whose rollback failed',
      [{}, { back: 'run-1', scenario: { service: { writes: ['none', 'rejected'] } } }],
      'run-1',
    ],
    [
      'not the unfinished run before it, which it names',
      [{ pipes: ['a'], lines: 3 }, { pipes: ['b'] }],
      'run-2',
      'The run run-1 before it did not finish (unfinished) and wrote to a: these values stay. `pipeform rollback run-1` restores them.',
    ],
    [
      'not what was before an unfinished rollback, which it does not name',
      [{ pipes: ['a'], lines: 3 }, { pipes: ['a'], back: 'run-0', lines: 3 }, { pipes: ['b'] }],
      'run-3',
      /1 applied\.$/,
    ],
    [
      'not an unfinished run that was rolled back since, which it does not name',
      [{ pipes: ['a'], lines: 3 }, { pipes: ['b'] }, { pipes: ['a'], back: 'run-1' }],
      'run-2',
      /1 applied\.\nSkipped/,
    ],
    [
      'none when all were rolled back',
      [{}, { back: 'run-1' }],
      'run-not-found',
      'Every run of this environment that wrote something is a rollback or was rolled back.',
    ],
    [
      'none when none wrote',
      [{ scenario: rejected }],
      'run-not-found',
      'No journaled run of this environment wrote anything.',
    ],
  ])('%s', async (_, runs, taken, words = '') => {
    for (const [index, { pipes = ['a', 'b'], back = null, isLimited = false, scenario, lines }] of runs.entries()) {
      const edit = ({ scope }: HeadEntry) => ({
        rollsBack: back,
        scope: scope && { ...scope, target: isLimited ? pipes : [] },
      });
      await leave(`run-${index + 1}`, lines, [], edit, { pipes: movingPipes(...pipes), ...scenario });
    }
    const found = await findRollback(folder, 'latest', fleet);
    const { summary, detail } = found.ok ? found.note : found.diagnostic;
    expect(found.ok ? found.run.id : found.diagnostic.code).toBe(taken);
    expect(`${summary}\n${detail}`).toMatch(words);
  });
});

describe('unfinished runs', () => {
  test('are listed oldest first, without runs that ended, were settled, or belong to another project', async () => {
    await leave('run-1');
    await leave('run-2', 4);
    await leave('run-3', 4, [SETTLED]);
    await leave('run-4', 4, [], () => ({ environment: 'production' }));
    await leave('run-5', 2);
    await leave('run-6', 4, [{ type: 'forgotten', at: SETTLED.at, pipes: ['b'] }]);
    const { runs, diagnostics } = await findUnfinishedRuns(folder, fleet);
    expect(runs.map(({ run, open }) => `${run.id} ${open.join(' ')}`)).toEqual(['run-2 ', 'run-5 a']);
    expect(diagnostics).toEqual([]);
  });

  test('include a run in progress, marked as such', async () => {
    await leave('run-1', 4);
    const taken = await takeLock(folder.lock, { purpose: 'run-1', now: NOW, signal: new AbortController().signal });
    if (!taken.ok) throw new Error('the lock is held');
    const { runs, diagnostics } = await findUnfinishedRuns(folder, fleet);
    expect({ runs, codes: codes(diagnostics) }).toEqual({ runs: [], codes: ['apply-locked'] });
    await taken.lock.release();
    expect((await findUnfinishedRuns(folder, fleet)).runs).toHaveLength(1);
  });

  test('are listed even when another journal cannot be read', async () => {
    await leave('run-1', 4);
    await writeFile(journalFile(folder, 'run-2'), 'garbage\n');
    const { runs, diagnostics } = await findUnfinishedRuns(folder, fleet);
    expect(runs.map(({ run }) => run.id)).toEqual(['run-1']);
    expect(diagnostics).toMatchObject([{ code: 'journal-unreadable', severity: 'warning' }]);
  });

  test('have their unfinished pipes read first, and are assessed one by one', async () => {
    await leave('run-1', 8);
    const unfinished = await findUnfinishedRuns(folder, fleet);
    expect(openFirst(desired, unfinished).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    const shown = (threads: number) =>
      desired.map((pipe) => ({
        desired: pipe,
        read: answered(livePipe({ name: pipe.name, settings: { db_max_threads: threads } })),
      }));
    expect(assessUnfinishedRuns(unfinished, fleet, shown(8))).toMatchObject([
      { findings: [{ name: 'c', found: 'written' }] },
    ]);
    const unread = desired.map((pipe) => ({ desired: pipe, read: { ok: false, failure: failure('server') } as const }));
    expect(assessUnfinishedRuns(unfinished, fleet, unread)).toMatchObject([
      { findings: [{ name: 'c', found: 'unread' }] },
    ]);
    expect(assessUnfinishedRuns(unfinished, fleetOf([]), [])).toMatchObject([
      { findings: [{ name: 'c', found: 'not-configured' }] },
    ]);
  });

  test('are empty without a folder, and an error when the folder is not usable', async () => {
    await rm(folder.path, { recursive: true });
    expect(await findUnfinishedRuns(folder, fleet)).toEqual({ runs: [], diagnostics: [] });
    await writeFile(folder.path, '');
    expect(codes((await findUnfinishedRuns(folder, fleet)).diagnostics)).toEqual(['journal-unreadable']);
  });
});
