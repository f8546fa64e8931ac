import { MINUTE_MS } from '../../../src/model/clock.ts';
import { clamp } from '../../../src/sizing/sizes.ts';
import { OTHERS_HEADROOMS } from './headrooms.ts';
import type { Rule } from './rule.ts';

const TOLERANCE = 0.1;
const STABILIZATION_MS = 5 * MINUTE_MS;

/**
 * The Kubernetes Horizontal Pod Autoscaler on CPU with its defaults: replicas times use over the target, nothing within a tolerance of
 * 10%, and down only to the most of five minutes. The target is 1 / (1 + headroom). It looks every 15 seconds; here, at each step.
 */
export const hpa: Rule = {
  name: 'hpa',
  decideEveryMs: 0,
  headrooms: OTHERS_HEADROOMS,
  decide({ cpu, capacity, stepMs }, { size: now }, { headroom, limits }) {
    const steps = Math.max(1, Math.floor(STABILIZATION_MS / stepMs));
    let most = 0;
    let newest = Number.NaN;
    for (let index = Math.max(0, cpu.length - steps); index < cpu.length; index += 1) {
      const ratio = ((cpu[index] ?? Number.NaN) / (capacity[index] ?? Number.NaN)) * (1 + headroom);
      newest = Math.abs(ratio - 1) <= TOLERANCE ? now.replicas : Math.ceil(now.replicas * ratio - 1e-9);
      if (newest > most) most = newest;
    }
    if (Number.isNaN(newest)) return { size: now, windows: [] };
    const replicas = clamp(newest < now.replicas ? Math.min(most, now.replicas) : newest, limits.replicas);
    return { size: replicas === now.replicas ? now : { ...now, replicas }, windows: [] };
  },
};
