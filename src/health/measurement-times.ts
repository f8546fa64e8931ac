import type { Rollout } from '../model/rollout.ts';

export interface MeasurementTimes {
  readonly bakeMs: number;
  readonly measurements: number;
  /**
   * Milliseconds from the start of the bake, ascending. Generated on iteration, since a long bake with a short interval
   * has millions.
   */
  readonly offsetsMs: Iterable<number>;
}

/**
 * Without a count, measures at each interval of the bake and at its end; a bake of 0 has one measurement. With a count,
 * measures at that many intervals, and the bake lasts at least until the last one.
 */
export function planMeasurements({
  bakeMs,
  intervalMs,
  count,
}: Pick<Rollout, 'bakeMs' | 'intervalMs' | 'count'>): MeasurementTimes {
  const measurements = count ?? Math.max(1, Math.ceil(bakeMs / intervalMs));
  const lastMs = count === null ? bakeMs : count * intervalMs;
  const offsetsMs = { [Symbol.iterator]: () => walk(measurements, intervalMs, lastMs) };
  return { bakeMs: Math.max(bakeMs, lastMs), measurements, offsetsMs };
}

function* walk(measurements: number, intervalMs: number, lastMs: number): Generator<number, void> {
  for (let index = 1; index <= measurements; index += 1) yield Math.min(index * intervalMs, lastMs);
}
