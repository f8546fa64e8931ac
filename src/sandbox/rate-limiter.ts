import { Refusal } from './answer.ts';
import type { Switches } from './switches.ts';

/** Counts requests per API key in windows that open with a key's first request. */
export interface RateLimiter {
  /** Counts one request at `now` (epoch milliseconds); throws a 429 refusal when the window is full. */
  admit(keyId: string, now: number): void;
  /** Forgets every window. */
  clear(): void;
}

export function createRateLimiter(switches: Pick<Switches, 'rateLimit' | 'rateLimitHint'>): RateLimiter {
  const { rateLimit, rateLimitHint } = switches;
  const windows = new Map<string, { endsAt: number; left: number }>();
  return {
    admit(keyId, now) {
      if (rateLimit === null) return;
      const open = windows.get(keyId);
      if (open === undefined || now >= open.endsAt) {
        windows.set(keyId, { endsAt: now + rateLimit.perMs, left: rateLimit.requests - 1 });
      } else if (open.left > 0) {
        open.left -= 1;
      } else {
        throw new Refusal(
          'TOO_MANY_REQUESTS',
          `at most ${rateLimit.requests} requests in ${rateLimit.perMs} ms per API key.`,
          hintHeaders(rateLimitHint, open.endsAt, now),
        );
      }
    },
    clear: () => windows.clear(),
  };
}

// Whole seconds are rounded up: a client that comes back exactly then is admitted.
function hintHeaders(hint: Switches['rateLimitHint'], endsAt: number, now: number): Record<string, string> {
  const seconds = String(Math.ceil((endsAt - now) / 1_000));
  if (hint === 'seconds') return { 'retry-after': seconds };
  if (hint === 'date') return { 'retry-after': new Date(Math.ceil(endsAt / 1_000) * 1_000).toUTCString() };
  if (hint === 'reset') return { 'x-ratelimit-reset': seconds };
  return {};
}
