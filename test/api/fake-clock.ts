import type { Clock } from '../../src/model/clock.ts';

/** Time that passes only by sleeping: each sleep moves the clock on at once. Remembers how long it was asked to sleep. */
export function sleepyClock(start = 1_000_000): Clock & { readonly slept: number[] } {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted();
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that passes only when the test says so. */
export function manualClock(): Clock & { advance(milliseconds: number): Promise<void>; readonly sleepers: number } {
  let now = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    get sleepers() {
      return sleepers.size;
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const sleeper = { at: now + milliseconds, wake: resolve };
        sleepers.add(sleeper);
        signal.addEventListener('abort', () => {
          if (sleepers.delete(sleeper)) resolve();
        });
      }),
    async advance(milliseconds) {
      const end = now + milliseconds;
      await new Promise(setImmediate);
      for (;;) {
        const [next] = [...sleepers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        sleepers.delete(next);
        now = Math.max(now, next.at);
        next.wake();
        await new Promise(setImmediate);
      }
      now = end;
      await new Promise(setImmediate);
    },
  };
}
