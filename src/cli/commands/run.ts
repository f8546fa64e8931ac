import { planWaves } from '../../apply/rollout/plan-waves.ts';
import { closeProject, type ProjectOptions } from '../../engine/project.ts';
import {
  abandonUnstartedRun,
  cannotPassWaves,
  type ExecutableRun,
  executeRun,
  prepareRun,
  type RunRequest,
} from '../../engine/run.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Sources } from '../../model/location.ts';
import { hasWork, type Plan, type PlannedPipe } from '../../model/plan.ts';
import { interruptedBy, isAboutRuns, type Run } from '../../model/run.ts';
import type { Allowances } from '../../plan/policy/policy.ts';
import type { ReviewedPlan } from '../../plan/saved/review-plan.ts';
import type { Context } from '../options/context.ts';
import { askForYes } from '../output/ask-for-yes.ts';
import { createView } from '../output/create-view.ts';
import { exitCode } from '../output/exit-code.ts';
import { saveReport } from '../output/save-report.ts';
import type { View } from '../output/view.ts';
import { type FleetOptions, noteShardCost, openFleet, withReadProgress } from './fleet.ts';

export interface RunCommandOptions extends FleetOptions {
  /** The file to save the report of the run in, or null. */
  readonly out: string | null;
  readonly approval: 'ask' | 'auto';
  readonly allowances: Allowances;
  /** Milliseconds to wait for another run of the project. */
  readonly lockTimeoutMs: number;
  /** Milliseconds; 0 with --no-wait. */
  readonly waitTimeoutMs: number;
  readonly onFailure: 'continue' | 'stop';
}

/** What a command asks the engine to carry out, and how it talks about it. */
export interface RunTask {
  readonly command: 'apply' | 'rollback';
  readonly request: RunRequest;
  readonly purpose: Pick<ProjectOptions, 'recommend' | 'guards'>;
  readonly question: string;
  /** What a plan with nothing to do says; left out for a plan against the configuration. */
  readonly idleText?: string;
  /** Files beside the configuration that the command reads. */
  readonly inputs?: readonly string[];
}

/** Shows a plan, asks, and carries it out: a fresh one, a saved one, or a rollback. A saved one was reviewed before and is not asked for. */
export async function confirmAndApply(task: RunTask, options: RunCommandOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const fail = (diagnostics: readonly Diagnostic[], sources: Sources = new Map()): number =>
    endUnstarted(diagnostics, sources, options, view, context);
  const asks = task.request.of !== 'saved' && options.approval === 'ask';
  if (asks && !view.canAsk) return fail([notConfirmed(task)]);

  const { allowances, lockTimeoutMs } = options;
  const purpose = { ...task.purpose, allowances, claim: { lockTimeoutMs } };
  const opened = await openFleet(options, purpose, view, context, task.inputs);
  if (!opened.ok) return fail(opened.diagnostics, opened.sources);
  const { project, sources } = opened;
  try {
    if (task.request.of === 'fresh') noteShardCost(opened, options, view);
    const prepared = await withReadProgress(
      task.request.of === 'saved' ? 0 : project.pipes.length,
      view,
      (onProgress) => prepareRun(task.request, project, opened.diagnostics, onProgress, context),
    );
    if (!prepared.ok) return fail(prepared.diagnostics, sources);
    const { run } = prepared;
    if (task.request.of === 'saved') {
      const outdated = run.plan.diagnostics.filter(({ code }) => code === 'plan-outdated');
      view.warnings(outdated, sources);
    }
    if (cannotPassWaves(run, options.waitTimeoutMs)) return fail([waveNotConfirmed()], sources);
    if (interruptedBy(context.interrupts.stop) !== null) return fail([interruptedBeforeWriting()], sources);

    const plan = plannedPart(run.plan);
    const isIdle = task.request.of === 'saved' && isNothingToShow(plan);
    const isAsked = asks && hasWork(plan);
    await view.proposal(plan, { idleText: task.idleText, rollout: rolloutOf(run), isIdle, isAsked });
    if (isAsked) {
      const answer = await askForYes(task.question, view);
      if (answer === 'interrupted') return fail([interruptedBeforeWriting()], sources);
      if (answer === 'no') return fail([notAccepted(task)], sources);
    }
    return await executeAndReport(run, plan, isIdle, options, view, context);
  } finally {
    await closeProject(project);
  }
}

async function executeAndReport(
  prepared: ExecutableRun,
  plan: Plan,
  isIdle: boolean,
  options: RunCommandOptions,
  view: View,
  context: Context,
): Promise<number> {
  const run = await executeWithProgress(prepared, plan, options, view, context);
  const hasNews = hasWork(plan) || run.summary.stale > 0;
  await view.outcome(run, { isSaved: options.out !== null, isIdle, hasNews });
  const isSaved = options.out === null || (await saveReport(run, options.out, options, view, context));
  return exitCode({ of: 'run', run, report: isSaved ? 'kept' : 'lost' });
}

/** Carries the plan out while a person or a program watches. */
async function executeWithProgress(
  prepared: ExecutableRun,
  plan: Plan,
  { waitTimeoutMs, onFailure }: RunCommandOptions,
  view: View,
  context: Context,
): Promise<Run> {
  const { stop } = context.interrupts;
  const updates = plan.pipes.filter(({ status }) => status === 'update');
  const progress = hasWork(prepared.plan) ? await view.applyProgress(updates) : null;
  const emit = (event: RunEvent): void => {
    progress?.emit(event);
    view.event(event);
  };
  const notice = (): void => {
    progress?.notice('Stopping: finishing the pipes in flight, starting no more. Press Ctrl-C again to stop now.');
    const at = new Date(context.clock.now()).toISOString();
    emit({ type: 'diagnostic', at, pipe: null, diagnostic: finishing() });
  };
  stop.addEventListener('abort', notice, { once: true });
  try {
    return await executeRun(prepared, { waitTimeoutMs, onFailure, emit }, context);
  } finally {
    stop.removeEventListener('abort', notice);
    await progress?.stop();
  }
}

/** How the updates will be spread over waves; null without a rollout. */
function rolloutOf({ guards, plan }: ExecutableRun) {
  if (guards.rollout === null) return null;
  const updates = plan.pipes.filter(({ status }) => status === 'update');
  return { rollout: guards.rollout, sizes: planWaves(updates, guards.rollout.waves).map((wave) => wave.length) };
}

/** The plan without the pipes that the configuration has left behind: those are reported with the run. */
function plannedPart(plan: ReviewedPlan): Plan {
  return { ...plan, pipes: plan.pipes.filter((pipe): pipe is PlannedPipe => pipe.status !== 'stale') };
}

function isNothingToShow({ pipes, diagnostics }: Plan): boolean {
  return !diagnostics.some(isAboutRuns) && pipes.every(({ status }) => status === 'unchanged');
}

/** Ends before anything was written: the diagnostics, and for JSON the events of a run of nothing. */
export function endUnstarted(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  options: RunCommandOptions,
  view: View,
  context: Context,
): number {
  view.notStarted(diagnostics, sources);
  abandonUnstartedRun(options.env, diagnostics, (event) => view.event(event), context);
  return exitCode({ of: 'failure', interrupted: interruptedBy(context.interrupts.stop) });
}

function waveNotConfirmed(): Diagnostic {
  return diagnose('error', {
    code: 'usage',
    summary: '--no-wait does not go with a rollout: a wave passes only when a read has confirmed its updates.',
    hint: 'Leave out --no-wait, or give --no-rollout too.',
  });
}

function notConfirmed({ command }: RunTask): Diagnostic {
  return diagnose('error', {
    code: 'not-confirmed-by-a-person',
    summary: `${command} asks before it writes, and there is no terminal to ask on.`,
    hint:
      command === 'apply'
        ? 'Save a plan with `pipeform plan --out FILE`, review it, and run `pipeform apply FILE`; or --auto-approve.'
        : 'See `pipeform runs show RUN` for what the run wrote, and give --auto-approve.',
  });
}

function notAccepted({ command }: RunTask): Diagnostic {
  return diagnose('error', {
    code: 'not-confirmed-by-a-person',
    summary: 'The answer was not `yes`. Nothing was written.',
    hint: `Run ${command} again and type yes to go on.`,
  });
}

function finishing(): Diagnostic {
  return diagnose('note', {
    code: 'interrupted',
    summary: 'Interrupted: what is in flight is finished, and nothing more is started.',
    hint: 'A second interrupt stops at once.',
  });
}

function interruptedBeforeWriting(): Diagnostic {
  return diagnose('error', {
    code: 'interrupted',
    summary: 'Interrupted. Nothing was written.',
    hint: 'Run the command again when you are ready.',
  });
}
