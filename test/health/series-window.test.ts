import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWindow } from '../../src/health/series-window.ts';
import { GRANULARITIES, type Granularity, stepMs } from '../../src/model/observability/reader.ts';
import { checkProperty } from '../effort.ts';
import { END_MS, MINUTE, NOW_MS } from './samples.ts';

describe('the window of a check', () => {
  it.each<[string, number, Granularity, ReturnType<typeof findWindow>]>([
    [
      'ends with the last whole bucket',
      15 * MINUTE,
      '1m',
      { granularity: '1m', stepMs: MINUTE, startMs: END_MS - 15 * MINUTE, endMs: END_MS, buckets: 15 },
    ],
    [
      'drops partial buckets',
      12 * MINUTE,
      '5m',
      { granularity: '5m', stepMs: 5 * MINUTE, startMs: END_MS - 10 * MINUTE, endMs: END_MS, buckets: 2 },
    ],
    [
      'resolves `auto`',
      60 * MINUTE,
      'auto',
      { granularity: '1m', stepMs: MINUTE, startMs: END_MS - 60 * MINUTE, endMs: END_MS, buckets: 60 },
    ],
    [
      'is empty when it is shorter than a bucket',
      30_000,
      '1m',
      { granularity: '1m', stepMs: MINUTE, startMs: END_MS, endMs: END_MS, buckets: 0 },
    ],
  ])('%s', (_, windowMs, granularity, expected) => {
    expect(findWindow({ windowMs, granularity }, NOW_MS)).toEqual(expected);
  });

  it('has whole buckets, ends less than one bucket before now, and is as long as possible', () => {
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
});
