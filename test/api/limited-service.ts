import type { NamedWait } from '../../src/api/back-off.ts';
import type { TurnEnd } from '../../src/api/limiter.ts';
import { createPacer } from '../../src/api/pacer.ts';
import type { RateLimit } from '../../src/api/turns.ts';
import { manualClock } from './fake-clock.ts';

export type Hint = 'seconds' | 'date' | 'none' | 'too-soon';

/** Answers in the order of asking: whether the request is let through, or the wait that a 429 names. */
export type Limited = (now: number) => { readonly wait: NamedWait | null } | 'passed';

/** Windows that open with the first request, as the sandbox has them. */
export function fixedWindows({ requests, perMilliseconds }: RateLimit, hint: Hint): Limited {
  let endsAt = Number.NEGATIVE_INFINITY;
  let left = 0;
  return (now) => {
    if (now >= endsAt) [endsAt, left] = [now + perMilliseconds, requests];
    if (left > 0) {
      left -= 1;
      return 'passed';
    }
    return { wait: nameWait(hint, endsAt, now) };
  };
}

/** No window, wherever it begins, holds more than the limit. */
export function slidingWindow({ requests, perMilliseconds }: RateLimit, hint: Hint): Limited {
  const passed: number[] = [];
  return (now) => {
    const oldest = passed[passed.length - requests] ?? Number.NEGATIVE_INFINITY;
    if (now < oldest + perMilliseconds) return { wait: nameWait(hint, oldest + perMilliseconds, now) };
    passed.push(now);
    return 'passed';
  };
}

/** A bucket that holds as many tokens as the limit has requests, and fills evenly. */
export function tokenBucket({ requests, perMilliseconds }: RateLimit, hint: Hint): Limited {
  const tokenMs = perMilliseconds / requests;
  let tokens = requests;
  let at = 0;
  return (now) => {
    tokens = Math.min(requests, tokens + (now - at) / tokenMs);
    at = now;
    if (tokens < 1) return { wait: nameWait(hint, now + (1 - tokens) * tokenMs, now) };
    tokens -= 1;
    return 'passed';
  };
}

function nameWait(hint: Hint, opensAt: number, now: number): NamedWait | null {
  if (hint === 'none') return null;
  if (hint === 'too-soon') return { ms: 1_000, blurMs: 1_000 };
  if (hint === 'seconds') return { ms: Math.ceil((opensAt - now) / 1_000) * 1_000, blurMs: 1_000 };
  return { ms: Math.ceil(opensAt / 1_000) * 1_000 - Math.floor(now / 1_000) * 1_000, blurMs: 2_000 };
}

export interface Run {
  /** When each request was let through and refused, in milliseconds from the start. */
  readonly passed: readonly number[];
  readonly refused: readonly number[];
  readonly stalled: number;
  /** The most requests under way at once. */
  readonly mostUnderWay: number;
}

export interface Work {
  readonly requests: number;
  readonly parallelism: number;
  readonly limit?: RateLimit | null;
  readonly latencyMs?: number;
  readonly patienceMs?: number;
  readonly forMs?: number;
}

/** So many workers send so many requests by a pacer, each until it is let through. */
export async function work(service: Limited, todo: Work): Promise<Run> {
  const { requests, parallelism, limit = null, latencyMs = 20, patienceMs = 600_000, forMs = 3_600_000 } = todo;
  const clock = manualClock();
  const probeDelayMs = (failedProbes: number): number => 0.75 * Math.min(30_000, 1_000 * 2 ** failedProbes);
  const pacer = createPacer({ limit, patienceMs, clock, probeDelayMs });
  const sleep = (milliseconds: number): Promise<void> => clock.sleep(milliseconds, new AbortController().signal);
  const passed: number[] = [];
  const refused: number[] = [];
  let left = requests;
  let stalled = 0;
  let underWay = 0;
  let mostUnderWay = 0;

  /** One attempt: half the latency there, half of it back. */
  async function send(): Promise<TurnEnd> {
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    await sleep(latencyMs / 2);
    const now = clock.now();
    const verdict = service(now);
    (verdict === 'passed' ? passed : refused).push(now);
    await sleep(latencyMs / 2);
    underWay -= 1;
    return verdict === 'passed' ? { how: 'answered' } : { how: 'refused', wait: verdict.wait };
  }

  async function worker(): Promise<void> {
    while (left > 0) {
      left -= 1;
      for (;;) {
        const admission = await pacer.admit('read', undefined);
        if (admission.kind !== 'turn') {
          stalled += 1;
          break;
        }
        const end = await send();
        admission.end(end);
        if (end.how === 'answered') break;
      }
    }
  }

  for (let index = 0; index < parallelism; index += 1) void worker();
  await clock.advance(forMs);
  return { passed, refused, stalled, mostUnderWay };
}
