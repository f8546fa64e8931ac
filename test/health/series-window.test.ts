import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findWindow } from '../../src/health/series-window.ts';
import { GRANULARITIES, stepMs } from '../../src/model/observability/reader.ts';
import { checkProperty } from '../effort.ts';

it('is a window of whole buckets that ends less than one bucket before now, and is as long as possible', () => {
  const windows = fc.integer({ min: 1, max: 90 * 86_400_000 });
  checkProperty(
    fc.property(windows, fc.constantFrom(...GRANULARITIES), fc.nat(4e12), (windowMs, granularity, nowMs) => {
      const window = findWindow({ windowMs, granularity }, nowMs);
      expect(window.stepMs).toBe(stepMs(granularity, windowMs));
      expect(stepMs(window.granularity, 0)).toBe(window.stepMs);
      expect(window.endMs % window.stepMs).toBe(0);
      expect(nowMs - window.endMs).toBeGreaterThanOrEqual(0);
      expect(nowMs - window.endMs).toBeLessThan(window.stepMs);
      expect(window.endMs - window.startMs).toBe(window.buckets * window.stepMs);
      expect(window.buckets).toBe(Math.floor(windowMs / window.stepMs));
    }),
  );
});
