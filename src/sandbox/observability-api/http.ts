import { type Authenticate, createSecretCheck, createWindowLimiter, type RequestLimiter } from '../pipes-api/access.ts';
import type { RequestLimit } from '../switches.ts';

/** A request that the observability API refuses (field notes): an object goes out as JSON, a string as plain text. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly status: 400 | 401 | 404 | 413 | 429 | 500;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: QueryError['status'], body: string | object, headers: QueryError['headers'] = {}) {
    const isText = typeof body === 'string';
    super(isText ? body : JSON.stringify(body));
    this.status = status;
    this.body = this.message;
    this.headers = { ...headers, 'content-type': `${isText ? 'text/plain' : 'application/json'}; charset=utf-8` };
  }
}

/** Field notes, seen: an invalid body is a 400 that names all problems. */
export function createBodyError(problems: readonly string[]): QueryError {
  return new QueryError(400, { message: `Body validation failed: ${problems.join('; ')}` });
}

/** Field notes, seen: a query that cannot be run is a 500. */
export function createQueryError(text: string): QueryError {
  return new QueryError(500, { error: text });
}

/** Field notes, seen: the body of a 401 is plain text. */
export function createBearerCheck(accessToken: string): Authenticate {
  const isRight = createSecretCheck(accessToken);
  return (authorization) => {
    const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (given === undefined || !isRight(given)) throw new QueryError(401, 'Unauthorized');
  };
}

/** Field notes, seen: every response has `RateLimit-*` headers, and a 429 is plain text. */
export function createQueryLimiter(limit: RequestLimit | null): RequestLimiter {
  return createWindowLimiter(limit, ({ isAdmitted, left, endsInMs }, { requests, perMs }) => {
    const headers = {
      'ratelimit-policy': `${requests};w=${Math.ceil(perMs / 1_000)}`,
      'ratelimit-limit': String(requests),
      'ratelimit-remaining': String(left),
      'ratelimit-reset': String(Math.ceil(endsInMs / 1_000)),
    };
    if (isAdmitted) return headers;
    throw new QueryError(429, 'Too many requests, please try again later.', headers);
  });
}
