import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDigest } from '../../src/model/json/document.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import { capacityOf, sumCapacity } from '../../src/plan/capacity.ts';
import { findFaults } from '../apply/schemas.ts';
import { checkProperty } from '../effort.ts';
import { desiredPipe, livePipe, pair, planOf } from './samples.ts';

const sized = (replicas: number | null, cpu: number | null, memory: number | null): LivePipe =>
  livePipe({ scaling: { replicas, replicaCpuMillicores: cpu, replicaMemoryGb: memory } });

const unchanged = (live: LivePipe) => ({ pipe: { status: 'unchanged', changes: [] }, live });

describe('capacity', () => {
  it.each<[string, LivePipe, readonly [number, number, number]]>([
    ['all replicas together', sized(3, 250, 1), [3, 750, 3]],
    ['fractions', sized(3, 125, 0.5), [3, 375, 1.5]],
    ['nothing shown', sized(null, null, null), [0, 0, 0]],
    ['a size without replicas', sized(null, 250, 1), [0, 0, 0]],
    ['replicas without a size', sized(2, null, null), [2, 0, 0]],
    ['zero is not shown', sized(0, 0, 0), [0, 0, 0]],
  ])('%s', (_, live, [replicas, cpuMillicores, memoryGb]) => {
    expect(capacityOf([unchanged(live)]).before).toEqual({ replicas, cpuMillicores, memoryGb });
  });

  it('adds up to the same digits however the fleet is split', () => {
    const memory = fc.constantFrom(0.1, 0.3, 0.5, 0.7, 1.1, 2.2, 1 / 3, 8);
    const pipe = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 125, max: 2000 }), memory);
    checkProperty(
      fc.property(fc.array(fc.tuple(pipe, fc.nat(3)), { maxLength: 40 }), (parts) => {
        const all = parts.map(([[replicas, cpu, gb], owner]) => ({
          owner,
          capacity: capacityOf([unchanged(sized(replicas, cpu, gb))]),
        }));
        const whole = sumCapacity(all.map(({ capacity }) => capacity));
        const shards = [3, 1, 0, 2].map((index) =>
          sumCapacity(all.filter(({ owner }) => owner === index).map(({ capacity }) => capacity)),
        );
        expect(sumCapacity(shards)).toEqual(whole);
      }),
    );
  });

  it.each<[string, LivePipe]>([
    ['negative', sized(-2, -250, -1)],
    ['beyond counting', sized(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1e308)],
  ])('ignores an invalid live value: %s', (_, live) => {
    const plan = planOf([pair(desiredPipe({ scaling: { replicas: 2 } }), live)]);
    expect(findFaults('plan', addDigest(plan))).toEqual([]);
  });
});
