import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DesiredPipe } from '../../src/model/fleet.ts';
import { addDigest } from '../../src/model/json/document.ts';
import { DRIFT_STATUSES, type Drift, hasReadEverything } from '../../src/model/report.ts';
import type { ServiceListing } from '../../src/plan/coverage.ts';
import { emptyDrift } from '../../src/plan/find-drift.ts';
import { findFaults } from '../apply/schemas.ts';
import { checkProperty } from '../effort.ts';
import { fleets } from './arbitraries.ts';
import {
  baseOf,
  codes,
  desiredPipe,
  driftOf,
  failure,
  livePipe,
  NOW,
  type Pair,
  pair,
  place,
  planOf,
  TOOL,
} from './samples.ts';

describe('the drift status of a pipe', () => {
  const settings = { db_max_threads: 8 };

  it.each<[string, Pair, Drift['pipes'][number]['status']]>([
    ['equal', pair(desiredPipe({ settings }), livePipe({ settings })), 'in-sync'],
    ['another value', pair(desiredPipe({ settings }), livePipe({ settings: { db_max_threads: 4 } })), 'drifted'],
    [
      'another name under the id',
      pair(desiredPipe({ liveName: 'orders-prod', settings }), livePipe({ settings })),
      'error',
    ],
    ['a field that the kind does not have', pair(desiredPipe({ scaling: { concurrency: 2 } }), livePipe()), 'error'],
    ['no settings shown', pair(desiredPipe({ settings }), livePipe({ settings: null })), 'error'],
    [
      'an unreadable value',
      pair(desiredPipe({ settings }), livePipe({ unreadable: [{ path: 'settings.db_max_threads', found: 'many' }] })),
      'error',
    ],
    ['a request that fails', pair(desiredPipe({ settings }), failure('server')), 'error'],
  ])('%s', (_, given, status) => {
    const drift = driftOf([given]);
    expect(drift.pipes.map((pipe) => pipe.status)).toEqual([status]);
    expect(drift.summary[status]).toBe(1);
    expect(hasReadEverything(drift)).toBe(status !== 'error');
  });

  it('is gone with a JSON 404, if another pipe of its service or its list could be read', () => {
    const lost = desiredPipe({ name: 'lost', id: '0b0c3a9e-2a64-4a4f-8a11-000000000001' });
    const words = { status: 404, message: 'NOT_FOUND: no such pipe' };
    const orders = pair(desiredPipe(), livePipe());
    const foreign = pair(desiredPipe({ name: 'foreign', serviceId: 'of-another' }), livePipe());
    const statusOf = (pairs: readonly Pair[], listings: readonly ServiceListing[] = []) => {
      const drift = driftOf(pairs, { listings });
      expect(findFaults('drift', addDigest(drift))).toEqual([]);
      return drift.pipes.find(({ name }) => name === 'lost')?.status;
    };
    const notFound = pair(lost, failure('not-found', words));
    expect(statusOf([notFound, orders])).toBe('gone');
    expect(statusOf([notFound])).toBe('error');
    expect(statusOf([notFound, foreign])).toBe('error');
    expect(statusOf([notFound, pair(desiredPipe(), failure('not-found', words))])).toBe('error');
    expect(statusOf([notFound, pair(desiredPipe({ liveName: 'other' }), livePipe())])).toBe('gone');
    expect(statusOf([pair(lost, failure('not-found', { ...words, fault: 'no-json' })), orders])).toBe('error');
    expect(statusOf([pair(lost, failure('wrong-address', words)), orders])).toBe('error');
    const list = { ok: true, pipes: [], more: null, attempts: 1 } as const;
    expect(statusOf([notFound], [{ service: lost.service, serviceId: lost.serviceId, list }])).toBe('gone');
    expect(statusOf([notFound], [{ service: lost.service, serviceId: 'of-another', list }])).toBe('error');
  });

  it('ignores a size that is not shown yet while the pipe settles, although a plan would send it', () => {
    const desired = desiredPipe({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 } });
    for (const memory of [null, 0]) {
      const scaling = { replicaCpuMillicores: 250, replicaMemoryGb: memory };
      const given = pair(desired, livePipe({ state: 'Modifying', scaling }));
      expect(planOf([given]).pipes[0]?.changes).toHaveLength(2);
      const drift = driftOf([given]);
      expect(drift.pipes[0]?.changes.map(({ path }) => path)).toEqual(['scaling.replicaCpuMillicores']);
      expect(drift.summary).toMatchObject({ drifted: 1, changes: 1 });
      const settled = driftOf([pair(desired, livePipe({ scaling }))]);
      expect(settled.summary).toMatchObject({ drifted: 1, changes: 2 });
    }
  });
});

describe('the drift document', () => {
  it('has live values before and declared values after, with a band where one is declared', () => {
    const scaling = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
    const drift = driftOf([pair(desiredPipe({ scaling }), livePipe({ scaling: { ...scaling, replicas: 4 } }))]);
    expect(drift.pipes[0]?.changes).toMatchObject([{ path: 'scaling.replicas', before: 4, after: 2 }]);
    expect(drift.capacity).toEqual({
      before: { replicas: 4, cpuMillicores: 1000, memoryGb: 4 },
      after: { replicas: 2, cpuMillicores: 500, memoryGb: 2 },
    });
  });

  it('says when a pipe with differences was last changed, where the service does', () => {
    const settings = { db_max_threads: 8 };
    const until = { reason: 'load test', until: '2999-12-31', location: place(9) };
    const known = desiredPipe({ settings, acknowledge: [{ path: 'settings.db_max_threads', ...until }] });
    const updatedAt = '2026-11-20T11:00:00+02:00';
    const find = (desired: DesiredPipe, threads: number, shown: string | null) =>
      driftOf([pair(desired, livePipe({ settings: { db_max_threads: threads }, updatedAt: shown }))]).pipes[0];
    expect(find(desiredPipe({ settings }), 4, updatedAt)).toMatchObject({ status: 'drifted', updatedAt });
    expect(find(known, 4, updatedAt)).toMatchObject({ status: 'acknowledged', updatedAt });
    expect(find(desiredPipe({ settings }), 8, updatedAt)).not.toHaveProperty('updatedAt');
    for (const shown of [null, 'yesterday', '2026-11-20', '2026-02-30T10:00:00Z']) {
      expect(find(desiredPipe({ settings }), 4, shown)).not.toHaveProperty('updatedAt');
    }
  });

  it('has origins and notes when there is a base', () => {
    const desired = desiredPipe({ settings: { db_max_threads: 8 } });
    const base = baseOf([desired, desiredPipe({ name: 'gone' })]);
    const reads = [pair(desired, livePipe({ settings: { db_max_threads: 4 } }))];
    const drift = driftOf(reads, { base });
    expect(drift.pipes[0]?.changes).toMatchObject([{ origin: 'drift' }]);
    expect(codes(drift.diagnostics)).toEqual(['no-longer-managed']);
    expect(drift.base).toEqual(base.base);
  });

  it('is not clean for a command that failed before it read', () => {
    const drift = emptyDrift(null, [], { now: NOW, tool: TOOL });
    expect(hasReadEverything(drift)).toBe(false);
    expect(findFaults('drift', addDigest(drift))).toEqual([]);
  });

  it('has counts that add up, no requests, and matches its schema for any fleet', () => {
    checkProperty(
      fc.property(fleets(6), (pairs) => {
        const drift = driftOf(pairs);
        const { summary } = drift;
        expect(DRIFT_STATUSES.reduce((sum, status) => sum + (summary[status] ?? 0), 0)).toBe(pairs.length);
        expect(summary.total).toBe(pairs.length);
        expect(summary.changes).toBe(drift.pipes.reduce((sum, { changes }) => sum + changes.length, 0));
        for (const pipe of drift.pipes) {
          expect(pipe.requests).toEqual([]);
          expect(pipe.live).toBeNull();
          expect(pipe.status === 'drifted').toBe(pipe.changes.length > 0);
        }
        expect(findFaults('drift', addDigest(drift))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('has the changes of a plan when nothing is settling', () => {
    checkProperty(
      fc.property(fleets(4), (pairs) => {
        const planned = planOf(pairs).pipes.map(({ name, changes }) => ({ name, changes }));
        expect(driftOf(pairs).pipes.map(({ name, changes }) => ({ name, changes }))).toEqual(planned);
      }),
      { numRuns: 100 },
    );
  });
});
