import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RateLimit } from '../../src/api/rate-limit/turns.ts';
import { fixedWindows, type Hint, type Run, slidingWindow, tokenBucket, work } from './limited-service.ts';

const TEN_PER_TEN_SECONDS: RateLimit = { requests: 10, perMilliseconds: 10_000 };

/** 429 answers that came after the first and whatever was under way with it. */
function laterRefusals({ refused }: Run): number {
  const [first = 0] = refused;
  return refused.filter((time) => time > first + 100).length;
}

/** How long it took, as a multiple of the time that the limit makes necessary. */
function slowness({ passed }: Run, { requests, perMilliseconds }: RateLimit): number {
  return Math.max(...passed) / ((passed.length / requests) * perMilliseconds);
}

describe('a limit that is not known', () => {
  it.each<[RateLimit, Hint, number, number]>([
    [TEN_PER_TEN_SECONDS, 'seconds', 0, 1],
    [TEN_PER_TEN_SECONDS, 'date', 0.01, 1.1],
    [TEN_PER_TEN_SECONDS, 'none', 0.02, 1.1],
    [TEN_PER_TEN_SECONDS, 'too-soon', 0.02, 1.1],
    [{ requests: 20, perMilliseconds: 1_000 }, 'seconds', 0, 1.1],
    [{ requests: 20, perMilliseconds: 1_000 }, 'date', 0.01, 1.2],
    [{ requests: 20, perMilliseconds: 1_000 }, 'none', 0.01, 1.2],
    [{ requests: 100, perMilliseconds: 60_000 }, 'seconds', 0, 1],
    [{ requests: 100, perMilliseconds: 60_000 }, 'none', 0.01, 1.1],
  ])('is learnt and kept: %j, hint %s', async (limit, hint, refusedShare, slow) => {
    for (const make of [fixedWindows, slidingWindow]) {
      for (const parallelism of [8, 80]) {
        const requests = 30 * limit.requests;
        const run = await work(make(limit, hint), { requests, parallelism });
        expect(run.passed).toHaveLength(requests);
        expect(laterRefusals(run)).toBeLessThanOrEqual(refusedShare * requests);
        expect(slowness(run, limit)).toBeLessThanOrEqual(slow);
      }
    }
  });

  it.each<Hint>(['seconds', 'date', 'none'])('may be a bucket of tokens: hint %s', async (hint) => {
    for (const limit of [TEN_PER_TEN_SECONDS, { requests: 20, perMilliseconds: 1_000 }]) {
      const run = await work(tokenBucket(limit, hint), { requests: 400, parallelism: 8 });
      expect(run.passed).toHaveLength(400);
      expect(run.refused.length).toBeLessThanOrEqual(0.05 * 400);
      expect(slowness(run, limit)).toBeLessThanOrEqual(1.2);
    }
  });

  it('costs no more 429 answers at first than twice the modest start, however many workers there are', async () => {
    const run = await work(fixedWindows(TEN_PER_TEN_SECONDS, 'seconds'), { requests: 80, parallelism: 80 });
    expect(run.refused.length).toBeLessThanOrEqual(16);
    expect(Math.max(...run.passed)).toBeLessThan(75_000);
  });

  it('does not slow down a service without a limit', async () => {
    const run = await work(() => 'passed', { requests: 2_000, parallelism: 32, latencyMs: 50 });
    expect(run.mostUnderWay).toBe(32);
    expect(Math.max(...run.passed)).toBeLessThanOrEqual(1.02 * (2_000 / 32) * 50);
  });

  it('is learnt again when it becomes lower', async () => {
    const before = fixedWindows({ requests: 20, perMilliseconds: 1_000 }, 'seconds');
    const after = fixedWindows({ requests: 5, perMilliseconds: 1_000 }, 'seconds');
    const run = await work((now) => (now < 10_000 ? before(now) : after(now)), { requests: 400, parallelism: 8 });
    expect(run.passed).toHaveLength(400);
    const since = (times: readonly number[]): number => times.filter((time) => time >= 10_000).length;
    expect(since(run.refused)).toBeLessThanOrEqual(0.1 * since(run.passed));
    expect(Math.max(...run.passed)).toBeLessThan(10_000 + 1.3 * (since(run.passed) / 5) * 1_000);
  });

  it('ends when nothing is ever let through, for everyone', async () => {
    const run = await work(() => ({ wait: null }), { requests: 50, parallelism: 8, patienceMs: 60_000 });
    expect(run).toMatchObject({ passed: [], stalled: 50 });
    expect(run.refused.length).toBeLessThan(20);
  });
});

describe('a configured limit', () => {
  it('is not run into when it is right', async () => {
    const limit = { requests: 20, perMilliseconds: 1_000 };
    const run = await work(fixedWindows(limit, 'seconds'), { requests: 400, parallelism: 80, limit });
    expect(run.refused).toEqual([]);
    expect(slowness(run, limit)).toBeLessThanOrEqual(1.1);
  });

  it('is corrected when the real one is lower', async () => {
    const real = fixedWindows(TEN_PER_TEN_SECONDS, 'seconds');
    const limit = { requests: 100, perMilliseconds: 10_000 };
    const run = await work(real, { requests: 200, parallelism: 80, limit });
    expect(run.passed).toHaveLength(200);
    expect(laterRefusals(run)).toBe(0);
  });

  it('is never exceeded, even when the service would let more through', async () => {
    const limit = { requests: 5, perMilliseconds: 1_000 };
    const { passed } = await work(() => 'passed', { requests: 100, parallelism: 20, limit });
    passed.forEach((time, index) => {
      expect((passed[index + 5] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(1_000);
    });
  });
});

describe('whatever the limit, the hint, the latency and the number of workers', () => {
  it('every request is let through in the end', async () => {
    const limits = fc.record({
      requests: fc.integer({ min: 1, max: 50 }),
      perMilliseconds: fc.constantFrom(300, 1_000, 1_500, 10_000, 60_000),
    });
    const hints = fc.constantFrom<Hint>('seconds', 'date', 'none', 'too-soon');
    const services = fc.constantFrom(fixedWindows, slidingWindow, tokenBucket);
    const parallelism = fc.integer({ min: 1, max: 80 });
    const latencyMs = fc.integer({ min: 0, max: 500 });
    await fc.assert(
      fc.asyncProperty(services, limits, hints, parallelism, latencyMs, async (make, limit, hint, workers, latency) => {
        const todo = { requests: 150, parallelism: workers, latencyMs: latency, forMs: 86_400_000 };
        const run = await work(make(limit, hint), todo);
        expect(run).toMatchObject({ stalled: 0, passed: { length: 150 } });
        expect(laterRefusals(run)).toBeLessThan(100);
      }),
      { numRuns: 60 },
    );
  });
});
