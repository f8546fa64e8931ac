import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { isJsonObject, type JsonObject, parseJson } from '../model/json/json.ts';

export type SandboxEnv = { Bindings: HttpBindings };

/** The codes of error bodies (field notes: `CODE: text`) and their statuses. */
const STATUS = {
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
} as const;

export type Headers = Readonly<Record<string, string>>;

/** The service refuses a request. Nothing has changed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: keyof typeof STATUS;
  readonly headers: Headers;

  get status(): number {
    return STATUS[this.code];
  }

  constructor(code: keyof typeof STATUS, text: string, headers: Headers = {}) {
    super(text);
    this.code = code;
    this.headers = headers;
  }
}

export function createMissingPipeError(): ApiError {
  return new ApiError('NOT_FOUND', 'the pipe does not exist.');
}

/** Field notes, seen: of the 424 for a pipe whose service is idle. */
export const IDLE_TEXT = 'the service is not available. Current state: idle';

/** Field notes, seen: a query that cannot run is a 500. */
export function createQueryError(text: string): ApiError {
  return new ApiError('INTERNAL_ERROR', text);
}

/** @throws ApiError 400 that names all problems, if any. */
export function refuseProblems(found: readonly (string | undefined)[]): void {
  const problems = found.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new ApiError('BAD_REQUEST', `${problems.join('; ')}.`);
}

export interface ServiceResponse {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
}

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;
export const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' } as const;

/** The envelope of a successful response (contract, part 2). `result` is JSON text. */
export function renderResult(requestId: string, result: string): ServiceResponse {
  return { status: 200, body: `{"status":200,"requestId":"${requestId}","result":${result}}`, headers: JSON_TYPE };
}

/** The error body of the pipes API (field notes). */
export function renderThrown(requestId: string, thrown: unknown): ServiceResponse {
  const { code, message, status, headers } = toApiError(thrown);
  const body = JSON.stringify({ status, error: `${code}: ${message}`, requestId });
  return { status, body, headers: { ...JSON_TYPE, ...headers } };
}

/** Any other error becomes a 500 without details. */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_ERROR', 'the request failed.');
}

/** A full settings object is under one kilobyte. */
const MAX_BODY_BYTES = 64 * 1024;

/** @throws ApiError 413 as soon as the body is too large. */
export async function readBody(incoming: IncomingMessage, maxBytes: number = MAX_BODY_BYTES): Promise<string> {
  const tooLarge = () => new ApiError('PAYLOAD_TOO_LARGE', `the body is larger than ${maxBytes} bytes.`);
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream stays open, so that the error can still be sent.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws ApiError 415 unless the body is declared as JSON (contract, part 4). */
export function requireJson(incoming: IncomingMessage): void {
  const [mediaType = ''] = (incoming.headers['content-type'] ?? '').split(';', 1);
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'send the body with the content type application/json.');
  }
}

/** Parses the body of an update. @throws ApiError 400 unless it is a JSON object with at least one key. */
export function parseUpdate(text: string): JsonObject {
  if (text.trim() === '') throw new ApiError('BAD_REQUEST', 'the body is empty.');
  const value = parseJson(text);
  if (value === undefined) throw new ApiError('BAD_REQUEST', 'the body is not valid JSON.');
  if (!isJsonObject(value)) throw new ApiError('BAD_REQUEST', 'the body must be a JSON object.');
  if (Object.keys(value).length === 0) throw new ApiError('BAD_REQUEST', 'the body names no key to update.');
  return value;
}
