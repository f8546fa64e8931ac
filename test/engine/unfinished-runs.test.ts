import { describe, expect, test } from 'vitest';
import { assessInterruptedRun, type OpenPipe, settleFindings } from '../../src/engine/unfinished-runs.ts';
import { rebuildRun } from '../../src/journal/rebuild-run.ts';
import type { HeadEntry, JournalEntry } from '../../src/model/journal.ts';
import type { Run, RunStatus } from '../../src/model/run.ts';
import { movingPipes, runScenario, type Scenario } from '../apply/guarded-run.ts';
import { growingPipe } from '../apply/journaled-run.ts';
import { createMemoryJournal } from '../apply/memory-journal.ts';
import { livePipe } from '../plan/samples.ts';

/** The run, interrupted after the given number of lines or after the last line of this type. */
async function cut(scenario: Scenario, after: number | JournalEntry['type']) {
  const journal = createMemoryJournal();
  await runScenario(scenario, journal);
  const [head, ...rest] = journal.entries;
  const count = typeof after === 'number' ? after - 1 : rest.findLastIndex(({ type }) => type === after) + 1;
  return rebuildRun(head as HeadEntry, rest.slice(0, count));
}

const shown = (threads: number | null, replicas: number | null, state = 'Running'): OpenPipe =>
  livePipe({
    name: 'a',
    state,
    settings: threads === null ? {} : { db_max_threads: threads, other: 1 },
    scaling: { replicas },
  });

/** A later run in which the pipe ended with this status. */
async function laterRun(status: RunStatus): Promise<Run> {
  const { run } = await runScenario({ pipes: [growingPipe('a')] }, createMemoryJournal());
  return { ...run, pipes: run.pipes.map((pipe) => ({ ...pipe, status })) };
}

describe('a pipe that an interrupted run left open', () => {
  /** Both requests were sent: replicas from 2 to 3, threads from 4 to 8. */
  const assess = async (live: OpenPipe) =>
    assessInterruptedRun(await cut({ pipes: [growingPipe('a')] }, 'outcome'), () => live);

  test.each([
    ['written', shown(8, 3)],
    ['not-written', shown(4, 2)],
    ['partly-written', shown(4, 3)],
    ['other', shown(5, 3)],
    ['other', shown(5, 2)],
  ] as const)('%s', async (found, live) => {
    const assessed = await assess(live);
    const { diagnostic } = assessed;
    expect(settleFindings(assessed, await laterRun('unchanged'))).toEqual([{ pipe: 'a', found }]);
    expect(diagnostic).toMatchObject({ code: 'unfinished-run', severity: 'warning' });
    expect(diagnostic.detail).toContain('0 updated and confirmed, 1 open, 0 not attempted');
  });

  test.each([
    ['was not read', 'unread'],
    ['the current values are not available yet', shown(8, null)],
    ['is no longer in the configuration, so it was not read', 'not-configured'],
  ] as const)('keeps the run unsettled when it %s', async (words, live) => {
    const assessed = await assess(live);
    expect(assessed.diagnostic.detail).toContain(`a: ${words}`);
    expect(settleFindings(assessed, await laterRun('unchanged'))).toBeNull();
    expect(settleFindings(assessed, await laterRun('unknown'))).toBeNull();
  });

  test.each(['absent', 0] as const)('does not count as unset when it shows replicas as %j', async (replicas) => {
    const journaled = await cut({ pipes: [growingPipe('a')] }, 'outcome');
    const unset = journaled.run.pipes.map((pipe) => ({
      ...pipe,
      changes: pipe.changes.map((change) => (change.path === 'scaling.replicas' ? { ...change, after: null } : change)),
    }));
    const live = livePipe({ name: 'a', settings: { db_max_threads: 8, other: 1 } });
    const assessed = assessInterruptedRun({ ...journaled, run: { ...journaled.run, pipes: unset } }, () => ({
      ...live,
      scaling: { ...live.scaling, replicas },
    }));
    expect(assessed.findings).toMatchObject([{ name: 'a', found: 'hidden' }]);
    expect(settleFindings(assessed, await laterRun('unchanged'))).toBeNull();
  });

  test('is reported with the way to settle the run when it is no longer configured', async () => {
    const { diagnostic } = await assess('not-configured');
    expect(diagnostic.hint).toContain('`pipeform runs forget run-1`');
    expect((await assess('unread')).diagnostic.hint).not.toContain('forget');
  });

  test('is settled by a later run that updated and confirmed it', async () => {
    expect(settleFindings(await assess('unread'), await laterRun('applied'))).toEqual([
      { pipe: 'a', found: 'updated' },
    ]);
  });

  test('is compared only by the values that were sent', async () => {
    const run = await cut({ pipes: [growingPipe('a')] }, 3);
    expect(assessInterruptedRun(run, () => shown(4, 3)).findings).toMatchObject([{ name: 'a', found: 'written' }]);
  });
});

test('is reported for each of several pipes of a run, and the other pipes are counted', async () => {
  const run = await cut({ pipes: movingPipes('a', 'b', 'c', 'd') }, 5);
  const { diagnostic, findings } = assessInterruptedRun(run, ({ name }) =>
    livePipe({ name, settings: { db_max_threads: 8 } }),
  );
  expect(findings).toMatchObject([{ name: 'b', found: 'written' }]);
  expect(diagnostic.detail).toBe(
    ['Pipes: 1 updated and confirmed, 1 open, 2 not attempted.', 'b: has the values that the run wrote'].join('\n'),
  );
  expect(diagnostic.hint).toContain('pipeform rollback run-1');
});

test('is not listed for a run that sent nothing, which any later run settles', async () => {
  const run = await cut({ pipes: movingPipes('a', 'b') }, 1);
  const looked: string[] = [];
  const { findings, diagnostic } = assessInterruptedRun(run, ({ name }) => {
    looked.push(name);
    return 'unread';
  });
  expect({ findings, looked }).toEqual({ findings: [], looked: [] });
  expect(diagnostic.detail).toBe('Pipes: 0 updated and confirmed, 0 open, 2 not attempted.');
});

test('is reported as an interrupted rollback, with advice to roll back, when the run was rolling back', async () => {
  const journal = createMemoryJournal();
  await runScenario({ pipes: [growingPipe('a')] }, journal);
  const [head, ...rest] = journal.entries;
  const intent = rest.find((entry) => entry.type === 'intent');
  if (intent === undefined) throw new Error('nothing was sent');
  const run = rebuildRun({ ...(head as HeadEntry), environment: 'prod' }, [
    ...rest.filter(({ type }) => type !== 'result' && type !== 'end'),
    { ...intent, purpose: 'rollback' },
  ]);
  const { diagnostic } = assessInterruptedRun(run, () => shown(8, 3));
  expect(diagnostic.summary).toBe('The run run-1 did not finish restoring earlier values.');
  expect(diagnostic.hint).toMatch(/^`pipeform rollback run-1 -e prod` restores the rest/);
});

test('is reported as an interrupted rollback, with advice to repeat it, when the run was a rollback', async () => {
  const journal = createMemoryJournal();
  await runScenario({ pipes: [growingPipe('a')] }, journal);
  const [head] = journal.entries;
  const run = rebuildRun({ ...(head as HeadEntry), rollsBack: 'run-0' }, []);
  const { diagnostic } = assessInterruptedRun(run, () => shown(8, 3));
  expect(diagnostic.summary).toBe('The run run-1 did not finish restoring earlier values.');
  expect(diagnostic.hint).toMatch(/^`pipeform rollback run-0` restores the rest/);
});

test('is reported as failed, not as sent, when its only write was rejected', async () => {
  const run = await cut({ pipes: movingPipes('a', 'b'), service: { writes: ['rejected'] } }, 3);
  const { findings, diagnostic } = assessInterruptedRun(run, () => 'unread');
  expect(findings).toEqual([]);
  expect(diagnostic.detail).toBe('Pipes: 0 updated and confirmed, 1 failed, 0 open, 1 not attempted.');
});
