import { assess, conclude } from '../../health/count-verdicts.ts';
import { planMeasurements } from '../../health/measurement-times.ts';
import type { Clock } from '../../model/clock.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Rollout, WaveVerdict } from '../../model/rollout.ts';
import { explainClosed, type GateKey, type HealthGates } from './health-gates.ts';

/** How a bake ended. */
export interface Baked {
  readonly verdict: Exclude<WaveVerdict, 'not-started'>;
  /** Why it did not pass, or null. */
  readonly reason: string | null;
  readonly bakedMs: number;
}

export interface Baking {
  readonly wave: number;
  readonly rollout: Rollout;
  readonly watched: readonly GateKey[];
  readonly healthGates: HealthGates;
  readonly clock: Clock;
  readonly emit: (event: RunEvent) => void;
  /** Aborts at the first interrupt: a bake only waits, so it ends at once. */
  readonly stop: AbortSignal;
}

/**
 * Waits after a wave, and asks every watched check at each interval. Ends early when one of them has closed its gate beyond
 * recall, or at an interrupt. A wave without checks bakes all the same.
 */
export async function bake({ wave, rollout, watched, healthGates, clock, emit, stop }: Baking): Promise<Baked> {
  const { offsetsMs, measurements, bakeMs } = planMeasurements(rollout);
  const startedMs = clock.monotonicMs();
  const end = (verdict: Baked['verdict'], reason: string | null): Baked => {
    return { verdict, reason, bakedMs: Math.round(clock.monotonicMs() - startedMs) };
  };
  const waitUntil = async (offsetMs: number): Promise<void> => {
    const leftMs = startedMs + offsetMs - clock.monotonicMs();
    if (leftMs > 0 && !stop.aborted) await clock.sleep(leftMs, stop);
  };
  emit({
    type: 'bake_start',
    at: new Date(clock.now()).toISOString(),
    wave,
    bakeMs,
    checks: watched.map(({ name }) => name),
    measurements: watched.length === 0 ? 0 : measurements,
  });
  for (const offsetMs of watched.length === 0 ? [] : offsetsMs) {
    await waitUntil(offsetMs);
    if (stop.aborted) return end('interrupted', null);
    await healthGates.measure(watched, stop);
    if (stop.aborted) return end('interrupted', null);
    const closed = healthGates.findClosed(watched, (state) => assess(state, rollout));
    if (closed.length > 0) return end('failed', explainClosed(closed).join('; '));
  }
  await waitUntil(bakeMs);
  if (stop.aborted) return end('interrupted', null);
  const closed = healthGates.findClosed(watched, (state) => conclude(state, rollout));
  return closed.length === 0 ? end('passed', null) : end('failed', explainClosed(closed).join('; '));
}
