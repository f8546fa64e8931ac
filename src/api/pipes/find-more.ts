import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import type { AttemptSuccess } from '../http/classify-response.ts';
import { jsonOf } from '../http/read-response.ts';
import { readNumber } from './parse-values.ts';

/** The keys of the contract's envelope. */
const OWN = /^(status|requestid|result)$/;
/** Keys whose true says that nothing follows. */
const ENDS = /(?<!in)complete|done|finish|last|final|exhausted|eof|whole|success|^(is)?(end|all|ok)$/;
/** Keys whose number leads to more, also if it is the number of items: the next offset is. */
const LEADS = /next|more|remain|offset|cursor|token|after|skip/;
const LIMITS = /limit|pagesize|perpage/;
/** Words of headers that services use for lists. */
const HEADER = /(^|-)(next|has-?more|more|cursor|continuation|total)(-|$|page|count)/;

/** Whether the value of a key says that there is nothing beyond the items, such as null, an empty text or the number of items. */
function saysWhole(key: string, value: JsonValue, items: number): boolean {
  const text = String(value).trim().toLowerCase();
  if (text === 'false' || text === 'true') return ENDS.test(key) === (text === 'true');
  if (value === null || ['', 'null', 'none'].includes(text)) return true;
  const number = readNumber(value);
  if (number === null) return key === 'self';
  if (number <= 0) return true;
  if (LEADS.test(key)) return false;
  if (LIMITS.test(key)) return number > items;
  return key.includes('page') ? number === 1 : number <= items;
}

const MAX_DEPTH = 5;
const LONGEST_NAME = 60;

/**
 * What in the response to a list says that it may not be the whole list, or null. The contract has no list and no way to get the rest,
 * so any key beside the envelope's own counts, unless its value says that there is no more. `items`: how many the list has.
 */
export function findMore(
  { status, headers, body }: Pick<AttemptSuccess, 'status' | 'headers' | 'body'>,
  items: number,
): string | null {
  const value = jsonOf(body);
  const envelope: JsonObject = isJsonObject(value) ? value : {};
  if (status === 206 || readNumber(envelope.status) === 206) return 'the response has status 206, partial content';
  const header = Object.entries(headers).find(([name, text]) => !isWholeByHeader(name, text ?? '', items));
  if (header !== undefined) return `the response has the header ${header[0]}`;
  const others = Object.fromEntries(Object.entries(envelope).filter(([key]) => !OWN.test(normalize(key))));
  const path = findPath(others, items, 0);
  return path === null ? null : `the response has \`${path}\``;
}

function isWholeByHeader(name: string, value: string, items: number): boolean {
  if (name === 'link')
    return !value.split(',').some((link) => /;\s*rel\s*=\s*["']?([^"';]*\s)?next(\s|["';]|$)/i.test(link));
  if (name === 'content-range') return (readNumber(/\/(\d+)$/.exec(value)?.[1] ?? null) ?? 0) <= items;
  return !HEADER.test(name) || saysWhole(normalize(name), value, items);
}

/** The path of the first value that says so, without characters that no such name needs. */
function findPath(fields: JsonObject, items: number, depth: number): string | null {
  for (const [key, value] of Object.entries(fields)) {
    const name = key.replaceAll(/[^\w@.-]/g, '');
    if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) {
      if (!saysWhole(normalize(key), value, items)) return name.slice(0, LONGEST_NAME);
      continue;
    }
    const parts = Array.isArray(value) ? value.map((part: JsonValue) => ({ [key]: part })) : [value as JsonObject];
    const inner = parts.map((part) => findPath(part, items, depth + 1)).find((path) => path !== null);
    if (inner !== undefined) return (Array.isArray(value) ? inner : `${name}.${inner}`).slice(0, LONGEST_NAME);
  }
  return null;
}

/** `next_page_token`, `nextPageToken` and `x-next-page` are written alike. */
function normalize(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/g, '');
}
