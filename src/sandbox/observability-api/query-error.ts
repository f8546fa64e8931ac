/** A request that the observability API does not carry out: the status, and the body as it goes out (field notes). */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly status: 400 | 401 | 404 | 413 | 429 | 500;
  readonly body: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: QueryError['status'], body: string | object, headers: QueryError['headers'] = {}) {
    super(typeof body === 'string' ? body : JSON.stringify(body));
    this.status = status;
    this.body = this.message;
    this.contentType = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    this.headers = headers;
  }
}

/** Field notes, seen: what is wrong with a body, all of it, is a 400. */
export function badBody(problems: readonly string[]): QueryError {
  return new QueryError(400, { message: `Body validation failed: ${problems.join('; ')}` });
}

/** Field notes, seen: a query that cannot be run is a 500. */
export function badQuery(text: string): QueryError {
  return new QueryError(500, { error: text });
}
