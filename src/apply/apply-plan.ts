import pMap from 'p-map';
import type { Clock } from '../model/clock.ts';
import { hasErrors } from '../model/diagnostic.ts';
import type { RunEvent } from '../model/event.ts';
import { isRefusedAsWhole } from '../model/plan.ts';
import { interruptedBy, type Run, type RunPipe, summariseRun } from '../model/run.ts';
import type { ReviewedPipe } from '../plan/review-pipe.ts';
import type { ReviewedPlan } from '../plan/review-plan.ts';
import { applyPipe } from './apply-pipe.ts';
import { giveUpPipe, notSent, skipPipe } from './leave-pipe.ts';
import { openSession } from './pipe-session.ts';
import type { ApplyPorts } from './ports.ts';
import type { UpdatePipe } from './send-all.ts';

export interface ApplyOptions {
  readonly runId: string;
  /** Pipes that are worked on at once. */
  readonly parallelism: number;
  /** Milliseconds to read for until a written value shows; 0 reads once. */
  readonly waitTimeoutMs: number;
  /** What a pipe that fails means for those not started yet. */
  readonly onFailure: 'continue' | 'stop';
  readonly emit: (event: RunEvent) => void;
  /** Aborts at the first interrupt, with the signal's name as the reason: finish what is in flight, start nothing more. */
  readonly stop: AbortSignal;
  /** Aborts at the second interrupt: stop now. */
  readonly abort: AbortSignal;
}

/**
 * Carries a plan out, a fresh one or a saved one that was reviewed, and says what became of every pipe. Pipes are updated side by side, each one in the order of its
 * requests. Nothing is sent to a pipe that is unchanged, refused, stale or unreadable, and nothing at all when a policy refuses
 * the whole plan. A mistake of our own in the work on one pipe makes that pipe `unknown`; the others go on.
 */
export async function applyPlan(plan: ReviewedPlan, ports: ApplyPorts, options: ApplyOptions): Promise<Run> {
  const { clock } = ports;
  const updates = isRefusedAsWhole(plan) ? [] : plan.pipes.filter(isUpdate);
  const startedAt = openRun(plan, updates, clock, options);

  const organization = plan.api?.organization ?? '';
  let hasFailed = plan.pipes.some(({ status }) => status === 'stale');
  const worked = await pMap(
    updates,
    async (pipe): Promise<RunPipe> => {
      if (options.stop.aborted || options.abort.aborted) return skipPipe(pipe, 'interrupted');
      if (hasFailed && options.onFailure === 'stop') return skipPipe(pipe, 'not-attempted');
      const session = openSession(pipe, organization, ports, options.emit, options);
      const done = await applyPipe(pipe, session, options.waitTimeoutMs).catch((error: unknown) =>
        giveUpPipe(pipe, session, error),
      );
      // A pipe that is not waited for (--no-wait) has a warning only: it did not fail.
      if (hasErrors(done.diagnostics)) hasFailed = true;
      return done;
    },
    { concurrency: options.parallelism },
  );

  const byName = new Map(worked.map((pipe) => [pipe.name, pipe]));
  const pipes = plan.pipes.map((pipe) => byName.get(pipe.name) ?? leaveAlone(pipe));
  return closeRun(plan, pipes, startedAt, clock, options);
}

/** What every run has, whether it works on pipes or ends before the first. */
export type RunFrame = Pick<ApplyOptions, 'runId' | 'emit' | 'stop'>;

/** The events of an apply that ended before it could start: it still says why, and ends with `run_done`. */
export function abandonRun(plan: ReviewedPlan, clock: Clock, frame: RunFrame): Run {
  return closeRun(plan, [], openRun(plan, [], clock, frame), clock, frame);
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
  pipes: readonly RunPipe[],
  startedAt: string,
  clock: Clock,
  frame: RunFrame,
): Run {
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
    diagnostics: plan.diagnostics,
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
