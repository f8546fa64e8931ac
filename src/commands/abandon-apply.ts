import { abandonRun } from '../apply/apply-plan.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { emptyPlan } from '../plan/plan-fleet.ts';
import { readToolVersion } from '../version.ts';
import type { Context } from './context.ts';
import { makeRunId } from './run-id.ts';
import { writeEvent } from './write-output.ts';

/** The events of an apply that ended before it could start: whoever reads lines still finds `run_done`, and why. */
export function abandonApply(environment: string | null, diagnostics: readonly Diagnostic[], context: Context): void {
  const frame = { now: new Date(context.clock.now()), tool: readToolVersion() };
  abandonRun(emptyPlan(environment, diagnostics, frame), context.clock, {
    runId: makeRunId(context),
    rollsBack: null,
    emit: (event) => writeEvent(context, event),
    stop: context.interrupts.stop,
  });
}
