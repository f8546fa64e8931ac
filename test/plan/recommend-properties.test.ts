import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Band } from '../../src/model/fleet.ts';
import type { ReplicaTarget } from '../../src/model/recommendation.ts';
import { reachOf } from '../../src/plan/policy/policy.ts';
import { recommendReplicas } from '../../src/plan/recommend-replicas.ts';
import { checkProperty } from '../effort.ts';
import { historyOf } from './samples.ts';

const RUNS = { numRuns: 300 };

const bands: fc.Arbitrary<Band> = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
const values = fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.double({ min: 0, max: 50_000, noNaN: true }));
const targets: fc.Arbitrary<ReplicaTarget> = fc.record({
  check: fc.constant('orders-lag'),
  value: fc.double({ min: 0.01, max: 20_000, noNaN: true }),
  tolerance: fc.constantFrom(0, 0.05, 0.1, 0.5),
  stabilizationMs: fc.constantFrom(0, 60_000, 300_000),
});
const replicas = fc.integer({ min: 1, max: 30 });
const anything = fc.oneof(
  { weight: 6, arbitrary: values },
  { weight: 1, arbitrary: fc.constantFrom(null, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE) },
);
const histories = fc.array(anything, { maxLength: 8 });

describe('for any series', () => {
  it('replicas stay in the band, and the result is JSON', () => {
    checkProperty(
      fc.property(fc.option(replicas), bands, targets, histories, (current, band, target, points) => {
        const found = recommendReplicas(current, band, target, historyOf(points));
        expect(JSON.parse(JSON.stringify(found))).toEqual(found);
        expect(found.replicas === null).toBe(found.verdict === 'no-data');
        if (found.replicas === null) return;
        expect(Number.isInteger(found.replicas)).toBe(true);
        expect(found.replicas).toBeGreaterThanOrEqual(band.min);
        expect(found.replicas).toBeLessThanOrEqual(band.max);
        expect(found.verdict).toBe(found.replicas === current ? 'hold' : 'scale');
      }),
      RUNS,
    );
  });

  it('a missing newest value gives no recommendation', () => {
    checkProperty(
      fc.property(replicas, bands, targets, histories, (current, band, target, points) => {
        const found = recommendReplicas(current, band, target, historyOf([...points, null]));
        expect(found).toMatchObject({ verdict: 'no-data', value: null, replicas: null });
      }),
      RUNS,
    );
  });

  it('a step under a policy is allowed by it and moves toward the recommendation', () => {
    const factors = fc.constantFrom(1, 1.15, 1.5, 2, 3);
    checkProperty(
      fc.property(replicas, bands, targets, values, factors, (current, band, target, value, factor) => {
        const quick = { ...target, stabilizationMs: 0 };
        const asked = recommendReplicas(current, band, quick, historyOf([value])).replicas ?? -1;
        const found = recommendReplicas(current, band, quick, historyOf([value]), factor);
        const { replicas: given } = found;
        if (given === null) return;
        expect(given).toBeGreaterThanOrEqual(band.min);
        expect(given).toBeLessThanOrEqual(band.max);
        expect(given).toBeGreaterThanOrEqual(Math.min(current, asked));
        expect(given).toBeLessThanOrEqual(Math.max(current, asked));
        if (current < band.min || current > band.max) return;
        const reach = reachOf(current, factor);
        expect(given).toBe(Math.min(Math.max(asked, reach.min), reach.max));
      }),
      RUNS,
    );
  });

  it('a higher value never recommends fewer replicas without stabilization', () => {
    checkProperty(
      fc.property(replicas, bands, targets, values, values, (current, band, target, one, other) => {
        const at = (value: number): number =>
          recommendReplicas(current, band, { ...target, stabilizationMs: 0 }, historyOf([value])).replicas ?? -1;
        expect(at(Math.max(one, other))).toBeGreaterThanOrEqual(at(Math.min(one, other)));
      }),
      RUNS,
    );
  });

  it('replicas decrease no further than every value in the stabilization time allows, and never across a gap', () => {
    checkProperty(
      fc.property(
        replicas,
        bands,
        targets,
        fc.array(anything, { minLength: 7, maxLength: 7 }),
        (current, band, target, points) => {
          const found = recommendReplicas(current, band, target, historyOf(points));
          if (found.replicas === null || found.replicas >= Math.min(current, band.max)) return;
          const lasting = Math.max(1, target.stabilizationMs / 60_000);
          for (const value of points.slice(-lasting)) {
            const alone = recommendReplicas(current, band, { ...target, stabilizationMs: 0 }, historyOf([value]));
            expect(alone.replicas).not.toBeNull();
            expect(found.replicas).toBeGreaterThanOrEqual(
              Math.min(current, alone.replicas ?? Number.POSITIVE_INFINITY),
            );
          }
        },
      ),
      RUNS,
    );
  });

  it('a recommendation is stable once the replicas are live and share the load', () => {
    checkProperty(
      fc.property(replicas, targets, values, (current, target, value) => {
        const band = { min: 1, max: Number.MAX_SAFE_INTEGER };
        const quick = { ...target, stabilizationMs: 0 };
        const found = recommendReplicas(current, band, quick, historyOf([value]));
        const { replicas: given, wanted } = found;
        if (given === null || wanted === null || wanted < 1) return;
        const shared = (value * current) / given;
        expect(recommendReplicas(given, band, quick, historyOf([shared]))).toMatchObject({
          verdict: 'hold',
          replicas: given,
        });
      }),
      RUNS,
    );
  });
});
