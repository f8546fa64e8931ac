import { describe, expect, it } from 'vitest';
import type { PermitEnd } from '../../src/api/rate-limit/limiter.ts';
import {
  type Admission,
  createRequestQueue,
  type RequestQueue,
  type RequestQueueOptions,
} from '../../src/api/rate-limit/request-queue.ts';
import { manualClock } from './fake-clock.ts';

const PASSED = { status: 'passed', announced: null } as const;
const NO_RESPONSE = { status: 'no-response' } as const;

function refused(ms: number | null) {
  return { status: 'refused', waitMs: ms, announced: null } as const;
}

function limiterOf(options: Partial<RequestQueueOptions> = {}) {
  const clock = manualClock();
  const limiter = createRequestQueue({ limit: null, longestStallMs: 60_000, clock, ...options });
  return { clock, limiter };
}

function collect(limiter: RequestQueue, count: number, signal?: AbortSignal) {
  const order: number[] = [];
  const admissions: Admission[] = [];
  for (let index = 0; index < count; index += 1) {
    limiter.acquire('read', signal).then((admission) => {
      order.push(index);
      admissions.push(admission);
    });
  }
  return { order, admissions };
}

function end(admission: Admission | undefined, result: PermitEnd = PASSED): void {
  if (admission?.kind !== 'granted') throw new Error(`a permit was expected, not ${admission?.kind}`);
  admission.end(result);
}

describe('a rate limiter', () => {
  it('measures the waiting time once for all waiting requests', async () => {
    const { clock, limiter } = limiterOf({ limit: { requests: 1, perMilliseconds: 1_000 } });
    const { admissions } = collect(limiter, 3);
    await clock.advance(0);
    end(admissions[0]);
    await clock.advance(1_000);
    end(admissions[1]);
    await clock.advance(700);
    expect(limiter.waitedMs()).toBe(1_000);
    await clock.advance(300);
    end(admissions[2]);
    await clock.advance(5_000);
    expect(limiter.waitedMs()).toBe(2_000);
  });

  it('sends a write before waiting reads', async () => {
    const { clock, limiter } = limiterOf({ limit: { requests: 1, perMilliseconds: 1_000 } });
    const order: string[] = [];
    const ask = (kind: 'read' | 'write', name: string) =>
      limiter.acquire(kind, undefined).then((admission) => {
        order.push(name);
        end(admission);
      });
    const asked = [ask('read', 'r1'), ask('read', 'r2'), ask('write', 'w1'), ask('read', 'r3'), ask('write', 'w2')];
    for (let second = 0; second < asked.length; second += 1) await clock.advance(1_000);
    await Promise.all(asked);
    expect(order).toEqual(['r1', 'w1', 'w2', 'r2', 'r3']);
  });

  it('counts a request without a response', async () => {
    const { clock, limiter } = limiterOf({ limit: { requests: 2, perMilliseconds: 1_000 } });
    const { order, admissions } = collect(limiter, 4);
    await clock.advance(10);
    end(admissions[0], NO_RESPONSE);
    end(admissions[1], NO_RESPONSE);
    await clock.advance(999);
    expect(order).toHaveLength(2);
    await clock.advance(1);
    expect(order).toHaveLength(4);
  });

  it.each([null, 500])('keeps a configured limit after a 429 with a wait of %s ms', async (wait) => {
    const { clock, limiter } = limiterOf({ limit: { requests: 2, perMilliseconds: 120_000 }, longestStallMs: 600_000 });
    const { order, admissions } = collect(limiter, 10);
    await clock.advance(10);
    end(admissions[0]);
    end(admissions[1], refused(wait));
    await clock.advance(1_000);
    expect(order).toHaveLength(3);
    end(admissions[2], NO_RESPONSE);
    await clock.advance(118_000);
    expect(order).toHaveLength(3);
    await clock.advance(1_100);
    expect(order).toHaveLength(4);
  });

  it.each([3_601_000, Number.POSITIVE_INFINITY])('does not wait for a quota that resets in %d ms', async (resetMs) => {
    const { clock, limiter } = limiterOf();
    const { order, admissions } = collect(limiter, 30);
    await clock.advance(10);
    const quota = { remaining: 0, limit: null, resetMs };
    for (const admission of admissions.splice(0)) {
      if (admission.kind === 'granted') admission.end({ status: 'passed', announced: { policies: [], quota } });
    }
    await clock.advance(1_000);
    expect(order.length).toBeGreaterThan(10);
  });

  it('fails all waiting requests when the wait would be longer than the longest stall', async () => {
    const { clock, limiter } = limiterOf({ longestStallMs: 1_000 });
    const { admissions } = collect(limiter, 4);
    await clock.advance(0);
    const refusedOnes = admissions.splice(0);
    for (const admission of refusedOnes.slice(1)) end(admission, refused(2_000));
    const waiting = collect(limiter, 3);
    end(refusedOnes[0], refused(2_000));
    await clock.advance(0);
    expect(waiting.admissions).toEqual(Array(3).fill({ kind: 'stalled', stalledMs: 2_000 }));
    expect(clock.sleepers).toBe(0);
    await clock.advance(2_000);
    expect(await limiter.acquire('read', undefined)).toMatchObject({ kind: 'granted' });
  });

  it('reports a wait once, however many responses arrive meanwhile', async () => {
    const waits: unknown[] = [];
    const limit = { requests: 2, perMilliseconds: 10_000 };
    const { clock, limiter } = limiterOf({ limit });
    limiter.onWait((wait) => waits.push(wait));
    const { admissions } = collect(limiter, 3);
    await clock.advance(0);
    for (const admission of admissions) end(admission);
    expect(waits).toEqual([{ source: 'configured', perSecond: 0.2, waitMs: 10_000 }]);
  });

  it('splits a wait of a month into delays that a timer supports', async () => {
    const { clock, limiter } = limiterOf({ limit: { requests: 1, perMilliseconds: 30 * 86_400_000 } });
    end(await limiter.acquire('read', undefined));
    const { order } = collect(limiter, 1);
    for (let hour = 0; hour < 30 * 24 - 1; hour += 1) await clock.advance(3_600_000);
    expect(order).toEqual([]);
    await clock.advance(3_600_000);
    expect(order).toEqual([0]);
  });

  it('cancels waiting requests and leaves no timer behind', async () => {
    const { clock, limiter } = limiterOf({ limit: { requests: 1, perMilliseconds: 1_000 } });
    end(await limiter.acquire('read', undefined));
    const controller = new AbortController();
    const { admissions } = collect(limiter, 2, controller.signal);
    await clock.advance(1);
    expect(clock.sleepers).toBe(1);
    controller.abort();
    await clock.advance(0);
    expect(admissions).toEqual([{ kind: 'canceled' }, { kind: 'canceled' }]);
    expect(clock.sleepers).toBe(0);
    expect(await limiter.acquire('read', controller.signal)).toEqual({ kind: 'canceled' });
  });
});
