import { summarizeHistory } from '../../src/history/summarize-history.ts';
import type { HistoryEntry, HistoryPipe, HistoryReport } from '../../src/model/drift-history.ts';
import type { FieldPath } from '../../src/model/field/field.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-10-20T00:00:00.000Z');
const ALL_TIME = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

const at = (start: number, hours: number): string => new Date(start + hours * HOUR_MS).toISOString();

interface Planned {
  readonly name: string;
  readonly environment?: string | null;
  readonly fields: readonly FieldPath[];
  /** The first and the last hour in which a check sees it. */
  readonly hours: readonly [number, number];
  readonly repairedBy?: 'apply' | 'rollback';
}

/** Hourly checks of environments that see these drifts; runs repair half an hour after the last check. */
function observe(
  start: number,
  hours: number,
  drifts: readonly Planned[],
  environments: readonly (string | null)[] = [null],
): readonly HistoryEntry[] {
  const starting = new Map<number, Planned[]>();
  const ending = new Map<number, Planned[]>();
  const add = (map: Map<number, Planned[]>, hour: number, drift: Planned) =>
    map.set(hour, [...(map.get(hour) ?? []), drift]);
  for (const drift of drifts) {
    add(starting, drift.hours[0], drift);
    add(ending, drift.hours[1], drift);
  }
  const open = new Set<Planned>();
  const entries: HistoryEntry[] = [];
  for (let hour = 0; hour < hours; hour += 1) {
    for (const drift of starting.get(hour) ?? []) open.add(drift);
    for (const environment of environments) {
      const drifted: readonly HistoryPipe[] = [...open].filter((drift) => (drift.environment ?? null) === environment);
      const unread = hour % 97 === 50 ? ['ledger'] : [];
      const state = unread.length > 0 ? 'incomplete' : drifted.length > 0 ? 'drifted' : 'in-sync';
      const about = { id: `${environment}-${hour}`, at: at(start, hour), environment, pipes: 15 };
      entries.push({ ...about, command: 'drift', state, details: { drifted, unread, alerts: [] } });
    }
    for (const drift of ending.get(hour) ?? []) {
      open.delete(drift);
      const { name, environment = null, fields, repairedBy } = drift;
      if (repairedBy === undefined) continue;
      const about = { id: `run-${name}-${hour}`, at: at(start, hour + 0.5), environment, pipes: 1 };
      entries.push({ ...about, command: repairedBy, changed: [{ name, fields }], remediation: false });
    }
  }
  return entries;
}

const THREADS: FieldPath = 'settings.db_max_threads';
const REPLICAS: FieldPath = 'scaling.replicas';
const WAIT: FieldPath = 'settings.streaming_max_insert_wait_ms';

const SAMPLE: readonly Planned[] = [
  { name: 'orders', fields: [THREADS], hours: [30, 33], repairedBy: 'apply' },
  { name: 'orders', fields: [THREADS, REPLICAS], hours: [200, 226], repairedBy: 'apply' },
  { name: 'orders', fields: [WAIT], hours: [500, 500] },
  { name: 'clicks', fields: [REPLICAS], hours: [120, 131], repairedBy: 'rollback' },
  { name: 'clicks', fields: [REPLICAS], hours: [690, 800] },
  { name: 'payments', fields: [THREADS], hours: [300, 301], repairedBy: 'apply' },
  { name: 'a-pipe-with-a-name-that-is-longer-than-others', fields: [WAIT], hours: [410, 415] },
];

/** A month of hourly checks. */
export function sampleHistory(): HistoryReport {
  return summarizeHistory(observe(START, 744, SAMPLE), ALL_TIME);
}

/** The same pipes in two environments. */
export function historyOfEnvironments(): HistoryReport {
  const drifts = SAMPLE.map((drift, index) => ({ ...drift, environment: index % 2 === 0 ? 'production' : 'staging' }));
  return summarizeHistory(observe(START, 744, drifts, ['production', 'staging']), ALL_TIME);
}

export function cleanHistory(): HistoryReport {
  return summarizeHistory(observe(START, 48, []), ALL_TIME);
}

export function emptyHistory(): HistoryReport {
  return summarizeHistory([], ALL_TIME);
}

/** A name that a damaged or forged file may have, also as a field. */
export function hostileHistory(name: string): HistoryReport {
  const drift: Planned = { name, environment: name, fields: [name as FieldPath], hours: [0, 2], repairedBy: 'apply' };
  return summarizeHistory(observe(START, 5, [drift], [name]), ALL_TIME);
}
