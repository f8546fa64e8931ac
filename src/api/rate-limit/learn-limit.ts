import type { RateLimit } from './turns.ts';

/**
 * A rate limit that was learnt from 429 answers. What the answers left open lies between `tooShortMs` and `longestMs`: the
 * window is what is most usual there. One that proves too short becomes longer; whether a shorter one would do is tried out
 * by sending the first request of a window early.
 */
export interface LearntLimit extends RateLimit {
  /** A window that has proved too short, in milliseconds. */
  readonly tooShortMs: number;
  /** The longest window that it can be, by what is known. */
  readonly longestMs: number;
  /** The share of the window that the next trial takes off, at most. It grows with success. */
  readonly boldness: number;
  /** How many turns to use up without any trouble before the next trial. */
  readonly calmTurns: number;
  /** For how many windows to leave a limit alone that seems to be exact. It doubles each time. */
  readonly patience: number;
  /** How often it has become longer by a hair. */
  readonly retreats: number;
}

/** What the requests before a 429 answer tell. Times are milliseconds of a clock that never goes back. */
export interface Lesson {
  /** When the first request was sent since the service last began to let requests through. */
  readonly startedAt: number;
  /** How many it let through from then on. */
  readonly passed: number;
  /** How many of them in so many milliseconds before the first 429. */
  readonly passedOfLate: (windowMs: number) => number;
  /** When the first request was refused. */
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
/** How much more than the average the latest window may have let through, which the average of a slow start hides. */
const RECENT = 1.25;
const FIRST_PATIENCE = 50;
/** However small the limit: trials that fail are few of the requests, and one that passed is put to use. */
const CALM_TURNS = 60;
const FEWEST_TURNS_AFTER_SUCCESS = 10;
/** A usual window is likely to be right: other usual ones are tried out after so many turns. */
const USUAL_TURNS = 250;
/** Of a bucket that fills evenly only a few requests are let through at a time, in whatever time they take. */
const FEW = 5;

/** The windows that services have nearly always, in milliseconds. */
const USUAL_MS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map((seconds) => seconds * 1_000);

/** Fewer, since each that is too short costs a 429. */
const SHORTEST_PROBED_MS = 1_000;
const LONGEST_PROBE_MS = 600_000;
const PROBED_MS = [SHORTEST_PROBED_MS, 10_000, 60_000, LONGEST_PROBE_MS];

/**
 * The limit after a 429 that no trial asked for. When the service had only just begun to let requests through, what it
 * let through is the measure of its limit. Otherwise the window that was believed in is too short, be it since somebody
 * else uses the same key. null: nothing is known.
 */
export function learnLimit(known: LearntLimit | null, lesson: Lesson): LearntLimit | null {
  const { startedAt, passed, refusedAt, lastRefusedAt, openAt } = lesson;
  const elapsedMs = refusedAt - startedAt;
  if (known !== null && elapsedMs >= known.perMilliseconds) return lengthen(known);
  if (passed === 0) return known;
  const patience = known?.patience ?? FIRST_PATIENCE;
  const longestMs = Math.max(1, openAt - startedAt);
  const blurMs = Math.max(0, Math.min(lesson.blurMs, openAt - lastRefusedAt));
  const windowMs = USUAL_MS.find((ms) => ms > openAt - blurMs - refusedAt && ms <= elapsedMs);
  if (windowMs === undefined) {
    // Where nothing was told, the window that was waited for is as likely as a shorter one; else there are few to choose from.
    const prefer = Number.isFinite(lesson.blurMs) ? 'shortest' : 'longest';
    return within(passed, { tooShortMs: longestMs - blurMs, longestMs, prefer }, patience);
  }
  // Several windows have gone by: of the last one it is not known when it began.
  const onAverage = (passed * windowMs) / (longestMs - blurMs / 2);
  const requests = Math.max(1, Math.floor(Math.min(lesson.passedOfLate(windowMs), RECENT * onAverage)));
  return rest(limitOf(requests, { perMilliseconds: windowMs, tooShortMs: 0, longestMs: windowMs }, patience));
}

/** At first by a hair, which is all that jitter asks for; then to what is usual, or to the longest that is possible. */
function lengthen(known: LearntLimit): LearntLimit {
  const { requests, perMilliseconds, longestMs, patience, retreats } = known;
  const hair = perMilliseconds * (1 + EXACT);
  if (retreats === 0) return { ...rest({ ...known, perMilliseconds: hair }), retreats: 1 };
  const furthestMs = longestMs > hair ? longestMs : perMilliseconds * RETREAT;
  return within(requests, { tooShortMs: perMilliseconds, longestMs: furthestMs, prefer: 'shortest' }, patience);
}

interface Range {
  readonly tooShortMs: number;
  readonly longestMs: number;
  /** Which usual window to believe in, of several. */
  readonly prefer: 'shortest' | 'longest';
}

/** A limit whose window is longer than `tooShortMs`, and at most `longestMs`. */
function within(requests: number, { tooShortMs, longestMs, prefer }: Range, patience: number): LearntLimit {
  // A hair more than it can be is for the times of answers, which vary.
  const possible = USUAL_MS.filter((ms) => ms > tooShortMs && ms <= longestMs * (1 + EXACT / 2));
  const usual = possible.at(prefer === 'shortest' ? 0 : -1);
  const limit = limitOf(requests, { perMilliseconds: usual ?? longestMs, tooShortMs, longestMs }, patience);
  return shorterWindow(limit) === null ? rest(limit) : limit;
}

type Window = Pick<LearntLimit, 'perMilliseconds' | 'tooShortMs' | 'longestMs'>;

function limitOf(requests: number, window: Window, patience: number): LearntLimit {
  const isUsual = USUAL_MS.includes(window.perMilliseconds) && requests >= FEW;
  const calmTurns = isUsual ? Math.max(requests, USUAL_TURNS) : windowAfter(requests);
  return { requests, ...window, boldness: FIRST_BOLDNESS, calmTurns, patience, retreats: 0 };
}

/**
 * When to send a probe where nothing is told: when the next window ends that is most usual. It began before the first answer,
 * or before the first 429, if by then others had ended.
 */
export function nextProbe(answeredAt: number, refusedAt: number, now: number): number {
  const begun = refusedAt - answeredAt < SHORTEST_PROBED_MS ? answeredAt : refusedAt;
  const windowMs = PROBED_MS.find((ms) => ms > now - begun) ?? now - begun + LONGEST_PROBE_MS;
  return begun + windowMs * (1 + EXACT / 3);
}

/** The window to try out, in milliseconds, after so many turns without trouble; null: not now. */
export function nextTrial(limit: LearntLimit, turnsInPeace: number): number | null {
  return turnsInPeace < limit.calmTurns ? null : shorterWindow(limit);
}

/** The limit after a trial of that window. */
export function learnFromTrial(limit: LearntLimit, triedMs: number, end: 'passed' | 'refused'): LearntLimit {
  const { requests, perMilliseconds: longestMs, boldness } = limit;
  const narrowed: LearntLimit =
    end === 'passed'
      ? {
          ...limit,
          perMilliseconds: triedMs,
          longestMs,
          boldness: Math.min(MOST_BOLDNESS, boldness * 2),
          calmTurns: windowAfter(requests),
        }
      : {
          ...limit,
          tooShortMs: triedMs,
          longestMs,
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
function shorterWindow({ requests, perMilliseconds, tooShortMs, boldness }: LearntLimit): number | null {
  if (USUAL_MS.includes(perMilliseconds)) {
    const usual = USUAL_MS.findLast((ms) => ms > tooShortMs && ms < perMilliseconds);
    if (usual !== undefined || requests >= FEW) return usual ?? null;
  }
  if (perMilliseconds - tooShortMs <= EXACT * perMilliseconds) return null;
  return Math.max((tooShortMs + perMilliseconds) / 2, perMilliseconds * (1 - boldness));
}

/** Others who use the key may leave: after a while it is worth another look. */
function rest(limit: LearntLimit): LearntLimit {
  const { requests, patience } = limit;
  const calmTurns = patience * Math.max(requests, CALM_TURNS);
  return { ...limit, tooShortMs: 0, boldness: FIRST_BOLDNESS, calmTurns, patience: patience * 2 };
}
