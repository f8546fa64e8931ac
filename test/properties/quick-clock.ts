import fc, { type Arbitrary } from 'fast-check';
import type { Clock } from '../../src/model/clock.ts';

/** A clock shared by client and service. A sleep ends at once and advances the time. */
export interface QuickClock extends Clock {
  /** The correct time of the service, epoch milliseconds. */
  serviceTime(): number;
  advance(milliseconds: number): void;
}

/** A step of the wall clock of this machine: before which read of the clock, and by how many milliseconds. */
export interface WallStep {
  readonly look: number;
  readonly byMs: number;
}

export const HOUR_MS = 3_600_000;

export const BACK_MS = [-20, -1_000, -HOUR_MS];

/** Steps; none in half of all runs. Drawn last, so that the other draws of a seed do not change. */
export const anyWallSteps = fc.oneof(fc.constant([]), stepsBy([...BACK_MS, HOUR_MS]));

export function stepsBy(milliseconds: readonly number[], lastLook = 300): Arbitrary<readonly WallStep[]> {
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
        // After socket events, so that pending requests do not time out first.
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
