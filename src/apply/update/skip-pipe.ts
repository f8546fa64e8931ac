import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { RUN_STOPS, type RunStop } from '../../model/failure-kinds.ts';
import type { PlannedPipe, PlannedRequest } from '../../model/plan.ts';
import type { RequestRecord, RunPipe, RunStatus } from '../../model/run.ts';
import type { ReviewedPipe } from '../../plan/saved/review-pipe.ts';
import type { RunJournal } from '../ports.ts';

/** The result of a pipe: `found` is added to the diagnostics of its plan. */
export function endPipe(
  pipe: Omit<RunPipe, 'status' | 'requests'>,
  status: RunStatus,
  requests: readonly RequestRecord[],
  found: readonly Diagnostic[],
): RunPipe {
  return { ...pipe, status, requests, diagnostics: [...pipe.diagnostics, ...found] };
}

/** Not awaited: if the run is killed before the line is on disk, the pipe counts as unconfirmed, which is safe. */
export function noteEnd(done: RunPipe, journal: RunJournal, at: string): void {
  const { name: pipe, status, requests, diagnostics } = done;
  void journal.write({ type: 'pipe', at, pipe, status, requests, diagnostics });
}

export function notSent(
  requests: readonly PlannedRequest[],
  purpose: RequestRecord['purpose'] = 'update',
): readonly RequestRecord[] {
  const nothing = { outcome: 'not-sent', httpStatus: null, attempts: 0, requestId: null, durationMs: 0 } as const;
  return requests.map((request) => ({ ...request, purpose, ...nothing }));
}

/** A pipe that apply did not start on. `rollsBack`: the run that the plan rolls back, or null. */
export function skipPipe(
  pipe: PlannedPipe,
  reason: RunStop,
  rollsBack: string | null,
  detail: string | null = null,
): RunPipe {
  const command = rollsBack === null ? 'the command' : `\`pipeform rollback ${rollsBack}\``;
  const summary = `Pipe ${pipe.name} was not attempted: ${RUN_STOPS[reason]}.`;
  const hint = `Run ${command} again to continue.`;
  const note = diagnose('note', { code: reason, summary, detail, hint }, pipe.location);
  return endPipe(pipe, 'skipped', notSent(pipe.requests), [note]);
}

const LEFT_STATUS = {
  unchanged: 'unchanged',
  update: 'refused',
  refused: 'refused',
  error: 'failed',
  stale: 'stale',
} as const;

/** A pipe that nothing is sent to. */
export function leaveAlone(pipe: ReviewedPipe): RunPipe {
  return endPipe(pipe, LEFT_STATUS[pipe.status], notSent(pipe.requests), []);
}

/** A bug in the work on one pipe ends that pipe; the others go on. `detail`: of `reportBug`. */
export function failInternally(
  pipe: Omit<RunPipe, 'status'>,
  status: 'failed' | 'unknown',
  where: string,
  detail: string,
): RunPipe {
  const internal = diagnoseCode('internal', `Internal error in Pipeform ${where}.`, detail, 'error', pipe.location);
  return endPipe(pipe, status, pipe.requests, [internal]);
}
