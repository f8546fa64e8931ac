import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinHistories } from '../../src/history/history-lines.ts';
import {
  ALL_TIME,
  type HistorySpan,
  summarizeHistory as summarizeSorted,
} from '../../src/history/summarize-history.ts';
import type { DriftEntry, DriftPeriod, HistoryEntry, HistoryPipe, RunEntry } from '../../src/model/drift-history.ts';
import type { FieldPath } from '../../src/model/field/field.ts';
import { checkProperty } from '../effort.ts';

const summarizeHistory = (entries: readonly HistoryEntry[], span: HistorySpan) =>
  summarizeSorted(joinHistories([entries]), span);

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-01T00:00:00.000Z');
const THREADS = 'settings.db_max_threads';
const REPLICAS = 'scaling.replicas';

const isoAt = (hours: number): string => new Date(START + hours * HOUR_MS).toISOString();
const pipe = (name: string, ...fields: readonly FieldPath[]): HistoryPipe => ({ name, fields });

interface CheckAbout {
  readonly drifted?: readonly HistoryPipe[];
  readonly unread?: readonly string[];
  readonly environment?: string | null;
}

function check(hours: number, { drifted = [], unread = [], environment = null }: CheckAbout = {}): DriftEntry {
  const state = unread.length > 0 ? 'incomplete' : drifted.length > 0 ? 'drifted' : 'in-sync';
  const details = { drifted, unread, alerts: [] };
  return { id: `${environment}-${hours}`, at: isoAt(hours), environment, command: 'drift', pipes: 3, state, details };
}

function run(hours: number, command: 'apply' | 'rollback', ...names: readonly string[]): RunEntry {
  const changed = names.map((name) => pipe(name, THREADS));
  const about = { command, pipes: 3, changed, remediation: false };
  return { id: `run-${hours}`, at: isoAt(hours), environment: null, ...about };
}

describe('summarizeHistory', () => {
  it('counts from the first check that saw a drift to the run that changed the pipe, or the check that found it in sync', () => {
    const report = summarizeHistory(
      [
        check(0),
        check(1, { drifted: [pipe('orders', THREADS), pipe('clicks', REPLICAS), pipe('returns', THREADS)] }),
        check(2, { drifted: [pipe('orders', REPLICAS), pipe('returns', THREADS)] }),
        { ...run(2.5, 'apply'), changed: [pipe('orders', REPLICAS), pipe('payments', THREADS)] },
        check(3, { drifted: [pipe('returns', THREADS), pipe('payments', THREADS)] }),
        run(3.5, 'rollback', 'payments'),
        check(4, { drifted: [pipe('returns', THREADS)] }),
      ],
      ALL_TIME,
    );
    expect(report).toMatchObject({ from: isoAt(0), until: isoAt(4), repairedBy: { apply: 1, rollback: 1, itself: 1 } });
    // The longest first.
    expect(report.pipes.map(({ name, timeDriftedMs }) => [name, timeDriftedMs / HOUR_MS])).toEqual([
      ['returns', 3],
      ['orders', 1.5],
      ['clicks', 1],
      ['payments', 0.5],
    ]);
    expect(report.pipes[1]?.periods).toEqual([
      { from: isoAt(1), until: isoAt(2.5), repairedBy: 'apply', fields: [REPLICAS, THREADS] },
    ]);
    expect(report.fields.map(({ path }) => path)).toEqual([THREADS, REPLICAS]);
  });

  it('counts a remediation with an entry for its start once, and one that was killed not at all', () => {
    const start = (hours: number, id: string): RunEntry => ({ ...run(hours, 'apply'), id, unconfirmed: ['orders'] });
    const entries = [
      check(0, { drifted: [pipe('orders', THREADS)] }),
      run(2, 'apply', 'orders'),
      check(3, { drifted: [pipe('orders', THREADS)] }),
      check(5, { drifted: [pipe('orders', THREADS)] }),
    ];
    const started = [...entries, start(1, 'run-2-start'), start(4, 'run-4-start')];
    expect(summarizeHistory(started, ALL_TIME)).toEqual(summarizeHistory(entries, ALL_TIME));
  });

  it('names the environment of a drift that is open in a span without its entries', () => {
    const drifted = [pipe('orders', THREADS)];
    const entries = [check(0, { drifted, environment: 'staging' }), check(5, { drifted, environment: 'production' })];
    const report = summarizeHistory(entries, { from: START + HOUR_MS, to: START + 9 * HOUR_MS });
    expect(report).toMatchObject({ environments: ['production', 'staging'], drifts: 2, openDrifts: 2 });
  });

  it('begins a span with the drifts that are open, and ends it with those that are open then', () => {
    const entries = [
      check(0, { drifted: [pipe('orders', THREADS), pipe('clicks', THREADS)] }),
      check(1, { drifted: [pipe('orders', THREADS)] }),
      check(4, { drifted: [pipe('returns', THREADS)] }),
      check(9),
    ];
    const span = { from: START + 2 * HOUR_MS, to: START + 9 * HOUR_MS };
    expect(summarizeHistory(entries, span)).toMatchObject({
      ...{ from: isoAt(2), until: isoAt(9), checks: 1, drifts: 2, openDrifts: 1, repairs: 1 },
      meanTimeToRepairMs: 4 * HOUR_MS,
      pipes: [
        { name: 'returns', timeDriftedMs: 5 * HOUR_MS, periods: [{ from: isoAt(4), until: null }] },
        { name: 'orders', timeDriftedMs: 2 * HOUR_MS, periods: [{ from: isoAt(0), until: isoAt(4) }] },
      ],
    });
  });

  it.each([
    ['no entry', [], ALL_TIME],
    [
      'a span after the last entry',
      [check(0, { drifted: [pipe('orders', THREADS)] })],
      { ...ALL_TIME, from: START + 1 },
    ],
    ['a span before the first entry', [check(1, { drifted: [pipe('orders', THREADS)] })], { ...ALL_TIME, to: START }],
  ] as const)('is empty for %s', (_, entries, span) => {
    expect(summarizeHistory(entries, span)).toEqual({
      ...{ kind: 'history', formatVersion: 1, from: null, until: null, environments: [] },
      ...{ checks: 0, incompleteChecks: 0, inSyncShare: null },
      ...{ drifts: 0, openDrifts: 0, repairs: 0, repairedBy: { apply: 0, rollback: 0, itself: 0 } },
      ...{ meanTimeToRepairMs: null, medianTimeToRepairMs: null, pipes: [], fields: [] },
    });
  });
});

const NAMES = ['a', 'b', 'c'];
const FIELDS = [THREADS, REPLICAS, 'settings.streaming_max_insert_wait_ms'] as const;

/** What a generated entry says of each pipe: drifted with these fields, in sync, unread, or changed by the run (or not). */
type Said = 'in-sync' | 'unread' | readonly FieldPath[];

const anySaid: fc.Arbitrary<Said> = fc.oneof(
  { weight: 2, arbitrary: fc.constant('in-sync' as const) },
  { weight: 1, arbitrary: fc.constant('unread' as const) },
  { weight: 2, arbitrary: fc.subarray([...FIELDS], { minLength: 1 }) },
);

const anyStep = fc.record({
  gap: fc.integer({ min: 0, max: 3 }),
  kind: fc.constantFrom('drift', 'drift', 'drift', 'failed', 'apply', 'rollback'),
  said: fc.tuple(anySaid, anySaid, anySaid),
  environment: fc.constantFrom(null, null, 'production'),
});

/** Entries in order of time, each with what it says of a pipe as one letter. */
function build(steps: readonly (typeof anyStep extends fc.Arbitrary<infer T> ? T : never)[]) {
  let hours = 0;
  return steps.map(({ gap, kind, said, environment }, index) => {
    hours += gap;
    const about = { id: `${index}`, at: isoAt(hours), environment, pipes: NAMES.length };
    const listOf = (wanted: (one: Said) => boolean) => NAMES.filter((_, at) => wanted(said[at] ?? 'unread'));
    const drifted = NAMES.flatMap((name, at) => {
      const fields = said[at];
      return fields === undefined || typeof fields === 'string' ? [] : [{ name, fields }];
    });
    const unread = listOf((one) => one === 'unread');
    const letterOf = (name: string): string => {
      if (kind === 'failed' || (kind === 'drift' && unread.includes(name))) return 'U';
      const isDrifted = drifted.some((one) => one.name === name);
      if (kind === 'drift') return isDrifted ? 'D' : 'S';
      return isDrifted ? (kind === 'apply' ? 'A' : 'R') : '-';
    };
    const entry = ((): HistoryEntry => {
      if (kind === 'apply' || kind === 'rollback')
        return { ...about, command: kind, changed: drifted, remediation: false };
      const state = kind === 'failed' || unread.length > 0 ? 'incomplete' : drifted.length > 0 ? 'drifted' : 'in-sync';
      return { ...about, command: 'drift', state, details: kind === 'failed' ? null : { drifted, unread, alerts: [] } };
    })();
    return { hours, environment, entry, letterOf, drifted };
  });
}

const REPAIRED_BY = { A: 'apply', R: 'rollback', S: 'itself' } as const;

/** A run that leaves a field as the last check saw it ends no drift: `-`. */
function letterAt(own: ReturnType<typeof build>, index: number, name: string): string {
  const letter = own[index]?.letterOf(name) ?? '-';
  if (letter !== 'A' && letter !== 'R') return letter;
  const fieldsOf = ({ drifted }: (typeof own)[number]) => drifted.find((one) => one.name === name)?.fields ?? [];
  const last = own.slice(0, index).findLastIndex(({ letterOf }) => letterOf(name) === 'D');
  const runs = own.slice(last + 1, index + 1).filter(({ letterOf }) => 'AR'.includes(letterOf(name)));
  const written = new Set(runs.flatMap(fieldsOf));
  return own
    .slice(last, last + 1)
    .flatMap(fieldsOf)
    .every((field) => written.has(field))
    ? letter
    : '-';
}

/** The drifts of a pipe, found in a text with one letter for each entry: `D` and all that does not end it, then what ends it. */
function expectPeriods(built: ReturnType<typeof build>, name: string, environment: string | null) {
  const own = built.filter((one) => one.environment === environment);
  const letters = own.map((_, index) => letterAt(own, index, name)).join('');
  return [...letters.matchAll(/D[DU-]*([SAR])?/g)].map(({ 0: text, 1: ending, index }): DriftPeriod => {
    const seen = own.slice(index, index + text.length).filter(({ letterOf }) => letterOf(name) === 'D');
    const fields = FIELDS.filter((field) =>
      seen.some(({ drifted }) => drifted.some((one) => one.name === name && one.fields.includes(field))),
    );
    const last = own[index + text.length - 1];
    const until = ending === undefined || last === undefined ? null : isoAt(last.hours);
    const repairedBy = ending === undefined ? null : REPAIRED_BY[ending as keyof typeof REPAIRED_BY];
    return { from: isoAt(own[index]?.hours ?? Number.NaN), until, repairedBy, fields: fields.toSorted() };
  });
}

const lengthOf = ({ from, until }: DriftPeriod): number => Date.parse(until ?? '') - Date.parse(from);

describe('any history', () => {
  it('has the drifts, repairs and shares of an independent count', () => {
    checkProperty(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        const built = build(steps);
        const report = summarizeHistory(
          built.map(({ entry }) => entry),
          ALL_TIME,
        );
        const expected = NAMES.flatMap((name) =>
          [null, 'production'].map((environment) => ({
            name,
            environment,
            periods: expectPeriods(built, name, environment),
          })),
        ).filter(({ periods }) => periods.length > 0);
        const byName = (pipes: readonly { readonly name: string; readonly environment: string | null }[]) =>
          new Map(pipes.map((one) => [`${one.name} ${one.environment}`, one]));
        const found = report.pipes.map(({ name, environment, periods }) => ({ name, environment, periods }));
        expect(byName(found)).toEqual(byName(expected));

        const all = expected.flatMap(({ periods }) => periods);
        const closed = all.filter(({ until }) => until !== null);
        expect(report.drifts).toBe(all.length);
        expect(report.openDrifts).toBe(all.length - closed.length);
        expect(report.repairs).toBe(closed.length);
        const { apply, rollback, itself } = report.repairedBy;
        expect(apply + rollback + itself).toBe(closed.length);
        const times = closed.map(lengthOf).toSorted((a, b) => a - b);
        const half = Math.floor(times.length / 2);
        const median = times.length % 2 === 1 ? times[half] : ((times[half - 1] ?? 0) + (times[half] ?? 0)) / 2;
        expect(report.medianTimeToRepairMs).toBe(times.length === 0 ? null : median);
        const total = times.reduce((sum, time) => sum + time, 0);
        expect(report.meanTimeToRepairMs).toBe(times.length === 0 ? null : Math.round(total / times.length));
        for (const { path, drifts } of report.fields)
          expect(drifts).toBe(all.filter(({ fields }) => fields.includes(path)).length);
        const states = built.flatMap(({ entry }) => (entry.command === 'drift' ? [entry.state] : []));
        expect(report.checks).toBe(states.length);
        const complete = states.filter((state) => state !== 'incomplete');
        const inSync = complete.filter((state) => state === 'in-sync');
        expect(report.incompleteChecks).toBe(states.length - complete.length);
        expect(report.environments).toEqual([...new Set(built.map(({ environment }) => environment))].sort());
        expect(report.inSyncShare).toBe(complete.length === 0 ? null : inSync.length / complete.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has, in two spans that follow each other, the checks and repairs of both together, and as much time', () => {
    checkProperty(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 40 }), fc.integer({ min: 0, max: 60 }), (steps, at) => {
        const entries = build(steps).map(({ entry }) => entry);
        const cut = START + at * HOUR_MS;
        const whole = summarizeHistory(entries, ALL_TIME);
        const parts = [
          { ...ALL_TIME, to: cut },
          { ...ALL_TIME, from: cut },
        ].map((span) => summarizeHistory(entries, span));
        const sum = (numberOf: (report: typeof whole) => number) => parts.map(numberOf).reduce((a, b) => a + b, 0);
        const timeOf = ({ pipes }: typeof whole) => pipes.reduce((total, pipe) => total + pipe.timeDriftedMs, 0);
        expect(sum(({ checks }) => checks)).toBe(whole.checks);
        expect(sum(({ repairs }) => repairs)).toBe(whole.repairs);
        expect(sum(timeOf)).toBe(timeOf(whole));
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not depend on the order of entries of different times, or on files that overlap', () => {
    checkProperty(
      fc.property(fc.array(anyStep, { maxLength: 20 }), (steps) => {
        const entries = build(steps.map((step) => ({ ...step, gap: 1 }))).map(({ entry }) => entry);
        const expected = summarizeHistory(entries, ALL_TIME);
        expect(summarizeHistory([...entries.slice(5), ...entries.toReversed()], ALL_TIME)).toEqual(expected);
      }),
    );
  });
});
