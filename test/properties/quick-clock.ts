import fc, { type Arbitrary } from 'fast-check';
import type { Clock } from '../../src/model/clock.ts';

/** A clock that both sides of the wire share. Nobody waits: a sleep ends at once, and it is as much later. */
export interface QuickClock extends Clock {
  /** The time of the service, which is right: epoch milliseconds. */
  serviceTime(): number;
  advance(milliseconds: number): void;
}

/** A step of the wall clock of this machine: before which look at the clock, of all, and by how many milliseconds. */
export interface WallStep {
  readonly look: number;
  readonly byMs: number;
}

const HOUR_MS = 3_600_000;

const BACK_MS = [-20, -1_000, -HOUR_MS];

/** Steps, of half of all runs none. Drawn after everything else, so that a seed still draws the same of that. */
export const anyWallSteps = fc.oneof(fc.constant([]), stepsBy([...BACK_MS, HOUR_MS]));

/** One step at least, early in the run. */
export const someWallSteps = stepsBy([...BACK_MS, HOUR_MS], 60);

function stepsBy(milliseconds: readonly number[], lastLook = 300): Arbitrary<readonly WallStep[]> {
  const look = fc.integer({ min: 1, max: lastLook });
  return fc.array(fc.record({ look, byMs: fc.constantFrom(...milliseconds) }), { minLength: 1, maxLength: 3 });
}

export function createQuickClock(steps: readonly WallStep[] = [], start = Date.UTC(2026, 10, 20, 10)): QuickClock {
  let passedMs = 0;
  let looks = 0;
  const look = <T>(read: (steppedMs: number) => T): T => {
    looks += 1;
    return read(steps.reduce((sum, step) => (step.look <= looks ? sum + step.byMs : sum), 0));
  };
  return {
    now: () => look((steppedMs) => start + passedMs + steppedMs),
    monotonicMs: () => look(() => passedMs),
    serviceTime: () => start + passedMs,
    sleep(milliseconds, signal) {
      const end = passedMs + milliseconds;
      return new Promise((resolve) => {
        // After the sockets had their turn, so that requests under way are not overtaken by their own time limits.
        setImmediate(() => {
          if (!signal.aborted) passedMs = Math.max(passedMs, end);
          resolve();
        });
      });
    },
    advance(milliseconds) {
      passedMs += milliseconds;
    },
  };
}
