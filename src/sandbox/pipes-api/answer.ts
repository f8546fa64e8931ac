import { randomUUID } from 'node:crypto';

/** The codes that error bodies begin with (field notes: `CODE: text`). */
type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'FAILED_DEPENDENCY'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_ERROR';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  FAILED_DEPENDENCY: 424,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
};

/** A request that the service does not carry out. Nothing has been changed when it is thrown. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.code = code;
    this.status = STATUS[code];
    this.headers = headers;
  }
}

/** One answer on its way out: the body is already text. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' } as const;

/** The envelope of every successful response (contract, part 2). `resultText` is JSON already: reads serialise a pipe once. */
export function succeed(requestId: string, resultText: string): Answer {
  return {
    status: 200,
    body: `{"status":200,"requestId":"${requestId}","result":${resultText}}`,
    headers: JSON_HEADERS,
  };
}

/** The error body of the field notes: `{"status":N,"error":"CODE: text","requestId":"uuid"}`. */
export function refuse(requestId: string, refusal: Refusal): Answer {
  const { status, code, message, headers } = refusal;
  return {
    status,
    body: JSON.stringify({ status, error: `${code}: ${message}`, requestId }),
    headers: { ...JSON_HEADERS, ...headers },
  };
}

/** What a thrown value becomes: a refusal as it is, anything else a 500 that tells nothing of the inside. */
export function refuseThrown(requestId: string, thrown: unknown): Answer {
  return refuse(requestId, thrown instanceof Refusal ? thrown : new Refusal('INTERNAL_ERROR', 'the request failed.'));
}

export function newRequestId(): string {
  return randomUUID();
}
