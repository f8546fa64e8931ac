import { describe, expect, it } from 'vitest';
import {
  buildRestored,
  type LeftField,
  reverseChanges,
  showsWritten,
  type WrittenPipe,
} from '../../../src/apply/rollback/reverse-changes.ts';
import type { FieldPath } from '../../../src/model/field/field.ts';
import type { LivePipe } from '../../../src/model/live-pipe.ts';
import type { Change } from '../../../src/model/plan.ts';
import { listWritten, type RequestOutcome, type RequestRecord } from '../../../src/model/run.ts';
import { diffPipe } from '../../../src/plan/diff/compare-pipe.ts';
import { livePipe, place } from '../../plan/samples.ts';

const THREADS = 'settings.db_max_threads';
const CPU = 'scaling.replicaCpuMillicores';
const MEMORY = 'scaling.replicaMemoryGb';

function change(path: FieldPath, before: Change['before'], after: Change['after']): Change {
  return { path, before, after, band: { min: 1, max: 9 }, origin: null, location: place(4) };
}

function record(method: 'PUT' | 'PATCH', outcome: RequestOutcome): RequestRecord {
  const sent = { httpStatus: 200, attempts: 1, requestId: null, durationMs: 1 };
  return { method, path: '/v1', body: {}, purpose: 'update', outcome, ...sent };
}

function written(changes: readonly Change[], status: WrittenPipe['status'] = 'applied'): WrittenPipe {
  return { status, changes, requests: [record('PUT', 'accepted'), record('PATCH', 'accepted')] };
}

function paths(fields: readonly { readonly path: FieldPath }[]): readonly FieldPath[] {
  return fields.map(({ path }) => path);
}

function fields(left: readonly LeftField[]): readonly FieldPath[] {
  return left.map(({ path }) => path);
}

/** The changes that restore a pipe, what they rely on, and what is left as it is. */
function reverse(pipe: WrittenPipe, live: LivePipe) {
  const { restorable, ...left } = reverseChanges(pipe, live);
  const desired = { name: 'orders', location: place(1), ...buildRestored(restorable) };
  const { changes, basis } = diffPipe(desired, live, 0);
  return { changes: changes, basis, left };
}

describe('the fields written', () => {
  const changes = [change(THREADS, 4, 8), change(CPU, 250, 500)];

  it.each<[RequestOutcome, readonly FieldPath[]]>([
    ['accepted', [THREADS, CPU]],
    ['found', [THREADS, CPU]],
    ['unknown', [THREADS, CPU]],
    ['rejected', [CPU]],
    ['not-sent', [CPU]],
  ])('a PUT that was %s', (outcome, expected) => {
    const requests = [record('PUT', outcome), record('PATCH', 'accepted')];
    expect(paths(listWritten({ changes, requests }))).toEqual(expected);
  });
});

describe('a field of a confirmed pipe', () => {
  it.each<[string, FieldPath, Change['before'], Change['after'], number | null, 'changes' | 'others' | 'lost' | null]>([
    ['still as written is restored', THREADS, 4, 8, 8, 'changes'],
    ['that was unset is unset again', THREADS, null, 8, 8, 'changes'],
    ['that was unset by the run is set again', THREADS, 4, null, null, 'changes'],
    ['with its previous value needs nothing', THREADS, 4, 8, 4, null],
    ['that someone else changed is kept', THREADS, 4, 8, 6, 'others'],
    ['that someone else unset is kept', THREADS, 4, 8, null, 'others'],
    ['with another notation of the same value is restored', THREADS, 4, 8, 8.0, 'changes'],
    ['with a size that was not shown before cannot be restored', CPU, null, 500, 500, 'lost'],
    ['with a size shown neither before nor now needs nothing', CPU, null, 500, null, null],
    ['with a size that the run unset is restored', CPU, 250, null, null, 'changes'],
  ])('%s', (_, path, before, after, found, where) => {
    const key = path.slice(path.indexOf('.') + 1);
    const live = livePipe(path === CPU ? { scaling: { [key]: found } } : { settings: { [key]: found } });
    const pipe = written([change(path, before, after)]);
    const { changes, left } = reverse(pipe, live);
    expect(showsWritten(pipe, live)).toBe(true);
    expect(changes).toEqual(
      where === 'changes' ? [{ ...change(path, found, before as number | null), band: null }] : [],
    );
    const kinds = Object.entries(left).flatMap(([kind, fields]) => (fields.length > 0 ? [kind] : []));
    expect(kinds).toEqual(where === null || where === 'changes' ? [] : [where]);
  });

  it('is reported with the written and the live value', () => {
    const { others } = reverseChanges(written([change(THREADS, 4, 8)]), livePipe({ settings: { db_max_threads: 6 } }));
    expect(others).toEqual([{ path: THREADS, wrote: 8, found: 6 }]);
  });
});

describe('a field that gives no evidence', () => {
  it('is a size that is 0 or not shown, since it may still be settling', () => {
    for (const found of [0, null]) {
      const live = livePipe({ scaling: { replicaCpuMillicores: found } });
      const pipe = written([change(CPU, 250, 500)]);
      expect(showsWritten(pipe, live)).toBe(false);
      expect(fields(reverseChanges(pipe, live).hidden)).toEqual([CPU]);
    }
  });

  it('is any setting of a pipe that shows no settings', () => {
    const live = livePipe({ settings: null });
    for (const after of [8, null]) {
      const reversal = reverseChanges(written([change(THREADS, 4, after)]), live);
      expect(reversal).toMatchObject({ restorable: [], others: [] });
      expect(fields(reversal.hidden)).toEqual([THREADS]);
    }
  });

  it('is unchanged scaling of an update that no read confirmed: it is sent once more', () => {
    const live = livePipe({ settings: { db_max_threads: 4 }, scaling: { replicaCpuMillicores: 250 } });
    const changes = [change(THREADS, 4, 8), change(CPU, 250, 500)];
    for (const status of ['failed', 'unknown'] as const) {
      expect(reverse(written(changes, status), live).changes).toMatchObject([{ path: CPU, before: 250, after: 250 }]);
    }
    expect(reverseChanges(written(changes), live)).toEqual({
      restorable: [],
      others: [],
      lost: [],
      hidden: [],
      unmanaged: [],
      rescheduled: [],
    });
  });

  it('is a size shown neither before nor now, of an update that no read confirmed', () => {
    const pipe = written([change(CPU, null, 500)], 'unknown');
    expect(fields(reverseChanges(pipe, livePipe()).hidden)).toEqual([CPU]);
  });
});

describe('the values that a rollback relies on', () => {
  const live = livePipe({
    settings: { db_max_threads: 8, future_switch: true, db_max_insert_threads: null },
    scaling: { replicas: 3, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
  });

  it('are all settings, and the scaling fields that it changes', () => {
    const settings = { db_max_threads: 8, future_switch: true };
    expect(reverse(written([change(THREADS, 4, 8)]), live).basis).toEqual({ settings, scaling: {} });
    const { basis } = reverse(written([change('scaling.replicas', 2, 3)]), live);
    expect(basis).toEqual({ settings, scaling: { replicas: 3 } });
  });

  it('are CPU and memory together, where they are shown', () => {
    const pipe = written([change(MEMORY, 1, 2)]);
    const { scaling } = reverse(pipe, live).basis;
    expect(scaling).toEqual({ replicaCpuMillicores: 500, replicaMemoryGb: 2 });
    const bare = livePipe({ scaling: { replicaMemoryGb: 2 } });
    expect(reverse(pipe, bare).basis.scaling).toEqual({ replicaMemoryGb: 2 });
  });
});
