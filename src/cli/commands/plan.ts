import { frameOf, planProject } from '../../engine/observe.ts';
import { closeProject } from '../../engine/project.ts';
import { interruptedBy } from '../../model/run.ts';
import { emptyPlan } from '../../plan/plan-fleet.ts';
import type { Context } from '../options/context.ts';
import { createView } from '../output/create-view.ts';
import { exitCode } from '../output/exit-code.ts';
import { saveReport } from '../output/save-report.ts';
import { describeApplyCommand } from './apply-command.ts';
import { endWithoutFleet, type FleetOptions, noteShardCost, openFleet, withReadProgress } from './fleet.ts';

export interface PlanCommandOptions extends FleetOptions {
  /** Whether differences end with exit code 2 (--detailed-exitcode). */
  readonly detailedExitCode: boolean;
  /** The file to save the plan in, or null. */
  readonly out: string | null;
  /** Whether replicas follow the targets of their bands. */
  readonly recommend: boolean;
}

/** Reads the live pipes and shows what apply would do. Writes nothing. */
export async function runPlan(options: PlanCommandOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const opened = await openFleet(options, { definitions: true, recommend: options.recommend }, view, context);
  if (!opened.ok) {
    return endWithoutFleet(
      opened,
      emptyPlan(options.env, opened.diagnostics, frameOf(context)),
      options,
      view,
      context,
    );
  }
  const { project } = opened;
  noteShardCost(opened, options, view);
  const { plan } = await withReadProgress(project.pipes.length, view, (onProgress) =>
    planProject(project, opened.diagnostics, onProgress, context),
  ).finally(() => closeProject(project));
  const interrupted = interruptedBy(context.interrupts.stop);
  if (interrupted !== null && options.format === 'text') {
    view.note('Interrupted: not every pipe was read, so there is no plan. Nothing was written.');
    return exitCode({ of: 'failure', interrupted });
  }
  // A plan that was interrupted is not a plan of the fleet, and is not saved.
  const out = interrupted === null ? options.out : null;
  await view.report(plan, { applyCommand: describeApplyCommand(options.out, options), isSaved: out !== null });
  const isSaved = out === null || (await saveReport(plan, out, options, view, context));
  if (!isSaved) return exitCode({ of: 'failure', interrupted });
  return exitCode({ of: 'plan', plan, interrupted, detailed: options.detailedExitCode });
}
