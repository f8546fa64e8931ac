import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/model/run.ts';
import {
  type ApplyState,
  countDone,
  isRunning,
  listProblems,
  listRows,
  reduceApply,
  startApplyState,
} from '../../src/progress/state.ts';
import {
  pipeDone,
  pipeName,
  pipeNames,
  pipeStart,
  problem,
  reduceEvents,
  rollbackStart,
  runDone,
  runStart,
  START,
  waveDone,
  waveStart,
} from './events.ts';
import { guardedRollout, ROLLOUT_PIPES } from './stories.ts';

function play(events: readonly RunEvent[], pipes: readonly string[] = ['a', 'b']): ApplyState {
  return reduceEvents(events, startApplyState(pipes, START));
}

function show(state: ApplyState) {
  const problems = listProblems(state).map(({ name, status, reason }) => ({ name, status, reason }));
  return { done: countDone(state), counts: state.counts, total: state.total, problems };
}

describe('reduceApply', () => {
  it('counts only the pipes to update', () => {
    expect(show(play([pipeDone(5, 'same', 'unchanged')]))).toMatchObject({ done: 0, counts: { unchanged: 1 } });
    expect(show(play([pipeDone(5, 'a', 'applied')]))).toMatchObject({ done: 1, counts: { applied: 1 } });
  });

  it('takes the first error as the reason of an outcome', () => {
    const state = play([
      pipeStart(0, 'a'),
      problem(1, 'a', 'only a warning', 'warning'),
      problem(2, 'a', 'the cause'),
      problem(3, 'a', 'a consequence'),
      pipeDone(4, 'a', 'failed'),
      pipeDone(5, 'b', 'unknown'),
    ]);
    expect(show(state).problems).toEqual([
      { name: 'a', status: 'failed', reason: 'the cause' },
      { name: 'b', status: 'unknown', reason: null },
    ]);
    expect(listRows(state, isRunning)).toEqual([]);
    expect(listRows(state, ({ error }) => error !== null)).toEqual([]);
  });

  it('does not count a skipped pipe as done', () => {
    expect(show(play([pipeDone(1, 'a', 'skipped')]))).toMatchObject({ done: 0, problems: [], counts: { skipped: 1 } });
  });

  it('keeps the latest problem of the whole run, but no note', () => {
    expect(play([problem(1, null, 'kept', 'warning'), problem(2, null, 'small', 'note')]).remark?.summary).toBe('kept');
  });

  it('uses the run document for the final state', () => {
    const state = play([pipeStart(0, 'a'), runDone(9_000, { applied: 1, skipped: 1 }, 'SIGINT')]);
    expect(state).toMatchObject({
      ended: { at: START + 9_000, run: { interrupted: 'SIGINT' } },
      counts: { applied: 1, skipped: 1 },
    });
    expect(listRows(state, isRunning)).toEqual([]);
  });

  it('ignores an unknown event type', () => {
    const later = { type: 'cost_estimate', at: '2026-11-20T10:00:01.000Z' } as unknown as RunEvent;
    const state = startApplyState([], START);
    reduceApply(state, later, START);
    expect(state).toEqual(startApplyState([], START));
  });

  it('stays small for any number of failed pipes', () => {
    const pipes = pipeNames(400);
    const events = pipes.flatMap((name, index) => [
      problem(index * 50, name, 'refused'),
      ...(index % 2 === 0 ? [pipeDone(index * 50, name, 'failed')] : []),
    ]);
    const state = play([runStart(0, 400), ...events], pipes);
    expect(listProblems(state)).toHaveLength(200);
    expect(listProblems(state).at(-1)?.name).toBe(pipeName(398));
    expect(listRows(state, isRunning)).toEqual([]);
  });
});

function playRollout(events: readonly RunEvent[], pipes = pipeNames(ROLLOUT_PIPES)): ApplyState {
  return reduceEvents(events, startApplyState(pipes, START));
}

const two = ['a', 'b'];

describe('a rollback', () => {
  const wave = [waveStart(0, 1, 1, ['a', 'b']), pipeDone(1, 'a', 'applied'), problem(2, 'b', 'half of it')];
  const before = [...wave, pipeDone(2, 'b', 'failed'), waveDone(3, 1, 'failed', 'b failed')];
  const begun = [...before, rollbackStart(4, ['b', 'a'])];

  it('replaces the first outcome of a pipe with the new one', () => {
    const half = playRollout([...begun, pipeStart(5, 'b'), pipeDone(6, 'b', 'rolled-back')], two);
    expect(half.counts).toMatchObject({ applied: 1, failed: 0, 'rolled-back': 1 });
    expect(show(half)).toMatchObject({ done: 2, total: 2, problems: [] });
    const whole = reduceEvents([pipeDone(7, 'a', 'rolled-back')], half);
    expect(whole.counts).toMatchObject({ applied: 0, failed: 0, 'rolled-back': 2 });
    expect(countDone(whole)).toBe(2);
  });

  it('counts a pipe that could not be rolled back once, by its current state', () => {
    const state = playRollout([...begun, problem(5, 'b', 'no answer'), pipeDone(6, 'b', 'unknown')], two);
    expect(state.counts).toMatchObject({ applied: 1, failed: 0, unknown: 1 });
    expect(show(state).problems).toEqual([{ name: 'b', status: 'unknown', reason: 'no answer' }]);
    const other = reduceEvents([pipeDone(7, 'a', 'failed')], state);
    expect(other.counts).toMatchObject({ applied: 0, failed: 1, unknown: 1 });
    expect(listProblems(other)).toHaveLength(2);
  });

  it('uses the run document for the final state', () => {
    const state = playRollout(guardedRollout);
    expect(state.counts).toMatchObject({ applied: 0, failed: 1, skipped: 12, 'rolled-back': 4 });
    expect(state.ended?.run.rollout?.status).toBe('failed');
  });
});
