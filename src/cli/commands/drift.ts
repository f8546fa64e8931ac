import { detectDrift } from '../../engine/plan-project.ts';
import { emptyDrift } from '../../plan/find-drift.ts';
import type { DriftCommandOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { UsageError } from '../options/value-types.ts';
import { listDriftCommands } from '../steps/describe-apply-command.ts';
import { observeFleet } from '../steps/observe-fleet.ts';

export async function runDrift(invocation: Invocation<DriftCommandOptions>): Promise<number> {
  const { ownOptions, options } = invocation;
  const { target, exclude, shard } = options;
  if (ownOptions.history !== null && (target.length + exclude.length > 0 || shard !== null)) {
    throw new UsageError(
      '--history cannot be used with --target, --exclude or --shard.',
      'Leave them out: a history is about the whole environment.',
    );
  }
  if (ownOptions.at !== null && (ownOptions.history !== null || ownOptions.metrics !== null)) {
    throw new UsageError('--at cannot be used with --history or --metrics.', 'Leave it out: they are about now.');
  }
  return observeFleet(
    {
      request: { purpose: 'drift', ...ownOptions },
      observe: detectDrift,
      empty: emptyDrift,
      detail: { link: ownOptions.link },
      nextSteps: (drift, fleet) =>
        ownOptions.at === null ? listDriftCommands(drift, fleet, ownOptions.base, options) : [],
      interruptedNote: 'Interrupted: not every pipe was read, so there is no drift report.',
    },
    invocation,
  );
}
