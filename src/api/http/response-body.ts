import { isJsonObject, type JsonObject, parseJson } from '../../model/json.ts';
import type { Redact } from '../../model/secret.ts';

const LONGEST_MESSAGE = 300;
const LONGEST_REQUEST_ID = 100;
const MOST_KEYS = 8;
/** Where the title of a page is looked for. */
const LONGEST_HEAD = 4_096;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\s]+/g;

/** The body of a response: JSON that could be read, markup (never the API's), or other text. */
export type Body =
  | { readonly form: 'json'; readonly value: unknown }
  | { readonly form: 'markup' | 'text'; readonly text: string };

/** The form is decided by the body itself, whatever the content type says (field notes, "Errors"). */
export function readBody(text: string): Body {
  const start = text.trimStart();
  if (start.startsWith('<')) return { form: 'markup', text };
  const value = parseJson(start);
  return value === undefined ? { form: 'text', text } : { form: 'json', value };
}

/** The value of a JSON body; null for any other. */
export function jsonOf(body: Body | null): unknown {
  return body?.form === 'json' ? body.value : null;
}

/**
 * The service's own words in an error body: `error`, then `message`, then the raw text (of JSON the names of its keys only).
 * One line, without credentials, cut short.
 */
export function readErrorMessage(body: Body, redact: Redact): string {
  if (body.form !== 'json') {
    return formatMessage(body.form === 'text' ? body.text : describePage(redact(body.text)), redact);
  }
  const { value } = body;
  if (!isJsonObject(value)) return formatMessage(typeof value === 'string' ? value : describeJson(value), redact);
  return formatMessage(errorOf(value) ?? [value.message].find(isText) ?? describeJson(value), redact);
}

/** Whether an error body says under `error` what is wrong. */
export function namesError(body: Body): boolean {
  const value = jsonOf(body);
  return isJsonObject(value) && errorOf(value) !== undefined;
}

function errorOf({ error }: JsonObject): string | undefined {
  return [error, isJsonObject(error) ? error.message : null].find(isText);
}

/** Text that a service sent: one line without credentials and control characters; long text ends in `…`. */
export function formatMessage(text: string, redact: Redact, longest = LONGEST_MESSAGE): string {
  // Credentials go first: cut short they would not be found.
  const line = redact(text)
    .slice(0, 4 * longest)
    .replace(CONTROLS, ' ')
    .trim();
  return line.length <= longest ? line : `${[...line].slice(0, longest - 1).join('')}…`;
}

/** The `requestId` of the envelope, which error bodies carry too, or of the usual header. */
export function readRequestId(body: Body | null, header: string | undefined, redact: Redact): string | null {
  const named = body?.form === 'json' && isJsonObject(body.value) ? body.value.requestId : undefined;
  const id = [named, header].find(isText);
  return id === undefined ? null : formatMessage(id, redact, LONGEST_REQUEST_ID);
}

/** Values may be a pipe's, connection strings included; the names of the keys tell enough to look for. */
function describeJson(value: unknown): string {
  if (!isJsonObject(value)) return 'JSON without a message';
  const keys = Object.keys(value).slice(0, MOST_KEYS).join(', ');
  return keys === '' ? 'an empty JSON object' : `a JSON object without a message, with the keys ${keys}`;
}

/** The title is cut short, so the page comes without credentials. */
function describePage(markup: string): string {
  const title = /<title[^>]{0,200}>([^<]{1,200})/i.exec(markup.slice(0, LONGEST_HEAD))?.[1]?.trim() ?? '';
  return title === '' ? 'a web page' : `a web page titled “${title}”`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
