import type { Clock } from '../../src/model/clock.ts';
import { NOW } from '../plan/samples.ts';

/** The wall clock of a fake one can be made to step, which is not the passing of time. */
interface Steppable {
  step(milliseconds: number): void;
}

export interface SleepyClock extends Clock, Steppable {
  /** How long each sleep was. */
  readonly slept: readonly number[];
}

interface SleepyOptions {
  /** Epoch milliseconds. */
  readonly start?: number;
  /** Called before each sleep, which it may abort; an aborted sleep takes no time. */
  readonly onSleep?: ((milliseconds: number) => void) | undefined;
}

/** Time that passes only by sleeping: each sleep moves the clock on at once. */
export function sleepyClock({ start = NOW.getTime(), onSleep }: SleepyOptions = {}): SleepyClock {
  let wall = start;
  let passedMs = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => wall + passedMs,
    monotonicMs: () => passedMs,
    step(milliseconds) {
      wall += milliseconds;
    },
    sleep: async (milliseconds, signal) => {
      if (signal.aborted) return;
      onSleep?.(milliseconds);
      if (signal.aborted) return;
      slept.push(milliseconds);
      passedMs += milliseconds;
    },
  };
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export interface ManualClock extends Clock, Steppable {
  advance(milliseconds: number): Promise<void>;
  readonly sleepers: number;
}

/** Time that passes only when the test says so. */
export function manualClock(start = 0): ManualClock {
  let wall = start;
  let passedMs = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => wall + passedMs,
    monotonicMs: () => passedMs,
    step(milliseconds) {
      wall += milliseconds;
    },
    get sleepers() {
      return sleepers.size;
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const sleeper = { at: passedMs + milliseconds, wake: resolve };
        sleepers.add(sleeper);
        signal.addEventListener('abort', () => {
          if (sleepers.delete(sleeper)) resolve();
        });
      }),
    async advance(milliseconds) {
      const end = passedMs + milliseconds;
      await new Promise(setImmediate);
      for (;;) {
        const [next] = [...sleepers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        sleepers.delete(next);
        passedMs = Math.max(passedMs, next.at);
        next.wake();
        await new Promise(setImmediate);
      }
      passedMs = end;
      await new Promise(setImmediate);
    },
  };
}
