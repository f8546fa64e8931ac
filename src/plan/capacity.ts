import type { LivePipe } from '../model/live-pipe.ts';
import { becomesUnknown, type Capacity, type CapacityTotals, type Change } from '../model/plan.ts';
import { scalingAfter } from './build-requests.ts';

/** Sums are of integer millionths, since sums of binary fractions depend on their order. */
const MICRO = 1e6;

/** Far above the contract's maximum (pipes API, part 8), and small enough for exact sums. */
const MAX = 1e6;

interface SizedPipe {
  readonly pipe: { readonly status: string; readonly changes: readonly Change[] };
  /** null when the pipe could not be read; it is not counted then. */
  readonly live: LivePipe | null;
}

/**
 * The capacity of the pipes now, and after their changes; a refused change changes nothing. Values that are not shown count as 0.
 * A pipe that changes to the service's unknown default is not counted.
 */
export function capacityOf(pipes: readonly SizedPipe[]): Capacity {
  const parts = pipes.flatMap(({ pipe, live }): readonly Capacity[] => {
    const changes = pipe.status === 'refused' ? [] : pipe.changes;
    if (live === null || changes.some(becomesUnknown)) return [];
    const before = totals([], live);
    return [{ before, after: changes.length === 0 ? before : totals(changes, live) }];
  });
  return sumCapacity(parts);
}

/** Exact, so the sum of the shards equals the sum of the fleet. */
export function sumCapacity(capacities: readonly Capacity[]): Capacity {
  return {
    before: sum(capacities.map(({ before }) => before)),
    after: sum(capacities.map(({ after }) => after)),
  };
}

function sum(parts: readonly CapacityTotals[]): CapacityTotals {
  const sumOf = (key: keyof CapacityTotals): number =>
    parts.reduce((total, part) => total + Math.round(part[key] * MICRO), 0) / MICRO;
  return { replicas: sumOf('replicas'), cpuMillicores: sumOf('cpuMillicores'), memoryGb: sumOf('memoryGb') };
}

function totals(changes: readonly Change[], live: LivePipe): CapacityTotals {
  const scaling = scalingAfter(changes, live);
  const replicas = amount(scaling.replicas);
  return {
    replicas,
    cpuMillicores: replicas * amount(scaling.replicaCpuMillicores),
    memoryGb: replicas * amount(scaling.replicaMemoryGb),
  };
}

/** A live value may be any number; an impossible amount counts as not shown. */
export function amount(value: number | null): number {
  return value !== null && value > 0 && value <= MAX ? value : 0;
}
