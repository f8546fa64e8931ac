import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/model/run.ts';
import {
  type ApplyState,
  countDone,
  countMeasurements,
  isRunning,
  listProblems,
  listRows,
  reduceApply,
  startApplyState,
} from '../../src/progress/state.ts';
import {
  bakeStart,
  checked,
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
import { guardedRollout, MOMENTS, ROLLOUT_PIPES, rolloutUntil } from './stories.ts';

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

describe('the state of a rollout', () => {
  it('has no waves without a rollout', () => {
    const state = playRollout([pipeStart(0, pipeName(0)), pipeDone(1, pipeName(0), 'applied')]);
    expect(state).toMatchObject({ waves: [], waveCount: 0, checks: [], phase: { name: 'updating', wave: null } });
  });

  it('tracks the phases', () => {
    const phases = Object.values(MOMENTS).map((at) => playRollout(rolloutUntil(at)).phase.name);
    expect(phases).toEqual(['checking', 'baking', 'updating', 'baking', 'rolling-back', 'rolling-back']);
    expect(playRollout(guardedRollout).phase.name).toBe('done');
  });

  it('keeps the waves with their sizes and verdicts', () => {
    const { waves, waveCount } = playRollout(rolloutUntil(MOMENTS.failed));
    expect(waveCount).toBe(3);
    expect(waves).toEqual([
      { wave: 1, pipes: 1, verdict: 'passed', reason: null },
      { wave: 2, pipes: 4, verdict: 'failed', reason: 'orders-lag failed 2 times, and 1 is allowed' },
    ]);
  });

  it('records when a wave started to bake and for how long', () => {
    const { phase } = playRollout(rolloutUntil(MOMENTS.baking));
    expect(phase).toEqual({ name: 'baking', wave: 2, startedAt: START + 27_000, bakeMs: 20_000 });
  });

  it('includes the checks of a pipe while its wave bakes, but not around its update', () => {
    const { checks } = playRollout([
      waveStart(0, 1, 1, ['a']),
      checked(100, 'a-lag', { moment: 'pipe-before', pipe: 'a', value: 5 }),
      bakeStart(200, 1, 1_000, ['lag', 'a-lag'], 2),
      checked(700, 'lag', { value: 10 }),
      checked(700, 'a-lag', { pipe: 'a', value: 20 }),
    ]);
    expect(checks.map(({ name, last, values }) => [name, last?.verdict, values])).toEqual([
      ['lag', 'pass', [10]],
      ['a-lag', 'pass', [20]],
    ]);
  });

  it('keeps the result of each check', () => {
    const [alert, lag] = playRollout(rolloutUntil(MOMENTS.baking)).checks;
    expect(alert).toMatchObject({ name: 'orders-alert', last: { verdict: 'pass', value: 'OK' }, measurements: 10 });
    expect(alert?.values).toEqual([null, null, null, null, null, null]);
    expect(lag).toMatchObject({
      last: { verdict: 'pass', value: 7_900 },
      counts: { pass: 5, fail: 0, 'no-data': 1, error: 0 },
      values: [2_180, 2_420, 3_050, 4_600, null, 7_900],
    });
    expect(lag === undefined ? 0 : countMeasurements(lag)).toBe(6);
  });

  it('starts each bake with every check that will run', () => {
    const events = [waveStart(0, 1, 2, ['a']), checked(1, 'x'), bakeStart(2, 1, 1_000, ['x', 'y'], 3)];
    const { checks } = playRollout(events, two);
    expect(checks.map(({ name, last, measurements }) => ({ name, last, measurements }))).toEqual([
      { name: 'x', last: null, measurements: 3 },
      { name: 'y', last: null, measurements: 3 },
    ]);
  });

  it('keeps at most forty values', () => {
    const events = Array.from({ length: 500 }, (_, index) => checked(index, 'x', { value: index }));
    const [check] = playRollout([waveStart(0, 1, 1, ['a']), bakeStart(0, 1, 1_000, ['x'], 500), ...events], two).checks;
    expect(check?.values).toHaveLength(40);
    expect(check?.values.at(-1)).toBe(499);
    expect(check?.counts.pass).toBe(500);
  });
});

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

  it('has its own progress', () => {
    const state = playRollout([...begun, pipeDone(5, 'b', 'rolled-back')], two);
    expect(state.phase).toEqual({ name: 'rolling-back', total: 2 });
    expect(listRows(state, ({ isToRestore }) => isToRestore).map(({ name }) => name)).toEqual(['a']);
  });

  it('uses the run document for the final state', () => {
    const state = playRollout(guardedRollout);
    expect(state.counts).toMatchObject({ applied: 0, failed: 1, skipped: 12, 'rolled-back': 4 });
    expect(state.ended?.run.rollout?.status).toBe('failed');
  });
});
