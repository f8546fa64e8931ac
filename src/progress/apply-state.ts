import type { Verdict } from '../model/check.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { RunEvent } from '../model/event.ts';
import type { PlannedPipe, PlannedRequest } from '../model/plan.ts';
import type { Run, RunStatus } from '../model/run.ts';
import { addPaceMark, type Pace } from './pace.ts';
import { isPutBack, NO_ROLLOUT, type RolloutState, reduceRollout } from './rollout-state.ts';

type WriteMethod = PlannedRequest['method'];

/**
 * `looking`: an answer was lost, and reads must tell. `waiting`: all is sent, and reads do not show it yet. `restoring`:
 * what was written is put back.
 */
type Activity = 'reading' | 'sending' | 'looking' | 'waiting' | 'restoring';

export interface RunningPipe {
  readonly name: string;
  readonly startedAt: number;
  readonly activity: Activity;
  /** What is still to be sent, in order. */
  readonly writes: readonly WriteMethod[];
  /** The latest check of its own, until the next request. */
  readonly check: { readonly name: string; readonly verdict: Verdict } | null;
}

/** A pipe that came out wrong. */
export interface Problem {
  readonly name: string;
  readonly status: RunStatus;
  readonly reason: string | null;
}

/** All that a view of an apply is drawn from. Finished pipes leave counts behind, and what came out wrong. */
export interface ApplyState {
  readonly planned: ReadonlyMap<string, readonly WriteMethod[]>;
  /** The pipes to update. */
  readonly total: number;
  /** Those of them that were worked on to an end; skipped ones are not. */
  readonly done: number;
  readonly counts: Readonly<Record<RunStatus, number>>;
  /** In the order in which they started. */
  readonly running: ReadonlyMap<string, RunningPipe>;
  /** The latest ones, oldest first. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  /** The outcome of each failed pipe, which may be rolled back later. */
  readonly wrong: ReadonlyMap<string, RunStatus>;
  /** Why a pipe that is not done yet will come out wrong. */
  readonly reasons: ReadonlyMap<string, string>;
  /** The latest problem of the run as a whole. */
  readonly remark: Diagnostic | null;
  readonly pace: Pace;
  readonly rollout: RolloutState;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly interrupted: Run['interrupted'];
}

const PROBLEMS_KEPT = 10;
const REASONS_KEPT = 64;

const PROBLEM_STATUSES: ReadonlySet<RunStatus> = new Set(['failed', 'unknown', 'stale', 'refused']);

const NO_COUNTS: ApplyState['counts'] = {
  applied: 0,
  unchanged: 0,
  failed: 0,
  unknown: 0,
  stale: 0,
  refused: 0,
  skipped: 0,
  'rolled-back': 0,
};

/** Before the first event. `at`: milliseconds of a clock that never goes back, as all times of the state. */
export function startApplyState(pipes: readonly PlannedPipe[], at: number): ApplyState {
  const updates = pipes.filter((pipe) => pipe.status === 'update');
  return {
    planned: new Map(updates.map((pipe) => [pipe.name, pipe.requests.map((request) => request.method)])),
    total: updates.length,
    done: 0,
    counts: NO_COUNTS,
    running: new Map(),
    problems: [],
    problemCount: 0,
    wrong: new Map(),
    reasons: new Map(),
    remark: null,
    pace: [{ at, done: 0 }],
    rollout: NO_ROLLOUT,
    startedAt: at,
    finishedAt: null,
    interrupted: null,
  };
}

/** The event came at `at`, by the same clock: the time in the event is the wall clock's, which may step. */
export function reduceApply(state: ApplyState, event: RunEvent, at: number): ApplyState {
  const next = reducePipes(state, event, at);
  const rollout = reduceRollout(state.rollout, event, at);
  return rollout === next.rollout ? next : { ...next, rollout };
}

function reducePipes(state: ApplyState, event: RunEvent, at: number): ApplyState {
  switch (event.type) {
    case 'run_start':
      return { ...state, total: event.pipes, startedAt: at, pace: [{ at, done: state.done }] };
    case 'wave_start':
      return { ...state, pace: [{ at, done: state.done }] };
    case 'pipe_start':
      return withRunning(state, startPipe(state, event.pipe, at));
    case 'request': {
      const pipe = state.running.get(event.pipe);
      if (pipe === undefined) return state;
      return withRunning(state, { ...afterRequest(pipe, event.method, event.status), check: null });
    }
    case 'check': {
      const pipe = event.pipe === null ? undefined : state.running.get(event.pipe);
      if (pipe === undefined) return state;
      return withRunning(state, { ...pipe, check: { name: event.name, verdict: event.verdict } });
    }
    case 'diagnostic':
      return noteDiagnostic(state, event.pipe, event.diagnostic);
    case 'pipe_done':
      return finishPipe(state, event.pipe, event.status, at);
    case 'run_done':
      return finishRun(state, event.run, at);
    default:
      return state;
  }
}

export function isProblem(status: RunStatus): boolean {
  return PROBLEM_STATUSES.has(status);
}

function startPipe(state: ApplyState, name: string, startedAt: number): RunningPipe {
  if (isPutBack(state.rollout, name)) return { name, startedAt, activity: 'restoring', writes: [], check: null };
  return { name, startedAt, activity: 'reading', writes: state.planned.get(name) ?? [], check: null };
}

function withRunning(state: ApplyState, pipe: RunningPipe): ApplyState {
  return { ...state, running: new Map(state.running).set(pipe.name, pipe) };
}

/** An answer says what comes next: a read leads to the first write, an accepted write to the one after it. */
function afterRequest(pipe: RunningPipe, method: 'GET' | WriteMethod, status: number | null): RunningPipe {
  if (method === 'GET') {
    const mayWrite = pipe.activity === 'reading' && status === 200 && pipe.writes.length > 0;
    return mayWrite ? { ...pipe, activity: 'sending' } : pipe;
  }
  if (pipe.activity === 'restoring' && status !== null && status < 500) return pipe;
  const position = pipe.writes.indexOf(method);
  const current = position > 0 ? pipe.writes.slice(position) : pipe.writes;
  if (status === null || status >= 500) return { ...pipe, writes: current, activity: 'looking' };
  const writes = position < 0 ? current : current.slice(1);
  return { ...pipe, writes, activity: status < 300 && writes.length > 0 ? 'sending' : 'waiting' };
}

function noteDiagnostic(state: ApplyState, pipe: string | null, diagnostic: Diagnostic): ApplyState {
  if (diagnostic.severity === 'note') return state;
  if (pipe === null) return { ...state, remark: diagnostic };
  if (diagnostic.severity !== 'error' || state.reasons.has(pipe)) return state;
  const reasons = new Map(state.reasons).set(pipe, diagnostic.summary);
  const oldest = reasons.keys().next();
  if (reasons.size > REASONS_KEPT && !oldest.done) reasons.delete(oldest.value);
  return { ...state, reasons };
}

/** A pipe that is put back is done a second time: its new outcome takes the place of the first. */
function finishPipe(state: ApplyState, name: string, status: RunStatus, at: number): ApplyState {
  const isSecond = isPutBack(state.rollout, name);
  const counts = { ...state.counts };
  const first = state.wrong.get(name) ?? 'applied';
  if (isSecond && counts[first] > 0) counts[first] -= 1;
  counts[status] += 1;
  const isWorkedOn = !isSecond && state.planned.has(name) && status !== 'skipped';
  const done = state.done + (isWorkedOn ? 1 : 0);
  const pace = isSecond ? state.pace : addPaceMark(state.pace, { at, done });
  return {
    ...state,
    ...updateProblems(state, name, status),
    running: without(state.running, name),
    counts,
    done,
    pace,
  };
}

type ProblemState = Pick<ApplyState, 'reasons' | 'wrong' | 'problems' | 'problemCount'>;

function updateProblems(state: ApplyState, name: string, status: RunStatus): ProblemState {
  const reasons = without(state.reasons, name);
  const { problems, wrong } = state;
  if (!isProblem(status) && !wrong.has(name)) return { reasons, wrong, problems, problemCount: state.problemCount };
  const others = { wrong: without(wrong, name), problems: problems.filter((earlier) => earlier.name !== name) };
  const problemCount = state.problemCount - (wrong.has(name) ? 1 : 0);
  if (!isProblem(status)) return { ...others, reasons, problemCount };
  const problem = { name, status, reason: state.reasons.get(name) ?? null };
  return {
    reasons,
    wrong: new Map(others.wrong).set(name, status),
    problems: [...others.problems, problem].slice(-PROBLEMS_KEPT),
    problemCount: problemCount + 1,
  };
}

function without<Value>(map: ReadonlyMap<string, Value>, name: string): ReadonlyMap<string, Value> {
  if (!map.has(name)) return map;
  const rest = new Map(map);
  rest.delete(name);
  return rest;
}

/** The run document has the last word: it also counts the pipes that were never started. */
function finishRun(state: ApplyState, run: Run, at: number): ApplyState {
  const { total: _total, requests: _requests, ...counts } = run.summary;
  return { ...state, counts, running: new Map(), reasons: new Map(), finishedAt: at, interrupted: run.interrupted };
}
