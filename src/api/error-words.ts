import { isJsonObject } from '../model/json.ts';

const LONGEST_WORDS = 300;
const LONGEST_REQUEST_ID = 100;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\s]+/g;

/** The body of an answer: JSON that could be read, markup (never the API's), or other text. */
export type Body =
  | { readonly form: 'json'; readonly value: unknown }
  | { readonly form: 'markup' | 'text'; readonly text: string };

/** What a body is goes by the body itself, whatever the content type says (field notes, "Errors"). */
export function readBody(text: string): Body {
  const start = text.trimStart();
  if (start.startsWith('<')) return { form: 'markup', text };
  try {
    return { form: 'json', value: JSON.parse(start) };
  } catch {
    return { form: 'text', text };
  }
}

/** The service's own words in an error body: `error`, then `message`, then the raw text. One line, cut short. */
export function errorWords(body: Body): string {
  if (body.form !== 'json') return plainWords(body.form === 'text' ? body.text : pageWords(body.text));
  if (!isJsonObject(body.value))
    return plainWords(typeof body.value === 'string' ? body.value : JSON.stringify(body.value));
  const { error, message } = body.value;
  const words = [error, isJsonObject(error) ? error.message : null, message].find(isWords);
  return plainWords(words ?? JSON.stringify(body.value));
}

/** Control characters and runs of blanks become one blank; long text ends in `…`. */
export function plainWords(text: string, longest = LONGEST_WORDS): string {
  const line = text
    .slice(0, 4 * longest)
    .replace(CONTROLS, ' ')
    .trim();
  return line.length <= longest ? line : `${[...line].slice(0, longest - 1).join('')}…`;
}

/** The `requestId` of the envelope, which error bodies carry too, or of the usual header. */
export function readRequestId(body: Body, header: string | undefined): string | null {
  const named = body.form === 'json' && isJsonObject(body.value) ? body.value.requestId : undefined;
  const id = [named, header].find(isWords);
  return id === undefined ? null : plainWords(id, LONGEST_REQUEST_ID);
}

function pageWords(markup: string): string {
  const title = /<title[^>]*>([^<]{1,200})/i.exec(markup)?.[1]?.trim() ?? '';
  return title === '' ? 'a web page' : `a web page titled “${title}”`;
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
