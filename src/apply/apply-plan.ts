import pMap from 'p-map';
import type { Clock } from '../model/clock.ts';
import { type Diagnostic, hasErrors } from '../model/diagnostic.ts';
import type { RunEvent } from '../model/event.ts';
import { isRefusedAsWhole } from '../model/plan.ts';
import { interruptedBy, type Run, type RunPipe, summarizeRun } from '../model/run.ts';
import { describeNotAttempted } from '../plan/report-not-attempted.ts';
import type { ReviewedPipe } from '../plan/saved/review-pipe.ts';
import type { ReviewedPlan } from '../plan/saved/review-plan.ts';
import { describeJournalTrouble, endEntry, headEntry, pipeEntry, resultEntry } from './journal-entries.ts';
import type { ApplyPorts, RunJournal } from './ports.ts';
import { restorePipe } from './rollback/restore-pipe.ts';
import type { Guards } from './rollout/guards.ts';
import { type HealthGates, openHealthGates } from './rollout/health-gates.ts';
import type { PipeUpdater } from './rollout/pipe-updater.ts';
import { type RolledOut, rollOut } from './rollout/roll-out.ts';
import { giveUpPipe, giveUpRestoring, leaveAlone, skipPipe } from './update/leave-pipe.ts';
import { openSession } from './update/pipe-session.ts';
import type { UpdatePipe } from './update/send-all.ts';
import { updatePipe } from './update/update-pipe.ts';

/** How a plan is carried out through ports. */
export interface ApplyOptions {
  readonly runId: string;
  /** The run that the plan puts back, or null. */
  readonly rollsBack: string | null;
  /** Pipes that are worked on at once. */
  readonly parallelism: number;
  /** Milliseconds to read for until a written value shows; 0 reads once. */
  readonly waitTimeoutMs: number;
  /** What a pipe that fails means for those not started yet. */
  readonly onFailure: 'continue' | 'stop';
  readonly guards: Guards;
  readonly emit: (event: RunEvent) => void;
  /** Aborts at the first interrupt, with the signal's name as the reason: finish what is in flight, start nothing more. */
  readonly stop: AbortSignal;
  /** Aborts at the second interrupt: stop now. */
  readonly abort: AbortSignal;
}

/**
 * Carries a plan out, a fresh one or a saved one that was reviewed, and says what became of every pipe. Pipes are updated side
 * by side, or wave by wave when a rollout guards them, each one in the order of its requests. Nothing is sent to a pipe that is
 * unchanged, refused, stale or unreadable, and nothing at all when a policy refuses the whole plan. A mistake of our own in the
 * work on one pipe makes that pipe `unknown`; the others go on. Every write is in the journal before and after it is sent;
 * when the journal cannot be written, nothing more is sent.
 */
export async function applyPlan(plan: ReviewedPlan, ports: ApplyPorts, options: ApplyOptions): Promise<Run> {
  const { clock, journal } = ports;
  const updates = isRefusedAsWhole(plan) ? [] : plan.pipes.filter(isUpdate);
  const startedMs = clock.now();
  const startedMonotonicMs = clock.monotonicMs();
  const startedAt = new Date(startedMs).toISOString();
  await journal.write(headEntry(plan, new Set(updates), { ...options, at: startedAt }));
  announceRun(plan, updates, startedAt, clock, options);

  const { guards } = options;
  const healthGates = openHealthGates({
    checks: guards.checks,
    reader: ports.observability,
    clock,
    emit: options.emit,
  });
  const updater = createPipeUpdater(plan, ports, options, healthGates);
  const worked = await workOn(updates, guards, healthGates, updater);

  const byName = new Map(worked.pipes.map((pipe) => [pipe.name, pipe]));
  const pipes = plan.pipes.map((pipe) => byName.get(pipe.name) ?? leaveAlone(pipe));
  const diagnostics = [...worked.diagnostics, ...tellNotAttempted(worked.pipes)];
  const ended = { pipes, rollout: worked.record, checks: healthGates.records(), diagnostics };
  // A step of the wall clock during the run must not change how long it took.
  const finishedAt = new Date(startedMs + clock.monotonicMs() - startedMonotonicMs).toISOString();
  const run = summarizeEnd(plan, ended, { startedAt, finishedAt }, options);
  return announceEnd(await closeJournal(run, worked.pipes, journal), plan, options);
}

/** One diagnostic for all pipes that were not asked for, since everything before them failed. */
function tellNotAttempted(worked: readonly RunPipe[]): readonly Diagnostic[] {
  const notes = worked
    .filter(({ status }) => status === 'skipped')
    .flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === 'circuit-open'));
  const reason = notes[0]?.detail ?? null;
  return reason === null
    ? []
    : [describeNotAttempted({ pipes: notes.length, total: worked.length, reason }, 'updated')];
}

/** The last lines of the journal; a run whose journal could not be written says so. */
async function closeJournal(run: Run, worked: readonly RunPipe[], journal: RunJournal): Promise<Run> {
  for (const pipe of worked.filter(({ status }) => status === 'skipped'))
    journal.write(pipeEntry(pipe, run.finishedAt));
  journal.write(resultEntry(run));
  await journal.write(endEntry(run));
  const trouble = journal.trouble();
  if (trouble === null) return run;
  return { ...run, diagnostics: [...run.diagnostics, describeJournalTrouble(trouble)] };
}

/** Everything at once, or wave by wave when a rollout guards it. Without updates there is nothing to guard. */
async function workOn(
  updates: readonly UpdatePipe[],
  guards: Guards,
  healthGates: HealthGates,
  updater: PipeUpdater,
): Promise<Pick<RolledOut, 'pipes' | 'diagnostics'> & { readonly record: RolledOut['record'] | null }> {
  if (guards.rollout !== null && updates.length > 0)
    return rollOut(updates, guards.rollout, guards, healthGates, updater);
  const turn = { wave: null, after: 'pipe' } as const;
  const pipes = await pMap(updates, (pipe) => updater.update(pipe, turn), { concurrency: updater.parallelism });
  return { pipes, record: null, diagnostics: [] };
}

function createPipeUpdater(
  plan: ReviewedPlan,
  ports: ApplyPorts,
  options: ApplyOptions,
  healthGates: HealthGates,
): PipeUpdater {
  const { clock, journal } = ports;
  const { stop, abort, emit, waitTimeoutMs, parallelism, guards, rollsBack } = options;
  const api = plan.api ?? { organization: '' };
  let hasFailed = plan.pipes.some(({ status }) => status === 'stale');
  // Not waited for: should the run be killed before it is on disk, the pipe counts as not confirmed, which is no lie.
  const note = (pipe: RunPipe): void => void journal.write(pipeEntry(pipe, timestamp(clock)));
  return {
    parallelism,
    clock,
    stop,
    emit,
    at: () => timestamp(clock),
    async update(pipe, turn) {
      if (stop.aborted || abort.aborted) return skipPipe(pipe, 'interrupted', { rollsBack });
      if (journal.trouble() !== null) return skipPipe(pipe, 'journal-failed', { rollsBack });
      if (hasFailed && options.onFailure === 'stop') return skipPipe(pipe, 'not-attempted', { rollsBack });
      const session = openSession(pipe, api, ports, emit, { stop, abort, purpose: 'update' });
      const gates = { ...turn, healthGates, names: guards.ofPipe.get(pipe.name) ?? [] };
      const done = await updatePipe(pipe, session, gates, waitTimeoutMs).catch((error: unknown) =>
        giveUpPipe(pipe, session, error),
      );
      // A pipe that is not waited for (--no-wait) has a warning only: it did not fail.
      if (hasErrors(done.diagnostics)) hasFailed = true;
      note(done);
      return done;
    },
    async restore(pipe) {
      // What was begun is brought to an end: only the second interrupt stops it.
      const session = openSession(pipe, api, ports, emit, { stop: abort, abort, purpose: 'rollback' });
      const restored = await restorePipe(pipe, session, waitTimeoutMs).catch((error: unknown) =>
        giveUpRestoring(pipe, session, error),
      );
      note(restored);
      return restored;
    },
  };
}

/** What every run has, whether it works on pipes or ends before the first. */
export type RunFrame = Pick<ApplyOptions, 'runId' | 'rollsBack' | 'emit' | 'stop'>;

/** The events of an apply that ended before it could start: it still says why, and ends with `run_done`. */
export function abandonRun(plan: ReviewedPlan, clock: Clock, frame: RunFrame): Run {
  const nothing = { pipes: [], rollout: null, checks: [], diagnostics: [] };
  const startedAt = timestamp(clock);
  announceRun(plan, [], startedAt, clock, frame);
  return announceEnd(summarizeEnd(plan, nothing, { startedAt, finishedAt: startedAt }, frame), plan, frame);
}

/** Emits what is known before the first pipe. */
function announceRun(
  plan: ReviewedPlan,
  updates: readonly UpdatePipe[],
  startedAt: string,
  clock: Clock,
  frame: RunFrame,
): void {
  const requests = updates.reduce((sum, pipe) => sum + pipe.requests.length, 0);
  frame.emit({ type: 'run_start', at: startedAt, run: frame.runId, pipes: updates.length, requests });
  for (const diagnostic of plan.diagnostics) {
    frame.emit({ type: 'diagnostic', at: timestamp(clock), pipe: null, diagnostic });
  }
  for (const pipe of plan.pipes.filter(({ status }) => status !== 'update' && status !== 'unchanged')) {
    for (const diagnostic of pipe.diagnostics) {
      frame.emit({ type: 'diagnostic', at: timestamp(clock), pipe: pipe.name, diagnostic });
    }
  }
}

function summarizeEnd(
  plan: ReviewedPlan,
  { pipes, rollout, checks, diagnostics }: Pick<Run, 'pipes' | 'rollout' | 'checks' | 'diagnostics'>,
  { startedAt, finishedAt }: Pick<Run, 'startedAt' | 'finishedAt'>,
  frame: RunFrame,
): Run {
  return {
    kind: 'run',
    formatVersion: 1,
    id: frame.runId,
    startedAt,
    finishedAt,
    tool: plan.tool,
    environment: plan.environment,
    api: plan.api,
    base: plan.base,
    scope: plan.scope,
    interrupted: interruptedBy(frame.stop),
    rollsBack: frame.rollsBack,
    summary: summarizeRun(pipes),
    pipes,
    rollout,
    checks,
    diagnostics: [...plan.diagnostics, ...diagnostics],
  };
}

/** Emits what was found since the start, then the run itself. */
function announceEnd(run: Run, plan: ReviewedPlan, { emit }: RunFrame): Run {
  for (const diagnostic of run.diagnostics.slice(plan.diagnostics.length)) {
    emit({ type: 'diagnostic', at: run.finishedAt, pipe: null, diagnostic });
  }
  emit({ type: 'run_done', at: run.finishedAt, run });
  return run;
}

function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

function isUpdate(pipe: ReviewedPipe): pipe is UpdatePipe {
  return pipe.status === 'update' && pipe.live !== null;
}
