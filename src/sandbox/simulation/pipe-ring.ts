import type { Metric } from './metrics.ts';
import { TICK_SECONDS, TICKS_PER_DAY } from './ticks.ts';

/** Whole messages of one tick. */
export interface Measured {
  readonly arrived: number;
  readonly processed: number;
  readonly waiting: number;
  readonly failed: number;
  /** 0 to 1. */
  readonly utilization: number;
}

/** The latest 24 hours of one pipe. 2,880 ticks of 22 bytes: 63,360 bytes. */
export interface PipeRing {
  /** Writes what the tick measured; null when the pipe showed nothing. */
  write(tick: number, measured: Measured | null): void;
  /** The value of the row, or NaN when there is none. Only the latest 2,880 ticks written may be asked for. */
  read(metric: Metric, tick: number): number;
}

const NO_ROW = 0xffff;
const UTILIZATION_STEPS = 10_000;

export function createPipeRing(): PipeRing {
  const arrived = new Uint32Array(TICKS_PER_DAY);
  const processed = new Uint32Array(TICKS_PER_DAY);
  const failed = new Uint32Array(TICKS_PER_DAY);
  const waiting = new Float64Array(TICKS_PER_DAY);
  const utilization = new Uint16Array(TICKS_PER_DAY).fill(NO_ROW);
  return {
    write(tick, measured) {
      const slot = tick % TICKS_PER_DAY;
      utilization[slot] = measured === null ? NO_ROW : Math.round(measured.utilization * UTILIZATION_STEPS);
      if (measured === null) return;
      arrived[slot] = measured.arrived;
      processed[slot] = measured.processed;
      failed[slot] = measured.failed;
      waiting[slot] = measured.waiting;
    },
    read(metric, tick) {
      const slot = tick % TICKS_PER_DAY;
      const used = utilization[slot] ?? NO_ROW;
      if (used === NO_ROW) return Number.NaN;
      switch (metric) {
        case 'arrivals':
          return perSecond(arrived[slot] ?? 0);
        case 'throughput':
          return perSecond(processed[slot] ?? 0);
        case 'errors':
          return perSecond(failed[slot] ?? 0);
        case 'lag':
          return waiting[slot] ?? 0;
        case 'utilization':
          return used / UTILIZATION_STEPS;
      }
    },
  };
}

// Thousandths are plenty, and read better than thirds.
function perSecond(messages: number): number {
  return Math.round((messages * 1_000) / TICK_SECONDS) / 1_000;
}
