import { planEach, planObserved } from '../../engine/plan-each.ts';
import { interruptedBy } from '../../model/run.ts';
import { readToolVersion } from '../../model/version.ts';
import { emptyPlan } from '../../plan/plan-fleet.ts';
import { NO_ALLOWANCES } from '../../plan/policy/policy.ts';
import type { Context } from '../options/context.ts';
import { exitCode } from '../output/exit-code.ts';
import { reportFailure } from '../output/report-failure.ts';
import { saveReport } from '../output/save-report.ts';
import { sourceOf, writeReport } from '../output/write-report.ts';
import { describeApplyCommand } from './run/apply-command.ts';
import { observeFleet } from './run/observe-fleet.ts';
import type { FleetOptions } from './run/open-fleet.ts';

export interface PlanCommandOptions extends FleetOptions {
  readonly differences: 'ignored' | 'reported';
  /** The file to save the plan in, or null. */
  readonly out: string | null;
  /** `wanted` with --recommend: replicas follow the targets of their bands. */
  readonly recommend: 'wanted' | 'left-out';
}

/** Reads the live pipes and shows what apply would do. Writes nothing. */
export async function runPlan(options: PlanCommandOptions, context: Context): Promise<number> {
  const observed = await observeFleet(
    (opened, view) => planEach(opened, NO_ALLOWANCES, view),
    options,
    { definitions: 'wanted', recommend: options.recommend, unfinished: 'wanted' },
    context,
  );
  const frame = { now: new Date(context.clock.now()), tool: readToolVersion() };
  if (!observed.ok) {
    return reportFailure(observed, (diagnostics) => emptyPlan(options.env, diagnostics, frame), options, context);
  }
  const interrupted = interruptedBy(context.interrupts.stop);
  if (interrupted !== null && options.format === 'text') {
    context.stderr.write('Interrupted: not every pipe was read, so there is no plan. Nothing was written.\n');
    return exitCode({ of: 'failure', interrupted });
  }
  const plan = planObserved(observed, NO_ALLOWANCES, frame);
  const applyCommand = describeApplyCommand(options.out, options);
  // A plan of a run that was cut short is no plan of the fleet, and is not saved.
  const out = interrupted === null ? options.out : null;
  await writeReport(plan, { applyCommand, source: sourceOf(out) }, options, context);
  const isSaved = out === null || (await saveReport(plan, out, options, context));
  const code = exitCode({ of: 'plan', plan, interrupted, differences: options.differences });
  return isSaved ? code : exitCode({ of: 'failure', interrupted });
}
