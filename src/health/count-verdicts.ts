import type { Check, CheckResult, Verdict } from '../model/check.ts';
import { formatNumber } from '../model/number.ts';
import type { GateRecord, Rollout } from '../model/rollout.ts';

const MAX_VALUES = 60;

export interface Tally {
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The length of the current and of the longest series of consecutive errors. */
  readonly errorsInARow: number;
  readonly mostErrorsInARow: number;
  /** The latest result of each verdict that occurred. */
  readonly latest: Readonly<Partial<Record<Verdict, CheckResult>>>;
  readonly last: CheckResult | null;
  /** The latest values, at most 60, oldest first; null for a measurement without a number. */
  readonly values: readonly (number | null)[];
}

export type FailureLimits = Pick<Rollout, 'failureLimit' | 'inconclusiveLimit' | 'consecutiveErrorLimit'>;

/** Whether a check allows updates, and why not. */
export interface Gate {
  readonly gate: GateRecord['gate'];
  readonly reason: string | null;
}

export const OPEN: Gate = { gate: 'open', reason: null };

export function startTally(): Tally {
  const counts = { pass: 0, fail: 0, 'no-data': 0, error: 0 };
  return { counts, errorsInARow: 0, mostErrorsInARow: 0, latest: {}, last: null, values: [] };
}

export function tally(state: Tally, result: CheckResult): Tally {
  const { verdict, value } = result;
  const errorsInARow = verdict === 'error' ? state.errorsInARow + 1 : 0;
  return {
    counts: { ...state.counts, [verdict]: state.counts[verdict] + 1 },
    errorsInARow,
    mostErrorsInARow: Math.max(state.mostErrorsInARow, errorsInARow),
    latest: { ...state.latest, [verdict]: result },
    last: result,
    values: [...state.values, typeof value === 'number' ? value : null].slice(-MAX_VALUES),
  };
}

/**
 * Whether the gate is closed: more failures than `failureLimit`, else more inconclusive measurements (`no-data`) than
 * `inconclusiveLimit`, else more consecutive errors than `consecutiveErrorLimit`, as in an analysis of Argo Rollouts
 * ("Analysis & Progressive Delivery"). A closed gate stays closed.
 */
export function assess(state: Tally, limits: FailureLimits): Gate {
  const { counts, latest, mostErrorsInARow } = state;
  if (counts.fail > limits.failureLimit) {
    return close(`failed ${formatTimes(counts.fail)}`, 'failureLimit', limits, latest.fail);
  }
  if (counts['no-data'] > limits.inconclusiveLimit) {
    return close(`had no data ${formatTimes(counts['no-data'])}`, 'inconclusiveLimit', limits, latest['no-data']);
  }
  if (mostErrorsInARow > limits.consecutiveErrorLimit) {
    const inARow = mostErrorsInARow === 1 ? 'once' : `${formatTimes(mostErrorsInARow)} in a row`;
    return close(`could not be queried ${inARow}`, 'consecutiveErrorLimit', limits, latest.error);
  }
  return OPEN;
}

/** Stricter than Argo Rollouts: one measurement must have passed, since missing data is not healthy. */
export function conclude(state: Tally, limits: FailureLimits): Gate {
  const assessed = assess(state, limits);
  if (assessed.gate === 'closed' || state.counts.pass > 0) return assessed;
  if (state.last === null) return { gate: 'closed', reason: 'was not measured' };
  return { gate: 'closed', reason: `never passed: ${state.last.reason}` };
}

/** The entry of a check in a run document; null when it was never measured. */
export function recordGate(
  { counts, last, values }: Tally,
  guarded: Pick<GateRecord, 'moment' | 'wave' | 'pipe'>,
  { gate }: Gate,
  check?: Check,
): GateRecord | null {
  if (last === null) return null;
  const { moment, wave, pipe } = guarded;
  return { name: last.name, moment, wave, pipe, gate, counts, last, values, ...conditionOf(check) };
}

function close(what: string, limit: keyof FailureLimits, limits: FailureLimits, latest: CheckResult | undefined): Gate {
  const why = latest === undefined ? '' : `: ${latest.reason}`;
  return { gate: 'closed', reason: `${what}, ${limit} is ${limits[limit]}${why}` };
}

function formatTimes(times: number): string {
  return times === 1 ? 'once' : `${formatNumber(times)} times`;
}

/** The condition is absent for an alert, which has its own limit in the service. */
export function conditionOf(check: Check | undefined): Pick<GateRecord, 'pass'> {
  return check?.kind === 'series' ? { pass: check.pass } : {};
}
