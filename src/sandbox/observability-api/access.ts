import { createHash, timingSafeEqual } from 'node:crypto';
import { createRateWindows } from '../pipes-api/access.ts';
import type { RequestLimit } from '../switches.ts';
import { QueryError } from './request.ts';

/** The access token that a sandbox takes when none is named. */
export const DEFAULT_ACCESS_TOKEN = 'sandbox';

/** Checks an `Authorization` header; throws a 401 otherwise (contract, part 5; field notes: its body is plain text). */
export type CheckBearer = (authorization: string | undefined) => void;

export function createBearerCheck(accessToken: string): CheckBearer {
  const expected = digest(accessToken);
  return (authorization) => {
    const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    // Digests have one length, so the comparison tells nothing about the token's.
    if (given === undefined || !timingSafeEqual(expected, digest(given))) throw new QueryError(401, 'Unauthorized');
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

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

export function createQueryLimiter(limit: RequestLimit | null): QueryLimiter {
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
