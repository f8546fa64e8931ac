import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { MACHINE_CLOCK } from '../../platform/machine-clock.ts';
import type { SandboxService } from '../service.ts';
import type { OpenEntry } from '../state/logs.ts';

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
export class ApiError extends Error {
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
export interface ServiceResponse {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' } as const;

/** The envelope of every successful response (contract, part 2). `resultText` is JSON already: reads serialise a pipe once. */
export function renderResult(requestId: string, resultText: string): ServiceResponse {
  return {
    status: 200,
    body: `{"status":200,"requestId":"${requestId}","result":${resultText}}`,
    headers: JSON_HEADERS,
  };
}

/** The error body of the field notes: `{"status":N,"error":"CODE: text","requestId":"uuid"}`. */
export function renderError(requestId: string, refusal: ApiError): ServiceResponse {
  const { status, code, message, headers } = refusal;
  return {
    status,
    body: JSON.stringify({ status, error: `${code}: ${message}`, requestId }),
    headers: { ...JSON_HEADERS, ...headers },
  };
}

/** What a thrown value becomes: a refusal as it is, anything else a 500 that tells nothing of the inside. */
export function renderThrown(requestId: string, thrown: unknown): ServiceResponse {
  return renderError(
    requestId,
    thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_ERROR', 'the request failed.'),
  );
}

export function newRequestId(): string {
  return randomUUID();
}

/** The largest body read, in bytes. A full settings object is under one kilobyte. */
const MAX_BODY_BYTES = 64 * 1024;

/** Reads the body as text; throws a 413 refusal as soon as it is known to be too large. */
export async function readBody(incoming: IncomingMessage, mostBytes: number = MAX_BODY_BYTES): Promise<string> {
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream stays usable after an early end, so that the refusal can still be written.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Throws a 415 refusal unless the body is declared as JSON (contract, part 4). */
export function requireJson(contentType: string | undefined): void {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'send the body with the content type application/json.');
  }
}

/** Parses an update body; throws a 400 refusal for invalid JSON, for anything but an object, and for an empty one. */
export function parseUpdate(text: string): JsonObject {
  if (text.trim() === '') throw new ApiError('BAD_REQUEST', 'the body is empty.');
  const value = parseJson(text);
  if (value === undefined) throw new ApiError('BAD_REQUEST', 'the body is not valid JSON.');
  if (!isJsonObject(value)) throw new ApiError('BAD_REQUEST', 'the body must be a JSON object.');
  if (Object.keys(value).length === 0) throw new ApiError('BAD_REQUEST', 'the body names no key to update.');
  return value;
}

/** The parsed text, or undefined when it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function tooLarge(mostBytes: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `the body is larger than ${mostBytes} bytes.`);
}

export type SandboxEnv = { Bindings: HttpBindings };

/** Puts a request into the log as it arrives. `pipeId` as it stood in the path. */
export function openEntry(
  { log, clock }: SandboxService,
  context: Context<SandboxEnv>,
  pipeId: string | null,
): OpenEntry {
  const entry: OpenEntry = {
    at: new Date(clock()).toISOString(),
    method: context.req.method,
    path: context.req.path,
    pipeId,
    requestId: newRequestId(),
    authorization: context.env.incoming.headers.authorization !== undefined,
    body: null,
    status: null,
    committed: false,
    fault: null,
  };
  log.add(entry);
  arrivals.set(entry, MACHINE_CLOCK.monotonicMs());
  return entry;
}

/** When each request came, by the clock of the machine in milliseconds; the clock of the sandbox may run faster. */
const arrivals = new WeakMap<OpenEntry, number>();

/** Answers a request, after the wait that the switches add. */
export function finish(
  service: SandboxService,
  entry: OpenEntry,
  answer: ServiceResponse,
): Response | Promise<Response> {
  entry.status = answer.status;
  const delayed = delayAnswer(service, entry);
  return delayed === undefined ? respond(answer) : delayed.then(() => respond(answer));
}

/** Waits until the answer has taken as long as the switches say, the sandbox's own work included; undefined when it has. */
export function delayAnswer(
  { switches }: Pick<SandboxService, 'switches'>,
  entry: OpenEntry,
): Promise<void> | undefined {
  if (switches.latencyMs === 0) return undefined;
  const left = switches.latencyMs - (MACHINE_CLOCK.monotonicMs() - (arrivals.get(entry) ?? 0));
  return left <= 0 ? undefined : delay(left, undefined, { ref: false });
}

function respond(answer: ServiceResponse): Response {
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
