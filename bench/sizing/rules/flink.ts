import { HOUR_MS } from '../../../src/model/clock.ts';
import type { PipeHistory } from '../../../src/model/size/sizing.ts';
import { clamp } from '../../../src/sizing/sizes.ts';
import { OTHERS_HEADROOMS } from './headrooms.ts';
import type { Rule } from './rule.ts';

const BOUNDARY = 0.3;
const CATCH_UP_SECONDS = 30 * 60;
const RESTART_SECONDS = 5 * 60;
const SCALE_DOWN_MS = HOUR_MS;
const SCALE_DOWN_MOST = 0.6;

/**
 * The autoscaler of the Flink Kubernetes operator with its defaults: the capacity of a replica is its throughput over its utilization;
 * demand is what arrives, what a restart leaves behind and the backlog within half an hour. It scales when that is outside the
 * target's boundaries, down only to the most of an hour and by 60% at most. The target is 1 / (1 + headroom), 0.7 by default.
 */
export const flink: Rule = {
  name: 'flink',
  decideEveryMs: 0,
  headrooms: OTHERS_HEADROOMS,
  decide({ cpu, capacity, rate, lag, stepMs }, { size: now }, { headroom, limits }) {
    const seen = { cpu, capacity, rate, lag, stepMs };
    const newest = cpu.length - 1;
    const target = 1 / (1 + headroom);
    const wanted = wantedReplicas(seen, newest, now.replicas, target);
    if (wanted === null || wanted === now.replicas) return { size: now, windows: [] };
    let replicas = wanted;
    if (wanted < now.replicas) {
      const steps = Math.round(SCALE_DOWN_MS / stepMs);
      for (let index = Math.max(0, newest - steps + 1); index < newest; index += 1) {
        replicas = Math.max(replicas, wantedReplicas(seen, index, now.replicas, target) ?? now.replicas);
      }
      replicas = Math.min(now.replicas, Math.max(replicas, Math.ceil(now.replicas * (1 - SCALE_DOWN_MOST))));
    }
    replicas = clamp(replicas, limits.replicas);
    return { size: replicas === now.replicas ? now : { ...now, replicas }, windows: [] };
  },
};

/** What a step asks for; null where it shows too little. */
function wantedReplicas(
  seen: Omit<PipeHistory, 'startMs' | 'memory'>,
  index: number,
  replicas: number,
  target: number,
): number | null {
  const rate = seen.rate?.[index] ?? Number.NaN;
  const utilization = (seen.cpu[index] ?? Number.NaN) / (seen.capacity[index] ?? Number.NaN);
  if (!(rate > 0 && utilization > 0)) return null;
  const lag = seen.lag?.[index] ?? 0;
  const growth = (lag - (seen.lag?.[index - 1] ?? lag)) / (seen.stepMs / 1_000);
  const arrivals = Math.max(0, rate + growth);
  const catchUp = (lag + arrivals * RESTART_SECONDS) / CATCH_UP_SECONDS;
  const most = rate / utilization;
  const least = Math.max(0, target - BOUNDARY);
  const isWithin =
    most >= arrivals / Math.min(1, target + BOUNDARY) + catchUp && (least === 0 || most <= arrivals / least + catchUp);
  if (isWithin || Number.isNaN(arrivals + catchUp)) return replicas;
  return Math.ceil((replicas * (arrivals / target + catchUp)) / most - 1e-9);
}
