import { dirname } from 'node:path';
import { planWaves } from '../../apply/rollout/plan-waves.ts';
import { askServiceTime } from '../../engine/policies.ts';
import { closeProject } from '../../engine/project.ts';
import {
  abandonUnstartedRun,
  type ExecutableRun,
  executeRun,
  prepareRun,
  type RunRequest,
  unconfirmedWavesProblem,
} from '../../engine/run.ts';
import { timestamp } from '../../model/clock.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { count } from '../../model/number.ts';
import { hasNotReviewed, hasWork, type Override, type Plan, type PlannedPipe, shortCommit } from '../../model/plan.ts';
import { isAboutRuns, mayHaveWritten, type Run, type RunEvent } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import type { ReviewedPlan } from '../../plan/saved/review-plan.ts';
import type { RunOptions } from '../options/command-options.ts';
import type { Invocation, Session } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import { showUpdates } from '../output/live-displays.ts';
import { logBugs } from '../output/log-debug.ts';
import { saveReport } from '../output/output-files.ts';
import { printOutcome, printProposal } from '../output/print-report.ts';
import { Prompter } from '../output/prompter.ts';
import { describeUndoCommand } from './describe-apply-command.ts';
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
  const fail = (diagnostics: readonly Diagnostic[], sources?: Sources): number =>
    endUnstarted(diagnostics, sources, invocation);
  const isReviewed = request.kind === 'saved' || (task.reviewed ?? []).length > 0;
  const prompter = new Prompter(printer);
  const prompts = !isReviewed && !ownOptions.autoApprove && !task.remediate;
  // Together with what is wrong with the command, such as a mistyped target.
  const obstacle = prompts && !prompter.canAsk ? askProblem(command) : null;
  const allowances = {
    force: ownOptions.force,
    protectedPipes: ownOptions.allowProtected,
    overrides,
  } as const;
  const { lockTimeout: lockTimeoutMs, out, history } = ownOptions;
  const opened = await openFleet(
    { ...planning, obstacle, purpose: command, allowances, lockTimeoutMs, out, history },
    invocation,
  );
  if (!opened.ok) return fail(opened.diagnostics, opened.sources);
  const { project, sources } = opened;
  try {
    if (request.kind === 'fresh') noteShardCost(project, invocation);
    const pipes = request.kind === 'saved' ? 0 : project.pipes.length;
    const prepared = await withReadProgress(project, pipes, printer, (onProgress) =>
      prepareRun(request, project, onProgress),
    );
    if (!prepared.ok) return fail(prepared.diagnostics, sources);
    const { run } = prepared;
    if (request.kind === 'saved') {
      printer.problems(
        run.plan.diagnostics.filter(({ code }) => code === 'plan-outdated'),
        sources,
      );
    }
    const refusal = unconfirmedWavesProblem(
      run,
      waitTimeoutOf(ownOptions),
      'Leave out --no-wait, or add --no-rollout.',
    );
    if (refusal !== null) return fail([refusal], sources);
    if (context.interrupts.stop.aborted) return fail([STOPPED], sources);

    const plan = plannedPart(run.plan);
    const isIdle = request.kind === 'saved' && isNothingToShow(plan);
    const hasPrompt = prompts && hasWork(plan);
    await printProposal(plan, { idleText, rollout: rolloutOf(run), isIdle, hasPrompt, detail: ownOptions }, printer);
    if (hasPrompt) {
      const answer = await prompter.confirm(`${describeWrites(command, plan)}\nOnly "yes" is accepted:`);
      if (answer === 'interrupted') return fail([STOPPED], sources);
      if (answer === 'no') return fail([acceptProblem(command)], sources);
      // While this machine sleeps, its monotonic clock may stand still. A rollback ignores freezes.
      if (run.rollsBack === null) await askServiceTime(run.plan, run.project);
    }
    const { remediation, locked } = run.project;
    let allowed = run.plan;
    if (remediation !== null && ownOptions.history !== null && hasWork(plan)) {
      const started = await startRemediation(ownOptions.history, locked.runId, plan, remediation, invocation);
      if (!started.ok) return fail([started.diagnostic], sources);
      allowed = started.plan;
    }
    const applied = await executeWithProgress({ ...run, plan: allowed }, invocation);
    if (applied.pipes.some(mayHaveWritten)) context.noteUpdates();
    const hasNews = hasWork(plan) || applied.summary.stale > 0;
    const undoCommand = describeUndoCommand(applied, invocation.options);
    const shown = { plan, isSaved: ownOptions.out !== null, isIdle, hasNews, undoCommand, detail: ownOptions };
    await printOutcome(applied, shown, printer);
    const lost = await saveReport(applied, { out, history }, invocation, Boolean(task.remediate));
    return chooseExitCode({ kind: 'report', report: applied, lost: lost.length > 0 });
  } finally {
    await closeProject(project);
  }
}

/** `Apply 9 changes to 7 pipes of production (api.example.com, organization 7c0e, base origin/main at 4f2a9c1e8b7d)?` */
function describeWrites(command: RunTask['command'], { summary, environment, scope, api, base }: Plan): string {
  const pipes = count(summary.update, 'pipe');
  const what =
    command === 'apply'
      ? `Apply ${count(summary.changes, 'change')} to ${pipes}`
      : `Restore ${count(summary.changes, 'value')} of ${pipes}`;
  const none = scope?.environments === undefined ? '' : ', no environment chosen';
  const where = environment === null ? none : ` of ${safeText(environment)}`;
  const compared = base === null ? '' : `, base ${safeText(base.ref)} at ${shortCommit(base.commit)}`;
  const at = api === null ? '' : ` (${new URL(api.url).host}, organization ${safeText(api.organization)}${compared})`;
  return `${what}${where}${at}?`;
}

function waitTimeoutOf({ noWait, waitTimeout }: RunOptions): number {
  return noWait ? 0 : waitTimeout;
}

async function executeWithProgress(
  prepared: ExecutableRun,
  { ownOptions, printer, context }: Invocation<RunOptions>,
): Promise<Run> {
  const { stop } = context.interrupts;
  const updates = plannedPart(prepared.plan).pipes.filter(({ status }) => status === 'update');
  const isRollback = prepared.rollsBack !== null;
  const names = updates.map(({ name }) => name);
  const progress = hasWork(prepared.plan) ? await showUpdates(names, isRollback, printer) : null;
  const emit = (event: RunEvent): void => {
    progress?.emit(event);
    printer.jsonOnly(event, 0);
  };
  const notice = (): void => {
    const isAsked = context.stderr.isTTY === true;
    progress?.notice(`${FINISHING.summary} ${isAsked ? 'Press Ctrl-C again to stop now.' : FINISHING.hint}`);
    emit({ type: 'diagnostic', at: timestamp(context.clock), pipe: null, diagnostic: FINISHING });
  };
  stop.addEventListener('abort', notice, { once: true });
  try {
    const folder = dirname(prepared.project.folder.path);
    const { failFast } = ownOptions;
    const onBug = logBugs(printer);
    return await executeRun(prepared, { waitTimeoutMs: waitTimeoutOf(ownOptions), failFast, emit, folder, onBug });
  } finally {
    stop.removeEventListener('abort', notice);
    await progress?.stop();
  }
}

function rolloutOf({ guards, plan }: ExecutableRun) {
  if (guards.rollout === null) return null;
  const updates = plan.pipes.filter(({ status }) => status === 'update');
  return { rollout: guards.rollout, sizes: planWaves(updates, guards.rollout.waves).map((wave) => wave.length) };
}

/** The plan without stale pipes, which the run reports. */
function plannedPart(plan: ReviewedPlan): Plan {
  return { ...plan, pipes: plan.pipes.filter((pipe): pipe is PlannedPipe => pipe.status !== 'stale') };
}

function isNothingToShow({ pipes, diagnostics }: Plan): boolean {
  return (
    !diagnostics.some(isAboutRuns) &&
    pipes.every((pipe) => pipe.status === 'unchanged' && !hasNotReviewed(pipe) && pipe.notSelected === undefined)
  );
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

const STOPPED = diagnose('error', {
  code: 'interrupted',
  summary: 'Interrupted. Nothing was written.',
  hint: 'Run the command again when you are ready.',
});

const FINISHING = diagnose('note', {
  code: 'interrupted',
  summary: 'Interrupted: pipes in flight are finished; no more are started.',
  hint: 'Interrupt again to stop immediately.',
});

function askProblem(command: RunTask['command']): Diagnostic {
  return diagnose('error', {
    code: 'not-approved',
    summary: `${command} asks before it writes, but there is no terminal to ask on.`,
    hint:
      command === 'apply'
        ? 'Run it on a terminal; or save a plan with `pipeform plan --out FILE`, review it, and run `pipeform apply FILE`.'
        : 'Run it on a terminal; in a script, see `pipeform runs show RUN` for what the run wrote, and give --auto-approve.',
  });
}

function acceptProblem(command: RunTask['command']): Diagnostic {
  return diagnose('error', {
    code: 'not-approved',
    summary: 'The answer was not `yes`. Nothing was written.',
    hint: `Run ${command} again and type yes.`,
  });
}
