import { describe, expect, it } from 'vitest';
import { type Admission, createPacer, type Pacer, type RateLimit } from '../../src/api/pacer.ts';
import { manualClock } from './fake-clock.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const TEN_PER_SECOND: RateLimit = { requests: 10, perMilliseconds: 1_000 };

function collect(pacer: Pacer, count: number, latest = FOREVER, signal?: AbortSignal) {
  const order: number[] = [];
  const admissions: Admission[] = [];
  for (let index = 0; index < count; index += 1) {
    pacer.admit(latest, signal).then((admission) => {
      order.push(index);
      admissions.push(admission);
    });
  }
  return { order, admissions };
}

function finish(admission: Admission | undefined): void {
  if (typeof admission === 'object') admission.done();
}

describe('a pacer', () => {
  it('lets everyone through when there is no limit', async () => {
    const clock = manualClock();
    const { order } = collect(createPacer(null, clock), 1_000);
    await clock.advance(0);
    expect(order).toHaveLength(1_000);
    expect(clock.sleepers).toBe(0);
  });

  it('gives a turn back one period after the answer, in the order of asking', async () => {
    const clock = manualClock();
    const { order, admissions } = collect(createPacer(TEN_PER_SECOND, clock), 15);
    await clock.advance(300);
    expect(order).toHaveLength(10);
    expect(clock.sleepers).toBe(0);
    finish(admissions[0]);
    finish(admissions[0]);
    finish(admissions[1]);
    await clock.advance(999);
    expect(order).toHaveLength(10);
    await clock.advance(1);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('never lets more than the limit through in any window, as seen from anywhere between sending and answer', async () => {
    const clock = manualClock();
    const pacer = createPacer({ requests: 3, perMilliseconds: 1_000 }, clock);
    const seen: number[] = [];
    const worker = async (latency: number): Promise<void> => {
      for (let index = 0; index < 6; index += 1) {
        const admission = await pacer.admit(FOREVER, undefined);
        await clock.sleep(latency, new AbortController().signal);
        seen.push(clock.now());
        finish(admission);
      }
    };
    for (const latency of [10, 70, 130, 400]) void worker(latency);
    await clock.advance(20_000);
    expect(seen).toHaveLength(24);
    seen.forEach((time, index) => {
      expect((seen[index + 3] ?? FOREVER) - time).toBeGreaterThanOrEqual(1_000);
    });
  });

  it('holds everyone until the named time', async () => {
    const clock = manualClock();
    const pacer = createPacer(null, clock);
    pacer.holdUntil(500);
    pacer.holdUntil(200);
    const { order } = collect(pacer, 3);
    await clock.advance(499);
    expect(order).toEqual([]);
    await clock.advance(1);
    expect(order).toEqual([0, 1, 2]);
  });

  it('turns away whoever would have to wait longer than they can', async () => {
    const clock = manualClock();
    const pacer = createPacer(null, clock);
    pacer.holdUntil(100);
    const waiting = collect(pacer, 1, 400);
    await clock.advance(50);
    pacer.holdUntil(401);
    expect(await pacer.admit(400, undefined)).toBe('held');
    expect(waiting.admissions).toEqual(['held']);
    expect(clock.sleepers).toBe(0);
  });

  it('lets those who wait be cancelled, and leaves no timer behind', async () => {
    const clock = manualClock();
    const pacer = createPacer({ requests: 1, perMilliseconds: 1_000 }, clock);
    finish(await pacer.admit(FOREVER, undefined));
    const controller = new AbortController();
    const { admissions } = collect(pacer, 2, FOREVER, controller.signal);
    await clock.advance(1);
    expect(clock.sleepers).toBe(1);
    controller.abort();
    await clock.advance(0);
    expect(admissions).toEqual(['cancelled', 'cancelled']);
    expect(clock.sleepers).toBe(0);
    expect(await pacer.admit(FOREVER, controller.signal)).toBe('cancelled');
  });
});
