import { planWaves } from '../../../apply/rollout/plan-waves.ts';
import { abandonApply } from '../../../engine/abandon-apply.ts';
import { carryOut } from '../../../engine/carry-out.ts';
import { closeProject } from '../../../engine/open-project.ts';
import { cannotPassWaves } from '../../../engine/review-saved.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { Sources } from '../../../model/location.ts';
import { hasWork, type Plan, type PlannedPipe } from '../../../model/plan.ts';
import { interruptedBy, type Run } from '../../../model/run.ts';
import type { ReviewedPlan } from '../../../plan/saved/review-plan.ts';
import { isAboutRuns, renderDiagnostics } from '../../../report/text/diagnostics.ts';
import { fitLines } from '../../../report/text/fit-text.ts';
import { renderPlanText } from '../../../report/text/plan-text.ts';
import { describeRollout } from '../../../report/view-model/rollout.ts';
import type { Context } from '../../options/context.ts';
import { askForYes } from '../../output/ask-for-yes.ts';
import { exitCode } from '../../output/exit-code.ts';
import { openApplyView } from '../../output/open-view.ts';
import { saveReport } from '../../output/save-report.ts';
import { streamStyle } from '../../output/terminal.ts';
import { writeEvent } from '../../output/write-output.ts';
import { sourceOf, writeReport } from '../../output/write-report.ts';
import type { FleetOptions, NoFleet } from './open-fleet.ts';
import type { PreparedApply } from './prepare-apply.ts';

export interface ConductOptions extends FleetOptions {
  /** The file to save the report of the run in, or null. */
  readonly out: string | null;
  readonly approval: 'ask' | 'auto';
  /** Milliseconds; 0 with --no-wait. */
  readonly waitTimeoutMs: number;
  readonly onFailure: 'continue' | 'stop';
}

/** A run that is to be shown, confirmed and carried out. */
export interface Errand {
  readonly command: 'apply' | 'rollback';
  /** The plan: a `saved` one was reviewed before, a `fresh` one is shown and asked for unless --auto-approve is given. */
  readonly plan: 'fresh' | 'saved';
  readonly question: string;
  /** What a plan with nothing to do says; what a plan against the configuration says when left out. */
  readonly idleWords?: string;
  prepare(): Promise<PreparedApply | NoFleet>;
}

/** Shows a plan, asks, and carries it out. Whatever is written is in the journal; the project is the run's own meanwhile. */
export async function conductRun(errand: Errand, options: ConductOptions, context: Context): Promise<number> {
  const asks = errand.plan === 'fresh' && options.approval === 'ask';
  if (asks && !(context.stdin.isTTY && context.stderr.isTTY)) {
    return fail([notConfirmed(errand)], new Map(), options, context);
  }
  const prepared = await errand.prepare();
  if (!prepared.ok) return fail(prepared.diagnostics, prepared.sources, options, context);
  try {
    if (cannotPassWaves(prepared, options.waitTimeoutMs)) {
      return fail([waveNotConfirmed()], prepared.sources, options, context);
    }
    return await decide(prepared, errand, asks, options, context);
  } finally {
    await closeProject(prepared);
  }
}

async function decide(
  prepared: PreparedApply,
  errand: Errand,
  asks: boolean,
  options: ConductOptions,
  context: Context,
): Promise<number> {
  const plan = plannedPart(prepared.plan);
  const isText = options.format === 'text';
  if (interruptedBy(context.interrupts.stop) !== null) {
    return fail([interruptedBeforeWriting()], prepared.sources, options, context);
  }
  const show = (stream: NodeJS.WriteStream): void => {
    const style = streamStyle(stream, options, context);
    stream.write(renderPlanText(plan, style, errand.idleWords));
    if (hasWork(plan)) stream.write(fitLines(describeGuard(prepared), style.columns));
  };
  const isIdle =
    errand.plan === 'saved' &&
    !plan.diagnostics.some(isAboutRuns) &&
    !plan.pipes.some(({ status }) => status !== 'unchanged');
  if (isText && !isIdle) show(context.stdout);
  if (hasWork(plan) && asks) {
    // Whoever is asked must see what they answer to, even when stdout is a file or carries events.
    if (!(isText && context.stdout.isTTY)) show(context.stderr);
    const answer = await askForYes(errand.question, context);
    if (answer !== 'yes') {
      const said = answer === 'interrupted' ? interruptedBeforeWriting() : notAccepted(errand);
      return fail([said], prepared.sources, options, context);
    }
  }
  const run = await watchRun(prepared, options, context);
  const hasNews = hasWork(plan) || run.summary.stale > 0;
  if (isText && isIdle && !hasNews) {
    context.stdout.write('The plan holds nothing to apply. Nothing was read, and nothing was sent.\n');
  } else if (isText ? hasNews : options.format !== 'json') {
    if (isText && !isIdle) context.stdout.write('\n');
    await writeReport(run, { applyCommand: null, source: sourceOf(options.out) }, options, context);
  }
  const isSaved = options.out === null || (await saveReport(run, options.out, options, context));
  return exitCode({ of: 'run', run, report: isSaved ? 'kept' : 'lost' });
}

/** How the updates will be spread and watched; nothing when they are not. */
function describeGuard({ guards, plan }: PreparedApply): string {
  if (guards.rollout === null) return '';
  const updates = plan.pipes.filter(({ status }) => status === 'update');
  const sizes = planWaves(updates, guards.rollout.waves).map((wave) => wave.length);
  return `\n${describeRollout(guards.rollout, sizes)}`;
}

/** The plan without the pipes that the configuration has left behind: those are told with the run. */
function plannedPart(plan: ReviewedPlan): Plan {
  return { ...plan, pipes: plan.pipes.filter((pipe): pipe is PlannedPipe => pipe.status !== 'stale') };
}

/** Carries the plan out before the eyes of whoever watches. */
async function watchRun(prepared: PreparedApply, options: ConductOptions, context: Context): Promise<Run> {
  const { stop } = context.interrupts;
  const updates = plannedPart(prepared.plan).pipes.filter(({ status }) => status === 'update');
  const view = hasWork(prepared.plan) ? await openApplyView(updates, options, context) : null;
  const emit = (event: RunEvent): void => {
    view?.emit(event);
    if (options.format === 'json') writeEvent(context, event);
  };
  const notice = (): void => {
    view?.notice('Stopping: finishing the pipes in flight, starting no more. Press Ctrl-C again to stop now.');
    const at = new Date(context.clock.now()).toISOString();
    emit({ type: 'diagnostic', at, pipe: null, diagnostic: finishing() });
  };
  stop.addEventListener('abort', notice, { once: true });
  try {
    const { waitTimeoutMs, onFailure } = options;
    return await carryOut(prepared, { waitTimeoutMs, onFailure, emit }, context);
  } finally {
    stop.removeEventListener('abort', notice);
    await view?.stop();
  }
}

/** Ends before anything was written: the diagnostics, and for JSON the events of a run of nothing. */
function fail(diagnostics: readonly Diagnostic[], sources: Sources, options: ConductOptions, context: Context): number {
  const interrupted = interruptedBy(context.interrupts.stop);
  if (options.format !== 'json') {
    context.stderr.write(renderDiagnostics(diagnostics, sources, streamStyle(context.stderr, options, context)));
    return exitCode({ of: 'failure', interrupted });
  }
  abandonApply(options.env, diagnostics, (event) => writeEvent(context, event), context);
  return exitCode({ of: 'failure', interrupted });
}

function waveNotConfirmed(): Diagnostic {
  return diagnose('error', {
    code: 'usage',
    summary: '--no-wait does not go with a rollout: a wave passes only when a read has confirmed its updates.',
    hint: 'Leave out --no-wait, or give --no-rollout too.',
  });
}

function notConfirmed({ command }: Errand): Diagnostic {
  return diagnose('error', {
    code: 'not-confirmed-by-a-person',
    summary: `${command} asks before it writes, and there is no terminal to ask on.`,
    hint:
      command === 'apply'
        ? 'Save a plan with `pipeform plan --out FILE`, review it, and run `pipeform apply FILE`; or --auto-approve.'
        : 'See `pipeform runs show RUN` for what the run wrote, and give --auto-approve.',
  });
}

function notAccepted({ command }: Errand): Diagnostic {
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
