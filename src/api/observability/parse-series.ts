import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import type { SeriesQuery, SeriesRow } from '../../model/observability/reader.ts';
import type { Result } from '../../model/result.ts';
import type { Redact } from '../../model/secret/redact.ts';
import { readNumber, readText, readTime } from '../pipes/parse-values.ts';

type ParsedSeries = Result<
  { readonly rows: readonly SeriesRow[]; readonly ungrouped: number },
  /** `problem` contains nothing of the response. */
  { readonly problem: string }
>;

/** How services write a missing number. */
const NO_NUMBER = /^(?:|null|[+-]?nan)$/i;

/** One bucket and group. */
interface Row {
  readonly group: readonly string[];
  readonly bucketMs: number;
  readonly values: (number | null)[];
}

/**
 * Reads the rows of a query, sorted by time, then group (by code unit). By the contract (observability API, part 2)
 * and the field notes: rows come per series in any order, values and times may be text, `group` may be absent. One
 * invalid row or two different values for one bucket fail the response: a check of partial data could pass. Groups are
 * redacted and cut. A grouped row without a value for each column of `groupBy` may be of any group, so it is only counted.
 */
export function parseSeries(body: unknown, { series }: Pick<SeriesQuery, 'series'>, redact: Redact): ParsedSeries {
  if (!isJsonObject(body)) return { ok: false, problem: 'the response is not a JSON object' };
  const { data } = body;
  if (!Array.isArray(data)) return { ok: false, problem: 'the response has no list named data' };

  const keys = series.map((_, index) => `series_${index}.data`);
  const columns = series[0]?.groupBy.length ?? 0;
  const readGroup = createGroupReader(redact);
  // A response has up to 150,000 rows: a map of times in maps of groups takes a third of the time of one map of texts.
  const byGroup: RowsByGroup = new Map();
  let ungrouped = 0;
  for (const [index, shown] of data.entries()) {
    const at = `row ${index + 1} of the response`;
    if (!isJsonObject(shown)) return { ok: false, problem: `${at} is not an object` };
    const bucketMs = readTime(shown.ts_bucket);
    if (bucketMs === null) return { ok: false, problem: `${at} has no readable ts_bucket` };
    const found = readGroup(shown.group);
    if (found === null) return { ok: false, problem: `${at} has a group that is not a list of texts` };
    const { key, group } = found;
    if (columns > 0 && (found.hasGap || group.length !== columns)) {
      ungrouped += 1;
      continue;
    }
    const row = findRow(byGroup, key, group, bucketMs, series.length);
    const problem = addValues(row, shown, keys);
    if (problem !== null) return { ok: false, problem: `${at} ${problem}` };
  }
  const sorted = [...byGroup.values()].flatMap(({ rows }) => [...rows.values()]);
  sorted.sort((a, b) => a.bucketMs - b.bucketMs || compareGroups(a.group, b.group));
  return { ok: true, rows: sorted, ungrouped };
}

type RowsByGroup = Map<string, { readonly group: readonly string[]; readonly rows: Map<number, Row> }>;

/** The row of a bucket and group, a new one without values at first. */
function findRow(
  byGroup: RowsByGroup,
  key: string,
  group: readonly string[],
  bucketMs: number,
  seriesCount: number,
): Row {
  const own = byGroup.get(key) ?? { group, rows: new Map<number, Row>() };
  byGroup.set(key, own);
  const known = own.rows.get(bucketMs);
  if (known !== undefined) return known;
  const row = { group: own.group, bucketMs, values: new Array<number | null>(seriesCount).fill(null) };
  own.rows.set(bucketMs, row);
  return row;
}

/** Adds the values of a row to those of its bucket and group. Text is a problem. */
function addValues({ values }: Row, shown: JsonObject, keys: readonly string[]): string | null {
  let conflict: string | null = null;
  for (const [index, key] of keys.entries()) {
    const value = readValue(shown, key);
    if (value === 'unreadable') return `has a ${key} that is not a number`;
    const before = values[index];
    if (typeof value === 'number' && typeof before === 'number' && value !== before)
      conflict ??= `has another ${key} than an earlier row for its bucket and group`;
    values[index] = before ?? value ?? null;
  }
  return conflict;
}

/** Texts are redacted once: a response has the same groups for each time. null for a group that is not a list of texts. */
function createGroupReader(redact: Redact) {
  const texts = new Map<string, string>();
  const read = (member: JsonValue): string => {
    if (member === null) return '';
    const shown = String(member);
    const known = texts.get(shown) ?? readText(shown, redact);
    texts.set(shown, known);
    return known;
  };
  return (shown: JsonValue | undefined) => {
    const members: readonly JsonValue[] = shown == null ? [] : Array.isArray(shown) ? shown : [shown];
    if (members.some((member) => typeof member === 'object' && member !== null)) return null;
    const group = members.map(read);
    return { group, hasGap: members.includes(null), key: group.length === 1 ? `'${group[0]}` : JSON.stringify(group) };
  };
}

function readValue(row: JsonObject, key: string): number | null | undefined | 'unreadable' {
  const shown = Object.hasOwn(row, key) ? row[key] : undefined;
  if (shown === undefined || shown === null) return shown;
  const number = readNumber(shown);
  if (number !== null) return number;
  // An infinite or too large number is not a gap: a check of the rest could pass.
  return Number.isNaN(shown) || (typeof shown === 'string' && NO_NUMBER.test(shown.trim())) ? null : 'unreadable';
}

function compareGroups(a: readonly string[], b: readonly string[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (one !== other) return one < other ? -1 : 1;
  }
  return a.length - b.length;
}
