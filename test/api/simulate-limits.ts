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
export type Service = (now: number, index: number) => { readonly isPassed: boolean; readonly headers: ResponseHeaders };
type Hint = (counted: Counted, limit: RateLimit) => ResponseHeaders;

const inSeconds = (ms: number): string => String(Math.ceil(ms / 1_000));

/** How services tell their limit. */
export const HINTS = {
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

export function fixedWindow(requests: number, perMilliseconds: number, options: Options = {}): Service {
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
export function slidingWindow(requests: number, perMilliseconds: number, { hint = 'none' }: Options = {}): Service {
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
export function tokenBucket(requests: number, perMilliseconds: number, { hint = 'none' }: Options = {}): Service {
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
export function stray(isRefused: (index: number) => boolean, headers: ResponseHeaders = {}): Service {
  return (_now, index) => ({ isPassed: !isRefused(index), headers: isRefused(index) ? headers : {} });
}

/** From 0 (included) to 1 (excluded), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Work {
  readonly requests: number;
  readonly seed: number;
  readonly parallelism?: number;
  readonly latencyMs?: number;
  readonly limit?: RateLimit | null;
}

export interface Outcome {
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
export function simulate(service: Service, work: Work): Outcome {
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
