import { planMeasurements } from '../../apply/rollout/plan-waves.ts';
import { readInstantMs } from '../../model/field/units.ts';
import { type DesiredPipe, type Fleet, isScheduledField } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { decideScaling, knownScaling } from '../../plan/diff/diff-scaling.ts';
import type { ConcurrencyNow } from '../../sizing/advise-concurrency.ts';
import { findLimit } from './pipe-sizes.ts';

const FIELD = { section: 'scaling', key: 'concurrency' } as const;

/** Whether the concurrency of a pipe is managed. */
export function hasConcurrency({ scaling }: DesiredPipe): boolean {
  return (scaling.concurrency?.value ?? null) !== null;
}

/** Why the configuration does not allow advice on the concurrency of a pipe, in a sentence; null if it does. */
export function findConcurrencyObstacle(pipe: DesiredPipe, { sizing, rollout }: Fleet): string | null {
  if (!hasConcurrency(pipe)) return 'The configuration does not manage its concurrency.';
  if (isScheduledField(pipe, FIELD)) return 'Its concurrency has a schedule, so the effect of one step is not known.';
  if (sizing?.series.lag === undefined || sizing.series.rate === undefined) {
    return 'Advice on concurrency needs `lag` and `rate` in `sizing.series`.';
  }
  const isGuarded = rollout !== null && rollout.after.length + pipe.checks.length > 0;
  if (isGuarded && planMeasurements(rollout).bakeMs > 0) return null;
  return 'The effect of concurrency is not known before it is tried: add `rollout.bake` and a check in `rollout.after`.';
}

/** The concurrency of a live pipe, or why there is no advice on it, in a sentence. */
export function findConcurrency(pipe: DesiredPipe, live: LivePipe | null, fleet: Fleet): ConcurrencyNow | string {
  const now = live === null ? null : knownScaling(live, 'concurrency');
  const updatedMs = readInstantMs(live?.updatedAt ?? '');
  if (now === null) return 'Its concurrency is not known.';
  if (Number.isNaN(updatedMs)) return 'The time of its last update is not known.';
  if (decideScaling(pipe.scaling.concurrency?.value ?? null, now) !== now) {
    return 'Its live concurrency differs from the configuration: apply or pull first.';
  }
  return { now, limits: findLimit('concurrency', now, pipe, fleet), updatedMs };
}
