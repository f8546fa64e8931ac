import type { CheckResult, Verdict } from '../model/check.ts';
import type { RateLimitWait } from '../model/client.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { countStatuses } from '../model/plan.ts';
import type { GateMoment, WaveVerdict } from '../model/rollout.ts';
import { type ReadProgress, RUN_STATUSES, type Run, type RunEvent, type RunStatus } from '../model/run.ts';

// All times are monotonic milliseconds. The times in events are not used: they are of the wall clock, which may step.

/** How many were done at that time. */
export interface PaceMark {
  readonly at: number;
  readonly done: number;
}

type RequestEvent = Extract<RunEvent, { type: 'request' }>;

export interface RunningPipe {
  readonly name: string;
  readonly startedAt: number;
  /** The last response to a write or, before the first write, to a read; null before the first. */
  readonly latest: Pick<RequestEvent, 'method' | 'status'> | null;
}

/** A pipe that was not updated as planned. */
interface Problem {
  readonly name: string;
  readonly status: RunStatus;
  readonly reason: string | null;
}

/** A wave that has started. */
interface Wave {
  /** From 1. */
  readonly wave: number;
  /** Number of pipes. `done` excludes skipped pipes. */
  readonly pipes: number;
  readonly done: number;
  /** null while the wave runs. */
  readonly verdict: WaveVerdict | null;
  /** Why it did not pass, in words of the service, or null. */
  readonly reason: string | null;
}

/** `updating` with a null wave: no waves, or between two. */
type Phase =
  | { readonly name: 'checking' | 'done' }
  | { readonly name: 'updating'; readonly wave: number | null }
  | { readonly name: 'baking'; readonly wave: number; readonly startedAt: number; readonly bakeMs: number }
  /** `left`: the pipes that are not rolled back yet. */
  | { readonly name: 'rolling-back'; readonly total: number; readonly left: ReadonlySet<string> };

export type BakingPhase = Extract<Phase, { name: 'baking' }>;

/** A check that guards the current phase, with the results of its measurements. */
export interface WatchedCheck {
  readonly name: string;
  readonly moment: GateMoment;
  /** null before the first measurement. */
  readonly last: Pick<CheckResult, 'verdict' | 'value' | 'reason'> | null;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Planned measurements, or null. */
  readonly measurements: number | null;
  /** The latest values in time order; null for no number. */
  readonly values: readonly (number | null)[];
  /** What the values are compared with; null for an alert and before the first measurement. */
  readonly limit: number | null;
}

/** The latest wait for a rate limit. */
interface Throttle extends RateLimitWait {
  readonly at: number;
}

/** Everything that a view of an apply shows. Finished pipes leave only counts and problems behind. */
export interface ApplyState {
  /** Whether an earlier run is rolled back. */
  readonly isRollback: boolean;
  /** The names of the pipes to update. */
  readonly planned: ReadonlySet<string>;
  readonly total: number;
  /** Updated pipes, without skipped ones. */
  readonly done: number;
  readonly counts: Readonly<Record<RunStatus, number>>;
  /** The pipes are in the order in which they started. */
  readonly running: ReadonlyMap<string, RunningPipe>;
  /** The latest last. */
  readonly problems: ReadonlyMap<string, Problem>;
  /** The first error of each pipe that is not done yet. */
  readonly reasons: ReadonlyMap<string, string>;
  /** The latest problem of the run itself. */
  readonly remark: Diagnostic | null;
  readonly throttle: Throttle | null;
  /** The start of the run, the wave or the rollback. */
  readonly paceFrom: PaceMark;
  readonly startedAt: number;
  /** The end of the run; null before. */
  readonly ended: { readonly at: number; readonly run: Run } | null;
  /** The waves that have started, in order; none without a rollout. */
  readonly waves: readonly Wave[];
  /** The number of waves of the rollout; 0 without one. */
  readonly waveCount: number;
  readonly phase: Phase;
  /** The checks of this phase. */
  readonly checks: readonly WatchedCheck[];
}

/** The length of the sparkline. */
const VALUES_KEPT = 40;

const PROBLEM_STATUSES: ReadonlySet<RunStatus> = new Set(['failed', 'unknown', 'stale', 'refused']);

/** `names`: of the pipes to update. */
export function startApplyState(names: readonly string[], at: number, isRollback = false): ApplyState {
  return {
    isRollback,
    planned: new Set(names),
    total: names.length,
    done: 0,
    counts: countStatuses(RUN_STATUSES, []),
    running: new Map(),
    problems: new Map(),
    reasons: new Map(),
    remark: null,
    throttle: null,
    paceFrom: { at, done: 0 },
    startedAt: at,
    ended: null,
    waves: [],
    waveCount: 0,
    phase: { name: 'updating', wave: null },
    checks: [],
  };
}

export function reduceApply(state: ApplyState, event: RunEvent, at: number): ApplyState {
  switch (event.type) {
    case 'run_start':
      return { ...state, total: event.pipes, startedAt: at, paceFrom: { at, done: state.done } };
    case 'pipe_start':
      return withRunning(state, { name: event.pipe, startedAt: at, latest: null });
    case 'request':
      return noteResponse(state, event);
    case 'rate_limit':
      return { ...state, throttle: { ...event, at } };
    case 'diagnostic':
      return noteDiagnostic(state, event.pipe, event.diagnostic);
    case 'pipe_done':
      return finishPipe(state, event.pipe, event.status);
    case 'wave_start': {
      const wave: Wave = { wave: event.wave, pipes: event.pipes.length, done: 0, verdict: null, reason: null };
      return {
        ...state,
        paceFrom: { at, done: state.done },
        waves: [...state.waves, wave],
        waveCount: event.waves,
        phase: { name: 'updating', wave: event.wave },
        checks: [],
      };
    }
    case 'bake_start': {
      const { wave, bakeMs, checks, measurements } = event;
      const phase: Phase = { name: 'baking', wave, startedAt: at, bakeMs };
      return { ...state, phase, checks: checks.map((name) => startCheck(name, 'after', measurements)) };
    }
    case 'check':
      return noteCheck(state, event);
    case 'wave_done': {
      const { verdict, reason } = event;
      const waves = state.waves.map((wave) => (wave.wave === event.wave ? { ...wave, verdict, reason } : wave));
      return { ...state, waves, phase: { name: 'updating', wave: null } };
    }
    case 'rollback_start': {
      const left = new Set(event.pipes);
      return { ...state, paceFrom: { at, done: 0 }, phase: { name: 'rolling-back', total: left.size, left } };
    }
    case 'run_done':
      return finishRun(state, event.run, at);
    default:
      return state;
  }
}

export function isProblem(status: RunStatus): boolean {
  return PROBLEM_STATUSES.has(status);
}

/** Whether the check guards the rollout, not a single update. */
export function isWatched({ moment }: { readonly moment: GateMoment }): boolean {
  return moment === 'before' || moment === 'after';
}

export function countMeasurements({ counts }: WatchedCheck): number {
  return counts.pass + counts.fail + counts['no-data'] + counts.error;
}

function isRollingBack(phase: Phase, pipe: string): boolean {
  return phase.name === 'rolling-back' && phase.left.has(pipe);
}

function withRunning(state: ApplyState, pipe: RunningPipe): ApplyState {
  return { ...state, running: new Map(state.running).set(pipe.name, pipe) };
}

/** A read after a write shows its effect, not a step. */
function noteResponse(state: ApplyState, { pipe: name, method, status }: RequestEvent): ApplyState {
  const pipe = state.running.get(name);
  const hasWritten = pipe?.latest != null && pipe.latest.method !== 'GET';
  if (pipe === undefined || (method === 'GET' && hasWritten)) return state;
  return withRunning(state, { ...pipe, latest: { method, status } });
}

function noteDiagnostic(state: ApplyState, pipe: string | null, diagnostic: Diagnostic): ApplyState {
  if (diagnostic.severity === 'note') return state;
  if (pipe === null) return { ...state, remark: diagnostic };
  if (diagnostic.severity !== 'error' || state.reasons.has(pipe)) return state;
  return { ...state, reasons: new Map(state.reasons).set(pipe, diagnostic.summary) };
}

/** A rolled back pipe finishes twice; the second outcome replaces the first. */
function finishPipe(state: ApplyState, name: string, status: RunStatus): ApplyState {
  const isSecond = isRollingBack(state.phase, name);
  const counts = { ...state.counts };
  const first = state.problems.get(name)?.status ?? 'applied';
  if (isSecond && counts[first] > 0) counts[first] -= 1;
  counts[status] += 1;
  const done = state.done + (!isSecond && state.planned.has(name) && status !== 'skipped' ? 1 : 0);
  return {
    ...state,
    ...(status === 'skipped' ? {} : advance(state, name)),
    running: without(state.running, name),
    reasons: without(state.reasons, name),
    problems: isProblem(status)
      ? new Map(without(state.problems, name)).set(name, { name, status, reason: state.reasons.get(name) ?? null })
      : without(state.problems, name),
    counts,
    done,
  };
}

/** Counts a finished pipe of the wave or the rollback. */
function advance({ phase, waves }: ApplyState, name: string): Partial<ApplyState> {
  if (phase.name === 'updating') {
    return { waves: waves.map((wave) => (wave.wave === phase.wave ? { ...wave, done: wave.done + 1 } : wave)) };
  }
  if (phase.name !== 'rolling-back' || !phase.left.has(name)) return {};
  const left = new Set(phase.left);
  left.delete(name);
  return { phase: { ...phase, left } };
}

function without<Value>(map: ReadonlyMap<string, Value>, name: string): ReadonlyMap<string, Value> {
  if (!map.has(name)) return map;
  const rest = new Map(map);
  rest.delete(name);
  return rest;
}

function startCheck(name: string, moment: GateMoment, measurements: number | null): WatchedCheck {
  const counts = { pass: 0, fail: 0, 'no-data': 0, error: 0 };
  return { name, moment, last: null, counts, measurements, values: [], limit: null };
}

function noteCheck(state: ApplyState, event: Extract<RunEvent, { type: 'check' }>): ApplyState {
  const { name, moment, verdict, value, reason, pass } = event;
  if (!isWatched(event)) return state;
  const isThis = (check: WatchedCheck): boolean => check.name === name && check.moment === moment;
  const known = state.checks.some(isThis) ? state.checks : [...state.checks, startCheck(name, moment, null)];
  const checks = known.map((check) => {
    if (!isThis(check)) return check;
    const counts = { ...check.counts, [verdict]: check.counts[verdict] + 1 };
    const values = [...check.values, typeof value === 'number' ? value : null].slice(-VALUES_KEPT);
    return { ...check, last: { verdict, value, reason }, counts, values, limit: pass?.value ?? null };
  });
  return { ...state, checks, phase: moment === 'before' ? { name: 'checking' } : state.phase };
}

/** The counts of the run include pipes that never started. */
function finishRun(state: ApplyState, run: Run, at: number): ApplyState {
  const { total: _total, requests: _requests, ...counts } = run.summary;
  const phase = { name: 'done' } as const;
  return { ...state, counts, running: new Map(), reasons: new Map(), ended: { at, run }, phase };
}

/** A rate over a shorter time is noise. */
const MIN_SPAN_MS = 1_000;

/** Items per second, or null when it is too early. */
export function rateOf(from: PaceMark, now: PaceMark): number | null {
  if (now.at - from.at < MIN_SPAN_MS || now.done <= from.done) return null;
  return ((now.done - from.done) * 1_000) / (now.at - from.at);
}

/** Everything that a view of reading a fleet shows. */
export interface ReadState extends Omit<ReadProgress, 'rateLimit'> {
  readonly throttle: Throttle | null;
  /** Where the counting of `unit` began. */
  readonly paceFrom: PaceMark;
  readonly startedAt: number;
}

export function startReadState(at: number): ReadState {
  return { done: 0, total: 0, failed: 0, throttle: null, paceFrom: { at, done: 0 }, startedAt: at };
}

export function reduceRead(state: ReadState, progress: ReadProgress, at: number): ReadState {
  const { done, total, failed, unit, rateLimit } = progress;
  const throttle = rateLimit === undefined ? state.throttle : { ...rateLimit, at };
  // Pipes are read before days, and replayed after them.
  const paceFrom = unit === state.unit ? state.paceFrom : { at, done };
  return { ...state, done, total, failed, unit, throttle, paceFrom };
}
