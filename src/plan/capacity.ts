import type { LivePipe } from '../model/live-pipe.ts';
import { becomesUnknown, type Capacity, type CapacityTotals, type Change } from '../model/plan.ts';
import { scalingAfter } from './build-requests.ts';

const NOTHING: CapacityTotals = { replicas: 0, cpuMillicores: 0, memoryGb: 0 };

/**
 * What a pipe may use before and after its changes. Values that the service does not show count as nothing; a pipe of which
 * one becomes the service's default, which nobody knows, is left out of both sides.
 */
export function pipeCapacity(changes: readonly Change[], live: LivePipe): Capacity {
  if (changes.some(becomesUnknown)) return { before: NOTHING, after: NOTHING };
  return { before: totals([], live), after: totals(changes, live) };
}

export function sumCapacity(capacities: readonly Capacity[]): Capacity {
  return {
    before: capacities.reduce((sum, capacity) => add(sum, capacity.before), NOTHING),
    after: capacities.reduce((sum, capacity) => add(sum, capacity.after), NOTHING),
  };
}

function totals(changes: readonly Change[], live: LivePipe): CapacityTotals {
  const scaling = scalingAfter(changes, live);
  const replicas = scaling.replicas ?? 0;
  return {
    replicas,
    cpuMillicores: replicas * (scaling.replicaCpuMillicores ?? 0),
    memoryGb: replicas * (scaling.replicaMemoryGb ?? 0),
  };
}

function add(a: CapacityTotals, b: CapacityTotals): CapacityTotals {
  return {
    replicas: a.replicas + b.replicas,
    cpuMillicores: a.cpuMillicores + b.cpuMillicores,
    memoryGb: roundGb(a.memoryGb + b.memoryGb),
  };
}

/** Sums of decimal fractions such as 0.1 and 0.2 GB, without the noise of binary ones. */
function roundGb(gigabytes: number): number {
  return Math.round(gigabytes * 1e6) / 1e6;
}
