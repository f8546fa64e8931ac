import { describe, expect, it } from 'vitest';
import { codes, desiredPipe, livePipe, planOne } from '../samples.ts';

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
