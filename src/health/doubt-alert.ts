import { formatNumber } from '../model/number.ts';
import type { Alert } from '../model/observability.ts';
import { readTimeMs } from '../model/time.ts';
import { formatAge, formatDuration, parseDuration } from '../model/units.ts';

/** A reason why an alert proves nothing at present. */
export interface Doubt {
  /** `state`: the state itself says so, which is no doubt to someone who expects it. `trust`: any state would be doubtful. */
  readonly about: 'trust' | 'state';
  readonly words: string;
}

/** An alert that is evaluated on time may be seen just before its next evaluation shows, so this is granted once. */
const GRACE_MS = 30_000;

/** Field notes, seen: an alert in these states has not been judged. */
const UNJUDGED_STATES: ReadonlyMap<string, string> = new Map([
  ['insufficient_data', 'it has insufficient data'],
  ['disabled', 'it is disabled'],
]);

/**
 * Every reason to doubt an alert, the weightiest first. The rules are those of the field notes: a silenced alert hides its
 * state, one whose query failed keeps its last state, and one that was not updated for two intervals is not evaluated.
 */
export function findDoubts(alert: Alert, nowMs: number): readonly Doubt[] {
  return [...detectMissingData(alert), ...doubtErrors(alert), ...doubtAge(alert, nowMs), ...doubtState(alert)];
}

/** Two intervals and 30 seconds: how old a state may be that is still believed. */
function longestAgeMs(intervalMs: number): number {
  return 2 * intervalMs + GRACE_MS;
}

function detectMissingData({ silenced }: Alert): readonly Doubt[] {
  if (silenced === null) return [];
  return [trust(`it is silenced${silenced === '' ? '' : ` (${silenced})`}`)];
}

function doubtErrors({ executionErrors: [first, ...others] }: Alert): readonly Doubt[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${formatNumber(others.length)} more`;
  return [trust(`its query failed, so its state is the last one known (${first}${more})`)];
}

function doubtAge({ interval, updatedAt }: Alert, nowMs: number): readonly Doubt[] {
  const parsed = interval === null ? null : parseDuration(interval);
  const intervalMs = parsed?.ok === true && parsed.value > 0 ? parsed.value : null;
  const ageMs = updatedAt === null ? Number.NaN : nowMs - readTimeMs(updatedAt);
  const doubts: Doubt[] = [];
  if (interval === null) doubts.push(trust('the service does not show how often it is evaluated'));
  else if (intervalMs === null) doubts.push(trust(`its interval cannot be read: ${interval}`));
  if (updatedAt === null) doubts.push(trust('the service does not show when it was updated'));
  else if (Number.isNaN(ageMs)) doubts.push(trust(`the time of its update cannot be read: ${updatedAt}`));
  if (intervalMs === null || Number.isNaN(ageMs)) return doubts;
  const longestMs = longestAgeMs(intervalMs);
  if (ageMs > longestMs) {
    return [
      trust(`it was updated ${formatAge(ageMs)} ago although it is evaluated every ${formatDuration(intervalMs)}`),
    ];
  }
  return ageMs < -longestMs ? [trust(`its update is ${formatAge(-ageMs)} in the future`)] : [];
}

function doubtState({ state }: Alert): readonly Doubt[] {
  if (state === null) return [{ about: 'state', words: 'the service does not show its state' }];
  const words = UNJUDGED_STATES.get(state.toLowerCase());
  return words === undefined ? [] : [{ about: 'state', words }];
}

function trust(words: string): Doubt {
  return { about: 'trust', words };
}
