import { createRateWindows } from '../pipes-api/rate-windows.ts';
import type { RateLimit } from '../switches.ts';
import { QueryError } from './query-error.ts';

/** The rate limit of the observability API: one window, since there is one access token. */
export interface QueryLimiter {
  /**
   * Counts one request at `now` (epoch milliseconds).
   * @returns the headers that tell the client where it stands.
   * @throws QueryError 429 with the same headers and a plain text (field notes).
   */
  admit(now: number): Readonly<Record<string, string>>;
  clear(): void;
}

export function createQueryLimiter(limit: RateLimit | null): QueryLimiter {
  if (limit === null) return { admit: () => ({}), clear: () => undefined };
  const windows = createRateWindows(limit);
  return {
    admit(now) {
      const { admitted, left, endsAt } = windows.count('', now);
      const headers = {
        'ratelimit-policy': `${limit.requests};w=${Math.ceil(limit.perMs / 1_000)}`,
        'ratelimit-limit': String(limit.requests),
        'ratelimit-remaining': String(left),
        'ratelimit-reset': String(Math.ceil((endsAt - now) / 1_000)),
      };
      if (admitted) return headers;
      throw new QueryError(429, 'Too many requests, please try again later.', headers);
    },
    clear: windows.clear,
  };
}
