import fc from 'fast-check';
import type { DriftEntry, HistoryEntry, HistoryPipe } from '../../src/model/drift-history.ts';

const AT = '2026-11-20T10:00:00.000Z';

const NO_DETAILS = { drifted: [], unread: [], alerts: [] };

/** A drift report of three pipes in sync, and what differs from that. */
export function driftEntry(different: Partial<DriftEntry>): DriftEntry {
  const place = { id: 'drift-0', at: AT, environment: null, pipes: 3 };
  return { ...place, command: 'drift', state: 'in-sync', details: NO_DETAILS, ...different };
}

const anyName = fc.oneof(fc.constantFrom('orders', 'clicks', '__proto__'), fc.string({ unit: 'binary', maxLength: 5 }));

const anyPipe: fc.Arbitrary<HistoryPipe> = fc.record({
  name: anyName,
  fields: fc.subarray(['settings.db_max_threads', 'scaling.replicas'] as const),
});

const anyPipes = fc.array(anyPipe, { maxLength: 2 });

/** Few, so that reports often have the details of an earlier one. */
const anyFinding = fc.oneof(
  fc.constant({ state: 'in-sync' as const, details: NO_DETAILS }),
  fc.record({
    state: fc.constantFrom('drifted' as const, 'incomplete' as const),
    details: fc.oneof(
      fc.constantFrom(null, NO_DETAILS),
      fc.record({ drifted: anyPipes, unread: fc.array(anyName, { maxLength: 1 }), alerts: fc.constant([]) }),
    ),
  }),
);

const common = {
  id: fc.string({ minLength: 1 }),
  at: fc.integer({ min: 0, max: 1_000_000_000 }).map((ms) => new Date(Date.parse(AT) + ms).toISOString()),
  environment: fc.constantFrom(null, 'production'),
};

const anyEntry: fc.Arbitrary<HistoryEntry> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.record({ ...common, command: fc.constant('drift' as const), pipes: fc.nat() }), anyFinding)
      .map(([entry, finding]) => ({ ...entry, ...finding })),
  },
  fc.record({
    ...common,
    command: fc.constantFrom('apply' as const, 'rollback' as const),
    pipes: fc.nat(),
    changed: anyPipes,
    remediation: fc.boolean(),
  }),
  fc.record({
    ...common,
    command: fc.constant('apply' as const),
    pipes: fc.nat(),
    changed: anyPipes,
    unconfirmed: fc.array(anyName, { minLength: 1, maxLength: 2 }),
    remediation: fc.boolean(),
  }),
  fc.record({
    ...common,
    command: fc.constant('publish' as const),
    target: fc.constantFrom('slack', 'webhook'),
    of: fc.string({ minLength: 1 }),
    fingerprint: fc.constant(`sha256:${'0'.repeat(64)}`),
  }),
);

/** Entries of one file, each id once. */
export const anyHistory: fc.Arbitrary<readonly HistoryEntry[]> = fc.uniqueArray(anyEntry, { selector: ({ id }) => id });
