import type { CheckResult, Verdict } from '../model/check.ts';
import type { RunEvent } from '../model/event.ts';
import type { GateMoment, RolloutRecord, WaveVerdict } from '../model/rollout.ts';
import type { Run } from '../model/run.ts';
import { addPaceMark, type Pace } from './pace.ts';

/** A wave that has started. */
export interface Wave {
  /** From 1. */
  readonly wave: number;
  /** How many pipes it has. */
  readonly pipes: number;
  /** Those of them that were worked on to an end; skipped ones are not. */
  readonly done: number;
  /** null while it is under way. */
  readonly verdict: WaveVerdict | null;
  /** Why it did not pass, or null. Text of the service in it is as it came. */
  readonly reason: string | null;
}

/** What an apply is at. `updating` without a wave: an apply that has no waves, or is between two. */
export type Phase =
  | { readonly name: 'checking' }
  | { readonly name: 'updating'; readonly wave: number | null }
  | {
      readonly name: 'baking';
      readonly wave: number;
      /** Milliseconds of the clock that the state goes by. */
      readonly startedAt: number;
      readonly bakeMs: number;
    }
  | {
      readonly name: 'rolling-back';
      /** Pipes to put back. */
      readonly total: number;
      /** Those that are not done yet. */
      readonly left: ReadonlySet<string>;
      readonly pace: Pace;
    }
  | { readonly name: 'done' };

/** A check that guards the current phase, with the results of its measurements. */
export interface WatchedCheck {
  readonly name: string;
  readonly moment: GateMoment;
  /** null until it was asked once. */
  readonly last: Pick<CheckResult, 'verdict' | 'value' | 'reason'> | null;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** How often it is asked in all; null when that was not said. */
  readonly measurements: number | null;
  /** The latest values in order of time; null where there was no number. */
  readonly values: readonly (number | null)[];
}

/** How a guarded rollout goes. Without one it has no waves and no checks. */
export interface RolloutState {
  /** The waves that have started, in their order. */
  readonly waves: readonly Wave[];
  /** How many there are in all; 0 without a rollout. */
  readonly waveCount: number;
  readonly phase: Phase;
  /** In the order in which they were named. Each bake begins anew. */
  readonly checks: readonly WatchedCheck[];
  /** The run document's word on how it ended; null before that, and without a rollout. */
  readonly outcome: RolloutRecord | null;
  /** Checks that did not pass before anything was written. */
  readonly blockedBy: readonly string[];
}

/** As many as a sparkline is long. */
const VALUES_KEPT = 40;

const NO_COUNTS: WatchedCheck['counts'] = { pass: 0, fail: 0, 'no-data': 0, error: 0 };

export const NO_ROLLOUT: RolloutState = {
  waves: [],
  waveCount: 0,
  phase: { name: 'updating', wave: null },
  checks: [],
  outcome: null,
  blockedBy: [],
};

/** The event came at `at`, by the clock of the state. */
export function reduceRollout(state: RolloutState, event: RunEvent, at: number): RolloutState {
  switch (event.type) {
    case 'wave_start': {
      const { wave } = event;
      const started: Wave = { wave, pipes: event.pipes.length, done: 0, verdict: null, reason: null };
      const phase: Phase = { name: 'updating', wave };
      return { ...state, waves: [...state.waves, started], waveCount: event.waves, phase, checks: [] };
    }
    case 'bake_start': {
      const { wave, bakeMs, measurements } = event;
      const phase: Phase = { name: 'baking', wave, startedAt: at, bakeMs };
      return { ...state, phase, checks: event.checks.map((name) => unasked(name, 'after', measurements)) };
    }
    case 'check':
      return isWatched(event) ? noteCheck(state, event.moment, event) : state;
    case 'wave_done': {
      const { verdict, reason } = event;
      const waves = state.waves.map((wave) => (wave.wave === event.wave ? { ...wave, verdict, reason } : wave));
      return { ...state, waves, phase: { name: 'updating', wave: null } };
    }
    case 'rollback_start': {
      const left = new Set(event.pipes);
      return { ...state, phase: { name: 'rolling-back', total: left.size, left, pace: [{ at, done: 0 }] } };
    }
    case 'pipe_done':
      return event.status === 'skipped' ? state : notePipe(state, event.pipe, at);
    case 'run_done':
      return { ...state, ...endOf(event.run), phase: { name: 'done' } };
    default:
      return state;
  }
}

/** The wave that is updated or bakes now, or the one that did not pass. */
export function currentWave({ waves }: RolloutState): Wave | null {
  return waves.at(-1) ?? null;
}

/** Whether the pipe was done once and is being put back. */
export function isPutBack({ phase }: RolloutState, pipe: string): boolean {
  return phase.name === 'rolling-back' && phase.left.has(pipe);
}

/** Whether the check guards the rollout: a pipe's own one does while its wave bakes, but not around the pipe's update. */
export function isWatched({ moment }: { readonly moment: GateMoment }): boolean {
  return moment === 'before' || moment === 'after';
}

/** How often a check was asked so far. */
export function measuredOf({ counts }: WatchedCheck): number {
  return counts.pass + counts.fail + counts['no-data'] + counts.error;
}

function unasked(name: string, moment: GateMoment, measurements: number | null): WatchedCheck {
  return { name, moment, last: null, counts: NO_COUNTS, measurements, values: [] };
}

function noteCheck(state: RolloutState, moment: GateMoment, result: CheckResult): RolloutState {
  const isThis = (check: WatchedCheck): boolean => check.name === result.name && check.moment === moment;
  const known = state.checks.some(isThis) ? state.checks : [...state.checks, unasked(result.name, moment, null)];
  const checks = known.map((check) => (isThis(check) ? afterMeasurement(check, result) : check));
  return { ...state, checks, phase: moment === 'before' ? { name: 'checking' } : state.phase };
}

function afterMeasurement(check: WatchedCheck, { verdict, value, reason }: CheckResult): WatchedCheck {
  return {
    ...check,
    last: { verdict, value, reason },
    counts: { ...check.counts, [verdict]: check.counts[verdict] + 1 },
    values: [...check.values, typeof value === 'number' ? value : null].slice(-VALUES_KEPT),
  };
}

function notePipe(state: RolloutState, pipe: string, at: number): RolloutState {
  const { phase } = state;
  if (phase.name === 'updating' && phase.wave !== null) {
    const waves = state.waves.map((wave) => (wave.wave === phase.wave ? { ...wave, done: wave.done + 1 } : wave));
    return { ...state, waves };
  }
  if (phase.name !== 'rolling-back' || !phase.left.has(pipe)) return state;
  const left = new Set(phase.left);
  left.delete(pipe);
  return { ...state, phase: { ...phase, left, pace: addPaceMark(phase.pace, { at, done: phase.total - left.size }) } };
}

function endOf({ rollout, checks }: Run): Pick<RolloutState, 'outcome' | 'blockedBy'> {
  const closed = checks.filter(({ moment, gate }) => moment === 'before' && gate === 'closed');
  return { outcome: rollout, blockedBy: closed.map(({ name }) => name) };
}
