import type { Switches } from '../switches.ts';
import { Refusal } from './answer.ts';
import { createRateWindows } from './rate-windows.ts';

/** The rate limit of the pipes API. */
export interface RateLimiter {
  /** Counts one request at `now` (epoch milliseconds); throws a 429 refusal when the window is full. */
  admit(keyId: string, now: number): void;
  /** Forgets every window. */
  clear(): void;
}

export function createRateLimiter({
  rateLimit,
  rateLimitHint,
}: Pick<Switches, 'rateLimit' | 'rateLimitHint'>): RateLimiter {
  if (rateLimit === null) return { admit: () => undefined, clear: () => undefined };
  const windows = createRateWindows(rateLimit);
  return {
    admit(keyId, now) {
      const { admitted, endsAt } = windows.count(keyId, now);
      if (admitted) return;
      throw new Refusal(
        'TOO_MANY_REQUESTS',
        `at most ${rateLimit.requests} requests in ${rateLimit.perMs} ms per API key.`,
        hintHeaders(rateLimitHint, endsAt, now),
      );
    },
    clear: windows.clear,
  };
}

// Whole seconds are rounded up: a client that comes back exactly then is admitted.
function hintHeaders(hint: Switches['rateLimitHint'], endsAt: number, now: number): Record<string, string> {
  const seconds = String(Math.ceil((endsAt - now) / 1_000));
  if (hint === 'seconds') return { 'retry-after': seconds };
  if (hint === 'date') {
    const date = new Date(Math.ceil(endsAt / 1_000) * 1_000);
    // The date of the answer is by the same clock, so that a client can tell how long that is.
    return { 'retry-after': date.toUTCString(), date: new Date(now).toUTCString() };
  }
  if (hint === 'reset') return { 'x-ratelimit-reset': seconds };
  return {};
}
