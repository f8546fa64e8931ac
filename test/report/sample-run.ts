import { diagnose } from '../../src/model/diagnostic.ts';
import type { Plan, PlannedPipe } from '../../src/model/plan.ts';
import {
  type RequestOutcome,
  type RequestRecord,
  type Run,
  type RunPipe,
  type RunStatus,
  summarizeRun,
} from '../../src/model/run.ts';
import { NOW, TOOL } from '../plan/samples.ts';

interface PipeEnd {
  readonly status: RunStatus;
  readonly outcome: RequestOutcome;
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly diagnostics: RunPipe['diagnostics'];
}

function endOf({ name, location, status }: PlannedPipe): PipeEnd {
  const none = { httpStatus: null, attempts: 0, diagnostics: [] };
  const sent = { httpStatus: 200, attempts: 1, diagnostics: [] };
  const problem = (words: Parameters<typeof diagnose>[1]) => [diagnose('error', words, location)];
  if (status === 'unchanged') return { ...none, status: 'unchanged', outcome: 'not-sent' };
  if (status === 'refused') return { ...none, status: 'refused', outcome: 'not-sent' };
  if (status === 'error') return { ...none, status: 'failed', outcome: 'not-sent' };
  switch (name) {
    case 'inventory':
      return {
        status: 'failed',
        outcome: 'rejected',
        httpStatus: 400,
        attempts: 1,
        diagnostics: problem({
          code: 'request-rejected',
          summary: 'Pipe inventory could not be updated: the service refused the request.',
          detail: 'PATCH scaling: 400 BAD_REQUEST: replicas must be at most 4\nNothing was written to it.',
          hint: 'The value may be outside a tighter, unpublished range.',
        }),
      };
    case 'legacy':
      return {
        ...none,
        status: 'stale',
        outcome: 'not-sent',
        diagnostics: problem({
          code: 'pipe-moved',
          summary: 'Pipe legacy changed since the plan; nothing was written to it.',
          detail: 'settings.db_max_threads: planned from 4, now 6',
          hint: 'Plan again and review what is live now.',
        }),
      };
    case 'orders':
      return {
        status: 'unknown',
        outcome: 'unknown',
        httpStatus: null,
        attempts: 3,
        diagnostics: problem({
          code: 'write-unknown',
          summary: 'Pipe orders: an update was sent and its response was lost; whether it took effect is not known.',
          detail: 'settings.db_max_threads: asked for 8, found 4',
          hint: 'Run plan: it shows what is live now.',
        }),
      };
    case 'uploads':
      return { ...none, status: 'skipped', outcome: 'not-sent' };
    default:
      return { ...sent, status: 'applied', outcome: 'accepted' };
  }
}

function runPipe(pipe: PlannedPipe): RunPipe {
  const { status, diagnostics, outcome, httpStatus, attempts } = endOf(pipe);
  const requests = pipe.requests.map(
    (request): RequestRecord => ({
      ...request,
      purpose: 'update',
      outcome,
      httpStatus,
      attempts,
      requestId: null,
      durationMs: 120,
    }),
  );
  return { ...pipe, status, requests, diagnostics: [...pipe.diagnostics, ...diagnostics] };
}

/** An applied plan with a result for each pipe of the sample fleet. */
export function runOf(plan: Plan, interrupted: Run['interrupted']): Run {
  const pipes = plan.pipes.map(runPipe);
  return {
    kind: 'run',
    formatVersion: 1,
    id: '20261120T100000Z-3f9a',
    startedAt: NOW.toISOString(),
    finishedAt: new Date(NOW.getTime() + 4_200).toISOString(),
    tool: TOOL,
    environment: plan.environment,
    commit: null,
    author: null,
    api: plan.api,
    base: plan.base,
    scope: plan.scope,
    interrupted,
    rollsBack: null,
    overrides: [],
    summary: summarizeRun(pipes),
    pipes,
    rollout: null,
    checks: [],
    diagnostics: plan.diagnostics,
  };
}
