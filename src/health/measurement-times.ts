import type { Rollout } from '../model/rollout.ts';

/**
 * The times at which the checks of a baking wave are measured. Without a count: at each interval of the bake and at its
 * end, and once for a bake of 0. With a count: at that many intervals; the bake lasts at least until the last one.
 * `offsetsMs` are milliseconds from the start, ascending; they are generated, since a long bake may have millions.
 */
export function planMeasurements({ bakeMs, intervalMs, count }: Pick<Rollout, 'bakeMs' | 'intervalMs' | 'count'>) {
  const measurements = count ?? Math.max(1, Math.ceil(bakeMs / intervalMs));
  const lastMs = count === null ? bakeMs : count * intervalMs;
  const offsetsMs = { [Symbol.iterator]: () => walk(measurements, intervalMs, lastMs) };
  return { bakeMs: Math.max(bakeMs, lastMs), measurements, offsetsMs };
}

function* walk(measurements: number, intervalMs: number, lastMs: number): Generator<number, void> {
  for (let index = 1; index <= measurements; index += 1) yield Math.min(index * intervalMs, lastMs);
}
