import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  fixedWindow,
  type Outcome,
  type Service,
  seededRandom,
  simulate,
  slidingWindow,
  stray,
  tokenBucket,
} from './simulate-limits.ts';

/** What the service does, how many requests are sent, and the bounds: the wall time, and the share of refusals. */
interface Row {
  readonly service: (seed: number) => Service;
  readonly requests: number;
  readonly seconds: number;
  readonly refused: number;
}

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const AGAIN = { 'retry-after': '1' };

/** A share of all requests is refused, each once at most. */
function atRandom(share: number, headers: Record<string, string> = {}): Row['service'] {
  return (seed) => {
    const random = seededRandom(-seed);
    const refused = Array.from({ length: 1_000 }, () => random() < share);
    return stray((index) => refused[index] ?? false, headers);
  };
}

const ROWS: Readonly<Record<string, Row>> = {
  '5% at random': { service: atRandom(0.05), requests: 200, seconds: 3, refused: 0.08 },
  '5% at random, Retry-After: 1': { service: atRandom(0.05, AGAIN), requests: 200, seconds: 12, refused: 0.08 },
  'every third of the first 24': {
    service: () => stray((index) => index < 24 && index % 3 === 0),
    requests: 200,
    seconds: 3,
    refused: 0.08,
  },
  'the first 8': { service: () => stray((index) => index < 8), requests: 200, seconds: 3, refused: 0.08 },
  'the first read of every third of 24 pipes, then writes': {
    service: () => stray((index) => index < 24 && index % 3 === 2),
    requests: 128,
    seconds: 6,
    refused: 8 / 128,
  },
  '10 in 10 s': { service: () => fixedWindow(10, 10_000), requests: 40, seconds: 33, refused: 0.12 },
  '10 in 10 s, Retry-After': {
    service: () => fixedWindow(10, 10_000, { hint: 'Retry-After' }),
    requests: 40,
    seconds: 33,
    refused: 0.12,
  },
  '50 a second': { service: () => fixedWindow(50, 1_000), requests: 500, seconds: 12, refused: 0.05 },
  '50 a second, sliding': { service: () => slidingWindow(50, 1_000), requests: 500, seconds: 12, refused: 0.05 },
  '50 a second, RateLimit': {
    service: () => fixedWindow(50, 1_000, { hint: 'RateLimit' }),
    requests: 500,
    seconds: 10.3,
    refused: 0.01,
  },
  '50 a second, X-RateLimit, windows aligned to the clock': {
    service: (seed) => fixedWindow(50, 1_000, { hint: 'X-RateLimit', phaseMs: (seed * 137) % 1_000 }),
    requests: 500,
    seconds: 10.3,
    refused: 0.01,
  },
  'a bucket of 50, 50 a second': { service: () => tokenBucket(50, 1_000), requests: 500, seconds: 12, refused: 0.06 },
  '100 a second, half of it used by somebody else': {
    service: () => fixedWindow(100, 1_000, { others: 50 }),
    requests: 500,
    seconds: 12,
    refused: 0.08,
  },
  '100 a second': { service: () => fixedWindow(100, 1_000), requests: 1_000, seconds: 12, refused: 0.04 },
  '10 in 2 s': { service: () => fixedWindow(10, 2_000), requests: 200, seconds: 55, refused: 0.08 },
  '10 in 2 s, sliding': { service: () => slidingWindow(10, 2_000), requests: 200, seconds: 55, refused: 0.08 },
  '20 in 5 s': { service: () => fixedWindow(20, 5_000), requests: 200, seconds: 65, refused: 0.08 },
  '50 in 2 s': { service: () => fixedWindow(50, 2_000), requests: 1_000, seconds: 52, refused: 0.05 },
  '20 in 10 s, aligned to the clock, Retry-After': {
    service: (seed) => fixedWindow(20, 10_000, { hint: 'Retry-After', phaseMs: (seed * 1_370) % 10_000 }),
    requests: 200,
    seconds: 100,
    refused: 0.06,
  },
  '10 in 120 s': { service: () => fixedWindow(10, 120_000), requests: 14, seconds: 150, refused: 0.45 },
  '3% at random': { service: atRandom(0.03), requests: 200, seconds: 3, refused: 0.05 },
  '3% at random, Retry-After: 1': { service: atRandom(0.03, AGAIN), requests: 200, seconds: 10, refused: 0.05 },
};

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}

describe('a limit that nobody configured', () => {
  it.each(Object.entries(ROWS))(
    'is learned in time, with few 429s: %s',
    (_, { service, requests, seconds, refused }) => {
      const outcomes = SEEDS.map((seed) => simulate(service(seed), { requests, seed }));
      expect(outcomes.filter(({ passed }) => passed !== requests)).toEqual([]);
      const walls = outcomes.map(({ wallMs }) => wallMs / 1_000);
      expect(quantile(walls, 1)).toBeLessThanOrEqual(seconds);
      // What is refused at random is up to chance.
      expect(
        quantile(
          outcomes.map((outcome) => outcome.refused / requests),
          0.7,
        ),
      ).toBeLessThanOrEqual(refused);
    },
  );

  it('hardly delays requests to a service without a limit', () => {
    for (const [requests, parallelism, latencyMs, slower] of [
      [2_000, 32, 50, 1.05],
      [200, 8, 50, 1.2],
    ] as const) {
      const { wallMs } = simulate(() => ({ isPassed: true, headers: {} }), {
        requests,
        parallelism,
        latencyMs,
        seed: 1,
      });
      expect(wallMs).toBeLessThanOrEqual((requests / parallelism) * latencyMs * slower);
    }
  });

  it('does not serialize requests when only some responses announce it', () => {
    const announcing = fixedWindow(50, 1_000, { hint: 'X-RateLimit' });
    const service: Service = (now, index) => {
      const response = announcing(now, index);
      return response.isPassed ? { ...response, headers: {} } : response;
    };
    const { wallMs, refused } = simulate(service, { requests: 500, seed: 1, parallelism: 16, latencyMs: 200 });
    expect(wallMs).toBeLessThan(25_000);
    expect(refused).toBeLessThan(40);
  });

  it('is learned again when it decreases', () => {
    const [before, after] = [fixedWindow(20, 1_000), fixedWindow(5, 1_000)];
    const change = (now: number, index: number) => (now < 10_000 ? before(now, index) : after(now, index));
    const { passed, passedAt } = simulate(change, { requests: 400, seed: 1 });
    const rest = passedAt.filter((time) => time >= 10_000).length;
    expect(passed).toBe(400);
    expect(Math.max(...passedAt)).toBeLessThan(10_000 + 1.6 * (rest / 5) * 1_000);
  });

  it('gives up only after ten minutes without a permit', () => {
    const outcome = simulate(() => ({ isPassed: false, headers: {} }), { requests: 50, seed: 1 });
    expect(outcome.passed).toBe(0);
    expect(outcome.refused).toBeLessThan(30);
  });
});

describe('a configured limit', () => {
  test('is never exceeded, even when the service would accept more', () => {
    const limit = { requests: 5, perMilliseconds: 1_000 };
    const { passedAt } = simulate(() => ({ isPassed: true, headers: {} }), { requests: 100, seed: 1, limit });
    passedAt.forEach((time, index) => {
      expect((passedAt[index + 5] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(1_000);
    });
  });

  test('is corrected when the real one is lower', () => {
    const limit = { requests: 100, perMilliseconds: 10_000 };
    const outcome = simulate(fixedWindow(10, 10_000, { hint: 'Retry-After' }), { requests: 200, seed: 1, limit });
    expect(outcome.passed).toBe(200);
    expect(outcome.refused).toBeLessThan(20);
  });
});

describe('for any limit, window and algorithm of the service', () => {
  const shapes = { fixedWindow, slidingWindow, tokenBucket };
  const works = fc.record({
    shape: fc.constantFrom<keyof typeof shapes>('fixedWindow', 'slidingWindow', 'tokenBucket'),
    // Any window from half a second to five minutes, as likely in each order of magnitude.
    windowMs: fc.double({ min: Math.log(500), max: Math.log(300_000), noNaN: true }).map(Math.exp),
    perWindow: fc.integer({ min: 2, max: 100 }),
    windows: fc.integer({ min: 3, max: 20 }),
    hint: fc.constantFrom<'none' | 'Retry-After'>('none', 'Retry-After'),
    parallelism: fc.constantFrom(2, 8, 32),
    latencyMs: fc.constantFrom(5, 20, 100),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  });
  const run = (work: typeof works extends fc.Arbitrary<infer Work> ? Work : never): Outcome & { slowness: number } => {
    const { shape, windowMs, perWindow, windows, hint, parallelism, latencyMs } = work;
    const requests = Math.min(1_500, Math.max(50, perWindow * windows));
    const outcome = simulate(shapes[shape](perWindow, windowMs, { hint }), { ...work, requests });
    const leastMs = Math.max((requests / parallelism) * latencyMs, (requests / perWindow) * windowMs);
    expect(outcome.passed).toBe(requests);
    return { ...outcome, slowness: (outcome.wallMs - 1_000) / (leastMs + windowMs) };
  };

  it('every request is accepted eventually, and none waits much longer than the limit requires', () => {
    fc.assert(
      fc.property(works, (work) => {
        expect(run(work).slowness).toBeLessThan(30);
      }),
      { numRuns: 150 },
    );
  });

  it('nine of ten take less than twice the minimum time, and half hardly more than the minimum', () => {
    const slowness = fc.sample(works, { numRuns: 150, seed: 42 }).map((work) => run(work).slowness);
    expect(quantile(slowness, 0.5)).toBeLessThan(1.2);
    expect(quantile(slowness, 0.9)).toBeLessThan(2);
  });
});
