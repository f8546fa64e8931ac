import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { namedWait, type ResponseHeaders, readAnnouncement } from '../../src/api/rate-limit/headers.ts';
import { createLimitLearner } from '../../src/api/rate-limit/learn-limit.ts';
import type { RateLimit } from '../../src/api/rate-limit/sliding-log.ts';

/** What a service with a limit knows when a request arrives, in milliseconds from then on. */
interface Counted {
  readonly isPassed: boolean;
  readonly remaining: number;
  /** Until more of the quota is there. */
  readonly resetMs: number;
}

/** Called in the order of time; `index` counts all requests that arrived. */
type Service = (now: number, index: number) => { readonly isPassed: boolean; readonly headers: ResponseHeaders };
type Hint = (counted: Counted, limit: RateLimit) => ResponseHeaders;

const inSeconds = (ms: number): string => String(Math.ceil(ms / 1_000));

/** How services announce their limit. */
const HINTS = {
  none: () => ({}),
  'Retry-After': ({ isPassed, resetMs }) => (isPassed ? {} : { 'retry-after': inSeconds(resetMs) }),
  RateLimit: ({ remaining, resetMs }, { requests }) => ({
    ratelimit: `limit=${requests}, remaining=${remaining}, reset=${inSeconds(resetMs)}`,
  }),
  'X-RateLimit': ({ remaining, resetMs }, { requests }) => ({
    'x-ratelimit-limit': String(requests),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': inSeconds(resetMs),
  }),
} as const satisfies Readonly<Record<string, Hint>>;

interface Options {
  readonly hint?: keyof typeof HINTS;
  /** Where windows are aligned to the clock: how far the first one has gone. Else they open with the first request. */
  readonly phaseMs?: number;
  /** Requests that somebody else sends in each window, evenly. */
  readonly others?: number;
}

function fixedWindow(requests: number, perMilliseconds: number, options: Options = {}): Service {
  const { hint = 'none', phaseMs = null, others = 0 } = options;
  let [startsAt, left] = [Number.NEGATIVE_INFINITY, 0];
  return (now) => {
    if (now >= startsAt + perMilliseconds) {
      startsAt = phaseMs === null ? now : now - ((now + phaseMs) % perMilliseconds);
      left = requests;
    }
    const taken = Math.floor(((now - startsAt) / perMilliseconds) * others);
    const isPassed = left > taken;
    if (isPassed) left -= 1;
    const counted = { isPassed, remaining: Math.max(0, left - taken), resetMs: startsAt + perMilliseconds - now };
    return { isPassed, headers: HINTS[hint](counted, { requests, perMilliseconds }) };
  };
}

/** No window, wherever it begins, holds more than the limit. */
function slidingWindow(requests: number, perMilliseconds: number, { hint = 'none' }: Options = {}): Service {
  const taken: number[] = [];
  return (now) => {
    while ((taken[0] ?? now) <= now - perMilliseconds) taken.shift();
    const isPassed = taken.length < requests;
    if (isPassed) taken.push(now);
    const resetMs = (taken[0] ?? now) + perMilliseconds - now;
    const counted = { isPassed, remaining: requests - taken.length, resetMs };
    return { isPassed, headers: HINTS[hint](counted, { requests, perMilliseconds }) };
  };
}

/** A bucket that holds as many tokens as the limit has requests, and fills evenly. */
function tokenBucket(requests: number, perMilliseconds: number, { hint = 'none' }: Options = {}): Service {
  const tokenMs = perMilliseconds / requests;
  let [tokens, at] = [requests, 0];
  return (now) => {
    tokens = Math.min(requests, tokens + (now - at) / tokenMs);
    at = now;
    const isPassed = tokens >= 1;
    if (isPassed) tokens -= 1;
    const counted = { isPassed, remaining: Math.floor(tokens), resetMs: isPassed ? 0 : (1 - tokens) * tokenMs };
    return { isPassed, headers: HINTS[hint](counted, { requests, perMilliseconds }) };
  };
}

/** Refuses some requests for no reason. */
function stray(isRefused: (index: number) => boolean, headers: ResponseHeaders = {}): Service {
  return (_now, index) => ({ isPassed: !isRefused(index), headers: isRefused(index) ? headers : {} });
}

/** From 0 (included) to 1 (excluded), the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Work {
  readonly requests: number;
  readonly seed: number;
  readonly parallelism?: number;
  readonly latencyMs?: number;
  readonly limit?: RateLimit | null;
}

interface Outcome {
  /** Until the last response, in milliseconds. */
  readonly wallMs: number;
  readonly passed: number;
  readonly refused: number;
  /** When each request was let through, in milliseconds from the start. */
  readonly passedAt: readonly number[];
}

interface Event {
  readonly at: number;
  readonly happen: () => void;
}

const LONGEST_STALL_MS = 600_000;

/**
 * So many workers send so many requests as a limiter lets them, each again until it is let through, as the service client does. Half
 * of the latency, which varies by a tenth, is the way there. Time is virtual: nothing sleeps.
 */
function simulate(service: Service, work: Work): Outcome {
  const { requests, seed, parallelism = 8, latencyMs = 20, limit = null } = work;
  const random = seededRandom(seed);
  const limiter = createLimitLearner(limit, random);
  limiter.expect(requests);
  const events: Event[] = [];
  const queue: number[] = [];
  const passedAt: number[] = [];
  let [now, arrived, refused, left] = [0, 0, 0, requests];

  const schedule = (delayMs: number, happen: () => void): void => {
    const at = now + delayMs;
    const index = events.findLastIndex((event) => event.at <= at);
    events.splice(index + 1, 0, { at, happen });
  };
  const way = (): number => (latencyMs / 2) * (0.9 + 0.2 * random());
  const next = (): void => {
    if (left > 0) queue.push(0);
    left -= 1;
  };
  const send = (refusals: number): void => {
    const permit = limiter.send(now);
    schedule(way(), () => {
      const { isPassed, headers } = service(now, arrived);
      arrived += 1;
      if (isPassed) passedAt.push(now);
      else refused += 1;
      schedule(way(), () => {
        const announced = readAnnouncement(headers, 0);
        const waitMs = isPassed ? null : namedWait(headers, 0);
        limiter.end(permit, isPassed ? { status: 'passed', announced } : { status: 'refused', waitMs, announced }, now);
        if (isPassed) next();
        else schedule(waitMs ?? Math.min(5_000, 75 * 2 ** refusals), () => queue.push(refusals + 1));
      });
    });
  };

  for (let index = 0; index < parallelism; index += 1) next();
  while (limiter.stalledMs(now) <= LONGEST_STALL_MS) {
    const nextAt = queue.length === 0 ? null : limiter.nextAt(now);
    const [event] = events;
    if (nextAt !== null && nextAt <= now) send(queue.shift() ?? 0);
    else if (event !== undefined && (nextAt === null || event.at <= nextAt)) {
      events.shift();
      now = event.at;
      event.happen();
    } else if (nextAt === null) break;
    else now = nextAt;
  }
  return { wallMs: now, passed: passedAt.length, refused, passedAt };
}

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
