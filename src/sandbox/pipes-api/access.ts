import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestLimit, Switches } from '../switches.ts';
import { ApiError } from './http.ts';

/** An API key as the web console issues it: id and secret (contract, part 5). */
export interface SandboxCredentials {
  readonly keyId: string;
  readonly keySecret: string;
}

export const DEFAULT_CREDENTIALS: SandboxCredentials = { keyId: 'sandbox', keySecret: 'sandbox' };

/** Checks an `Authorization` header and returns the key id that it proves; throws a 401 refusal otherwise. */
export type Authenticate = (authorization: string | undefined) => string;

const BASIC = /^basic +([a-z0-9+/_-]+=*) *$/i;

export function createAuthenticate(credentials: SandboxCredentials): Authenticate {
  const expected = digest(`${credentials.keyId}:${credentials.keySecret}`);
  return (authorization) => {
    const encoded = BASIC.exec(authorization ?? '')?.[1];
    if (encoded === undefined) throw unauthorized('send the header Authorization: Basic with a key id and key secret.');
    // Digests have one length, so the comparison tells nothing about the secret's.
    if (!timingSafeEqual(expected, digest(Buffer.from(encoded, 'base64').toString('utf8')))) {
      throw unauthorized('the key id or the key secret is wrong.');
    }
    return credentials.keyId;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function unauthorized(text: string): ApiError {
  return new ApiError('UNAUTHORIZED', text, { 'www-authenticate': 'Basic realm="pipes", charset="UTF-8"' });
}

/** Counts requests per key in windows that open with the first request of a key. */
export interface RateWindows {
  /** Counts one request at `now`: whether it is admitted, how many more are, and when the window ends. Times are epoch milliseconds. */
  count(key: string, now: number): { readonly admitted: boolean; readonly left: number; readonly endsAt: number };
  clear(): void;
}

export function createRateWindows({ requests, perMs }: RequestLimit): RateWindows {
  const windows = new Map<string, { endsAt: number; left: number }>();
  return {
    count(key, now) {
      const open = windows.get(key);
      const window = open === undefined || now >= open.endsAt ? { endsAt: now + perMs, left: requests } : open;
      const admitted = window.left > 0;
      if (admitted) window.left -= 1;
      windows.set(key, window);
      return { admitted, left: window.left, endsAt: window.endsAt };
    },
    clear: () => windows.clear(),
  };
}

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
      throw new ApiError(
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
