import { readAmount } from '../rate-limit/read-amount.ts';
import type { AnswerHeaders } from '../rate-limit/read-quota.ts';
import { readQuota } from '../rate-limit/read-quota.ts';

/** How often and how long a request is tried again. */
export interface RetryOptions {
  /** How many times a request may be sent. Answers of 429 do not count: for them `patienceMs` is the limit. */
  readonly maxAttempts: number;
  /** The longest wait before the second attempt; it doubles with each further one. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** After its first failure a request may spend so long on further attempts and on the waits before them. */
  readonly budgetMs: number;
  /** The longest time in which a rate limit lets no request through at all. Waiting for a turn is not limited. */
  readonly patienceMs: number;
}

/** Any wait up to the bound is as likely as any other, so that workers that failed together do not come back together. */
export function fullJitterMs(attempt: number, options: RetryOptions, random: () => number): number {
  return random() * Math.min(options.maxDelayMs, options.baseDelayMs * 2 ** (attempt - 1));
}

const FIRST_PROBE_DELAY_MS = 1_000;
const LONGEST_PROBE_DELAY_MS = 30_000;

/**
 * The wait after a 429 that names none, or whose named wait was too short: windows of rate limits are seconds or minutes
 * long. Half of it is left to chance, so that others with the same key do not come back at the same time.
 */
export function probeDelayMs(failedProbes: number, random: () => number): number {
  return (0.5 + random() / 2) * Math.min(LONGEST_PROBE_DELAY_MS, FIRST_PROBE_DELAY_MS * 2 ** failedProbes);
}

/** A week; a longer wait says no more, and a number without bounds would never pass. */
const LONGEST_NAMED_WAIT_MS = 604_800_000;

const EPOCH_SECONDS_SINCE_2001 = 1_000_000_000;
const EPOCH_MILLISECONDS_SINCE_2001 = 1_000 * EPOCH_SECONDS_SINCE_2001;

/** A wait that an answer asks for. `blurMs`: by how much it may be longer than need be, since it is named in seconds. */
export interface NamedWait {
  readonly ms: number;
  readonly blurMs: number;
}

/**
 * The wait that a 429 asks for, or null: `Retry-After`, else `X-RateLimit-Reset` or `RateLimit-Reset` (seconds; numbers
 * that can only be a date are taken as one), else the `t` of `RateLimit`.
 */
export function namedWait(headers: AnswerHeaders, now: number): NamedWait | null {
  const asked = retryAfter(headers, now);
  if (asked !== null) return asked;
  const reset = resetOf(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'], headers, now);
  if (reset !== null) return reset;
  const resetMs = readQuota(headers)?.resetMs ?? null;
  return resetMs === null ? null : inSeconds(resetMs / 1_000);
}

/** The wait until a moment of a reset: seconds, or a date in epoch seconds or milliseconds; null when it is none. */
export function resetOf(text: string | undefined, headers: AnswerHeaders, now: number): NamedWait | null {
  const reset = readAmount(text);
  if (reset === null) return null;
  if (reset < EPOCH_SECONDS_SINCE_2001) return inSeconds(reset);
  return until(reset < EPOCH_MILLISECONDS_SINCE_2001 ? reset * 1_000 : reset, headers, now);
}

/** The wait of `Retry-After`, seconds or an HTTP date; null when there is none. */
export function retryAfter(headers: AnswerHeaders, now: number): NamedWait | null {
  const text = headers['retry-after']?.trim();
  const seconds = readAmount(text);
  if (seconds !== null) return inSeconds(seconds);
  const date = readDate(text);
  return date === null ? null : until(date, headers, now);
}

function inSeconds(seconds: number): NamedWait {
  return { ms: boundWait(seconds * 1_000), blurMs: 1_000 };
}

/** Compared with the answer's own `Date`, so that the two clocks need not agree. */
function until(date: number, headers: AnswerHeaders, now: number): NamedWait {
  return { ms: boundWait(date - (readDate(headers.date) ?? now)), blurMs: 2_000 };
}

function boundWait(milliseconds: number): number {
  return Math.min(Math.max(0, milliseconds), LONGEST_NAMED_WAIT_MS);
}

/** An HTTP date in epoch milliseconds; null when it is none. */
export function readDate(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
