import { frameOf, planProject } from '../../engine/observe.ts';
import { closeProject } from '../../engine/project.ts';
import { interruptedBy } from '../../model/run.ts';
import { emptyPlan } from '../../plan/plan-fleet.ts';
import type { Invocation } from '../options/command-spec.ts';
import { checkPlanOptions, type FreshPlanOptions } from '../options/shared-options.ts';
import { exitCode } from '../output/exit-code.ts';
import { saveReport } from '../output/output-files.ts';
import { describeApplyCommand } from './apply-command.ts';
import { endWithoutFleet, noteShardCost, openFleet, withReadProgress } from './fleet.ts';

interface PlanCommandOptions extends FreshPlanOptions {
  readonly out: string | null;
  readonly detailedExitcode: boolean;
}

/** Reads the live pipes and shows what apply would do. Writes nothing. */
export async function runPlan(invocation: Invocation<PlanCommandOptions>): Promise<number> {
  const { own, options, view, context } = invocation;
  checkPlanOptions(own);
  const { base, onlyOrigin, recommend } = own;
  const opened = await openFleet({ base, onlyOrigin, recommend, definitions: true, out: own.out }, invocation);
  if (!opened.ok) {
    return endWithoutFleet(opened, emptyPlan(options.env, opened.diagnostics, frameOf(context)), invocation);
  }
  const { project } = opened;
  noteShardCost(project, invocation);
  const { plan } = await withReadProgress(project.pipes.length, view, (onProgress) =>
    planProject(project, opened.diagnostics, onProgress, context),
  ).finally(() => closeProject(project));
  const interrupted = interruptedBy(context.interrupts.stop);
  if (interrupted !== null && options.format === 'text') {
    view.note('Interrupted: not every pipe was read, so there is no plan. Nothing was written.');
    return exitCode({ of: 'failure', interrupted });
  }
  // A plan that was interrupted is not a plan of the fleet, and is not saved.
  const out = interrupted === null ? own.out : null;
  const applyCommand = describeApplyCommand(own.out, own, options);
  await view.report(plan, { applyCommand, isSaved: out !== null });
  if (!(await saveReport(plan, out, invocation))) return exitCode({ of: 'failure', interrupted });
  return exitCode({ of: 'plan', plan, interrupted, detailed: own.detailedExitcode });
}
