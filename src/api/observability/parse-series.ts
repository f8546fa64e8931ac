import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import type { SeriesRow } from '../../model/observability/reader.ts';
import type { Redact } from '../../model/secret/redact.ts';
import { readNumber, readText, readTime } from '../pipes/parse-values.ts';

type ParsedSeries =
  | { readonly ok: true; readonly rows: readonly SeriesRow[] }
  /** `problem` contains nothing of the response. */
  | { readonly ok: false; readonly problem: string };

/** How services write a missing number. */
const NO_NUMBER = /^(?:|null|[+-]?nan)$/i;

/** One bucket and group; a value that is absent from the row is undefined. */
interface Row {
  readonly group: readonly string[];
  readonly bucketMs: number;
  readonly values: (number | null | undefined)[];
}

/**
 * Reads the rows of a query, sorted by time, then group (by code unit). By the contract (observability API, part 2)
 * and the field notes: rows come per series in any order, values and times may be text, `group` may be absent. One
 * invalid row or two different values for one bucket fail the response: a check of partial data could pass. Groups are
 * redacted and cut.
 */
export function parseSeries(body: unknown, seriesCount: number, redact: Redact): ParsedSeries {
  if (!isJsonObject(body)) return { ok: false, problem: 'the response is not a JSON object' };
  const { data } = body;
  if (!Array.isArray(data)) return { ok: false, problem: 'the response has no list named data' };

  const rows = new Map<string, Row>();
  for (const [index, shown] of data.entries()) {
    const row = readRow(shown, seriesCount, redact);
    const problem = typeof row === 'string' ? row : join(rows, row);
    if (problem !== null) return { ok: false, problem: `row ${index + 1} of the response ${problem}` };
  }
  const sorted = [...rows.values()].sort((a, b) => a.bucketMs - b.bucketMs || compareGroups(a.group, b.group));
  return { ok: true, rows: sorted.map(({ values, ...row }) => ({ ...row, values: values.map((one) => one ?? null) })) };
}

/** Text is the problem with the row. */
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

/** Merges a row into its bucket and group. Text is a problem. */
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
      return `has another series_${index}.data than an earlier row for its bucket and group`;
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
