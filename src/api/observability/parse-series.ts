import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import type { Redact } from '../../model/secret.ts';
import type { SeriesRow } from '../../model/series.ts';
import { readNumber, readText, readTime } from '../pipes/parse-values.ts';

export type ParsedSeries =
  | { readonly ok: true; readonly rows: readonly SeriesRow[] }
  /** `problem` says in words of our own what is wrong; it repeats nothing of the answer. */
  | { readonly ok: false; readonly problem: string };

/** How services write that there is no number. */
const NO_NUMBER = /^(?:|null|[+-]?nan)$/i;

/** What a service says of one bucket and group; a value that it does not show is undefined. */
interface Row {
  readonly group: readonly string[];
  readonly bucketMs: number;
  readonly values: (number | null | undefined)[];
}

/**
 * The rows in the answer to a query for so many series, in order of time, then of group (by code unit). The contract's
 * shape (observability API, part 2) and what the field notes say of it: rows come per series and not in order, values and
 * times may be text, `group` may be absent. What is no row, and a value that is given twice and differently, makes the
 * whole answer unreadable: a chart or a check of half of it would be wrong without a sign. Groups are as they came but for
 * the token and a bound on the length of their texts.
 */
export function parseSeries(body: unknown, seriesCount: number, redact: Redact): ParsedSeries {
  if (!isJsonObject(body)) return { ok: false, problem: 'the answer is not a JSON object' };
  const { data } = body;
  if (!Array.isArray(data)) return { ok: false, problem: 'the answer has no list named data' };

  const rows = new Map<string, Row>();
  for (const [index, shown] of data.entries()) {
    const row = readRow(shown, seriesCount, redact);
    const problem = typeof row === 'string' ? row : join(rows, row);
    if (problem !== null) return { ok: false, problem: `row ${index + 1} of the answer ${problem}` };
  }
  const sorted = [...rows.values()].sort((a, b) => a.bucketMs - b.bucketMs || compareGroups(a.group, b.group));
  return { ok: true, rows: sorted.map(({ values, ...row }) => ({ ...row, values: values.map((one) => one ?? null) })) };
}

/** Text says what is wrong with the row. */
function readRow(shown: JsonValue, seriesCount: number, redact: Redact): Row | string {
  if (!isJsonObject(shown)) return 'is not an object';
  const bucketMs = readTime(shown.ts_bucket);
  if (bucketMs === null) return 'has no readable ts_bucket';
  const group = readGroup(shown.group, redact);
  if (group === null) return 'has a group that is not a list of texts';
  const values = Array.from({ length: seriesCount }, (_, index) => readValue(shown, `series_${index}.data`));
  const unreadable = values.indexOf('unreadable');
  if (unreadable >= 0) return `has a series_${unreadable}.data that is not a number`;
  return { group, bucketMs, values: values.filter((value) => value !== 'unreadable') };
}

/** Adds a row to those of its bucket and group. Text says why it cannot be. */
function join(rows: Map<string, Row>, { values, ...row }: Row): string | null {
  const key = JSON.stringify([row.bucketMs, row.group]);
  const known = rows.get(key);
  if (known === undefined) {
    rows.set(key, { ...row, values });
    return null;
  }
  for (const [index, value] of values.entries()) {
    const before = known.values[index];
    if (typeof value === 'number' && typeof before === 'number' && value !== before) {
      return `gives another series_${index}.data for a bucket and group than a row before it`;
    }
    known.values[index] = before ?? value;
  }
  return null;
}

function readGroup(shown: JsonValue | undefined, redact: Redact): readonly string[] | null {
  if (shown === undefined || shown === null) return [];
  const members: readonly JsonValue[] = Array.isArray(shown) ? shown : [shown];
  if (members.some((member) => typeof member === 'object' && member !== null)) return null;
  return members.map((member) => (member === null ? '' : readText(String(member), redact)));
}

function readValue(row: JsonObject, key: string): number | null | undefined | 'unreadable' {
  const shown = Object.hasOwn(row, key) ? row[key] : undefined;
  if (shown === undefined || shown === null) return shown;
  const number = readNumber(shown);
  if (number !== null) return number;
  // What is infinite, or a number of JSON that is too large for one, is no gap: a check of the rest could pass.
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
