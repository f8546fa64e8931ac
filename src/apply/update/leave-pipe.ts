import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { PlannedPipe, PlannedRequest } from '../../model/plan.ts';
import type { RequestRecord, RunPipe } from '../../model/run.ts';
import type { ReviewedPipe } from '../../plan/saved/review-pipe.ts';
import type { PipeSession } from './pipe-session.ts';

/** The requests of a pipe to which nothing was sent. */
export function notSent(
  requests: readonly PlannedRequest[],
  purpose: RequestRecord['purpose'] = 'update',
): readonly RequestRecord[] {
  return requests.map((request) => ({
    ...request,
    purpose,
    outcome: 'not-sent',
    httpStatus: null,
    attempts: 0,
    requestId: null,
    durationMs: 0,
  }));
}

/** Why apply did not start on a pipe. */
export type SkipReason =
  | 'interrupted'
  | 'not-attempted'
  | 'rollout-stopped'
  | 'journal-failed'
  | 'circuit-open'
  | 'unfinished-run';

/** A pipe that apply did not start on. */
export function skipPipe(
  pipe: PlannedPipe,
  reason: SkipReason,
  { detail = null, rollsBack = null }: { readonly detail?: string | null; readonly rollsBack?: string | null } = {},
): RunPipe {
  const why = {
    interrupted: 'the command was interrupted',
    'not-attempted': 'an earlier pipe failed (--fail-fast)',
    'rollout-stopped': 'the rollout stopped before its turn',
    'journal-failed': 'the run can no longer use its journal or its lock',
    'circuit-open': 'everything before it failed',
    'unfinished-run': 'the run was cut off before its turn',
  };
  const note = diagnose(
    'note',
    {
      code: reason,
      summary: `Pipe ${pipe.name} was not attempted: ${why[reason]}.`,
      detail,
      hint:
        rollsBack === null
          ? 'Run the command again; it goes on from what is live.'
          : `Run \`pipeform rollback ${rollsBack}\` again; it goes on from what is live.`,
    },
    pipe.location,
  );
  return { ...pipe, status: 'skipped', requests: notSent(pipe.requests), diagnostics: [...pipe.diagnostics, note] };
}

/** A pipe that nothing is sent to: what the plan said of it is what became of it. */
export function leaveAlone(pipe: ReviewedPipe): RunPipe {
  const status = {
    unchanged: 'unchanged',
    update: 'refused',
    refused: 'refused',
    error: 'failed',
    stale: 'stale',
  } as const;
  return { ...pipe, status: status[pipe.status], requests: notSent(pipe.requests) };
}

/** A mistake of our own in the work on one pipe: what was sent cannot be told any more, so all of it may have been. */
export function giveUpPipe(pipe: PlannedPipe, session: PipeSession, error: unknown): RunPipe {
  const internal = describeMistake(`in the work on pipe ${pipe.name}; what was sent is not known`, pipe, error);
  session.emitDone('unknown', [internal]);
  const requests = notSent(pipe.requests).map((record) => ({ ...record, outcome: 'unknown' as const }));
  return { ...pipe, status: 'unknown', requests, diagnostics: [...pipe.diagnostics, internal] };
}

/** The same while putting back what was written: what the pipe has now is not known. */
export function giveUpRestoring(pipe: RunPipe, session: PipeSession, error: unknown): RunPipe {
  const internal = describeMistake(`in the rollback of pipe ${pipe.name}; what it has now is not known`, pipe, error);
  session.emitDone('unknown', [internal]);
  return { ...pipe, status: 'unknown', diagnostics: [...pipe.diagnostics, internal] };
}

function describeMistake(where: string, { location }: Pick<PlannedPipe, 'location'>, error: unknown): Diagnostic {
  return diagnose(
    'error',
    {
      code: 'internal',
      summary: `Pipeform made a mistake ${where}.`,
      detail: error instanceof Error ? `${error.name}: ${error.message}` : null,
      hint: 'Run plan: it shows what is live now. Please report this with the version.',
    },
    location,
  );
}
