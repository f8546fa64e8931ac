import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import { jsonOf } from '../http/response-body.ts';
import type { RequestResult } from '../http/retry.ts';
import { readNumber } from './parse-values.ts';

/** Whether a value under a known name says that there are more than `items` items. */
type Rule = (value: JsonValue, items: number) => boolean;

const isToken: Rule = (value) =>
  isJsonObject(value) ? Object.keys(value).length > 0 : value !== null && value !== false && value !== '';
const isTrue: Rule = (value) => value === true || value === 'true';
const isFalse: Rule = (value) => value === false || value === 'false';
const isAbove =
  (limit: (items: number) => number): Rule =>
  (value, items) =>
    (readNumber(value) ?? 0) > limit(items);

/** The usual spellings; case and separators do not matter. */
const NAMES: readonly (readonly [rule: Rule, names: readonly string[]])[] = [
  [isToken, ['next', 'nextPage', 'nextPageToken', 'nextToken', 'nextCursor', 'nextLink', 'nextUrl', 'nextHref']],
  [isToken, ['nextMarker', 'nextOffset', 'nextKey', 'continue', 'continuation', 'continuationToken', 'cursor']],
  [isToken, ['scrollId', 'lastEvaluatedKey']],
  [isTrue, ['hasMore', 'hasNext', 'hasNextPage', 'more', 'moreResults', 'moreItems', 'isTruncated', 'truncated']],
  [isTrue, ['incomplete', 'incompleteResults', 'partial', 'isPartial']],
  [isFalse, ['complete', 'isComplete', 'last', 'isLast', 'isLastPage']],
  [isAbove((items) => items), ['total', 'totalCount', 'totalItems', 'totalResults', 'totalElements', 'totalSize']],
  [isAbove((items) => items), ['totalRecords', 'count', 'itemCount']],
  [isAbove(() => 1), ['totalPages', 'pageCount', 'pages', 'lastPage']],
  [isAbove(() => 0), ['remainingItemCount', 'remainingItems']],
];

const RULES: ReadonlyMap<string, { readonly name: string; readonly rule: Rule }> = new Map(
  NAMES.flatMap(([rule, names]) => names.map((name) => [name.toLowerCase(), { name, rule }] as const)),
);

const MAX_DEPTH = 5;

/**
 * What in the response to a list says that it is not the whole list, or null. `items`: how many it has. The contract has no list, so there is
 * no way to get the rest.
 */
export function findMore(
  { status, headers, body }: Pick<Extract<RequestResult, { readonly ok: true }>, 'status' | 'headers' | 'body'>,
  items: number,
): string | null {
  const value = jsonOf(body);
  const envelope = isJsonObject(value) ? { ...value, result: null } : { status };
  if (status === 206 || envelope.status === 206) return 'the response has status 206, partial content';
  const header = Object.entries(headers).find(([name, value]) => saysMoreInHeader(name, value ?? '', items));
  if (header !== undefined) return `the response has the header ${header[0]}`;
  const name = findMoreIn(envelope, items, 0);
  return name === null ? null : `the response has \`${name}\``;
}

function saysMoreInHeader(name: string, value: string, items: number): boolean {
  if (name === 'link') return value.split(',').some((link) => /;\s*rel="?([^";]*\s)?next(\s|"|;|$)/i.test(link));
  if (name === 'content-range') return isAbove(() => items)(/\/(\d+)$/.exec(value)?.[1] ?? null, items);
  return ruleOf(name.replace(/^x-/, ''))?.rule(value, items) ?? false;
}

/** The name of the first field that says so, in the spelling of `NAMES`, since the response may have anything. */
function findMoreIn(fields: JsonObject, items: number, depth: number): string | null {
  for (const [key, value] of Object.entries(fields)) {
    const known = ruleOf(key);
    if (known?.rule(value, items)) return known.name;
    const isNext = (link: JsonValue): boolean => isJsonObject(link) && link.rel === 'next';
    if (Array.isArray(value) && value.some(isNext)) return 'next';
    const inner = isJsonObject(value) && depth < MAX_DEPTH ? findMoreIn(value, items, depth + 1) : null;
    if (inner !== null) return inner;
  }
  return null;
}

/** `next_page_token`, `@odata.nextLink` and `x-total-count` are names, too. */
function ruleOf(key: string) {
  return RULES.get(
    key
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .replace(/^odata/, ''),
  );
}
