import { describe, expect, it } from 'vitest';
import { codes, desiredPipe, livePipe, planOne } from './samples.ts';

describe('an unusual pair of CPU and memory', () => {
  const live = livePipe({ scaling: { replicas: 2, replicaCpuMillicores: 1000, replicaMemoryGb: 4 } });
  const warned = (wanted: Parameters<typeof desiredPipe>[0]) => codes(planOne(desiredPipe(wanted), live).diagnostics);

  it('is warned of when one of the two is the live value', () => {
    expect(warned({ scaling: { replicaMemoryGb: 2 } })).toEqual(['unusual-size']);
    expect(warned({ scaling: { replicaCpuMillicores: 500 } })).toEqual(['unusual-size']);
  });

  it('is warned of when one of the two is the edge of a band', () => {
    const band = { replicaCpuMillicores: 500, replicaMemoryGb: { min: 1, max: 3 } };
    expect(warned({ scaling: band })).toEqual(['unusual-size']);
  });

  it('is left to validate when both are written down', () => {
    expect(warned({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 4 } })).toEqual([]);
  });

  it('is nothing to say of when neither changes, or when the pair is usual', () => {
    expect(warned({ scaling: { replicas: 3 } })).toEqual([]);
    expect(warned({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 } })).toEqual([]);
    expect(codes(planOne(desiredPipe({ scaling: { replicaMemoryGb: 4 } }), live).diagnostics)).toEqual([]);
  });
});
