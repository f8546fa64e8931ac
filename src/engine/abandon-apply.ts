import { abandonRun } from '../apply/apply-plan.ts';
import type { World } from '../cli/options/context.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { RunEvent } from '../model/event.ts';
import type { Run } from '../model/run.ts';
import { readToolVersion } from '../model/version.ts';
import { emptyPlan } from '../plan/plan-fleet.ts';
import { makeRunId } from './run-id.ts';

/** The run of an apply that ended before it could start: whoever listens to events still hears `run_done`, and why. */
export function abandonApply(
  environment: string | null,
  diagnostics: readonly Diagnostic[],
  emit: (event: RunEvent) => void,
  world: World,
): Run {
  const frame = { now: new Date(world.clock.now()), tool: readToolVersion() };
  return abandonRun(emptyPlan(environment, diagnostics, frame), world.clock, {
    runId: makeRunId(world),
    rollsBack: null,
    emit,
    stop: world.interrupts.stop,
  });
}
