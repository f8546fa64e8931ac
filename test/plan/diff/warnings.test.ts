import { describe, expect, it } from 'vitest';
import { codes, desiredPipe, livePipe, pair, planOf, planOne } from '../samples.ts';

describe('an unusual combination of CPU and memory', () => {
  const live = livePipe({ scaling: { replicas: 2, replicaCpuMillicores: 1000, replicaMemoryGb: 4 } });
  const warned = (wanted: Parameters<typeof desiredPipe>[0]) => codes(planOne(desiredPipe(wanted), live).diagnostics);

  it('gives a warning when one of the two is the live value', () => {
    expect(warned({ scaling: { replicaMemoryGb: 2 } })).toEqual(['unusual-size']);
    expect(warned({ scaling: { replicaCpuMillicores: 500 } })).toEqual(['unusual-size']);
  });

  it('gives a warning when one of the two is clamped to a band', () => {
    const band = { replicaCpuMillicores: 500, replicaMemoryGb: { min: 1, max: 3 } };
    expect(warned({ scaling: band })).toEqual(['unusual-size']);
  });

  it('gives no warning when both are declared, since validate reports it', () => {
    expect(warned({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 4 } })).toEqual([]);
  });

  it('gives no warning when neither changes or when the combination is usual', () => {
    expect(warned({ scaling: { replicas: 3 } })).toEqual([]);
    expect(warned({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 } })).toEqual([]);
    expect(codes(planOne(desiredPipe({ scaling: { replicaMemoryGb: 4 } }), live).diagnostics)).toEqual([]);
  });
});

/** The warnings when db_max_threads should be 8 and the live pipe has these settings. */
function warnings(settings: Readonly<Record<string, number | boolean | null>>): readonly string[] {
  const reads = [pair(desiredPipe({ settings: { db_max_threads: 8 } }), livePipe({ settings }))];
  return planOf(reads).pipes.flatMap(({ diagnostics }) => diagnostics.map(({ code, hint }) => `${code}: ${hint}`));
}

describe('a deployment that seems to use other setting names', () => {
  it('gives a warning with the likely prefix', () => {
    expect(warnings({ warehouse_max_threads: 4, warehouse_max_insert_threads: 2 })).toEqual([
      'other-naming: If this deployment uses the prefix warehouse_ instead of db_, write api.naming: { settingPrefix: warehouse_ }.',
    ]);
  });

  it.each([
    ['the setting is live under its own name', { db_max_threads: 4, warehouse_max_threads: 4 }],
    ['another setting has another prefix', { warehouse_max_insert_threads: 4 }],
    ['there are several prefixes', { a_max_threads: 4, b_max_threads: 4 }],
    ['unknown settings have unrelated names', { kafka_extra: true }],
    ['nothing is set', {}],
  ])('gives no warning when %s', (_, settings) => {
    expect(warnings(settings)).toEqual([]);
  });
});
