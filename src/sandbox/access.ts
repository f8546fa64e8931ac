import { ApiError } from './http.ts';
import type { RequestLimit } from './switches.ts';

/** An API key (contract, part 5). */
export interface SandboxCredentials {
  readonly keyId: string;
  readonly keySecret: string;
}

export interface Access {
  /** Counts the request at `now` (epoch milliseconds). @throws ApiError 401, or 429 when the rate limit is reached. */
  admit(authorization: string | undefined, now: number): void;
  /** Starts a new window of the rate limit. */
  clear(): void;
}

const BASIC = /^basic +([a-z0-9+/_-]+=*) *$/i;

/** The window of the limit opens with its first request. */
export function createPipesAccess({ keyId, keySecret }: SandboxCredentials, limit: RequestLimit | null): Access {
  const refuse = (text: string) =>
    new ApiError('UNAUTHORIZED', text, { 'www-authenticate': 'Basic realm="pipes", charset="UTF-8"' });
  let endsAt = Number.NEGATIVE_INFINITY;
  let left = 0;
  return {
    admit(authorization = '', now) {
      const encoded = BASIC.exec(authorization)?.[1];
      if (encoded === undefined) throw refuse('send the header Authorization: Basic with a key id and key secret.');
      const isKey = Buffer.from(encoded, 'base64').toString('utf8') === `${keyId}:${keySecret}`;
      if (!isKey) throw refuse('the key id or the key secret is wrong.');
      if (limit === null) return;
      if (now >= endsAt) {
        endsAt = now + limit.perMs;
        left = limit.requests;
      }
      left -= 1;
      if (left >= 0) return;
      // Rounded up, so that a client that waits exactly that long is admitted.
      const seconds = Math.ceil((endsAt - now) / 1_000);
      const text = `at most ${limit.requests} requests in ${limit.perMs} ms per API key.`;
      throw new ApiError('TOO_MANY_REQUESTS', text, { 'retry-after': String(seconds) });
    },
    clear() {
      endsAt = Number.NEGATIVE_INFINITY;
    },
  };
}

export function createObservabilityAccess(accessToken: string): Pick<Access, 'admit'> {
  return {
    admit(authorization = '') {
      const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
      if (token !== accessToken) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
    },
  };
}
