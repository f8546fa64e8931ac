import { compareText, sortByName } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import type { WaveSize } from '../../model/rollout.ts';

/** What a wave is planned by. */
interface Member {
  readonly name: string;
  readonly service: string;
}

/** A share of a whole number is often a hair more than it should be: 0.07 of 100 is 7.000000000000001. */
const HAIR = 1e-9;

/**
 * The pipes in waves. Each size says where its wave ends, counted from the start; a wave that would be empty is left out,
 * and what is left after the last is one wave more. Equal inputs give equal waves.
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
  return Math.min(total, 'pipes' in size ? size.pipes : Math.ceil(size.share * total - HAIR));
}

/**
 * The first pipe of every service comes first, so that the earliest waves try each service; after that every service goes
 * on in proportion to its size, so that no wave holds most of a small one. Within a service the order is that of names.
 */
function spreadOverServices<Pipe extends Member>(pipes: readonly Pipe[]): readonly Pipe[] {
  const services = groupBy(sortByName(pipes), ({ service }) => service);
  const placed = [...services.values()].flatMap((members) =>
    members.map((pipe, index) => ({ pipe, place: index / members.length })),
  );
  placed.sort((a, b) => a.place - b.place || compareText(a.pipe.service, b.pipe.service));
  return placed.map(({ pipe }) => pipe);
}
