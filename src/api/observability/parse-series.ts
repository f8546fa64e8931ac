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

/** A group with its rows by bucket. */
interface Group {
  readonly texts: readonly string[];
  readonly rows: Map<number, Row>;
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
  const { groups, findGroup } = createGroups(columns, redact);
  let ungrouped = 0;
  for (const [index, shown] of data.entries()) {
    const problemOf = (what: string) => ({ ok: false, problem: `row ${index + 1} of the response ${what}` }) as const;
    if (!isJsonObject(shown)) return problemOf('is not an object');
    const bucketMs = readTime(shown.ts_bucket);
    if (bucketMs === null) return problemOf('has no readable ts_bucket');
    const group = findGroup(shown.group);
    if (group === 'unreadable') return problemOf('has a group that is not a list of texts');
    if (group === 'incomplete') {
      ungrouped += 1;
      continue;
    }
    const problem = addValues(findRow(group, bucketMs, series.length), shown, keys);
    if (problem !== null) return problemOf(problem);
  }
  return { ok: true, rows: listRows([...groups.values()]), ungrouped };
}

/** The row of a bucket, a new one without values at first. */
function findRow({ texts, rows }: Group, bucketMs: number, seriesCount: number): Row {
  const known = rows.get(bucketMs);
  if (known !== undefined) return known;
  const row = { group: texts, bucketMs, values: new Array<number | null>(seriesCount).fill(null) };
  rows.set(bucketMs, row);
  return row;
}

/** Groups are sorted once and rows put under their times: sorting all rows takes longer than reading them. */
function listRows(groups: readonly Group[]): readonly Row[] {
  const byTime = new Map<number, Row[]>();
  for (const { rows } of groups.toSorted((a, b) => compareGroups(a.texts, b.texts))) {
    for (const row of rows.values()) {
      const others = byTime.get(row.bucketMs);
      if (others === undefined) byTime.set(row.bucketMs, [row]);
      else others.push(row);
    }
  }
  const times = [...byTime.keys()].sort((a, b) => a - b);
  return times.flatMap((time) => byTime.get(time) ?? []);
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

/** Finds the group of a row. Texts are redacted once: a response of 50,000 rows has the same groups for each time. */
function createGroups(columns: number, redact: Redact) {
  const groups = new Map<string, Group>();
  const byShown = new Map<JsonValue, Group>();
  const readMember = (member: JsonValue): string => (member === null ? '' : readText(String(member), redact));

  const findGroup = (shown: JsonValue | undefined): Group | 'unreadable' | 'incomplete' => {
    const members: readonly JsonValue[] = shown == null ? [] : Array.isArray(shown) ? shown : [shown];
    if (members.some((member) => typeof member === 'object' && member !== null)) return 'unreadable';
    if (columns > 0 && (members.length !== columns || members.includes(null))) return 'incomplete';
    const shownKey = columns === 1 ? (members[0] ?? null) : JSON.stringify(members);
    const seen = byShown.get(shownKey);
    if (seen !== undefined) return seen;
    const texts = members.map(readMember);
    const key = JSON.stringify(texts);
    const group = groups.get(key) ?? { texts, rows: new Map<number, Row>() };
    groups.set(key, group);
    byShown.set(shownKey, group);
    return group;
  };
  return { groups, findGroup };
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
