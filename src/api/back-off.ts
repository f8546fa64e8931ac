/** How often and how long a request is tried again. */
export interface RetryOptions {
  /** How many times a request may be sent. Answers of 429 do not count: for them `budgetMs` is the limit. */
  readonly maxAttempts: number;
  /** The longest wait before the second attempt; it doubles with each further one. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** After the first failure, no attempt starts later than this, and no wait that the service asks for may be longer. */
  readonly budgetMs: number;
}

/** Answer headers by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>;

/** Any wait up to the bound is as likely as any other, so that workers that failed together do not come back together. */
export function fullJitterMs(attempt: number, options: RetryOptions, random: () => number): number {
  return random() * Math.min(options.maxDelayMs, options.baseDelayMs * 2 ** (attempt - 1));
}

const EPOCH_SECONDS_SINCE_2001 = 1_000_000_000;

/**
 * The wait in milliseconds that an answer asks for, or null: `Retry-After` (seconds, or an HTTP date, which is compared
 * with the answer's own `Date` so that the two clocks need not agree), else `X-RateLimit-Reset` or `RateLimit-Reset`
 * (seconds; numbers that can only be a date are taken as one).
 */
export function namedWaitMs(headers: AnswerHeaders, now: number): number | null {
  const retryAfter = headers['retry-after']?.trim();
  const serviceNow = readDate(headers.date) ?? now;
  if (retryAfter !== undefined) {
    const seconds = readSeconds(retryAfter);
    if (seconds !== null) return seconds * 1000;
    const date = readDate(retryAfter);
    if (date !== null) return Math.max(0, date - serviceNow);
  }
  const reset = readSeconds((headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? '').trim());
  if (reset === null) return null;
  return reset < EPOCH_SECONDS_SINCE_2001 ? reset * 1000 : Math.max(0, reset * 1000 - serviceNow);
}

function readSeconds(text: string): number | null {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

function readDate(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
