import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestLimit, Switches } from '../switches.ts';
import { ApiError } from './http.ts';

/** An API key as the web console issues it: id and secret (contract, part 5). */
export interface SandboxCredentials {
  readonly keyId: string;
  readonly keySecret: string;
}

/** Checks an `Authorization` header. @throws the 401 of the API. */
export type Authenticate = (authorization: string | undefined) => void;

const BASIC = /^basic +([a-z0-9+/_-]+=*) *$/i;

export function createAuthenticate({ keyId, keySecret }: SandboxCredentials): Authenticate {
  const isRight = createSecretCheck(`${keyId}:${keySecret}`);
  return (authorization) => {
    const encoded = BASIC.exec(authorization ?? '')?.[1];
    if (encoded === undefined) throw unauthorized('send the header Authorization: Basic with a key id and key secret.');
    const isValid = isRight(Buffer.from(encoded, 'base64').toString('utf8'));
    if (!isValid) throw unauthorized('the key id or the key secret is wrong.');
  };
}

/** Compares texts in constant time; digests have one length, so the time reveals nothing about the secret's. */
export function createSecretCheck(secret: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (given) => timingSafeEqual(expected, digest(given));
}

function unauthorized(text: string): ApiError {
  return new ApiError('UNAUTHORIZED', text, { 'www-authenticate': 'Basic realm="pipes", charset="UTF-8"' });
}

/** The rate limit of an API: one window for its one key, which opens with the first request in it. */
export interface RequestLimiter {
  /**
   * Counts one request at `now` (epoch milliseconds).
   * @returns headers for its response. @throws the 429 of the API when the window is full.
   */
  admit(now: number): Readonly<Record<string, string>>;
  /** Forgets the window. */
  clear(): void;
}

/** What the limiter found: whether the request is admitted, how many more are, and the milliseconds to the window's end. */
interface WindowCount {
  readonly isAdmitted: boolean;
  readonly left: number;
  readonly endsInMs: number;
}

/** @param respond makes the headers of an admission, or throws. */
export function createWindowLimiter(
  limit: RequestLimit | null,
  respond: (admission: WindowCount, limit: RequestLimit, now: number) => Readonly<Record<string, string>>,
): RequestLimiter {
  if (limit === null) return { admit: () => ({}), clear: () => undefined };
  let endsAt = Number.NEGATIVE_INFINITY;
  let left = 0;
  return {
    admit(now) {
      if (now >= endsAt) [endsAt, left] = [now + limit.perMs, limit.requests];
      const isAdmitted = left > 0;
      if (isAdmitted) left -= 1;
      return respond({ isAdmitted, left, endsInMs: endsAt - now }, limit, now);
    },
    clear() {
      endsAt = Number.NEGATIVE_INFINITY;
    },
  };
}

export function createRateLimiter({
  rateLimit,
  rateLimitHint,
}: Pick<Switches, 'rateLimit' | 'rateLimitHint'>): RequestLimiter {
  return createWindowLimiter(rateLimit, ({ isAdmitted, endsInMs }, { requests, perMs }, now) => {
    if (isAdmitted) return {};
    const text = `at most ${requests} requests in ${perMs} ms per API key.`;
    throw new ApiError('TOO_MANY_REQUESTS', text, hintHeaders(rateLimitHint, endsInMs, now));
  });
}

// Whole seconds are rounded up: a client that comes back exactly then is admitted.
function hintHeaders(hint: Switches['rateLimitHint'], endsInMs: number, now: number): Record<string, string> {
  const seconds = String(Math.ceil(endsInMs / 1_000));
  if (hint === 'seconds') return { 'retry-after': seconds };
  if (hint === 'date') {
    const until = new Date(Math.ceil((now + endsInMs) / 1_000) * 1_000);
    // The date of the response is by the same clock, so that a client can compute the wait.
    return { 'retry-after': until.toUTCString(), date: new Date(now).toUTCString() };
  }
  return hint === 'reset' ? { 'x-ratelimit-reset': seconds } : {};
}
