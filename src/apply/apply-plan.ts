import pMap from 'p-map';
import { type Clock, timestamp } from '../model/clock.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { type EndEntry, type HeadEntry, JOURNAL_VERSION } from '../model/journal.ts';
import { isRefusedAsWhole } from '../model/plan.ts';
import { buildRun, hasClosedGate, interruptedBy, type Run, type RunPipe, summarizeRun } from '../model/run.ts';
import { describeNotAttempted } from '../plan/describe-failure.ts';
import type { ReviewedPipe } from '../plan/saved/review-pipe.ts';
import type { ReviewedPlan } from '../plan/saved/review-plan.ts';
import { type ApplyPlanOptions, type ApplyPorts, describeJournalFailure, type RunJournal } from './ports.ts';
import { openHealthGates } from './rollout/health-gates.ts';
import { type RolledOut, rollOut } from './rollout/roll-out.ts';
import { leaveAlone, skipPipe } from './update/leave-pipe.ts';
import type { RunContext } from './update/pipe-session.ts';
import type { UpdatePipe } from './update/send-requests.ts';
import { noteEnd, updatePipe } from './update/update-pipe.ts';

/**
 * Carries a plan out, a fresh one or a saved one that was reviewed, and returns what became of every pipe. Pipes are updated side
 * by side, or wave by wave when a rollout guards them, each one in the order of its requests. Nothing is sent to a pipe that is
 * unchanged, refused, stale or unreadable, and nothing at all when a policy refuses the whole plan. A bug in the work on one
 * pipe makes that pipe `unknown`; the others go on. Every write is in the journal before and after it is sent; when the journal
 * cannot be written, nothing more is sent.
 */
export async function applyPlan(plan: ReviewedPlan, ports: ApplyPorts, options: ApplyPlanOptions): Promise<Run> {
  const { clock, journal } = ports;
  const updates = isRefusedAsWhole(plan) ? [] : plan.pipes.filter(isUpdate);
  const startedMs = clock.now();
  const startedMonotonicMs = clock.monotonicMs();
  const startedAt = new Date(startedMs).toISOString();
  await journal.write(buildHead(plan, new Set<ReviewedPipe>(updates), options, startedAt));
  announceRun(plan, updates, startedAt, clock, options);

  const gates = openHealthGates(options.guards.checks, ports, options.emit);
  const hasFailed = plan.pipes.some(({ status }) => status === 'stale');
  const context = { api: plan.api ?? { organization: '' }, ports, options, gates, hasFailed };
  const worked = await updateAll(updates, context);

  const byName = new Map(worked.pipes.map((pipe) => [pipe.name, pipe]));
  const pipes = plan.pipes.map((pipe) => byName.get(pipe.name) ?? leaveAlone(pipe));
  const diagnostics = [...worked.diagnostics, ...reportNotAttempted(worked.pipes)];
  // A step of the wall clock during the run must not change how long it took.
  const finishedAt = new Date(startedMs + clock.monotonicMs() - startedMonotonicMs).toISOString();
  const ended = { startedAt, finishedAt, pipes, rollout: worked.rollout, checks: gates.records(), diagnostics };
  const run = endRun(plan, ended, options);
  return announceEnd(await closeJournal(run, worked.pipes, journal), plan, options);
}

/** Wave by wave when a rollout guards the updates. Without updates there is nothing to guard. */
async function updateAll(
  updates: readonly UpdatePipe[],
  context: RunContext,
): Promise<Omit<RolledOut, 'rollout'> & Pick<Run, 'rollout'>> {
  const { guards, parallelism } = context.options;
  if (guards.rollout !== null && updates.length > 0) return rollOut(updates, guards.rollout, context);
  const pipes = await pMap(updates, (pipe) => updatePipe(pipe, null, context), { concurrency: parallelism });
  return { pipes, rollout: null, diagnostics: [] };
}

/** One diagnostic for all pipes that were not attempted, since everything before them failed. */
function reportNotAttempted(worked: readonly RunPipe[]): readonly Diagnostic[] {
  const notes = worked
    .filter(({ status }) => status === 'skipped')
    .flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === 'circuit-open'));
  const reason = notes[0]?.detail ?? null;
  if (reason === null) return [];
  return [describeNotAttempted({ pipes: notes.length, total: worked.length, reason }, 'updated')];
}

/** What a run is about to do, before anything is sent. What needs nothing is counted only: a fleet is large, a change small. */
function buildHead(
  plan: ReviewedPlan,
  updates: ReadonlySet<ReviewedPipe>,
  { runId, rollsBack }: RunFrame,
  at: string,
): HeadEntry {
  const { tool, environment, api, base, scope, diagnostics } = plan;
  const listed = plan.pipes.filter(({ status }) => status !== 'unchanged');
  const unchanged = plan.pipes.length - listed.length;
  const pipes = listed.map((pipe) =>
    updates.has(pipe) ? skipPipe(pipe as UpdatePipe, 'unfinished-run', rollsBack) : leaveAlone(pipe),
  );
  const head = { type: 'run', formatVersion: JOURNAL_VERSION, at, id: runId, tool, environment, api } as const;
  return { ...head, base, scope, rollsBack, unchanged, diagnostics, pipes };
}

/** Writes the last lines of the journal; a run whose journal could not be written says so. */
async function closeJournal(run: Run, worked: readonly RunPipe[], journal: RunJournal): Promise<Run> {
  const { finishedAt: at, id, startedAt, interrupted, rollsBack, summary, rollout, checks, diagnostics } = run;
  for (const pipe of worked.filter(({ status }) => status === 'skipped')) noteEnd(pipe, journal, at);
  journal.write({ type: 'result', at, rollout, checks, diagnostics });
  await journal.write({ type: 'end', at, id, startedAt, status: statusOf(run), interrupted, rollsBack, summary });
  const failure = journal.failure();
  return failure === null ? run : { ...run, diagnostics: [...diagnostics, describeJournalFailure(failure)] };
}

function statusOf(run: Run): EndEntry['status'] {
  if (run.interrupted !== null) return 'interrupted';
  const { total, applied, unchanged } = run.summary;
  return applied + unchanged === total && !hasClosedGate(run) ? 'finished' : 'failed';
}

/** What every run has, whether it works on pipes or ends before the first. */
type RunFrame = Pick<ApplyPlanOptions, 'runId' | 'rollsBack' | 'emit' | 'stop'>;

/** The events of an apply that ended before it could start: it still says why, and ends with `run_done`. */
export function abandonRun(plan: ReviewedPlan, clock: Clock, frame: RunFrame): Run {
  const startedAt = timestamp(clock);
  announceRun(plan, [], startedAt, clock, frame);
  const nothing = { startedAt, finishedAt: startedAt, pipes: [], rollout: null, checks: [], diagnostics: [] };
  return announceEnd(endRun(plan, nothing, frame), plan, frame);
}

/** Emits what is known before the first pipe. */
function announceRun(
  plan: ReviewedPlan,
  updates: readonly UpdatePipe[],
  startedAt: string,
  clock: Clock,
  { runId, emit }: RunFrame,
): void {
  const announce = (pipe: string | null, diagnostics: readonly Diagnostic[]): void => {
    for (const diagnostic of diagnostics) emit({ type: 'diagnostic', at: timestamp(clock), pipe, diagnostic });
  };
  const requests = updates.reduce((sum, pipe) => sum + pipe.requests.length, 0);
  emit({ type: 'run_start', at: startedAt, run: runId, pipes: updates.length, requests });
  announce(null, plan.diagnostics);
  for (const { name, status, diagnostics } of plan.pipes) {
    if (status !== 'update' && status !== 'unchanged') announce(name, diagnostics);
  }
}

type Ended = Pick<Run, 'startedAt' | 'finishedAt' | 'pipes' | 'rollout' | 'checks' | 'diagnostics'>;

function endRun(plan: ReviewedPlan, ended: Ended, { runId: id, rollsBack, stop }: RunFrame): Run {
  const diagnostics = [...plan.diagnostics, ...ended.diagnostics];
  const summary = summarizeRun(ended.pipes);
  return buildRun({ ...plan, id, rollsBack }, { ...ended, interrupted: interruptedBy(stop), summary, diagnostics });
}

/** Emits what was found since the start, then the run itself. */
function announceEnd(run: Run, plan: ReviewedPlan, { emit }: RunFrame): Run {
  for (const diagnostic of run.diagnostics.slice(plan.diagnostics.length)) {
    emit({ type: 'diagnostic', at: run.finishedAt, pipe: null, diagnostic });
  }
  emit({ type: 'run_done', at: run.finishedAt, run });
  return run;
}

function isUpdate(pipe: ReviewedPipe): pipe is UpdatePipe {
  return pipe.status === 'update' && pipe.live !== null;
}
