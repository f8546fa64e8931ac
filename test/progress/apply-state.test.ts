import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import { type ApplyState, reduceApply, startApplyState } from '../../src/progress/apply-state.ts';
import {
  pipeDone,
  pipeName,
  pipeStart,
  plannedPipe,
  plannedPipes,
  request,
  runDone,
  runStart,
  START,
  trouble,
} from './events.ts';
import { reduceEvents } from './reduce-events.ts';

function play(events: readonly RunEvent[], pipes = [plannedPipe('a', ['PATCH', 'PUT']), plannedPipe('b')]): ApplyState {
  return reduceEvents(events, startApplyState(pipes, START));
}

function activityAfter(...events: readonly RunEvent[]): string {
  const pipe = play([pipeStart(0, 'a'), ...events]).running.get('a');
  return `${pipe?.activity} ${pipe?.writes.join(' ')}`;
}

describe('reduceApply', () => {
  it('counts only the pipes to update', () => {
    const pipes = [plannedPipe('a'), plannedPipe('same', [])];
    expect(startApplyState(pipes, START).total).toBe(1);
    expect(play([pipeDone(5, 'same', 'unchanged')], pipes)).toMatchObject({ done: 0, counts: { unchanged: 1 } });
    expect(play([pipeDone(5, 'a', 'applied')], pipes)).toMatchObject({ done: 1, counts: { applied: 1 } });
  });

  it('follows a pipe from its read through its writes to the wait', () => {
    const read = request(1, 'a', 'GET', 200);
    const patched = request(2, 'a', 'PATCH', 202);
    const put = request(3, 'a', 'PUT', 200);
    expect(activityAfter()).toBe('reading PATCH PUT');
    expect(activityAfter(request(1, 'a', 'GET', 404))).toBe('reading PATCH PUT');
    expect(activityAfter(read)).toBe('sending PATCH PUT');
    expect(activityAfter(read, patched)).toBe('sending PUT');
    expect(activityAfter(read, patched, put)).toBe('waiting ');
    expect(activityAfter(read, patched, put, read)).toBe('waiting ');
  });

  it('looks after a lost answer until the next write tells how it went', () => {
    const read = request(1, 'a', 'GET', 200);
    const lost = request(2, 'a', 'PATCH', null);
    expect(activityAfter(read, lost)).toBe('looking PATCH PUT');
    expect(activityAfter(read, request(2, 'a', 'PATCH', 503), read)).toBe('looking PATCH PUT');
    expect(activityAfter(read, lost, request(3, 'a', 'PATCH', 200))).toBe('sending PUT');
    expect(activityAfter(read, lost, request(3, 'a', 'PUT', 200))).toBe('waiting ');
  });

  it('joins an outcome with its reason: the first error', () => {
    const state = play([
      pipeStart(0, 'a'),
      trouble(1, 'a', 'only a warning', 'warning'),
      trouble(2, 'a', 'the cause'),
      trouble(3, 'a', 'a consequence'),
      pipeDone(4, 'a', 'failed'),
      pipeDone(5, 'b', 'unknown'),
    ]);
    expect(state.problems).toEqual([
      { name: 'a', status: 'failed', reason: 'the cause' },
      { name: 'b', status: 'unknown', reason: null },
    ]);
    expect(state.running.size).toBe(0);
    expect(state.reasons.size).toBe(0);
  });

  it('does not call a skipped pipe done', () => {
    expect(play([pipeDone(1, 'a', 'skipped')])).toMatchObject({ done: 0, problemCount: 0, counts: { skipped: 1 } });
  });

  it('keeps the latest problem of the run as a whole, but no note', () => {
    expect(play([trouble(1, null, 'kept', 'warning'), trouble(2, null, 'small', 'note')]).remark?.summary).toBe('kept');
  });

  it('takes the last word from the run document', () => {
    const state = play([pipeStart(0, 'a'), runDone(9_000, { applied: 1, skipped: 1 }, 'SIGINT')]);
    expect(state).toMatchObject({
      interrupted: 'SIGINT',
      finishedAt: START + 9_000,
      counts: { applied: 1, skipped: 1 },
    });
    expect(state.running.size).toBe(0);
  });

  it('ignores an event of a type that it does not know', () => {
    const later = { type: 'cost_estimate', at: '2026-11-20T10:00:01.000Z' } as unknown as RunEvent;
    const state = startApplyState([], START);
    expect(reduceApply(state, later, START)).toBe(state);
  });

  it('stays small however many pipes come out wrong', () => {
    const pipes = plannedPipes(2_000);
    const events = pipes.flatMap(({ name }, index) => [
      trouble(index * 50, name, 'refused'),
      ...(index % 2 === 0 ? [pipeDone(index * 50, name, 'failed')] : []),
    ]);
    const state = play([runStart(0, 2_000), ...events], [...pipes]);
    expect(state.problemCount).toBe(1_000);
    expect(state.problems.at(-1)?.name).toBe(pipeName(1_998));
    expect(state.problems.length).toBeLessThanOrEqual(10);
    expect(state.reasons.size).toBeLessThanOrEqual(64);
    expect(state.pace.length).toBeLessThanOrEqual(32);
  });
});
