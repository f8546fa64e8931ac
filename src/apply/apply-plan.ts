import { type Clock, timestamp } from '../model/clock.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { type EndEntry, type HeadEntry, JOURNAL_VERSION } from '../model/journal.ts';
import { hasWork, isRefusedAsWhole } from '../model/plan.ts';
import { buildRun, hasClosedGate, interruptedBy, type Run, type RunPipe, summarizeRun } from '../model/run.ts';
import { notUpdatedProblems } from '../plan/describe-failure.ts';
import { type ActiveFreeze, freezeProblem, freezeProblems } from '../plan/policy/freeze.ts';
import type { ReviewedPipe } from '../plan/saved/review-pipe.ts';
import type { ReviewedPlan } from '../plan/saved/review-plan.ts';
import { type ApplyPlanOptions, type ApplyPorts, journalProblem, type RunJournal } from './ports.ts';
import { openHealthGates } from './rollout/health-gates.ts';
import { rollOut, type UpdateResult } from './rollout/roll-out.ts';
import type { RunContext } from './run-context.ts';
import { createRefusalStreak } from './update/refusal-streak.ts';
import type { UpdatePipe } from './update/send-requests.ts';
import { leaveAlone, noteEnd, skipPipe } from './update/skip-pipe.ts';
import { updatePipes } from './update/update-pipe.ts';

/**
 * Carries out a fresh or a reviewed saved plan, and returns the outcome of every pipe. Pipes are updated in parallel, or wave by
 * wave with a rollout; the requests of one pipe are sent in order. Nothing is sent to a pipe that is unchanged, refused, stale
 * or unreadable, and nothing at all when a policy or a freeze refuses the plan. A freeze that begins stops the run: the pipes in
 * flight finish. A change that is not promoted anymore is refused. A bug in the work on one pipe makes that pipe `unknown`. The
 * journal records every write before and after it is sent; when the journal cannot be written, nothing more is sent.
 */
export async function applyPlan(given: ReviewedPlan, ports: ApplyPorts, options: ApplyPlanOptions): Promise<Run> {
  const { clock, journal } = ports;
  const startedMs = clock.now();
  const plan = withoutCosts(refuseFrozen(given, options));
  const updates = isRefusedAsWhole(plan) ? [] : plan.pipes.filter(isUpdate);
  const startedMonotonicMs = clock.monotonicMs();
  const startedAt = new Date(startedMs).toISOString();
  await journal.write(buildHead(plan, new Set<ReviewedPipe>(updates), options, startedAt));
  announceRun(plan, updates, startedAt, options);

  const gates = openHealthGates(options.guards.checks, ports, options.emit);
  const hasFailed = plan.pipes.some(({ status }) => status === 'stale');
  const findFreeze = followFreezes(options, clock);
  const refusals = createRefusalStreak();
  const context = { api: plan.api ?? { organization: '' }, ports, options, gates, findFreeze, hasFailed, refusals };
  const worked = await updateAll(updates, context);

  const byName = new Map(worked.pipes.map((pipe) => [pipe.name, pipe]));
  const pipes = plan.pipes.map((pipe) => byName.get(pipe.name) ?? leaveAlone(pipe));
  const notAttempted = worked.pipes
    .filter(({ status }) => status === 'skipped')
    .flatMap(({ diagnostics }) => diagnostics)
    .flatMap(({ code, detail }) => (code === 'circuit-open' && detail !== null ? [detail] : []));
  const diagnostics = [...worked.diagnostics, ...notUpdatedProblems(notAttempted, worked.pipes.length)];
  // A step of the wall clock must not change the duration.
  const finishedAt = new Date(startedMs + clock.monotonicMs() - startedMonotonicMs).toISOString();
  const ended = { startedAt, finishedAt, pipes, rollout: worked.rollout, checks: gates.records(), diagnostics };
  const run = endRun(plan, ended, options);
  return announceEnd(await closeJournal(run, worked.pipes, journal), plan, options);
}

/** A freeze may have begun since the plan was shown. */
function refuseFrozen(plan: ReviewedPlan, { writePolicies }: ApplyPlanOptions): ReviewedPlan {
  if (!hasWork(plan)) return plan;
  return { ...plan, diagnostics: [...freezeProblems(writePolicies.findFreeze(), [], 'error'), ...plan.diagnostics] };
}

/** Only parts of a run may be done, so its pipes have no cost. */
function withoutCosts(plan: ReviewedPlan): ReviewedPlan {
  return { ...plan, pipes: plan.pipes.map(({ cost: _, ...pipe }) => pipe) };
}

async function updateAll(updates: readonly UpdatePipe[], context: RunContext): Promise<UpdateResult> {
  const { rollout } = context.options.guards;
  if (rollout !== null && updates.length > 0) return rollOut(updates, rollout, context);
  const pipes = await updatePipes(updates, null, context);
  const left = pipes.filter(({ diagnostics }) => diagnostics.some(({ code }) => code === 'frozen')).length;
  const freeze = left === 0 ? null : context.findFreeze();
  const effect = `${left} of ${pipes.length} pipes were not started`;
  return { pipes, rollout: null, diagnostics: freeze === null ? [] : [freezeProblem(freeze, effect)] };
}

/** With many freezes, an answer takes milliseconds. */
const FREEZE_INTERVAL_MS = 1_000;

/** Looks for a freeze at most once a second, and no more once one began. */
function followFreezes({ writePolicies }: ApplyPlanOptions, clock: Clock): () => ActiveFreeze | null {
  let found: ActiveFreeze | null = null;
  let nextMs = 0;
  return () => {
    const nowMs = clock.monotonicMs();
    if (found === null && nowMs >= nextMs) {
      found = writePolicies.findFreeze();
      nextMs = nowMs + FREEZE_INTERVAL_MS;
    }
    return found;
  };
}

/** The first line of the journal. Unchanged pipes are only counted: a fleet is large, a change small. */
function buildHead(
  plan: ReviewedPlan,
  updates: ReadonlySet<ReviewedPipe>,
  { runId, rollsBack, commit = null, author = null }: RunFrame,
  at: string,
): HeadEntry {
  const { tool, environment, project, api, base, scope, overrides, diagnostics } = plan;
  const listed = plan.pipes.filter(({ status }) => status !== 'unchanged');
  const unchanged = plan.pipes.length - listed.length;
  const pipes = listed.map((pipe) =>
    updates.has(pipe) ? skipPipe(pipe as UpdatePipe, 'unfinished-run', rollsBack) : leaveAlone(pipe),
  );
  const head = { type: 'run', formatVersion: JOURNAL_VERSION, at, id: runId, tool, environment } as const;
  return {
    ...head,
    ...(project && { project }),
    commit,
    author,
    api,
    base,
    scope,
    rollsBack,
    overrides,
    unchanged,
    diagnostics,
    pipes,
  };
}

/** Writes the last lines of the journal. A failure of the journal becomes a diagnostic of the run. */
async function closeJournal(run: Run, worked: readonly RunPipe[], journal: RunJournal): Promise<Run> {
  const { finishedAt: at, id, startedAt, environment, commit, author, rollout, checks, diagnostics } = run;
  const { interrupted, rollsBack, summary } = run;
  for (const pipe of worked.filter(({ status }) => status === 'skipped')) noteEnd(pipe, journal, at);
  journal.write({ type: 'result', at, rollout, checks, diagnostics });
  const about = { environment, commit, author, status: statusOf(run), interrupted, rollsBack };
  await journal.write({ type: 'end', at, id, startedAt, ...about, summary });
  const failure = journal.failure();
  return failure === null ? run : { ...run, diagnostics: [...diagnostics, journalProblem(failure)] };
}

function statusOf(run: Run): EndEntry['status'] {
  if (run.interrupted !== null) return 'interrupted';
  const { total, applied, unchanged } = run.summary;
  const isComplete = applied + unchanged === total && (run.rollout === null || run.rollout.status === 'passed');
  return isComplete && !hasClosedGate(run) ? 'finished' : 'failed';
}

type RunFrame = Pick<ApplyPlanOptions, 'runId' | 'rollsBack' | 'commit' | 'author' | 'emit' | 'stop'>;

/** Emits the events of an apply that could not start: the diagnostics, then `run_done`. */
export function abandonRun(plan: ReviewedPlan, clock: Clock, frame: RunFrame): Run {
  const startedAt = timestamp(clock);
  announceRun(plan, [], startedAt, frame);
  const nothing = { startedAt, finishedAt: startedAt, pipes: [], rollout: null, checks: [], diagnostics: [] };
  return announceEnd(endRun(plan, nothing, frame), plan, frame);
}

function announceRun(plan: ReviewedPlan, updates: readonly UpdatePipe[], at: string, { runId, emit }: RunFrame): void {
  const announce = (pipe: string | null, diagnostics: readonly Diagnostic[]): void => {
    for (const diagnostic of diagnostics) emit({ type: 'diagnostic', at, pipe, diagnostic });
  };
  const requests = updates.reduce((sum, pipe) => sum + pipe.requests.length, 0);
  emit({ type: 'run_start', at, run: runId, pipes: updates.length, requests });
  announce(null, plan.diagnostics);
  for (const { name, status, diagnostics } of plan.pipes) {
    if (status !== 'update' && status !== 'unchanged') announce(name, diagnostics);
  }
}

type Ended = Pick<Run, 'startedAt' | 'finishedAt' | 'pipes' | 'rollout' | 'checks' | 'diagnostics'>;

function endRun(plan: ReviewedPlan, ended: Ended, { runId: id, stop, ...frame }: RunFrame): Run {
  const diagnostics = [...plan.diagnostics, ...ended.diagnostics];
  const summary = summarizeRun(ended.pipes);
  return buildRun({ ...plan, ...frame, id }, { ...ended, interrupted: interruptedBy(stop), summary, diagnostics });
}

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
