import type { Rollout } from '../model/rollout.ts';

/** When the checks of a wave are measured while it bakes. */
export interface MeasurementTimes {
  readonly bakeMs: number;
  /** How many offsets there are. */
  readonly measurements: number;
  /**
   * Milliseconds from the beginning of the bake, growing. Made one by one, since a short interval in a long bake has millions
   * of them; each walk begins anew.
   */
  readonly offsetsMs: Iterable<number>;
}

/**
 * Without a count: at every multiple of the interval inside the bake, and at its end. With one: at so many multiples, and the
 * bake lasts at least until the last of them. A bake of no time is one measurement at once.
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
