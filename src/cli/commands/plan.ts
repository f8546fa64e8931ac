import { planProject } from '../../engine/plan-project.ts';
import { hasWork } from '../../model/plan.ts';
import { emptyPlan } from '../../plan/plan-fleet.ts';
import { checkPlanOptions, listOverrides, type PlanCommandOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { describeApplyCommand } from '../steps/describe-apply-command.ts';
import { observeFleet } from '../steps/observe-fleet.ts';

export async function runPlan(invocation: Invocation<PlanCommandOptions>): Promise<number> {
  const { ownOptions, options } = invocation;
  checkPlanOptions(ownOptions);
  const { out, base, behind, onlyOrigin, reviewed, at } = ownOptions;
  // A fresh apply uses the currently scheduled sizes.
  const applyCommand = at !== null && out === null ? null : describeApplyCommand(out, ownOptions, options);
  return observeFleet(
    {
      request: {
        purpose: 'plan',
        ...{ out, base, behind, onlyOrigin, reviewed, at },
        allowances: { overrides: listOverrides(ownOptions) },
      },
      observe: async (...reading) => (await planProject(...reading)).plan,
      empty: emptyPlan,
      interruptedNote: 'Interrupted: not every pipe was read, so there is no plan. Nothing was written.',
      detail: ownOptions,
      applyCommand,
      nextSteps: (plan) =>
        applyCommand !== null && hasWork(plan) ? [{ purpose: 'Apply it', command: applyCommand }] : [],
      detailed: ownOptions.detailedExitcode,
    },
    invocation,
  );
}
