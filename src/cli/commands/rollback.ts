import { dirname } from 'node:path';
import { createNodeFiles, findRootDocument } from '../../config/resolve/file-system.ts';
import { planRunRollback } from '../../engine/run.ts';
import { findRun } from '../../engine/runs.ts';
import { projectFolder } from '../../journal/project-folder.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { hasWork, type Plan } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import { emptyPlan } from '../../plan/plan-fleet.ts';
import { wrongKindProblem } from '../../plan/saved/read-report.ts';
import type { RollbackCommandOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { UsageError } from '../options/value-types.ts';
import { endFailed } from '../output/end-failed.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { confirmAndApply, endUnstarted } from '../steps/confirm-and-apply.ts';
import { describeRollbackCommand } from '../steps/describe-apply-command.ts';
import { observeFleet } from '../steps/observe-fleet.ts';

/** `latest`, or the id of a journaled run or its beginning. Anything else is the name of a file. */
const RUN_NAME = /^[0-9A-Za-z-]*$/;

const IDLE_TEXT =
  'Nothing to restore: the run wrote nothing, its values are no longer live, or the schedule now specifies other sizes.';

export async function runRollback(invocation: Invocation<RollbackCommandOptions>): Promise<number> {
  const [named = ''] = invocation.args;
  const { dryRun, out } = invocation.ownOptions;
  if (dryRun && out !== null) {
    const hint = 'Leave out --out. `--format json` prints the plan as a document.';
    throw new UsageError('--out cannot be used with --dry-run, which writes no file.', hint);
  }
  const fail = (diagnostic: Diagnostic): number =>
    dryRun ? endFailed([diagnostic], invocation.printer) : endUnstarted([diagnostic], undefined, invocation);
  const rollBack = (run: string | Run, inputs: readonly string[]): Promise<number> =>
    dryRun
      ? showRollback(run, inputs, invocation)
      : confirmAndApply(
          { command: 'rollback', idleText: IDLE_TEXT, request: { kind: 'rollback', run }, inputs },
          invocation,
        );
  if (RUN_NAME.test(named)) {
    const missing = await findMissingRun(named, invocation);
    return missing === null ? rollBack(named, []) : fail(missing);
  }
  const read = await readReportFile(named, invocation);
  if (!read.ok) return fail(read.diagnostic);
  const { report: run } = read;
  if (run.kind === 'run') return rollBack(run, [named]);
  return fail({
    ...wrongKindProblem('run', named, run.kind),
    hint: '`pipeform apply --out FILE` saves the report of a run.',
  });
}

/** Shows what a rollback would do, as a plan. Takes no lock and writes nothing. */
function showRollback(
  run: string | Run,
  inputs: readonly string[],
  invocation: Invocation<RollbackCommandOptions>,
): Promise<number> {
  const { ownOptions, args, options } = invocation;
  return observeFleet<Plan>(
    {
      request: {
        purpose: 'rollback-preview',
        inputs,
        allowances: { force: ownOptions.force, protectedPipes: ownOptions.allowProtected },
      },
      observe: async (...reading) => {
        const planned = await planRunRollback(run, ...reading);
        return planned.ok ? planned.plan : planned;
      },
      empty: emptyPlan,
      interruptedNote: 'Interrupted: not every pipe was read. Nothing was written.',
      detail: { ...ownOptions, idleText: IDLE_TEXT },
      nextSteps: (plan) =>
        hasWork(plan) ? [{ purpose: 'Restore these values', command: describeRollbackCommand(args, options) }] : [],
    },
    invocation,
  );
}

/** Why there is no such run, before anything is read or asked. null without a configuration, which is reported later. */
async function findMissingRun(
  named: string,
  { workspace }: Invocation<RollbackCommandOptions>,
): Promise<Diagnostic | null> {
  const files = createNodeFiles();
  const root = await findRootDocument(workspace.cwd, workspace.file, files);
  if (root === null || (await files.realPath(root)) === null) return null;
  const found = await findRun(projectFolder(dirname(root)), named);
  return found.ok ? null : found.diagnostic;
}
