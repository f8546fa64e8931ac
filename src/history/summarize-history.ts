import { compareText } from '../model/diagnostic.ts';
import {
  type DriftEntry,
  type DriftedPipe,
  type HistoryEntry,
  type HistoryReport,
  REPAIRERS,
  type Repairer,
  type RunEntry,
} from '../model/drift-history.ts';
import type { FieldPath } from '../model/field/field.ts';
import { groupBy } from '../model/group-by.ts';

/** Epoch milliseconds; `from` belongs to the span, `to` does not. */
export interface HistorySpan {
  readonly from: number;
  readonly to: number;
}

/** All that a history has. */
export const ALL_TIME: HistorySpan = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

interface TimedEntry {
  readonly at: number;
  readonly entry: DriftEntry | RunEntry;
}

interface FoundDrift {
  readonly name: string;
  readonly environment: string | null;
  readonly from: number;
  readonly fields: Set<FieldPath>;
  /** The last check that saw it. */
  seenBy: DriftEntry;
  /** The fields that this check saw and no run has changed since. */
  left: Set<FieldPath>;
  end: { readonly at: number; readonly by: Repairer } | null;
}

/**
 * The report of a history in a span. Drifts that began before the span and were open in it belong to it. `entries`: ordered by
 * time, each id once, as from `joinHistories`. Pure.
 */
export function summarizeHistory(entries: readonly HistoryEntry[], span: HistorySpan): HistoryReport {
  const all = entries.flatMap((entry) =>
    entry.command === 'publish' ? [] : [{ at: Date.parse(entry.at), entry } satisfies TimedEntry],
  );
  const known = all.filter(({ at }) => at < span.to);
  const from = Math.max(span.from, all[0]?.at ?? Number.POSITIVE_INFINITY);
  const until = Math.min(span.to, all.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
  const inSpan = known.filter(({ at }) => at >= from);
  const isOpenIn = (drift: FoundDrift): boolean => from <= until && (drift.end?.at ?? until) >= from;
  const drifts = findDrifts(known).filter(isOpenIn);
  // A drift that is open may be of an environment without an entry in the span.
  const environments = new Set([...inSpan.map(({ entry }) => entry), ...drifts].map(({ environment }) => environment));
  const checks = inSpan.flatMap(({ entry }) => (entry.command === 'drift' ? [entry.state] : []));
  const complete = checks.filter((state) => state !== 'incomplete');
  const repairs = drifts.flatMap(({ from: start, end }) =>
    end === null ? [] : [{ tookMs: end.at - start, by: end.by }],
  );
  const times = repairs.map(({ tookMs }) => tookMs);
  const counts = REPAIRERS.map((one) => [one, repairs.filter(({ by }) => by === one).length]);
  return {
    ...{ kind: 'history', formatVersion: 1 },
    from: from <= until ? toIso(from) : null,
    until: from <= until ? toIso(until) : null,
    environments: [...environments].sort(compareEnvironments),
    checks: checks.length,
    incompleteChecks: checks.length - complete.length,
    inSyncShare: share(complete.filter((state) => state === 'in-sync').length, complete.length),
    drifts: drifts.length,
    openDrifts: drifts.length - repairs.length,
    repairs: repairs.length,
    repairedBy: Object.fromEntries(counts) as Record<Repairer, number>,
    meanTimeToRepairMs: findMean(times),
    medianTimeToRepairMs: findMedian(times),
    pipes: describePipes(drifts, { from, to: until }),
    fields: countFields(drifts),
  };
}

/** Every drift, in the order of its start. */
function findDrifts(entries: readonly TimedEntry[]): readonly FoundDrift[] {
  const found: FoundDrift[] = [];
  const openOf = new Map<string | null, Map<string, FoundDrift>>();
  for (const { at, entry } of entries) {
    const { environment } = entry;
    const open = openOf.get(environment) ?? new Map<string, FoundDrift>();
    openOf.set(environment, open);
    const end = (drift: FoundDrift, by: Repairer): void => {
      drift.end = { at, by };
      open.delete(drift.name);
    };
    if (entry.command !== 'drift') {
      for (const { name, fields } of entry.changed) {
        const drift = open.get(name);
        for (const field of fields) drift?.left.delete(field);
        if (drift?.left.size === 0) end(drift, entry.command);
      }
    } else if (entry.details !== null) {
      const unread = new Set(entry.details.unread);
      for (const { name, fields } of entry.details.drifted) {
        const known = open.get(name);
        const drift = known ?? {
          name,
          environment,
          from: at,
          fields: new Set(),
          seenBy: entry,
          left: new Set(),
          end: null,
        };
        if (known === undefined) {
          found.push(drift);
          open.set(name, drift);
        }
        for (const field of fields) drift.fields.add(field);
        drift.seenBy = entry;
        drift.left = new Set(fields);
      }
      for (const drift of open.values()) if (drift.seenBy !== entry && !unread.has(drift.name)) end(drift, 'itself');
    }
  }
  return found;
}

function describePipes(drifts: readonly FoundDrift[], span: HistorySpan): readonly DriftedPipe[] {
  const groups = groupBy(drifts, ({ name, environment }) => JSON.stringify([environment, name]));
  const pipes = [...groups.values()].flatMap((ofPipe) => {
    const [first] = ofPipe;
    return first === undefined ? [] : [describePipe(first, ofPipe, span)];
  });
  return pipes.sort(
    (a, b) =>
      b.drifts - a.drifts ||
      b.timeDriftedMs - a.timeDriftedMs ||
      compareText(a.name, b.name) ||
      compareEnvironments(a.environment, b.environment),
  );
}

function describePipe(
  { name, environment }: FoundDrift,
  drifts: readonly FoundDrift[],
  span: HistorySpan,
): DriftedPipe {
  const timeIn = ({ from, end }: FoundDrift): number => (end?.at ?? span.to) - Math.max(from, span.from);
  return {
    name,
    environment,
    drifts: drifts.length,
    timeDriftedMs: drifts.reduce((sum, drift) => sum + timeIn(drift), 0),
    periods: drifts.map(({ from, end, fields }) => ({
      from: toIso(from),
      until: end === null ? null : toIso(end.at),
      repairedBy: end === null ? null : end.by,
      fields: [...fields].sort(compareText),
    })),
  };
}

function countFields(drifts: readonly FoundDrift[]): HistoryReport['fields'] {
  const counts = new Map<FieldPath, number>();
  for (const { fields } of drifts) for (const path of fields) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts]
    .map(([path, number]) => ({ path, drifts: number }))
    .sort((a, b) => b.drifts - a.drifts || compareText(a.path, b.path));
}

/** No environment comes first. */
function compareEnvironments(a: string | null, b: string | null): number {
  return Number(a !== null) - Number(b !== null) || compareText(a ?? '', b ?? '');
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function findMean(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** The median of an even number of values is the mean of the two in the middle. */
function findMedian(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return findMean(sorted.slice(Math.floor(middle), Math.ceil(middle) + 1));
}

function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
