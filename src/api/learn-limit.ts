import type { RateLimit } from './turns.ts';

/**
 * A rate limit that was learnt from 429 answers. Its window is at most too long, by what the answers left open; what lies
 * between `tooShortMs` and the window is tried out by sending the first request of a window early.
 */
export interface LearntLimit extends RateLimit {
  /** A window that has proved too short, in milliseconds. */
  readonly tooShortMs: number;
  /** The window before the last successful trial: what to go back to if that success meant nothing. */
  readonly provenMs: number;
  /** The share of the window that the next trial takes off, at most. It grows with success. */
  readonly boldness: number;
  /** How many turns to use up without any trouble before the next trial. */
  readonly calmTurns: number;
  /** For how many windows to leave a limit alone that seems to be exact. It doubles each time. */
  readonly patience: number;
}

/** What the requests before a 429 answer tell. Times are epoch milliseconds. */
export interface Lesson {
  /** When the first request was sent since the service last began to let requests through. */
  readonly startedAt: number;
  /** How many it let through from then on. */
  readonly passed: number;
  /** When the first 429 came. */
  readonly refusedAt: number;
  /** When the last request was sent that was answered 429. */
  readonly lastRefusedAt: number;
  /** When the service was known to let requests through again. */
  readonly openAt: number;
  /** By how much that may be later than need be, in milliseconds. */
  readonly blurMs: number;
}

const FIRST_BOLDNESS = 0.1;
const MOST_BOLDNESS = 0.5;
/** A window known to this share of itself is exact enough: a trial that fails costs more than there is to win. */
const EXACT = 0.06;
/** How much longer a window becomes that is too short although it had proved right. */
const RETREAT = 1.25;
const FIRST_PATIENCE = 50;
/** However small the limit: trials that fail are a few per cent of the requests at most, and one that passed is put to use. */
const CALM_TURNS = 30;
const FEWEST_TURNS_AFTER_SUCCESS = 10;

/**
 * The limit after a 429 that no trial asked for. When the service had only just begun to let requests through, what it
 * let through is the measure of its limit. Otherwise the window that was believed in is too short, be it since somebody
 * else uses the same key: the last trial is taken back, or the window becomes longer. null: nothing is known.
 */
export function learnLimit(known: LearntLimit | null, lesson: Lesson): LearntLimit | null {
  const { startedAt, passed, refusedAt, lastRefusedAt, openAt, blurMs } = lesson;
  if (known !== null && refusedAt - startedAt >= known.perMilliseconds) {
    const { perMilliseconds, provenMs } = known;
    return rest({ ...known, perMilliseconds: perMilliseconds < provenMs ? provenMs : perMilliseconds * RETREAT });
  }
  if (passed === 0) return known;
  const perMilliseconds = Math.max(1, openAt - startedAt);
  const measured: LearntLimit = {
    requests: passed,
    perMilliseconds,
    tooShortMs: Math.max(0, Math.min(lastRefusedAt - startedAt, perMilliseconds)),
    provenMs: perMilliseconds,
    boldness: FIRST_BOLDNESS,
    calmTurns: windowAfter(passed),
    patience: known?.patience ?? FIRST_PATIENCE,
  };
  return isWhole(perMilliseconds, blurMs) ? rest(measured) : measured;
}

/** Windows are whole seconds nearly always: with a wait in seconds there is only one that it can be. */
function isWhole(windowMs: number, blurMs: number): boolean {
  return blurMs <= 1_000 && windowMs >= 1_000 && windowMs % 1_000 <= FIRST_BOLDNESS * windowMs;
}

/** The window to try out, in milliseconds, after so many turns without trouble; null: not now. */
export function nextTrial(limit: LearntLimit, turnsInPeace: number): number | null {
  return turnsInPeace < limit.calmTurns ? null : shorterWindow(limit);
}

/** The limit after a trial of that window. */
export function learnFromTrial(limit: LearntLimit, triedMs: number, end: 'passed' | 'refused'): LearntLimit {
  const { requests, perMilliseconds: provenMs, boldness } = limit;
  const narrowed: LearntLimit =
    end === 'passed'
      ? {
          ...limit,
          perMilliseconds: triedMs,
          provenMs,
          boldness: Math.min(MOST_BOLDNESS, boldness * 2),
          calmTurns: windowAfter(requests),
        }
      : {
          ...limit,
          tooShortMs: triedMs,
          provenMs,
          boldness: FIRST_BOLDNESS,
          calmTurns: Math.max(requests, CALM_TURNS),
        };
  return shorterWindow(narrowed) === null ? rest(narrowed) : narrowed;
}

/** The request that is the first of a window has been counted already. */
function windowAfter(requests: number): number {
  return Math.max(requests - 1, FEWEST_TURNS_AFTER_SUCCESS);
}

/** null when the window is exact enough. */
function shorterWindow({ perMilliseconds, tooShortMs, boldness }: LearntLimit): number | null {
  if (perMilliseconds - tooShortMs <= EXACT * perMilliseconds) return null;
  return Math.max((tooShortMs + perMilliseconds) / 2, perMilliseconds * (1 - boldness));
}

/** Others who use the key may leave: after a while it is worth another look. */
function rest(limit: LearntLimit): LearntLimit {
  const { requests, perMilliseconds, patience } = limit;
  const calmTurns = patience * Math.max(requests, CALM_TURNS);
  return {
    ...limit,
    provenMs: perMilliseconds,
    tooShortMs: 0,
    boldness: FIRST_BOLDNESS,
    calmTurns,
    patience: patience * 2,
  };
}
