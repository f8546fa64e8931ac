import type { Plan, PlannedPipe } from '../../src/model/plan.ts';
import {
  buildRun,
  type RequestRecord,
  type Run,
  type RunPipe,
  type RunStatus,
  summarizeRun,
} from '../../src/model/run.ts';
import { NOW, TOOL } from '../plan/samples.ts';

export const RUN_ID = '20261120T100000Z-3f9a';

const ENDS: Readonly<Record<PlannedPipe['status'], RunStatus>> = {
  ...{ update: 'applied', unchanged: 'unchanged', refused: 'refused', error: 'failed' },
};

/** The run of a plan whose updates were all accepted, made at once. */
export function runOf(plan: Plan, interrupted: Run['interrupted'] = null): Run {
  const pipes = plan.pipes.map((pipe): RunPipe => {
    const record = { purpose: 'update', outcome: 'accepted', httpStatus: 200, attempts: 1, requestId: null } as const;
    const requests = pipe.requests.map((request): RequestRecord => ({ ...request, ...record, durationMs: 120 }));
    return { ...pipe, status: ENDS[pipe.status], requests };
  });
  const [startedAt, finishedAt] = [NOW.toISOString(), new Date(NOW.getTime() + 4_200).toISOString()];
  const ended = { startedAt, finishedAt, interrupted, summary: summarizeRun(pipes), pipes, rollout: null, checks: [] };
  return buildRun(
    { ...plan, id: RUN_ID, tool: TOOL, rollsBack: null, overrides: [] },
    { ...ended, diagnostics: plan.diagnostics },
  );
}
