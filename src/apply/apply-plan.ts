import pMap from 'p-map';
import type { Clock } from '../model/clock.ts';
import { hasErrors } from '../model/diagnostic.ts';
import type { RunEvent } from '../model/event.ts';
import { isRefusedAsWhole } from '../model/plan.ts';
import { interruptedBy, type Run, type RunPipe, summariseRun } from '../model/run.ts';
import type { ReviewedPipe } from '../plan/review-pipe.ts';
import type { ReviewedPlan } from '../plan/review-plan.ts';
import type { Crew } from './crew.ts';
import { type GateBook, openGateBook } from './gate-book.ts';
import type { Guards } from './guards.ts';
import { giveUpPipe, giveUpRestoring, notSent, skipPipe } from './leave-pipe.ts';
import { openSession } from './pipe-session.ts';
import type { ApplyPorts } from './ports.ts';
import { restorePipe } from './restore-pipe.ts';
import { type RolledOut, rollOut } from './roll-out.ts';
import type { UpdatePipe } from './send-all.ts';
import { updatePipe } from './update-pipe.ts';

export interface ApplyOptions {
  readonly runId: string;
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
 * work on one pipe makes that pipe `unknown`; the others go on.
 */
export async function applyPlan(plan: ReviewedPlan, ports: ApplyPorts, options: ApplyOptions): Promise<Run> {
  const { clock } = ports;
  const updates = isRefusedAsWhole(plan) ? [] : plan.pipes.filter(isUpdate);
  const startedAt = openRun(plan, updates, clock, options);

  const { guards } = options;
  const book = openGateBook({ checks: guards.checks, reader: ports.observability, clock, emit: options.emit });
  const crew = gatherCrew(plan, ports, options, book);
  const worked = await workOn(updates, guards, book, crew);

  const byName = new Map(worked.pipes.map((pipe) => [pipe.name, pipe]));
  const pipes = plan.pipes.map((pipe) => byName.get(pipe.name) ?? leaveAlone(pipe));
  const ended = { pipes, rollout: worked.record, checks: book.records(), diagnostics: worked.diagnostics };
  return closeRun(plan, ended, startedAt, clock, options);
}

/** Everything at once, or wave by wave when a rollout guards it. Without updates there is nothing to guard. */
async function workOn(
  updates: readonly UpdatePipe[],
  guards: Guards,
  book: GateBook,
  crew: Crew,
): Promise<Pick<RolledOut, 'pipes' | 'diagnostics'> & { readonly record: RolledOut['record'] | null }> {
  if (guards.rollout !== null && updates.length > 0) return rollOut(updates, guards.rollout, guards, book, crew);
  const turn = { wave: null, after: 'pipe' } as const;
  const pipes = await pMap(updates, (pipe) => crew.update(pipe, turn), { concurrency: crew.parallelism });
  return { pipes, record: null, diagnostics: [] };
}

function gatherCrew(plan: ReviewedPlan, ports: ApplyPorts, options: ApplyOptions, book: GateBook): Crew {
  const { clock } = ports;
  const { stop, abort, emit, waitTimeoutMs, parallelism, guards } = options;
  const organization = plan.api?.organization ?? '';
  let hasFailed = plan.pipes.some(({ status }) => status === 'stale');
  return {
    parallelism,
    clock,
    stop,
    emit,
    at: () => timestamp(clock),
    async update(pipe, turn) {
      if (stop.aborted || abort.aborted) return skipPipe(pipe, 'interrupted');
      if (hasFailed && options.onFailure === 'stop') return skipPipe(pipe, 'not-attempted');
      const session = openSession(pipe, organization, ports, emit, options);
      const gates = { ...turn, book, names: guards.ofPipe.get(pipe.name) ?? [] };
      const done = await updatePipe(pipe, session, gates, waitTimeoutMs).catch((error: unknown) =>
        giveUpPipe(pipe, session, error),
      );
      // A pipe that is not waited for (--no-wait) has a warning only: it did not fail.
      if (hasErrors(done.diagnostics)) hasFailed = true;
      return done;
    },
    async restore(pipe) {
      // What was begun is brought to an end: only the second interrupt stops it.
      const session = openSession(pipe, organization, ports, emit, { stop: abort, abort });
      return restorePipe(pipe, session, waitTimeoutMs).catch((error: unknown) => giveUpRestoring(pipe, session, error));
    },
  };
}

/** What every run has, whether it works on pipes or ends before the first. */
export type RunFrame = Pick<ApplyOptions, 'runId' | 'emit' | 'stop'>;

/** The events of an apply that ended before it could start: it still says why, and ends with `run_done`. */
export function abandonRun(plan: ReviewedPlan, clock: Clock, frame: RunFrame): Run {
  const nothing = { pipes: [], rollout: null, checks: [], diagnostics: [] };
  return closeRun(plan, nothing, openRun(plan, [], clock, frame), clock, frame);
}

/** Emits what is known before the first pipe; returns the time of the start. */
function openRun(plan: ReviewedPlan, updates: readonly UpdatePipe[], clock: Clock, frame: RunFrame): string {
  const startedAt = timestamp(clock);
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
  return startedAt;
}

function closeRun(
  plan: ReviewedPlan,
  { pipes, rollout, checks, diagnostics }: Pick<Run, 'pipes' | 'rollout' | 'checks' | 'diagnostics'>,
  startedAt: string,
  clock: Clock,
  frame: RunFrame,
): Run {
  for (const diagnostic of diagnostics) {
    frame.emit({ type: 'diagnostic', at: timestamp(clock), pipe: null, diagnostic });
  }
  const run: Run = {
    kind: 'run',
    formatVersion: 1,
    id: frame.runId,
    startedAt,
    finishedAt: timestamp(clock),
    tool: plan.tool,
    environment: plan.environment,
    api: plan.api,
    base: plan.base,
    scope: plan.scope,
    interrupted: interruptedBy(frame.stop),
    summary: summariseRun(pipes),
    pipes,
    rollout,
    checks,
    diagnostics: [...plan.diagnostics, ...diagnostics],
  };
  frame.emit({ type: 'run_done', at: run.finishedAt, run });
  return run;
}

function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

function isUpdate(pipe: ReviewedPipe): pipe is UpdatePipe {
  return pipe.status === 'update' && pipe.live !== null;
}

/** A pipe that nothing is sent to: what the plan said of it is what became of it. */
function leaveAlone(pipe: ReviewedPipe): RunPipe {
  const status = {
    unchanged: 'unchanged',
    update: 'refused',
    refused: 'refused',
    error: 'failed',
    stale: 'stale',
  } as const;
  return { ...pipe, status: status[pipe.status], requests: notSent(pipe.requests) };
}
