import { isJsonObject, type JsonValue, parseJson } from '../../model/json/json.ts';
import type { Redact } from '../../model/secret/redact.ts';
import { withoutPeriod } from '../../model/text.ts';
import type { ResponseHeaders } from '../rate-limit/headers.ts';
import type { Received, ResponseInterruption } from './adapter.ts';

/** `markup` never comes from the API. */
export type Body =
  | { readonly form: 'json'; readonly value: unknown }
  | { readonly form: 'markup' | 'text'; readonly text: string };

/** The result of one attempt, without secrets. */
export interface Attempt {
  /** null without a response. */
  readonly status: number | null;
  readonly headers: ResponseHeaders;
  /** null without a complete response. */
  readonly body: Body | null;
  /** The error message of the response. */
  readonly message: string;
  /** The request id of the response. Read only when asked, since removing secrets from it takes longer than reading a pipe. */
  getRequestId(): string | null;
  /** Why there is no complete response. */
  readonly interruption: ResponseInterruption | null;
}

/** What may be shown of what was received: the parsed body, and a message without secrets. */
export function readAttempt({ head, text, interruption }: Received, redact: Redact): Attempt {
  const { status, headers } = head ?? { status: null, headers: {} };
  const body = status === null || interruption !== null ? null : readBody(text);
  const message = status === null || body === null ? '' : describeBody(status, headers, body, redact);
  const getRequestId = () => readRequestId(body, headers, redact);
  return { status, headers, body, message, getRequestId, interruption };
}

function describeBody(status: number, { location = '' }: ResponseHeaders, body: Body, redact: Redact): string {
  if (isSuccess(status) && body.form !== 'markup' && findInnerError(status, body) === null) return '';
  if (isSuccess(status)) return readErrorMessage(body, redact);
  return status < 400 ? describeRedirect(location, redact) : readErrorMessage(body, redact);
}

/** Where the response points, without the path and query, which may hold a token. */
function describeRedirect(location: string, redact: Redact): string {
  // Secrets go first: the parts of an address would not be found.
  const target = redact(location);
  if (!URL.canParse(target)) return 'a redirect, which is not followed';
  return formatMessage(`a redirect to ${new URL(target).origin}, which is not followed`, redact);
}

const LONGEST_MESSAGE = 300;
const LONGEST_REQUEST_ID = 100;
const MAX_KEYS = 8;
/** The part of a page that is searched for a title. */
const LONGEST_HEAD = 4_096;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\s]+/g;

/** Ignores the content type (field notes, "Errors"). */
export function readBody(text: string): Body {
  const start = text.trimStart();
  if (start.startsWith('<')) return { form: 'markup', text };
  const value = parseJson(start);
  return value === undefined ? { form: 'text', text } : { form: 'json', value };
}

/** The value of a JSON body; otherwise null. */
export function jsonOf(body: Body | null): unknown {
  return body?.form === 'json' ? body.value : null;
}

export function isSuccess(status: number | null): status is number {
  return status !== null && status >= 200 && status < 300;
}

/**
 * The status of an error that a successful response has in its body (field notes, "Settings"), or that of the response where the
 * body names none; null without an error.
 */
export function findInnerError(status: number, body: Body | null): number | null {
  const value = jsonOf(body);
  if (!isJsonObject(value)) return null;
  // A code above 599 is one of the service's own, such as 20000 for success.
  const code = Number(value.code) < 600 ? value.code : null;
  const numbers = [value.status, value.statusCode, code]
    .filter((one) => typeof one === 'number' || isText(one))
    .map(Number);
  const inner = numbers.find((one) => one >= 400);
  if (inner !== undefined) return inner < 600 ? inner : status;
  if (!isNothing(value.error ?? null)) return status;
  if (value.result !== undefined || value.data !== undefined) return null;
  const isFailure = value.success === false || /^(error|fail(ed|ure)?)$/i.test(String(value.status));
  return isFailure || !isNothing(value.errors ?? null) ? status : null;
}

/** The ways in which services write an empty value. */
export function isNothing(shown: JsonValue): boolean {
  if (typeof shown === 'string') return shown.trim() === '' || shown.trim() === 'false';
  if (typeof shown === 'object' && shown !== null) return Object.keys(shown).length === 0;
  return shown === null || shown === false || shown === 0;
}

/** The reasons of an error body, without repeats, or its text; of JSON without a reason only the names of its keys. */
export function readErrorMessage(body: Body, redact: Redact): string {
  if (body.form !== 'json') {
    return formatMessage(body.form === 'text' ? body.text : describePage(redact(body.text)), redact);
  }
  const { value } = body;
  const reasons = findReasons(value as JsonValue, 0);
  return formatMessage(reasons.length === 0 ? describeJson(value) : joinReasons(reasons), redact);
}

/** Where services write the reason of an error (field notes, "Errors"), in the order shown, as `nameOf` returns them. */
const REASON_KEYS = [
  ...['error', 'title', 'message', 'errormessage', 'msg', 'reason', 'fault', 'faultstring'],
  ...['description', 'errordescription', 'detail', 'details', 'errors'],
  ...['violations', 'issues', 'invalidparams', 'validationerrors', 'problems', 'causes'],
];
/** Where they name the field that a reason is about. */
const FIELD_KEYS = ['field', 'property', 'propertypath', 'param', 'loc', 'path', 'pointer', 'name'];
const DEEPEST_REASON = 4;
const MAX_REASONS = 10;

/** Takes no other values: they may be those of a pipe, with connection strings. */
function findReasons(value: JsonValue | undefined, depth: number): readonly string[] {
  if (isText(value)) return [value.trim()];
  if (depth > DEEPEST_REASON) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_REASONS).flatMap((item) => findReasons(item, depth + 1));
  if (!isJsonObject(value)) return [];
  const parts = new Map(Object.entries(value).map(([key, part]) => [nameOf(key), part]));
  const reasons = REASON_KEYS.flatMap((key) => {
    const found = findReasons(parts.get(key), depth + 1);
    return found.length === 0 && key === 'errors' ? readFieldErrors(parts.get(key)) : found;
  });
  const field = FIELD_KEYS.map((key) => [parts.get(key)].flat().filter(isText).join('.')).find(isText);
  return field === undefined || depth === 0 ? reasons : reasons.map((reason) => withField(field, reason));
}

/** `errors` as a map from fields to reasons. */
function readFieldErrors(errors: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(errors)) return [];
  return Object.entries(errors)
    .slice(0, MAX_REASONS)
    .flatMap(([field, reasons]) =>
      [reasons]
        .flat()
        .filter(isText)
        .map((reason) => withField(field, reason)),
    );
}

function withField(field: string, reason: string): string {
  return reason.includes(field) ? reason : `${field}: ${reason}`;
}

function nameOf(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Each reason once, also where another one repeats it with more words. */
function joinReasons(reasons: readonly string[]): string {
  const plain = [...new Set(reasons)].map(withoutPeriod);
  const isRepeated = (reason: string): boolean =>
    plain.some((other) => other.length > reason.length && other.toLowerCase().includes(reason.toLowerCase()));
  return plain.filter((reason) => !isRepeated(reason)).join('; ');
}

/** Whether the body has an `error` message. */
export function namesError(body: Body): boolean {
  const value = jsonOf(body);
  return isJsonObject(value) && findReasons(value.error, 0).length > 0;
}

/** One line without credentials and control characters; long text ends in `…`. */
export function formatMessage(text: string, redact: Redact, longest = LONGEST_MESSAGE): string {
  // Redact first: a credential that is cut short would not be found.
  const line = redact(text)
    .slice(0, 4 * longest)
    .replace(CONTROLS, ' ')
    .trim();
  return line.length <= longest ? line : `${[...line].slice(0, longest - 1).join('')}…`;
}

/** From the envelope (also of errors), or the header. */
function readRequestId(body: Body | null, headers: ResponseHeaders, redact: Redact): string | null {
  const value = jsonOf(body);
  const named = isJsonObject(value) ? value.requestId : undefined;
  const id = [named, headers['x-request-id'] ?? headers['x-github-request-id']].find(isText);
  return id === undefined ? null : formatMessage(id, redact, LONGEST_REQUEST_ID);
}

/** Only keys, since values may contain connection strings. */
function describeJson(value: unknown): string {
  if (!isJsonObject(value)) return 'JSON without a message';
  const keys = Object.keys(value).slice(0, MAX_KEYS).join(', ');
  return keys === '' ? 'an empty JSON object' : `a JSON object without a message, with the keys ${keys}`;
}

/** `markup` must be redacted, since the title is cut short. */
function describePage(markup: string): string {
  const title = /<title[^>]{0,200}>([^<]{1,200})/i.exec(markup.slice(0, LONGEST_HEAD))?.[1]?.trim() ?? '';
  return title === '' ? 'a web page' : `a web page titled “${title}”`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
