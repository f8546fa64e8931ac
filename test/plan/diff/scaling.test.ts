import { describe, expect, it } from 'vitest';
import type { Band } from '../../../src/model/fleet.ts';
import { codes, desiredPipe, LONG_AGO, livePipe, NOW, planOne } from '../samples.ts';

function secondsAgo(seconds: number): string {
  return new Date(NOW.getTime() - seconds * 1000).toISOString();
}

describe('a band', () => {
  const plan = (replicas: number | null, band: Band = { min: 2, max: 6 }) =>
    planOne(desiredPipe({ scaling: { replicas: band } }), livePipe({ scaling: { replicas } }));

  it.each([2, 3, 6])('does not change %i inside it, and does not rely on it', (replicas) => {
    expect(plan(replicas)).toMatchObject({ status: 'unchanged', changes: [] });
  });

  it.each([
    [1, 2],
    [7, 6],
    [10, 6],
    [null, 2],
  ])('clamps %s to %i', (before, after) => {
    const pipe = plan(before);
    expect(pipe.changes).toMatchObject([{ path: 'scaling.replicas', before, after, band: { min: 2, max: 6 } }]);
    expect(pipe.requests.map(({ body }) => body)).toEqual([{ replicas: after }]);
    expect(pipe.live?.scaling).toEqual({ replicas: before });
  });

  it('leaves a value inside it out of the basis and out of the request of another key', () => {
    const pipe = planOne(
      desiredPipe({ scaling: { replicas: { min: 2, max: 6 }, replicaCpuMillicores: 500, replicaMemoryGb: 2 } }),
      livePipe({ scaling: { replicas: 4, replicaCpuMillicores: 250, replicaMemoryGb: 1 } }),
    );
    expect(pipe.requests.map(({ body }) => body)).toEqual([{ replicaCpuMillicores: 500, replicaMemoryGb: 2 }]);
    expect(pipe.live?.scaling).toEqual({ replicaCpuMillicores: 250, replicaMemoryGb: 1 });
  });
});

describe('a scaling value that is not shown', () => {
  const desired = desiredPipe({ scaling: { replicas: 2, replicaCpuMillicores: 500, replicaMemoryGb: 2 } });
  const size = { replicas: 2, replicaCpuMillicores: 0, replicaMemoryGb: 0 };

  it.each([
    ['in a state of transition', { state: 'Modifying', updatedAt: LONG_AGO }],
    ['in a state of transition with no time', { state: 'Provisioning', updatedAt: null }],
    ['just after an update', { updatedAt: secondsAgo(20) }],
    ['just after an update by a clock that is ahead', { updatedAt: secondsAgo(-20) }],
  ])('is "not yet" %s, whether 0 or null', (_, shown) => {
    for (const none of [0, null]) {
      const scaling = { ...size, replicaCpuMillicores: none, replicaMemoryGb: none };
      const pipe = planOne(desired, livePipe({ ...shown, scaling }));
      expect(pipe).toMatchObject({ status: 'unchanged', changes: [], requests: [] });
      const notYet = pipe.diagnostics.filter(({ summary }) => summary.includes(' is not available yet'));
      expect(codes(notYet)).toEqual(['pipe-in-transition', 'pipe-in-transition']);
    }
  });

  it.each([
    ['long after the update', { updatedAt: LONG_AGO }],
    ['without an update time', { updatedAt: null }],
    ['with an invalid update time', { updatedAt: 'yesterday' }],
    ['two minutes after the update', { updatedAt: secondsAgo(120) }],
  ])('is unset in a settled pipe %s', (_, shown) => {
    const pipe = planOne(desired, livePipe({ ...shown, scaling: size }));
    expect(pipe.changes).toMatchObject([
      { path: 'scaling.replicaCpuMillicores', before: null, after: 500 },
      { path: 'scaling.replicaMemoryGb', before: null, after: 2 },
    ]);
  });

  it('reads a time without a zone as UTC, wherever the command runs', () => {
    const before = process.env.TZ;
    process.env.TZ = 'Pacific/Auckland';
    try {
      for (const updatedAt of ['2026-11-20T09:59:30', '2026-11-20 09:59:30.123']) {
        expect(planOne(desired, livePipe({ updatedAt, scaling: size })).status).toBe('unchanged');
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it('is a difference in transition when another value is shown', () => {
    const scaling = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
    const pipe = planOne(desired, livePipe({ state: 'Modifying', scaling }));
    expect(pipe.changes).toHaveLength(2);
    expect(codes(pipe.diagnostics)).toEqual(['pipe-in-transition']);
  });

  it('does not stop other differences', () => {
    const pipe = planOne(
      desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 2, replicaCpuMillicores: 500 } }),
      livePipe({ settings: { db_max_threads: 4 }, state: 'Modifying', scaling: size }),
    );
    expect(pipe.requests.map(({ method }) => method)).toEqual(['PUT']);
    expect(pipe.live?.scaling).toEqual({ replicas: 2 });
  });

  it('is a value where the contract allows 0: concurrency', () => {
    const object = { source: 'objectStorage', updatedAt: secondsAgo(5) };
    const want = desiredPipe({ scaling: { concurrency: 0 } });
    expect(planOne(want, livePipe({ ...object, scaling: { concurrency: 0 } })).status).toBe('unchanged');
    expect(planOne(want, livePipe({ ...object, scaling: { concurrency: 4 } })).requests[0]?.body).toEqual({
      concurrency: 0,
    });
  });

  it('matches a desired null', () => {
    const want = desiredPipe({ scaling: { replicas: null } });
    expect(planOne(want, livePipe()).status).toBe('unchanged');
    expect(planOne(want, livePipe({ scaling: { replicas: 3 } })).requests[0]?.body).toEqual({ replicas: null });
  });
});

describe('CPU and memory', () => {
  const live = livePipe({ scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 } });
  const body = (...given: Parameters<typeof planOne>) => planOne(...given).requests.map((request) => request.body);

  it('are sent together when one changes and both are managed', () => {
    const desired = desiredPipe({ scaling: { replicaCpuMillicores: 250, replicaMemoryGb: 2 } });
    expect(body(desired, live)).toEqual([{ replicaCpuMillicores: 250, replicaMemoryGb: 2 }]);
  });

  it.each([
    [{ replicaCpuMillicores: 500 }, { replicaCpuMillicores: 500, replicaMemoryGb: 1 }],
    [{ replicaMemoryGb: 2 }, { replicaCpuMillicores: 250, replicaMemoryGb: 2 }],
  ])('are sent together when the other is known but not managed: %o', (scaling, expected) => {
    const pipe = planOne(desiredPipe({ scaling }), live);
    expect(pipe.requests.map((request) => request.body)).toEqual([expected]);
    expect(pipe.live?.scaling).toEqual({ replicaCpuMillicores: 250, replicaMemoryGb: 1 });
  });

  it('are not sent when only replicas change', () => {
    expect(body(desiredPipe({ scaling: { replicas: 3, replicaCpuMillicores: 250 } }), live)).toEqual([{ replicas: 3 }]);
  });

  it('are sent alone when the other is neither managed nor known', () => {
    const unknown = livePipe({ scaling: { replicas: 2, replicaCpuMillicores: 250 } });
    expect(body(desiredPipe({ scaling: { replicaCpuMillicores: 500 } }), unknown)).toEqual([
      { replicaCpuMillicores: 500 },
    ]);
  });

  it('are sent together when the other is managed and not shown yet', () => {
    const settling = livePipe({ state: 'Modifying', scaling: { replicaCpuMillicores: 0, replicaMemoryGb: 1 } });
    const pipe = planOne(desiredPipe({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 } }), settling);
    expect(pipe.requests.map((request) => request.body)).toEqual([{ replicaCpuMillicores: 500, replicaMemoryGb: 2 }]);
    expect(pipe.changes.map(({ path }) => path)).toEqual(['scaling.replicaCpuMillicores', 'scaling.replicaMemoryGb']);
    // It may settle before the apply, which must not make the pipe stale.
    expect(pipe.live?.scaling).toEqual({ replicaMemoryGb: 1 });
  });
});

describe('the order of the requests', () => {
  const small = { replicas: 2, concurrency: 4, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
  const order = (scaling: Parameters<typeof desiredPipe>[0], shown: Parameters<typeof livePipe>[0] = {}) =>
    planOne(
      desiredPipe({ settings: { db_max_threads: 8 }, ...scaling }),
      livePipe({ settings: { db_max_threads: 4 }, scaling: small, ...shown }),
    ).requests.map(({ method }) => method);
  const storage = { source: 'objectStorage' };

  it.each([
    ['less memory', { replicaMemoryGb: 0.5 }, ['PUT', 'PATCH']],
    ['more CPU, less memory', { replicaCpuMillicores: 500, replicaMemoryGb: 0.5 }, ['PATCH', 'PUT']],
    ['less CPU, more memory', { replicaCpuMillicores: 125, replicaMemoryGb: 2 }, ['PATCH', 'PUT']],
    [
      'fewer, larger replicas with more capacity in total',
      { replicas: 1, replicaCpuMillicores: 1000 },
      ['PATCH', 'PUT'],
    ],
    [
      'fewer, larger replicas with less capacity in total',
      { replicas: 1, replicaCpuMillicores: 375 },
      ['PUT', 'PATCH'],
    ],
  ])('%s', (_, scaling, expected) => {
    expect(order({ scaling })).toEqual(expected);
  });

  it('uses concurrency for object storage', () => {
    expect(order({ scaling: { concurrency: 8 } }, storage)).toEqual(['PATCH', 'PUT']);
    expect(order({ scaling: { concurrency: 2 } }, storage)).toEqual(['PUT', 'PATCH']);
  });

  it('uses the known values when the size is not shown', () => {
    expect(order({ scaling: { replicas: 1 } }, { scaling: { replicas: 2 } })).toEqual(['PUT', 'PATCH']);
    expect(order({ scaling: { replicas: 3 } }, { scaling: { replicas: 2 } })).toEqual(['PATCH', 'PUT']);
  });
});
