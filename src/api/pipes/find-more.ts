import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import { jsonOf } from '../http/read-response.ts';
import type { RequestResult } from '../http/retry.ts';
import { readNumber } from './parse-values.ts';

const THING = '(items?|results?|records?|rows?|elements?|entries|hits|matches|objects|resources|pipes?)';

/** The usual names, as `normalize` returns them. */
const NEXT =
  /^next(page|results?|records?|items?|batch|continuation)?(token|cursor|link|url|uri|href|marker|offset|key|id|start|index|number)?$/;
const CONTINUATION = /^(continue|continuation(token)?|resum(e|ption)token|lastevaluatedkey)$/;
const CURSOR = /^(cursor|scrollid)$/;
const MORE = new RegExp(
  `^((is|has|are)?(more|truncated|partial|incomplete)|hasnext)(pages?|data|${THING})?(available)?$`,
);
const END = /^(is)?(complete|done|finished|last|lastpage)$/;
const TOTAL = new RegExp(
  `^(total(number)?(of)?${THING}?(count|size)?|${THING}(count|total|found)|(full|num)?(count|found))$`,
);
const PAGES = /^((total|num|number)(of)?pages?|pages(total|count)?|page(total|count)|lastpage)$/;
const REMAINING = new RegExp(`^remaining${THING}(count)?$`);

const isText = (value: JsonValue | undefined, pattern: RegExp): boolean =>
  typeof value === 'string' && pattern.test(value);
const isYes = (value: JsonValue): boolean => value === true || value === 1 || isText(value, /^(true|yes|1)$/i);
const isNo = (value: JsonValue): boolean => value === false || isText(value, /^(false|no)$/i);

/** Whether a value leads to more: not null, empty, 0 or negative. Of an object, such as a link, one of its values, flags aside. */
function isToken(value: JsonValue): boolean {
  if (isJsonObject(value)) {
    return Object.values(value).some((part) => isJsonObject(part) || (typeof part !== 'boolean' && isToken(part)));
  }
  if (Array.isArray(value)) return value.length > 0;
  const number = readNumber(value);
  if (number !== null) return number > 0;
  return value === true || isText(value, /^(?!(null|none|false)$)./i);
}

function isAbove(value: JsonValue, limit: number): boolean {
  return (readNumber(isJsonObject(value) ? value.value : value) ?? 0) > limit;
}

/** Whether the field says that there are more than `items` items. `names`: of the fields beside it. */
function saysMore(name: string, value: JsonValue, items: number, names: readonly string[]): boolean {
  if (NEXT.test(name) || CONTINUATION.test(name)) return isToken(value);
  // It may name the current place, too, so a flag or a total beside it decides.
  if (CURSOR.test(name)) return isToken(value) && !names.some((one) => MORE.test(one) || TOTAL.test(one));
  if (MORE.test(name)) return isYes(value);
  if (TOTAL.test(name)) return isAbove(value, items);
  if (REMAINING.test(name)) return isAbove(value, 0);
  return (END.test(name) && isNo(value)) || (PAGES.test(name) && isAbove(value, 1));
}

const MAX_DEPTH = 5;

/**
 * What in the response to a list says that it is not the whole list, or null. `items`: how many it has. The contract has no list,
 * so there is no way to get the rest.
 */
export function findMore(
  { status, headers, body }: Pick<Extract<RequestResult, { readonly ok: true }>, 'status' | 'headers' | 'body'>,
  items: number,
): string | null {
  const value = jsonOf(body);
  const envelope: JsonObject = isJsonObject(value) ? { ...value, result: null } : {};
  if (status === 206 || readNumber(envelope.status) === 206) return 'the response has status 206, partial content';
  const header = Object.entries(headers).find(([name, text]) => saysMoreInHeader(name, text ?? '', items));
  if (header !== undefined) return `the response has the header ${header[0]}`;
  const name = findMoreIn(envelope, items, 0);
  return name === null ? null : `the response has \`${name}\``;
}

function saysMoreInHeader(name: string, value: string, items: number): boolean {
  if (name === 'link')
    return value.split(',').some((link) => /;\s*rel\s*=\s*["']?([^"';]*\s)?next(\s|["';]|$)/i.test(link));
  if (name === 'content-range') return isAbove(/\/(\d+)$/.exec(value)?.[1] ?? null, items);
  return saysMore(normalize(name), value, items, []);
}

/** The first field that says so, without characters that no such name needs. */
function findMoreIn(fields: JsonObject, items: number, depth: number): string | null {
  const names = Object.keys(fields).map(normalize);
  for (const [key, value] of Object.entries(fields)) {
    if (saysMore(normalize(key), value, items, names)) return key.replaceAll(/[^\w@.-]/g, '').slice(0, 40);
    if (Array.isArray(value) && value.some(isNextLink)) return 'next';
    const inner = isJsonObject(value) && depth < MAX_DEPTH ? findMoreIn(value, items, depth + 1) : null;
    if (inner !== null) return inner;
  }
  return null;
}

function isNextLink(link: JsonValue): boolean {
  return isJsonObject(link) && isText(link.rel, /^next$/i);
}

/** `next_page_token`, `@odata.nextLink` and `x-total-count` are names, too. */
function normalize(key: string): string {
  const letters = key.toLowerCase().replaceAll(/[^a-z]/g, '');
  return letters.replace(/^(x|odata|pagination|paging|wp|ms|opc)+/, '');
}
