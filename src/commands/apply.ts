import { applyPlan } from '../apply/apply-plan.ts';
import { planWaves } from '../apply/plan-waves.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { RunEvent } from '../model/event.ts';
import type { Sources } from '../model/location.ts';
import { hasWork, type Plan, type PlannedPipe } from '../model/plan.ts';
import { interruptedBy, type Run } from '../model/run.ts';
import type { ReviewedPlan } from '../plan/review-plan.ts';
import { describeRollout } from '../render/describe-rollout.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { renderPlanText } from '../render/plan-text.ts';
import { abandonApply } from './abandon-apply.ts';
import { askForYes } from './ask-for-yes.ts';
import type { Context } from './context.ts';
import { exitCode } from './exit-code.ts';
import { closeFleet } from './open-fleet.ts';
import { openApplyView } from './open-view.ts';
import { type PreparedApply, type PrepareOptions, prepareFresh, prepareSaved } from './prepare-apply.ts';
import { makeRunId } from './run-id.ts';
import { saveReport } from './save-report.ts';
import { streamStyle } from './terminal.ts';
import { writeEvent } from './write-output.ts';
import { sourceOf, writeReport } from './write-report.ts';

export interface ApplyCommandOptions extends PrepareOptions {
  /** The saved plan to carry out, or null to make a fresh one. */
  readonly plan: string | null;
  /** The file to save the report of the run in, or null. */
  readonly out: string | null;
  readonly approval: 'ask' | 'auto';
  /** Milliseconds; 0 with --no-wait. */
  readonly waitTimeoutMs: number;
  readonly onFailure: 'continue' | 'stop';
}

/** Makes a fresh plan, shows it, asks, and carries it out; or carries exactly a saved one out, which was reviewed before. */
export async function runApply(options: ApplyCommandOptions, context: Context): Promise<number> {
  const asks = options.plan === null && options.approval === 'ask';
  if (asks && !(context.stdin.isTTY && context.stderr.isTTY)) {
    return fail([notConfirmed()], new Map(), options, context);
  }
  const prepared =
    options.plan === null ? await prepareFresh(options, context) : await prepareSaved(options.plan, options, context);
  if (!prepared.ok) return fail(prepared.diagnostics, prepared.sources, options, context);
  if (prepared.guards.rollout !== null && options.waitTimeoutMs === 0) {
    closeFleet(prepared);
    return fail([waveNotConfirmed()], prepared.sources, options, context);
  }
  try {
    return await decide(prepared, asks, options, context);
  } finally {
    closeFleet(prepared);
  }
}

async function decide(
  prepared: PreparedApply,
  asks: boolean,
  options: ApplyCommandOptions,
  context: Context,
): Promise<number> {
  const plan = plannedPart(prepared.plan);
  const isText = options.format === 'text';
  if (interruptedBy(context.interrupts.stop) !== null) {
    return fail([interruptedBeforeWriting()], prepared.sources, options, context);
  }
  const show = (stream: NodeJS.WriteStream): void => {
    stream.write(renderPlanText(plan, streamStyle(stream, options, context)));
    if (hasWork(plan)) stream.write(describeGuard(prepared));
  };
  const isIdle = options.plan !== null && !plan.pipes.some(({ status }) => status !== 'unchanged');
  if (isText && !isIdle) show(context.stdout);
  if (hasWork(plan) && asks) {
    // Whoever is asked must see what they answer to, even when stdout is a file or carries events.
    if (!(isText && context.stdout.isTTY)) show(context.stderr);
    const answer = await askForYes('Apply these updates? Only "yes" is accepted: ', context);
    if (answer !== 'yes') {
      const said = answer === 'interrupted' ? interruptedBeforeWriting() : notAccepted();
      return fail([said], prepared.sources, options, context);
    }
  }
  const run = await carryOut(prepared, options, context);
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

async function carryOut(prepared: PreparedApply, options: ApplyCommandOptions, context: Context): Promise<Run> {
  const { createPipeReader, createPipeWriter } = await import('../api/index.ts');
  const { stop, abort } = context.interrupts;
  const { pipes } = plannedPart(prepared.plan);
  const updates = pipes.filter(({ status }) => status === 'update');
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
  const ports = {
    reader: createPipeReader(prepared.connection),
    writer: createPipeWriter(prepared.connection),
    observability: prepared.observability?.ok ? prepared.observability.reader : null,
    clock: context.clock,
  };
  try {
    return await applyPlan(prepared.plan, ports, {
      runId: makeRunId(context),
      parallelism: prepared.parallelism,
      waitTimeoutMs: options.waitTimeoutMs,
      onFailure: options.onFailure,
      guards: prepared.guards,
      emit,
      stop,
      abort,
    });
  } finally {
    stop.removeEventListener('abort', notice);
    await view?.stop();
  }
}

/** Ends before anything was written: the diagnostics, and for JSON the events of a run of nothing. */
function fail(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  options: ApplyCommandOptions,
  context: Context,
): number {
  const interrupted = interruptedBy(context.interrupts.stop);
  if (options.format !== 'json') {
    context.stderr.write(renderDiagnostics(diagnostics, sources, streamStyle(context.stderr, options, context)));
    return exitCode({ of: 'failure', interrupted });
  }
  abandonApply(options.env, diagnostics, context);
  return exitCode({ of: 'failure', interrupted });
}

function waveNotConfirmed(): Diagnostic {
  return diagnose('error', {
    code: 'usage',
    summary: '--no-wait does not go with a rollout: a wave passes only when a read has confirmed its updates.',
    hint: 'Leave out --no-wait, or give --no-rollout too.',
  });
}

function notConfirmed(): Diagnostic {
  return diagnose('error', {
    code: 'not-confirmed-by-a-person',
    summary: 'apply asks before it writes, and there is no terminal to ask on.',
    hint: 'Save a plan with `pipeform plan --out FILE`, review it, and run `pipeform apply FILE`; or --auto-approve.',
  });
}

function notAccepted(): Diagnostic {
  return diagnose('error', {
    code: 'not-confirmed-by-a-person',
    summary: 'The answer was not `yes`. Nothing was written.',
    hint: 'Run apply again and type yes to go on.',
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
