import type { LivePipe } from '../../model/live-pipe.ts';
import { becomesUnknown, type Capacity, type CapacityTotals, type Change } from '../../model/plan.ts';
import { scalingAfter } from '../requests/build-requests.ts';

/** CPU and memory are summed in whole millionths: sums of binary fractions would depend on their order. */
const MICRO = 1e6;

/** Far beyond the contract (pipes API, part 8), and small enough for sums that are exact. */
const MOST = 1e6;

const NOTHING: CapacityTotals = { replicas: 0, cpuMillicores: 0, memoryGb: 0 };

/**
 * What a pipe may use before and after its changes. Values that the service does not show count as nothing; a pipe of which
 * one becomes the service's default, which nobody knows, is left out of both sides.
 */
export function pipeCapacity(changes: readonly Change[], live: LivePipe): Capacity {
  if (changes.some(becomesUnknown)) return { before: NOTHING, after: NOTHING };
  const before = totals([], live);
  return { before, after: changes.length === 0 ? before : totals(changes, live) };
}

/** The sum of parts is the sum of the whole, to the last digit: shards are joined by it. */
export function sumCapacity(capacities: readonly Capacity[]): Capacity {
  return {
    before: sum(capacities.map(({ before }) => before)),
    after: sum(capacities.map(({ after }) => after)),
  };
}

function sum(parts: readonly CapacityTotals[]): CapacityTotals {
  let [replicas, microCpu, microGb] = [0, 0, 0];
  for (const part of parts) {
    replicas += part.replicas;
    microCpu += Math.round(part.cpuMillicores * MICRO);
    microGb += Math.round(part.memoryGb * MICRO);
  }
  return { replicas, cpuMillicores: microCpu / MICRO, memoryGb: microGb / MICRO };
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

/** A live value may be any number; one that is no amount counts as one that is not shown. */
function amount(value: number | null): number {
  return value !== null && value > 0 && value <= MOST ? value : 0;
}
