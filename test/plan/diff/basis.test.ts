import { describe, expect, it } from 'vitest';
import { hashLiveValues, takeSnapshot } from '../../../src/plan/diff/snapshot.ts';
import { livePipe } from '../samples.ts';

const live = livePipe({
  settings: { db_max_threads: 4, db_max_insert_threads: null, future_switch: { deep: [1, 2] } },
  scaling: { replicas: 2, replicaCpuMillicores: 250 },
});
const basis = takeSnapshot(live, { replicas: 2 });

describe('the basis of a plan', () => {
  it('holds every setting that is not null, and the scaling that was compared', () => {
    expect(basis).toEqual({
      settings: { db_max_threads: 4, future_switch: { deep: [1, 2] } },
      scaling: { replicas: 2 },
    });
  });

  it('has a hash that changes with any difference', () => {
    expect(hashLiveValues(basis)).toMatch(/^sha256:[0-9a-f]{64}$/);
    const others = [
      takeSnapshot(live, { replicas: 3 }),
      takeSnapshot(live, {}),
      takeSnapshot(livePipe({ settings: { db_max_threads: 4 } }), { replicas: 2 }),
      takeSnapshot(livePipe({ settings: { db_max_threads: 4, future_switch: { deep: [2, 1] } } }), { replicas: 2 }),
    ];
    expect(new Set([basis, ...others].map(hashLiveValues)).size).toBe(others.length + 1);
  });
});
