import { isJsonObject, type JsonObject, parseJson } from '../../../src/model/json/json.ts';
import { METRICS_SOURCE_ID } from '../../../src/sandbox/index.ts';
import type { Answer } from './record-answers.ts';

/** What an answer proves; null when no client can use it. */
export type Proof = 'pass' | 'fail' | 'no-data' | null;

/** A check of a chaos configuration, and what its data must be. The product's own evaluation has no part in this. */
export interface KnownCheck {
  readonly name: string;
  /** As in the configuration. */
  readonly written: JsonObject;
  isAbout(answer: Answer): boolean;
  prove(answer: Answer): Proof;
}

const WINDOW_MS = 120_000;
const STEP_MS = 60_000;
const ALERT_LIFE_MS = 2 * 60_000 + 30_000;

/** The largest value of two complete minutes is on the right side of a limit, in each group. */
export function seriesCheck(
  name: string,
  where: string,
  groupBy: readonly string[],
  side: '<' | '>=',
  limit: number,
): KnownCheck {
  const series = { sourceId: METRICS_SOURCE_ID, aggFn: 'max', where, groupBy };
  return {
    name,
    written: { series, window: '2m', granularity: '1m', reduce: 'max', pass: `${side} ${limit}` },
    isAbout({ path, body }) {
      const asked = path === '/api/v2/charts/series' ? (parseJson(body) as typeof SHAPE).series[0] : undefined;
      return asked?.where === where && asked.groupBy.join() === groupBy.join();
    },
    prove(answer) {
      const rows = dataOf(answer);
      if (!Array.isArray(rows) || Number.isNaN(answer.servedAt)) return null;
      const { startTime, endTime } = parseJson(answer.body) as typeof SHAPE;
      const end = Math.floor(answer.servedAt / STEP_MS) * STEP_MS;
      // The first question is asked by another clock than the service's.
      if (endTime - startTime !== WINDOW_MS || Math.abs(end - endTime) > STEP_MS) return null;
      const largest = new Map<string, number>();
      for (const row of rows.filter(isJsonObject)) {
        const { ts_bucket: at, 'series_0.data': value, group } = row;
        if (typeof at !== 'number' || at < startTime || at + STEP_MS > endTime || typeof value !== 'number') continue;
        const key = JSON.stringify(group ?? []);
        largest.set(key, Math.max(largest.get(key) ?? Number.NEGATIVE_INFINITY, value));
      }
      if (largest.size === 0) return 'no-data';
      return [...largest.values()].every((value) => (side === '<' ? value < limit : value >= limit)) ? 'pass' : 'fail';
    },
  };
}

/** What the client sends. */
const SHAPE = { startTime: 0, endTime: 0, series: [{ where: '', groupBy: [''] }] };

/** The alert has the state and can be trusted. */
export function alertCheck(name: string, id: string, state: string): KnownCheck {
  return {
    name,
    written: { alert: id, state },
    isAbout: ({ path }) => path === `/api/v2/alerts/${id}`,
    prove(answer) {
      const alert = dataOf(answer);
      if (!isJsonObject(alert) || Number.isNaN(answer.servedAt)) return null;
      const { silenced, executionErrors, updatedAt, state: shown } = alert;
      const isFresh = answer.servedAt - Date.parse(String(updatedAt)) <= ALERT_LIFE_MS;
      const isTrusted = silenced === undefined && executionErrors === undefined && isFresh;
      if (!isTrusted || shown === 'DISABLED' || shown === 'INSUFFICIENT_DATA') return 'no-data';
      return shown === state ? 'pass' : 'fail';
    },
  };
}

/** The right answer counts with a wrong content type, too. */
function dataOf({ status, text }: Answer) {
  if (status !== 200 || text === null) return undefined;
  try {
    const read = parseJson(text);
    return isJsonObject(read) ? read.data : undefined;
  } catch {
    return undefined;
  }
}
