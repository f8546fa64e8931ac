import { compareText, sortByName } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import type { PlannedPipe } from '../../model/plan.ts';
import type { Rollout, WaveSize } from '../../model/rollout.ts';

type Member = Pick<PlannedPipe, 'name' | 'service'>;

/** For rounding: in floating point, 0.07 * 100 is 7.000000000000001. */
const EPSILON = 1e-9;

/**
 * Splits the pipes into waves. Each size is where its wave ends, counted from the first pipe. Empty waves are omitted, and the
 * pipes after the last size form one more wave. Deterministic.
 */
export function planWaves<Pipe extends Member>(
  pipes: readonly Pipe[],
  sizes: readonly WaveSize[],
): readonly (readonly Pipe[])[] {
  const ordered = spreadOverServices(pipes);
  const ends = [...sizes.map((size) => endOf(size, ordered.length)), ordered.length];
  const waves: (readonly Pipe[])[] = [];
  let start = 0;
  for (const end of ends) {
    if (end <= start) continue;
    waves.push(ordered.slice(start, end));
    start = end;
  }
  return waves;
}

function endOf(size: WaveSize, total: number): number {
  return Math.min(total, 'pipes' in size ? size.pipes : Math.ceil(size.share * total - EPSILON));
}

/**
 * The first pipe of every service comes first, so that the earliest waves cover each service. The other pipes are spread in
 * proportion to the size of their service, so that no wave holds most of a small one. Within a service, the order is by name.
 */
function spreadOverServices<Pipe extends Member>(pipes: readonly Pipe[]): readonly Pipe[] {
  const services = groupBy(sortByName(pipes), ({ service }) => service);
  const placed = [...services.values()].flatMap((members) =>
    members.map((pipe, index) => ({ pipe, place: index / members.length })),
  );
  placed.sort((a, b) => a.place - b.place || compareText(a.pipe.service, b.pipe.service));
  return placed.map(({ pipe }) => pipe);
}

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
