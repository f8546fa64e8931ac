import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError, type Headers } from './http.ts';
import type { RequestLimit, Switches } from './switches.ts';

/** An API key (contract, part 5). */
export interface SandboxCredentials {
  readonly keyId: string;
  readonly keySecret: string;
}

export type Access = ReturnType<typeof createAccess>;

const BASIC = /^basic +([a-z0-9+/_-]+=*) *$/i;

export function createPipesAccess(
  { keyId, keySecret }: SandboxCredentials,
  { rateLimit, rateLimitHint }: Pick<Switches, 'rateLimit' | 'rateLimitHint'>,
): Access {
  const isRight = createSecretCheck(`${keyId}:${keySecret}`);
  const refuse = (text: string) =>
    new ApiError('UNAUTHORIZED', text, { 'www-authenticate': 'Basic realm="pipes", charset="UTF-8"' });
  const authenticate = (authorization: string) => {
    const encoded = BASIC.exec(authorization)?.[1];
    if (encoded === undefined) throw refuse('send the header Authorization: Basic with a key id and key secret.');
    const isKey = isRight(Buffer.from(encoded, 'base64').toString('utf8'));
    if (!isKey) throw refuse('the key id or the key secret is wrong.');
  };
  return createAccess(authenticate, rateLimit, ({ isAdmitted, endsInMs }, { requests, perMs }, now) => {
    if (isAdmitted) return {};
    const text = `at most ${requests} requests in ${perMs} ms per API key.`;
    throw new ApiError('TOO_MANY_REQUESTS', text, hintHeaders(rateLimitHint, endsInMs, now));
  });
}

/** Field notes, seen: every response has `RateLimit-*` headers. */
export function createObservabilityAccess(accessToken: string, rateLimit: RequestLimit | null): Access {
  const isRight = createSecretCheck(accessToken);
  const authenticate = (authorization: string) => {
    const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (token === undefined || !isRight(token)) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
  };
  return createAccess(authenticate, rateLimit, ({ isAdmitted, left, endsInMs }, { requests, perMs }) => {
    const headers = {
      'ratelimit-policy': `${requests};w=${Math.ceil(perMs / 1_000)}`,
      'ratelimit-limit': String(requests),
      'ratelimit-remaining': String(left),
      'ratelimit-reset': String(Math.ceil(endsInMs / 1_000)),
    };
    if (isAdmitted) return headers;
    throw new ApiError('TOO_MANY_REQUESTS', 'Too many requests, please try again later.', headers);
  });
}

/** Compares digests in constant time, so that the time reveals neither the secret nor its length. */
function createSecretCheck(secret: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (given) => timingSafeEqual(expected, digest(given));
}

interface WindowCount {
  readonly isAdmitted: boolean;
  /** How many more requests the window admits. */
  readonly left: number;
  readonly endsInMs: number;
}

/**
 * Authentication and rate limit of one API. The window of the limit opens with its first request.
 * @param respond returns the headers of an admitted request, or throws.
 */
function createAccess(
  authenticate: (authorization: string) => void,
  limit: RequestLimit | null,
  respond: (counted: WindowCount, limit: RequestLimit, now: number) => Headers,
) {
  let endsAt = Number.NEGATIVE_INFINITY;
  let left = 0;
  return {
    /**
     * Counts the request at `now` (epoch milliseconds).
     * @returns headers for the response. @throws ApiError 401, or 429 when the window is full.
     */
    admit(authorization: string | undefined, now: number): Headers {
      authenticate(authorization ?? '');
      if (limit === null) return {};
      if (now >= endsAt) {
        endsAt = now + limit.perMs;
        left = limit.requests;
      }
      const isAdmitted = left > 0;
      if (isAdmitted) left -= 1;
      return respond({ isAdmitted, left, endsInMs: endsAt - now }, limit, now);
    },
    clear() {
      endsAt = Number.NEGATIVE_INFINITY;
    },
  };
}

// Rounded up, so that a client that waits exactly that long is admitted.
function hintHeaders(hint: Switches['rateLimitHint'], endsInMs: number, now: number): Headers {
  const seconds = String(Math.ceil(endsInMs / 1_000));
  if (hint === 'seconds') return { 'retry-after': seconds };
  if (hint === 'date') {
    const until = new Date(Math.ceil((now + endsInMs) / 1_000) * 1_000);
    // The Date header uses the same clock, so that a client can compute the wait.
    return { 'retry-after': until.toUTCString(), date: new Date(now).toUTCString() };
  }
  return hint === 'reset' ? { 'x-ratelimit-reset': seconds } : {};
}
