import { describe, expect, it } from 'vitest';
import { type Admission, createPacer, type PaceOptions, type Pacer } from '../../src/api/rate-limit/pacer.ts';
import { manualClock } from './fake-clock.ts';

const ANSWERED = { how: 'answered', announced: null } as const;

/** The share of the shortest way by which a turn comes back sooner. */

function refused(ms: number | null) {
  return { how: 'refused', wait: ms === null ? null : { ms, blurMs: 1_000 }, announced: null } as const;
}

function pacerOf(options: Partial<PaceOptions> = {}) {
  const clock = manualClock();
  const pacer = createPacer({ limit: null, patienceMs: 60_000, clock, probeDelayMs: () => 400, ...options });
  return { clock, pacer };
}

function collect(pacer: Pacer, count: number, signal?: AbortSignal) {
  const order: number[] = [];
  const admissions: Admission[] = [];
  for (let index = 0; index < count; index += 1) {
    pacer.admit('read', signal).then((admission) => {
      order.push(index);
      admissions.push(admission);
    });
  }
  return { order, admissions };
}

function end(admission: Admission | undefined, how: ReturnType<typeof refused> | typeof ANSWERED = ANSWERED): void {
  if (admission?.kind !== 'turn') throw new Error(`a turn was expected, not ${admission?.kind}`);
  admission.end(how);
}

describe('a pacer', () => {
  it('lets a few go until the first answer, then more, by how many are to come, when there is no limit', async () => {
    const { clock, pacer } = pacerOf();
    pacer.expect(1_000);
    const { order, admissions } = collect(pacer, 1_000);
    await clock.advance(0);
    expect(order).toHaveLength(16);
    for (const expected of [36, 56, 76]) {
      await clock.advance(50);
      for (const admission of admissions.splice(0)) end(admission);
      await clock.advance(0);
      expect(order).toHaveLength(expected);
    }
    for (let round = 0; round < 40; round += 1) {
      await clock.advance(50);
      for (const admission of admissions.splice(0)) end(admission);
      await clock.advance(0);
    }
    expect(order).toHaveLength(1_000);
    expect(clock.sleepers).toBe(0);
  });

  it('lets a write go before the reads that wait, since the read that it relies on grows old', async () => {
    const { clock, pacer } = pacerOf({ limit: { requests: 1, perMilliseconds: 1_000 } });
    const order: string[] = [];
    const ask = (kind: 'read' | 'write', name: string) =>
      pacer.admit(kind, undefined).then((admission) => {
        order.push(name);
        end(admission);
      });
    const asked = [ask('read', 'r1'), ask('read', 'r2'), ask('write', 'w1'), ask('read', 'r3'), ask('write', 'w2')];
    for (let second = 0; second < asked.length; second += 1) await clock.advance(1_000);
    await Promise.all(asked);
    expect(order).toEqual(['r1', 'w1', 'w2', 'r2', 'r3']);
  });

  it('gives a turn of a configured limit back one window after the answer, in the order of asking', async () => {
    const { clock, pacer } = pacerOf({ limit: { requests: 10, perMilliseconds: 1_000 } });
    const { order, admissions } = collect(pacer, 15);
    await clock.advance(300);
    expect(order).toHaveLength(10);
    expect(clock.sleepers).toBe(0);
    end(admissions[0]);
    end(admissions[1]);
    await clock.advance(999);
    expect(order).toHaveLength(10);
    await clock.advance(1);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('keeps to a limit whose window is a day', async () => {
    const day = 86_400_000;
    const { clock, pacer } = pacerOf({ limit: { requests: 2, perMilliseconds: day } });
    const { order, admissions } = collect(pacer, 3);
    await clock.advance(0);
    end(admissions[0]);
    await clock.advance(day - 1);
    end(admissions[1]);
    expect(order).toHaveLength(2);
    await clock.advance(1);
    expect(order).toHaveLength(3);
  });

  it('never lets more than the limit through in any window, as seen from anywhere between sending and answer', async () => {
    const { clock, pacer } = pacerOf({ limit: { requests: 3, perMilliseconds: 1_000 } });
    const seen: number[] = [];
    const worker = async (latency: number): Promise<void> => {
      for (let index = 0; index < 6; index += 1) {
        const admission = await pacer.admit('read', undefined);
        await clock.sleep(latency, new AbortController().signal);
        seen.push(clock.now());
        end(admission);
      }
    };
    for (const latency of [10, 70, 130, 400]) void worker(latency);
    await clock.advance(20_000);
    expect(seen).toHaveLength(24);
    seen.forEach((time, index) => {
      expect((seen[index + 3] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(1_000);
    });
  });

  it('holds everyone for as long as a 429 asks, then sends one ahead', async () => {
    const { clock, pacer } = pacerOf();
    const { order, admissions } = collect(pacer, 20);
    await clock.advance(0);
    end(admissions[0]);
    end(admissions[1], refused(500));
    end(admissions[2], refused(200));
    for (const admission of admissions.splice(3)) end(admission);
    await clock.advance(0);
    const before = order.length;
    await clock.advance(499);
    expect(order).toHaveLength(before);
    await clock.advance(1);
    expect(order).toHaveLength(before + 1);
    end(admissions.at(-1));
    await clock.advance(1_000);
    expect(order.length).toBeGreaterThan(before + 1);
  });

  it('waits longer and longer while probes are refused, whatever they are told', async () => {
    const { clock, pacer } = pacerOf({ probeDelayMs: (failedProbes) => 1_000 * 2 ** failedProbes });
    const { order, admissions } = collect(pacer, 1);
    await clock.advance(0);
    const sentAt: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      end(admissions[round], refused(10));
      pacer.admit('read', undefined).then((admission) => {
        order.push(round);
        sentAt.push(clock.now());
        admissions.push(admission);
      });
      await clock.advance(10_000);
    }
    expect(sentAt).toEqual([10, 11_000, 22_000, 34_000]);
  });

  it('turns everyone away when nothing would be let through for longer than the patience, and only then', async () => {
    const { clock, pacer } = pacerOf({ patienceMs: 1_000 });
    const { admissions } = collect(pacer, 6);
    await clock.advance(0);
    const [first, second, ...rest] = admissions.splice(0);
    end(first, refused(900));
    for (const admission of rest) end(admission);
    await clock.advance(899);
    expect(admissions).toEqual([]);
    end(second, refused(200));
    await clock.advance(0);
    expect(admissions).toEqual([
      { kind: 'stalled', stalledMs: 1_099 },
      { kind: 'stalled', stalledMs: 1_099 },
    ]);
    expect(clock.sleepers).toBe(0);
    await clock.advance(200);
    expect(await pacer.admit('read', undefined)).toMatchObject({ kind: 'turn' });
  });

  it('lets requests through even by a clock that goes back, which a program may bring', async () => {
    let time = 0;
    const clock = {
      monotonicMs: () => {
        time -= 1_000;
        return time;
      },
      sleep: async () => {},
    };
    const pacer = createPacer({ limit: null, patienceMs: 60_000, clock, probeDelayMs: () => 400 });
    for (let sent = 0; sent < 50; sent += 1) end(await pacer.admit('read', undefined));
  });

  it('lets those who wait be cancelled, and leaves no timer behind', async () => {
    const { clock, pacer } = pacerOf({ limit: { requests: 1, perMilliseconds: 1_000 } });
    end(await pacer.admit('read', undefined));
    const controller = new AbortController();
    const { admissions } = collect(pacer, 2, controller.signal);
    await clock.advance(1);
    expect(clock.sleepers).toBe(1);
    controller.abort();
    await clock.advance(0);
    expect(admissions).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
    expect(clock.sleepers).toBe(0);
    expect(await pacer.admit('read', controller.signal)).toEqual({ kind: 'cancelled' });
  });
});
