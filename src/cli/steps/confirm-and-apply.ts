import { closeProject } from '../../engine/project.ts';
import { abandonUnstartedRun, prepareRun, type RunRequest } from '../../engine/run.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { hasWork, type Override } from '../../model/plan.ts';
import { mayHaveWritten } from '../../model/run.ts';
import type { RunOptions } from '../options/command-options.ts';
import type { Invocation, Session } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import { saveReport } from '../output/output-files.ts';
import { printOutcome } from '../output/print-report.ts';
import { Prompter } from '../output/prompter.ts';
import { approveRun, askProblem } from './approve-run.ts';
import { describeUndoCommand } from './describe-apply-command.ts';
import { executeWithProgress } from './execute-with-progress.ts';
import { type FleetRequest, noteShardCost, openFleet, withReadProgress } from './open-fleet.ts';
import { startRemediation } from './start-remediation.ts';

export interface RunTask
  extends Pick<
    FleetRequest,
    'base' | 'behind' | 'onlyOrigin' | 'reviewed' | 'skipPromotion' | 'rollout' | 'inputs' | 'remediate'
  > {
  readonly command: 'apply' | 'rollback';
  readonly request: RunRequest;
  /** Shown for a plan with nothing to do, in place of the usual text. */
  readonly idleText?: string;
  /** Default: none. */
  readonly overrides?: readonly Override[];
}

/** Shows a plan, prompts, and applies it. Updates of a saved or given plan were reviewed before and need no prompt; a remediation has bounds. */
export async function confirmAndApply(task: RunTask, invocation: Invocation<RunOptions>): Promise<number> {
  const { ownOptions, printer, context } = invocation;
  const { command, request, idleText, overrides, ...planning } = task;
  const isSaved = request.kind === 'saved';
  const isReviewed = isSaved || (task.reviewed ?? []).length > 0;
  const prompter = isReviewed || ownOptions.autoApprove || task.remediate ? null : new Prompter(printer);
  // Together with what is wrong with the command, such as a mistyped target.
  const obstacle = prompter !== null && !prompter.canAsk ? askProblem(command) : null;
  const allowances = { force: ownOptions.force, protectedPipes: ownOptions.allowProtected, overrides };
  const { lockTimeout: lockTimeoutMs, out, history } = ownOptions;
  const asked = { ...planning, obstacle, purpose: command, allowances, lockTimeoutMs, out, history };
  const opened = await openFleet(asked, invocation);
  if (!opened.ok) return endUnstarted(opened.diagnostics, opened.sources, invocation);
  const { project, sources } = opened;
  try {
    if (request.kind === 'fresh') noteShardCost(project, invocation);
    const pipes = isSaved ? 0 : project.pipes.length;
    const prepared = await withReadProgress(project, pipes, printer, (onProgress) =>
      prepareRun(request, project, onProgress),
    );
    if (!prepared.ok) return endUnstarted(prepared.diagnostics, sources, invocation);
    const { run } = prepared;
    const outdated = run.plan.diagnostics.filter(({ code }) => code === 'plan-outdated');
    if (isSaved) printer.problems(outdated, sources);
    const approved = await approveRun(run, { command, idleText, isSaved, prompter }, invocation);
    if (!approved.ok) return endUnstarted([approved.diagnostic], sources, invocation);

    const { plan, isIdle } = approved;
    const { remediation, locked } = run.project;
    let allowed = run.plan;
    if (remediation !== null && history !== null && hasWork(plan)) {
      const started = await startRemediation(history, locked.runId, plan, remediation, invocation);
      if (!started.ok) return endUnstarted([started.diagnostic], sources, invocation);
      allowed = started.plan;
    }
    const applied = await executeWithProgress({ ...run, plan: allowed }, invocation);
    if (applied.pipes.some(mayHaveWritten)) context.noteUpdates();
    const hasNews = hasWork(plan) || applied.summary.stale > 0;
    const undoCommand = describeUndoCommand(applied, invocation.options);
    const shown = { plan, isSaved: out !== null, isIdle, hasNews, undoCommand, detail: ownOptions };
    await printOutcome(applied, shown, printer);
    const lost = await saveReport(applied, { out, history }, invocation, Boolean(task.remediate));
    return chooseExitCode({ kind: 'report', report: applied, lost: lost.length > 0 });
  } finally {
    await closeProject(project);
  }
}

/** Ends before the first write. JSON gets the events of an empty run. */
export function endUnstarted(
  diagnostics: readonly Diagnostic[],
  sources: Sources | undefined,
  { options, printer, context }: Session,
): number {
  const code = endFailed(diagnostics, printer, { sources, document: null });
  abandonUnstartedRun(options.env, diagnostics, (event) => printer.jsonOnly(event, 0), context);
  return code;
}
