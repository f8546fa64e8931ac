import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { namedWait, type RateLimit, type ResponseHeaders, readAnnouncement } from '../../src/api/rate-limit/headers.ts';
import { createLimiter } from '../../src/api/rate-limit/limiter.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { checkProperty } from '../effort.ts';

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
  readonly phaseMs?: number | null;
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

const PASSED = { isPassed: true, headers: {} };
const NO_LIMIT: Service = () => PASSED;

/** Another limit after ten seconds. */
function changing(before: Service, after: Service): Service {
  return (now, index) => (now < 10_000 ? before(now, index) : after(now, index));
}

/** A service that announces its limit only when it refuses. */
function announcingLate(service: Service): Service {
  return (now, index) => {
    const { isPassed, headers } = service(now, index);
    return { isPassed, headers: isPassed ? {} : headers };
  };
}

interface Work {
  readonly requests: number;
  readonly parallelism: number;
  readonly latencyMs: number;
  readonly seed: number;
}

interface Event {
  readonly at: number;
  readonly happen: () => void;
}

const MAX_STALL_MS = 600_000;
/** More show that the limit is not learned. */
const MAX_REFUSED = 5_000;
const JITTER = 0.1;
const BACKOFF_MS = 75;

/**
 * So many workers send so many requests as a limiter lets them, each again until it is let through, as the service client does. Half
 * of the latency, which varies by `JITTER`, is the way there. Time is virtual: nothing sleeps.
 */
function simulate(service: Service, { requests, parallelism, latencyMs, seed }: Work, limit: RateLimit | null = null) {
  const random = createRandom(seed);
  const limiter = createLimiter(limit);
  const events: Event[] = [];
  const queue: number[] = [];
  const passedAt: number[] = [];
  let [now, arrived, refused, left] = [0, 0, 0, requests];

  const schedule = (delayMs: number, happen: () => void): void => {
    const at = now + delayMs;
    const index = events.findLastIndex((event) => event.at <= at);
    events.splice(index + 1, 0, { at, happen });
  };
  const way = (): number => (latencyMs / 2) * (1 - JITTER + (2 * JITTER * random.integer(0, 1_000)) / 1_000);
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
        else schedule(waitMs ?? Math.min(5_000, BACKOFF_MS * 2 ** refusals), () => queue.push(refusals + 1));
      });
    });
  };

  for (let index = 0; index < parallelism; index += 1) next();
  while (limiter.stalledMs(now) <= MAX_STALL_MS && refused <= MAX_REFUSED) {
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
  // Milliseconds from the start: of the last response, and when each request was let through.
  return { wallMs: now, passed: passedAt.length, refused, passedAt };
}

const PLAIN = { parallelism: 8, latencyMs: 20, seed: 1 };
const WORK = {
  requests: fc.integer({ min: 1, max: 1_000 }),
  parallelism: fc.constantFrom(2, 8, 32),
  latencyMs: fc.constantFrom(5, 20, 100),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
};

/** How long the workers take at most when nothing delays them. */
function tripsMs({ requests, parallelism, latencyMs }: Work): number {
  return Math.ceil(requests / parallelism) * latencyMs * (1 + JITTER);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

describe('without a limit', () => {
  it('does not delay requests', async () => {
    const slowdown = fc.asyncProperty(fc.record(WORK), async (work) => {
      expect(simulate(NO_LIMIT, work).wallMs).toBeLessThanOrEqual(tripsMs(work));
    });
    await checkProperty(slowdown, { numRuns: 100 });
  });

  it('delays no other request for a stray 429', () => {
    const service: Service = (_, index) => (index % 50 === 0 ? { isPassed: false, headers: {} } : PASSED);
    const { wallMs, refused } = simulate(service, { ...PLAIN, requests: 500 });
    expect(wallMs).toBeLessThanOrEqual(tripsMs({ ...PLAIN, requests: 500 + refused }) + refused * BACKOFF_MS);
  });

  it('takes at most four times as long as it must with stray 429s, on average', async () => {
    const drawn = fc.record({
      ...WORK,
      waitMs: fc.constantFrom(null, 1_000),
      /** The number of requests until the next one that is refused: 5% on average. */
      gaps: fc.array(fc.integer({ min: 4, max: 36 }), { maxLength: 60 }),
    });
    const ratios: number[] = [];
    const delay = fc.asyncProperty(drawn, async ({ gaps, waitMs, ...work }) => {
      const strays = new Set(gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap)));
      const headers = waitMs === null ? {} : { 'retry-after': inSeconds(waitMs) };
      const service: Service = (_, index) => (strays.has(index) ? { isPassed: false, headers } : PASSED);
      const { passed, refused, wallMs } = simulate(service, work);
      expect(passed).toBe(work.requests);
      // A refused request waits by itself.
      const leastMs = tripsMs(work) + (refused / work.parallelism) * (waitMs ?? BACKOFF_MS);
      ratios.push(wallMs / (leastMs + (waitMs ?? BACKOFF_MS)));
    });
    await checkProperty(delay, { numRuns: 200 });
    expect(mean(ratios)).toBeLessThan(4);
  });
});

const ALGORITHMS = { fixedWindow, slidingWindow, tokenBucket };

interface Limited extends Work {
  readonly algorithm: keyof typeof ALGORITHMS;
  readonly perWindow: number;
  readonly windowMs: number;
  /** The share of the first window that has gone. */
  readonly phase: number | null;
  readonly hint: keyof typeof HINTS;
}

const LIMITED = {
  ...WORK,
  algorithm: fc.constantFrom('fixedWindow', 'slidingWindow', 'tokenBucket'),
  perWindow: fc.integer({ min: 2, max: 100 }),
  phase: fc.option(fc.nat(99).map((percent) => percent / 100)),
};

/** Sends requests for 20 windows at most; all of them pass. `leastMs`: the least time that they can take. */
function send({ algorithm, perWindow, windowMs, phase, hint, ...drawn }: Limited, limit: RateLimit | null = null) {
  const work = { ...drawn, requests: Math.min(drawn.requests, 20 * perWindow) };
  const phaseMs = phase === null ? null : phase * windowMs;
  const service = ALGORITHMS[algorithm](perWindow, windowMs, { hint, phaseMs });
  const { passed, refused, wallMs } = simulate(service, work, limit);
  expect(passed).toBe(work.requests);
  // Named waits and resets are in whole seconds.
  const window = hint === 'none' ? windowMs : Math.ceil(windowMs / 1_000) * 1_000;
  const leastMs = Math.max((Math.ceil(passed / perWindow) - 1) * window, tripsMs(work));
  return { refused, wallMs, leastMs, window };
}

describe('a limit that nobody configured', () => {
  it('takes at most twice as long as it must, for any window and algorithm, on average, and never six times', async () => {
    const drawn = fc.record({
      ...LIMITED,
      // From half a second to five minutes, as likely in each order of magnitude.
      windowMs: fc.nat(1_000).map((share) => 500 * 600 ** (share / 1_000)),
      hint: fc.constantFrom('none', 'Retry-After'),
    });
    const ratios: number[] = [];
    const found = fc.asyncProperty(drawn, async (draw) => {
      const { wallMs, leastMs, window } = send(draw);
      ratios.push(wallMs / (leastMs + window + 1_000));
      expect(ratios.at(-1)).toBeLessThan(6);
    });
    await checkProperty(found, { numRuns: 800 });
    expect(mean(ratios)).toBeLessThan(2);
  });

  it('is followed when it is announced, within 1.15 of the least time and a window', async () => {
    const drawn = fc.record({
      ...LIMITED,
      algorithm: fc.constantFrom('fixedWindow', 'slidingWindow'),
      windowMs: fc.integer({ min: 1, max: 60 }).map((seconds) => seconds * 1_000),
      hint: fc.constantFrom('RateLimit', 'X-RateLimit'),
    });
    const followed = fc.asyncProperty(drawn, async (draw) => {
      const { refused, wallMs, leastMs, window } = send(draw);
      expect(refused).toBeLessThanOrEqual(draw.parallelism);
      // A window is known to have ended when a second, rounded up, and one round trip are over.
      const roundingMs = (leastMs / window) * (1_000 + 2 * draw.latencyMs);
      expect(wallMs).toBeLessThan(1.15 * leastMs + window + roundingMs);
    });
    await checkProperty(followed, { numRuns: 100 });
  });

  it.each<[string, number, number, Service, Partial<Work>?]>([
    ['when somebody else uses half of it', 500, 10, fixedWindow(100, 1_000, { others: 50 })],
    [
      'when only refusals announce it',
      500,
      20,
      announcingLate(fixedWindow(50, 1_000, { hint: 'X-RateLimit' })),
      { parallelism: 16, latencyMs: 200 },
    ],
    ['when somebody else used it up just before', 300, 300, changing(fixedWindow(1, 1e9), fixedWindow(10, 10_000))],
    ['again when it decreases', 400, 50, changing(fixedWindow(20, 1_000), fixedWindow(5, 1_000))],
    ['again when it increases', 1_000, 29, changing(fixedWindow(5, 1_000), fixedWindow(50, 1_000))],
  ])('is kept to %s: %i requests take at most twice %i s', (_, requests, seconds, service, work = {}) => {
    const { passed, wallMs } = simulate(service, { ...PLAIN, ...work, requests });
    expect(passed).toBe(requests);
    expect(wallMs).toBeLessThan(2 * seconds * 1_000);
  });

  it('is known, too, where refusals never come three in a row', () => {
    const { passed, refused } = simulate(tokenBucket(10, 1_000), { ...PLAIN, parallelism: 2, requests: 400 });
    expect(passed).toBe(400);
    expect(refused).toBeLessThan(40);
  });

  it.each([45_000, 1_800_000])('is measured over the time in which requests were sent: idle %i ms', (idleMs) => {
    const limiter = createLimiter(null);
    let now = 0;
    const pass = (times: number): void => {
      for (let sent = 0; sent < times; sent += 1) {
        const permit = limiter.send(now);
        now += 50;
        limiter.end(permit, { status: 'passed', announced: null }, now);
      }
    };
    pass(40);
    now += idleMs;
    const permits = [limiter.send(now), limiter.send(now), limiter.send(now)];
    now += 50;
    for (const permit of permits) limiter.end(permit, { status: 'refused', waitMs: null, announced: null }, now);
    now = limiter.nextAt(now) ?? now;
    pass(1);
    const rate = limiter.limit?.perSecond ?? 0;
    expect([limiter.limit?.source, rate > 15 && rate < 21]).toEqual(['learned', true]);
  });

  it('is known as announced by a quota alone, or a policy alone', () => {
    const policies = [{ requests: 5, perMilliseconds: 1_000 }];
    const quota = { remaining: 0, resetMs: 30_000 };
    const known = [
      { policies: [], quota },
      { policies, quota: null },
    ].map((announced) => {
      const limiter = createLimiter(null);
      limiter.end(limiter.send(0), { status: 'passed', announced }, 10);
      return limiter.limit;
    });
    expect(known).toEqual([
      { source: 'announced', perSecond: null },
      { source: 'announced', perSecond: 5 },
    ]);
  });

  it('does not increase without end when no more 429s come', () => {
    const limiter = createLimiter(null);
    const refused = { status: 'refused', waitMs: null, announced: null } as const;
    const passed = { status: 'passed', announced: null } as const;
    for (let now = 0; now < 40_000; now += 1)
      limiter.end(limiter.send(now), now > 0 && now < 4 ? refused : passed, now);
    expect(limiter.limit).toEqual({ source: 'learned', perSecond: 10_000 });
  });

  it('gives up only after ten minutes without a permit', () => {
    const outcome = simulate(() => ({ isPassed: false, headers: {} }), { ...PLAIN, requests: 50 });
    expect(outcome.passed).toBe(0);
    // The first of each worker, and probes with growing waits.
    expect(outcome.refused).toBeLessThan(40);
  });
});

describe('a configured limit', () => {
  it('is kept to within 1.15 of the least time, and never exceeded', async () => {
    const drawn = fc.record({
      ...LIMITED,
      windowMs: fc.integer({ min: 1_000, max: 60_000 }),
      hint: fc.constant('none' as const),
    });
    const kept = fc.asyncProperty(drawn, async (draw) => {
      const { refused, wallMs, leastMs, window } = send(
        { ...draw, algorithm: 'slidingWindow', phase: null },
        { requests: draw.perWindow, perMilliseconds: draw.windowMs },
      );
      expect(refused).toBe(0);
      // A permit is free one window after its response.
      expect(wallMs).toBeLessThan(1.15 * (leastMs + (leastMs / window) * 2 * draw.latencyMs) + 1);
    });
    await checkProperty(kept, { numRuns: 100 });
  });

  test.each(['none', 'Retry-After'] as const)('is not exceeded for long when the real one is lower: %s', (hint) => {
    const limit = { requests: 100, perMilliseconds: 10_000 };
    const outcome = simulate(fixedWindow(10, 10_000, { hint }), { ...PLAIN, requests: 200 }, limit);
    expect(outcome.passed).toBe(200);
    expect(outcome.wallMs).toBeLessThan(2 * 190_000);
  });

  test.each([
    ['none', slidingWindow],
    ['Retry-After', slidingWindow],
    ['none', fixedWindow],
    ['Retry-After', fixedWindow],
  ] as const)('is not lowered when another command used the window: hint %s, %o', (hint, algorithm) => {
    const service = algorithm(10, 10_000, { hint });
    for (let used = 0; used < 7; used += 1) service(0, 0);
    const limit = { requests: 10, perMilliseconds: 10_000 };
    const { passed, wallMs } = simulate((now, index) => service(now + 10, index), { ...PLAIN, requests: 50 }, limit);
    expect(passed).toBe(50);
    // Five windows, of which others used most of the first, and a probe that comes late.
    expect(wallMs).toBeLessThan(1.2 * 50_000);
  });
});
