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

/** A pipe of the run, and how far it is. */
export interface ProgressRow {
  readonly name: string;
  /** Whether the plan updates it. */
  readonly isPlanned: boolean;
  /** null while the pipe does not run. */
  startedAt: number | null;
  /** The last response to a write or, before the first write, to a read; null before the first. */
  latest: Pick<RequestEvent, 'method' | 'status'> | null;
  /** The first error since the last outcome. */
  error: string | null;
  /** The last outcome; a pipe that is rolled back has two. */
  status: RunStatus | null;
  /** Why the last outcome is not as planned. */
  reason: string | null;
  /** How long the last outcome took; null for a pipe that never started. */
  tookMs: number | null;
  wave: number | null;
  /** Whether the rollback has not reached it yet. */
  isToRestore: boolean;
}

/** A wave that has started. */
interface Wave {
  /** From 1. */
  readonly wave: number;
  /** Number of pipes. */
  readonly pipes: number;
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
  | { readonly name: 'rolling-back'; readonly total: number };

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

/** Everything that a view of an apply shows. Events change it in place, since a fleet has many pipes. */
export interface ApplyState {
  /** Whether an earlier run is rolled back. */
  readonly isRollback: boolean;
  total: number;
  /** The outcomes until now; at the end, also of pipes that never started. */
  counts: Record<RunStatus, number>;
  /** What started or ended last is last. */
  readonly rows: Map<string, ProgressRow>;
  /** The latest problem of the run itself. */
  remark: Diagnostic | null;
  throttle: Throttle | null;
  /** The start of the run, the wave or the rollback. */
  paceFrom: PaceMark;
  startedAt: number;
  /** The end of the run; null before. */
  ended: { readonly at: number; readonly run: Run } | null;
  /** The waves that have started, in order; none without a rollout. */
  waves: readonly Wave[];
  /** The number of waves of the rollout; 0 without one. */
  waveCount: number;
  phase: Phase;
  /** The checks of this phase. */
  checks: readonly WatchedCheck[];
}

/** The length of the sparkline. */
const VALUES_KEPT = 40;

const PROBLEM_STATUSES: ReadonlySet<RunStatus> = new Set(['failed', 'unknown', 'stale', 'refused']);

/** `names`: of the pipes to update. */
export function startApplyState(names: readonly string[], at: number, isRollback = false): ApplyState {
  return {
    isRollback,
    total: names.length,
    counts: countStatuses(RUN_STATUSES, []),
    rows: new Map(names.map((name) => [name, startRow(name, true)])),
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

function startRow(name: string, isPlanned: boolean): ProgressRow {
  const outcome = { error: null, status: null, reason: null, tookMs: null };
  return { name, isPlanned, startedAt: null, latest: null, ...outcome, wave: null, isToRestore: false };
}

/** Takes an event into the state. An event that no view shows changes nothing. */
export function reduceApply(state: ApplyState, event: RunEvent, at: number): void {
  switch (event.type) {
    case 'run_start':
      state.total = event.pipes;
      state.startedAt = at;
      state.paceFrom = { at, done: countDone(state) };
      break;
    case 'pipe_start':
      Object.assign(moveToEnd(state, event.pipe), { startedAt: at, latest: null });
      break;
    case 'request':
      noteResponse(state.rows.get(event.pipe), event);
      break;
    case 'rate_limit':
      state.throttle = { ...event, at };
      break;
    case 'diagnostic':
      noteDiagnostic(state, event.pipe, event.diagnostic);
      break;
    case 'pipe_done':
      finishPipe(state, event.pipe, event.status, at);
      break;
    case 'wave_start':
      for (const name of event.pipes) rowOf(state, name).wave = event.wave;
      state.paceFrom = { at, done: countDone(state) };
      state.waves = [...state.waves, { wave: event.wave, pipes: event.pipes.length, verdict: null, reason: null }];
      state.waveCount = event.waves;
      state.phase = { name: 'updating', wave: event.wave };
      state.checks = [];
      break;
    case 'bake_start':
      state.phase = { name: 'baking', wave: event.wave, startedAt: at, bakeMs: event.bakeMs };
      state.checks = event.checks.map((name) => startCheck(name, 'after', event.measurements));
      break;
    case 'check':
      noteCheck(state, event);
      break;
    case 'wave_done': {
      const { verdict, reason } = event;
      state.waves = state.waves.map((wave) => (wave.wave === event.wave ? { ...wave, verdict, reason } : wave));
      state.phase = { name: 'updating', wave: null };
      break;
    }
    case 'rollback_start':
      for (const name of event.pipes) rowOf(state, name).isToRestore = true;
      state.paceFrom = { at, done: 0 };
      state.phase = { name: 'rolling-back', total: event.pipes.length };
      break;
    case 'run_done':
      finishRun(state, event.run, at);
      break;
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

/** The pipes that the filter takes, in order. */
export function listRows({ rows }: ApplyState, isTaken: (row: ProgressRow) => boolean): readonly ProgressRow[] {
  return [...rows.values()].filter(isTaken);
}

/** Whether the pipe has an outcome. A skipped one has not been updated. */
export function isUpdated({ status }: ProgressRow): boolean {
  return status !== null && status !== 'skipped';
}

export function countDone(state: ApplyState): number {
  return listRows(state, (row) => row.isPlanned && isUpdated(row)).length;
}

export function isRunning({ startedAt }: ProgressRow): boolean {
  return startedAt !== null;
}

/** The pipes that were not updated as planned, the latest last. */
export function listProblems(state: ApplyState): readonly ProgressRow[] {
  return listRows(state, ({ status }) => status !== null && isProblem(status));
}

function rowOf({ rows }: ApplyState, name: string): ProgressRow {
  const row = rows.get(name) ?? startRow(name, false);
  rows.set(name, row);
  return row;
}

function moveToEnd(state: ApplyState, name: string): ProgressRow {
  const row = rowOf(state, name);
  state.rows.delete(name);
  state.rows.set(name, row);
  return row;
}

/** A read after a write shows its effect, not a step. */
function noteResponse(row: ProgressRow | undefined, { method, status }: RequestEvent): void {
  if (row === undefined || !isRunning(row)) return;
  const hasWritten = row.latest !== null && row.latest.method !== 'GET';
  if (method !== 'GET' || !hasWritten) row.latest = { method, status };
}

function noteDiagnostic(state: ApplyState, pipe: string | null, diagnostic: Diagnostic): void {
  if (diagnostic.severity === 'note') return;
  if (pipe === null) state.remark = diagnostic;
  else if (diagnostic.severity === 'error') rowOf(state, pipe).error ??= diagnostic.summary;
}

/** A rolled back pipe finishes twice; the second outcome replaces the first. */
function finishPipe(state: ApplyState, name: string, status: RunStatus, at: number): void {
  const row = moveToEnd(state, name);
  if (row.status !== null) state.counts[row.status] -= 1;
  state.counts[status] += 1;
  row.status = status;
  row.reason = row.error;
  row.error = null;
  row.tookMs = row.startedAt === null ? null : at - row.startedAt;
  row.startedAt = null;
  if (status !== 'skipped') row.isToRestore = false;
}

function startCheck(name: string, moment: GateMoment, measurements: number | null): WatchedCheck {
  const counts = { pass: 0, fail: 0, 'no-data': 0, error: 0 };
  return { name, moment, last: null, counts, measurements, values: [], limit: null };
}

function noteCheck(state: ApplyState, event: Extract<RunEvent, { type: 'check' }>): void {
  const { name, moment, verdict, value, reason, pass } = event;
  if (!isWatched(event)) return;
  const isThis = (check: WatchedCheck): boolean => check.name === name && check.moment === moment;
  const known = state.checks.some(isThis) ? state.checks : [...state.checks, startCheck(name, moment, null)];
  state.checks = known.map((check) => {
    if (!isThis(check)) return check;
    const counts = { ...check.counts, [verdict]: check.counts[verdict] + 1 };
    const values = [...check.values, typeof value === 'number' ? value : null].slice(-VALUES_KEPT);
    return { ...check, last: { verdict, value, reason }, counts, values, limit: pass?.value ?? null };
  });
  if (moment === 'before') state.phase = { name: 'checking' };
}

/** The counts of the run include pipes that never started. */
function finishRun(state: ApplyState, run: Run, at: number): void {
  const { total: _total, requests: _requests, ...counts } = run.summary;
  state.counts = counts;
  for (const row of state.rows.values()) row.startedAt = null;
  state.ended = { at, run };
  state.phase = { name: 'done' };
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
