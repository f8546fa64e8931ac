import { type NamedWait, namedWait } from '../../src/api/http/back-off.ts';
import type { TurnEnd } from '../../src/api/rate-limit/limiter.ts';
import { createPacer } from '../../src/api/rate-limit/pacer.ts';
import type { RateLimit } from '../../src/api/rate-limit/turns.ts';
import { manualClock } from './fake-clock.ts';
import {
  tokenBucket as bucket,
  fixedWindow,
  type Shape,
  STYLES,
  slidingWindow as slidingLog,
} from './simulated-limits.ts';

export type Hint = 'seconds' | 'date' | 'none' | 'too-soon';

/** Answers in the order of asking: whether the request is let through, or the wait that a 429 names. */
export type Limited = (now: number) => { readonly wait: NamedWait | null } | 'passed';

export type Service = (limit: RateLimit, hint: Hint) => Limited;

export const fixedWindows = serviceOf(fixedWindow);
export const slidingWindow = serviceOf(slidingLog);
export const tokenBucket = serviceOf(bucket);

function serviceOf(shape: Shape): Service {
  return (limit, hint) => {
    const count = shape(limit);
    return (now) => {
      const counted = count(now);
      if (counted.passed) return 'passed';
      if (hint === 'too-soon') return { wait: { ms: 1_000, blurMs: 1_000 } };
      return { wait: namedWait(STYLES[hint](counted, now, limit), now) };
    };
  };
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
  pacer.expect(requests);
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
    const announced = null;
    return verdict === 'passed' ? { how: 'answered', announced } : { how: 'refused', wait: verdict.wait, announced };
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
