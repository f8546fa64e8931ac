import type { Clock } from '../../src/model/clock.ts';

/** A clock that both sides of the wire share. Nobody waits: a sleep ends at once, and it is as much later. */
export interface QuickClock extends Clock {
  advance(milliseconds: number): void;
}

export function createQuickClock(start = Date.UTC(2026, 10, 20, 10)): QuickClock {
  let now = start;
  return {
    now: () => now,
    sleep(milliseconds, signal) {
      const end = now + milliseconds;
      return new Promise((resolve) => {
        // After the sockets had their turn, so that requests under way are not overtaken by their own time limits.
        setImmediate(() => {
          if (!signal.aborted) now = Math.max(now, end);
          resolve();
        });
      });
    },
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
