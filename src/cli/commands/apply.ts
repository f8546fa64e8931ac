import type { EarlierRuns } from '../../engine/project.ts';
import { isOverridden } from '../../model/plan.ts';
import {
  type ApplyCommandOptions,
  checkPlanOptions,
  checkRemediation,
  listOverrides,
} from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { readPlanFile } from '../output/read-report-file.ts';
import { confirmAndApply, endUnstarted } from '../steps/confirm-and-apply.ts';
import { readHistoryEntries } from '../steps/read-history-entries.ts';

export async function runApply(invocation: Invocation<ApplyCommandOptions>): Promise<number> {
  const { ownOptions, args, options } = invocation;
  const [file] = args;
  checkRemediation(ownOptions, options, file !== undefined);
  checkPlanOptions(ownOptions, file !== undefined);
  const { base, behind, onlyOrigin, reviewed } = ownOptions;
  const policies = { rollout: !ownOptions.noRollout, overrides: listOverrides(ownOptions) };
  const planning = { base, behind, onlyOrigin, reviewed, ...policies };
  const task = { command: 'apply', ...planning } as const;
  if (ownOptions.remediate) {
    const { history } = ownOptions;
    const readHistory = history === null ? null : () => readEarlierRuns(history, invocation);
    const remediate = { readHistory };
    return confirmAndApply(
      { ...task, remediate, idleText: NOTHING_TO_RESTORE, request: { kind: 'fresh' } },
      invocation,
    );
  }
  if (file === undefined) return confirmAndApply({ ...task, request: { kind: 'fresh' } }, invocation);
  const read = await readPlanFile(file, invocation);
  if (!read.ok) return endUnstarted([read.diagnostic], undefined, invocation);
  const { plan } = read;
  const skipPromotion = isOverridden(plan.overrides, 'promotion');
  return confirmAndApply({ ...task, skipPromotion, request: { kind: 'saved', plan }, inputs: [file] }, invocation);
}

/** Shows the warnings. The first run finds no file yet. */
async function readEarlierRuns(
  history: string,
  { workspace, printer }: Invocation<ApplyCommandOptions>,
): Promise<EarlierRuns> {
  const earlier = await readHistoryEntries(history, workspace.cwd, 'bounds');
  if (earlier.ok) printer.diagnostics(earlier.warnings);
  return earlier;
}

const NOTHING_TO_RESTORE = 'Nothing to restore: no field of `remediation.fields` drifted.';
