import { interruptedBy } from '../model/run.ts';
import { emptyPlan } from '../plan/plan-fleet.ts';
import { NO_ALLOWANCES } from '../plan/policy.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { renderPlanText } from '../render/plan-text.ts';
import { readToolVersion } from '../version.ts';
import type { Context } from './context.ts';
import { exitCode } from './exit-code.ts';
import type { GlobalOptions } from './global-options.ts';
import { preparePlan } from './prepare-plan.ts';
import { streamStyle } from './terminal.ts';
import { writeJson } from './write-output.ts';

export interface PlanCommandOptions extends GlobalOptions {
  readonly differences: 'ignored' | 'reported';
}

/** Reads the live pipes and shows what apply would do. Writes nothing. */
export async function runPlan(options: PlanCommandOptions, context: Context): Promise<number> {
  const prepared = await preparePlan(options, context, NO_ALLOWANCES);
  const interrupted = interruptedBy(context.interrupts.stop);
  if (!prepared.ok) {
    if (options.format === 'json') {
      const frame = { now: new Date(context.clock.now()), tool: readToolVersion() };
      writeJson(context, emptyPlan(options.env, prepared.diagnostics, frame));
    } else {
      const style = streamStyle(context.stderr, options, context);
      context.stderr.write(renderDiagnostics(prepared.diagnostics, prepared.sources, style));
    }
    return exitCode({ of: 'failure', interrupted });
  }
  prepared.connection.close();
  if (interrupted !== null && options.format === 'text') {
    context.stderr.write('Interrupted: not every pipe was read, so there is no plan. Nothing was written.\n');
    return exitCode({ of: 'failure', interrupted });
  }
  if (options.format === 'json') writeJson(context, prepared.plan);
  else context.stdout.write(renderPlanText(prepared.plan, streamStyle(context.stdout, options, context)));
  return exitCode({ of: 'plan', plan: prepared.plan, interrupted, differences: options.differences });
}
