import { namedWait } from '../../src/api/http/back-off.ts';
import type { Limiter, Sent, TurnEnd } from '../../src/api/rate-limit/limiter.ts';
import { readAnnouncement } from '../../src/api/rate-limit/read-announcement.ts';
import type { AnswerHeaders } from '../../src/api/rate-limit/read-quota.ts';
import type { RateLimit } from '../../src/api/rate-limit/turns.ts';

/** What a service with a limit knows when a request comes, in milliseconds from then on. */
export interface Counted {
  readonly passed: boolean;
  readonly remaining: number;
  /** Until a refused request would be let through. */
  readonly waitMs: number;
  /** Until the quota is whole again, or more of it is there. */
  readonly resetMs: number;
}

/** Asked in the order of time. */
export type Count = (now: number) => Counted;
export type Shape = (limit: RateLimit) => Count;

/** Windows that open with the first request, as the sandbox has them. */
export const fixedWindow: Shape = ({ requests, perMilliseconds }) => {
  let endsAt = Number.NEGATIVE_INFINITY;
  let left = 0;
  return (now) => {
    if (now >= endsAt) [endsAt, left] = [now + perMilliseconds, requests];
    const passed = left > 0;
    if (passed) left -= 1;
    return { passed, remaining: left, waitMs: endsAt - now, resetMs: endsAt - now };
  };
};

/** No window, wherever it begins, holds more than the limit. */
export const slidingWindow: Shape = ({ requests, perMilliseconds }) => {
  const taken: number[] = [];
  return (now) => {
    while ((taken[0] ?? now) <= now - perMilliseconds) taken.shift();
    const passed = taken.length < requests;
    if (passed) taken.push(now);
    const waitMs = (taken[0] ?? now) + perMilliseconds - now;
    return { passed, remaining: requests - taken.length, waitMs, resetMs: waitMs };
  };
};

/** A bucket that holds as many tokens as the limit has requests, and fills evenly. */
export const tokenBucket: Shape = ({ requests, perMilliseconds }) => {
  const tokenMs = perMilliseconds / requests;
  let tokens = requests;
  let at = 0;
  return (now) => {
    tokens = Math.min(requests, tokens + (now - at) / tokenMs);
    at = now;
    const passed = tokens >= 1 - 1e-9;
    if (passed) tokens -= 1;
    const waitMs = passed ? 0 : (1 - tokens) * tokenMs;
    return { passed, remaining: Math.floor(tokens), waitMs, resetMs: (requests - tokens) * tokenMs };
  };
};

export type Style = (counted: Counted, now: number, limit: RateLimit) => AnswerHeaders;

const inSeconds = (ms: number): string => String(Math.ceil(ms / 1_000));

function onRefusal(style: Style): Style {
  return (counted, now, limit) => (counted.passed ? {} : style(counted, now, limit));
}

/** How services tell their limit. The first four speak on a 429 alone. */
export const STYLES = {
  seconds: onRefusal(({ waitMs }) => ({ 'retry-after': inSeconds(waitMs) })),
  date: onRefusal(({ waitMs }, now) => ({
    date: new Date(Math.floor(now / 1_000) * 1_000).toUTCString(),
    'retry-after': new Date(Math.ceil((now + waitMs) / 1_000) * 1_000).toUTCString(),
  })),
  reset: onRefusal(({ waitMs }) => ({ 'x-ratelimit-reset': inSeconds(waitMs) })),
  none: () => ({}),
  'x-headers': ({ remaining, resetMs }, _now, { requests }) => ({
    'x-ratelimit-limit': String(requests),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': inSeconds(resetMs),
  }),
  'old draft': ({ remaining, resetMs }, _now, { requests }) => ({
    'ratelimit-limit': String(requests),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': inSeconds(resetMs),
  }),
  'new draft': ({ remaining, resetMs }) => ({ ratelimit: `"default";r=${remaining};t=${inSeconds(resetMs)}` }),
  policy: ({ remaining, resetMs }, _now, { requests, perMilliseconds }) => ({
    'ratelimit-policy': `"default";q=${requests};w=${perMilliseconds / 1_000}`,
    ratelimit: `"default";r=${remaining};t=${inSeconds(resetMs)}`,
  }),
} as const satisfies Readonly<Record<string, Style>>;

export interface Simulation {
  readonly shape: Shape;
  readonly style: Style;
  /** null: the service has no limit. */
  readonly limit: RateLimit | null;
  readonly requests: number;
  readonly parallelism: number;
  readonly latencyMs: number;
}

export interface Outcome {
  readonly refused: number;
  /** Until the last answer, in milliseconds. */
  readonly wallMs: number;
  readonly refusedAt: readonly number[];
}

interface Event {
  readonly at: number;
  happen(): void;
}

/**
 * So many workers send so many requests as a limiter lets them, each again until it is let through. Half of the latency,
 * which varies by a tenth, is the way there. Time is simulated: nothing sleeps.
 */
export function simulate(
  limiter: Limiter,
  { shape, style, limit, requests, parallelism, latencyMs }: Simulation,
): Outcome {
  const count = limit === null ? null : shape(limit);
  const events: Event[] = [];
  const schedule = (event: Event): void => {
    let index = events.length;
    while (index > 0 && (events[index - 1]?.at ?? 0) > event.at) index -= 1;
    events.splice(index, 0, event);
  };
  const refusedAt: number[] = [];
  const startedAt = 1_800_000_000_123;
  let seed = 1;
  let now = startedAt;
  let toSend = requests;
  let underWay = 0;

  const way = (): number => {
    seed = (seed * 48_271) % 0x7fffffff;
    return (latencyMs / 2) * (0.9 + (0.2 * seed) / 0x7fffffff);
  };
  const send = (): void => {
    const sent = limiter.send(now);
    toSend -= 1;
    underWay += 1;
    schedule({ at: now + way(), happen: () => arrive(sent) });
  };
  const arrive = (sent: Sent): void => {
    const counted = count?.(now);
    const headers = counted === undefined || limit === null ? {} : style(counted, now, limit);
    if (counted?.passed === false) refusedAt.push(now - startedAt);
    const status = counted?.passed === false ? 429 : 200;
    schedule({ at: now + way(), happen: () => answer(sent, status, headers) });
  };
  const answer = (sent: Sent, status: number, headers: AnswerHeaders): void => {
    underWay -= 1;
    if (status === 429) toSend += 1;
    limiter.end(sent, endOf(status, headers, now), now);
  };

  while (toSend + underWay > 0) {
    const nextAt = toSend > 0 && underWay < parallelism ? limiter.nextAt() : null;
    if (nextAt !== null && nextAt <= now) {
      send();
      continue;
    }
    const [event] = events;
    if (event === undefined && nextAt === null) throw new Error('the limiter lets nothing through any more');
    if (event !== undefined && (nextAt === null || event.at <= nextAt)) {
      events.shift();
      now = event.at;
      event.happen();
    } else now = nextAt ?? now;
  }
  return { refused: refusedAt.length, wallMs: now - startedAt, refusedAt };
}

function endOf(status: number, headers: AnswerHeaders, now: number): TurnEnd {
  const announced = readAnnouncement(headers, now);
  return status === 429 ? { how: 'refused', wait: namedWait(headers, now), announced } : { how: 'answered', announced };
}
