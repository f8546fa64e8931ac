import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { equalJson } from '../model/json.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { Change } from '../model/plan.ts';
import type { RequestRecord, RunPipe, RunStatus } from '../model/run.ts';
import { buildRequests } from '../plan/build-requests.ts';
import { describeFailure } from '../plan/describe-failure.ts';
import { applyPipe } from './apply-pipe.ts';
import type { PipeSession } from './pipe-session.ts';
import { basisOf, type LeftField, listWritten, type Reversal, reverseChanges, showField } from './reverse-changes.ts';

/**
 * Puts back what a run wrote to one pipe, where the live value is still what it wrote. The update goes the way of any other:
 * read again, refused if the pipe moved meanwhile, sent, and confirmed by a read. Only then, or when a read shows that nothing
 * is left of what was written, the pipe is `rolled-back`; otherwise it keeps its status, and what stayed is told.
 */
export async function restorePipe(pipe: RunPipe, session: PipeSession, waitTimeoutMs: number): Promise<RunPipe> {
  session.emitStart();
  const finish = (
    status: RunStatus,
    found: readonly Diagnostic[],
    requests: readonly RequestRecord[] = [],
  ): RunPipe => {
    session.emitDone(status, found);
    const records = [...pipe.requests, ...requests];
    return { ...pipe, status, requests: records, diagnostics: [...pipe.diagnostics, ...found] };
  };

  const written = listWritten(pipe);
  const read = await readSettled(written, session, waitTimeoutMs);
  if (!read.ok) {
    const deed = `Pipe ${pipe.name} could not be read, so it was not rolled back`;
    const failed = describeFailure(deed, read.failure, pipe.location);
    return finish(pipe.status, [{ ...failed, code: 'rollback-incomplete' }]);
  }
  const reversal = reverseChanges(written, read.pipe);
  const told = tell(pipe, reversal);
  const settled: RunStatus = reversal.lost.length > 0 ? pipe.status : 'rolled-back';
  if (reversal.changes.length === 0) return finish(settled, told);

  const { changes } = reversal;
  const restored = await applyPipe(
    {
      ...pipe,
      status: 'update',
      changes,
      requests: buildRequests(session.target, changes, read.pipe),
      live: basisOf(changes, read.pipe),
      diagnostics: [],
    },
    quietly(session),
    waitTimeoutMs,
  );
  const records = restored.requests.map((record) => ({ ...record, purpose: 'rollback' as const }));
  if (restored.status === 'applied') return finish(settled, told, records);
  return finish(statusOf(pipe, restored), [...told, ...restored.diagnostics, notRestored(pipe, changes)], records);
}

/** A rollback that came to nothing leaves what the update came to; one that is not known makes the pipe unknown. */
function statusOf(pipe: RunPipe, restored: RunPipe): RunStatus {
  return restored.status === 'unknown' || restored.status === 'failed' ? restored.status : pipe.status;
}

/** Reads until every field that was written shows what was there before or what was written, or the time passes. */
async function readSettled(written: readonly Change[], session: PipeSession, waitTimeoutMs: number) {
  const deadlineMs = session.clock.now() + waitTimeoutMs;
  for (let round = 1; ; round++) {
    const read = await session.read();
    const isDone = !read.ok || written.every((change) => isDecided(change, read.pipe));
    if (isDone || session.abort.aborted || session.clock.now() >= deadlineMs) return read;
    await session.pause(round);
  }
}

function isDecided({ path, before, after }: Change, live: LivePipe): boolean {
  const found = showField(live, path);
  // A scaling value that is not shown is on its way (field notes); any other value is somebody's.
  return equalJson(found, before) || equalJson(found, after) || found !== null;
}

/** The work of the update is told by the rollback, with its own outcome. */
function quietly(session: PipeSession): PipeSession {
  return { ...session, emitStart: () => {}, emitDiagnostic: () => {}, emitDone: () => {} };
}

function tell(pipe: RunPipe, { others, lost }: Reversal): readonly Diagnostic[] {
  const left =
    others.length === 0
      ? []
      : [
          diagnose(
            'warning',
            {
              code: 'rollback-left',
              summary: `Pipe ${pipe.name} was changed by someone else since the update; those fields were left alone.`,
              detail: others.map(describeLeft).join('\n'),
              hint: 'Run plan: it shows what is live against the configuration.',
            },
            pipe.location,
          ),
        ];
  if (lost.length === 0) return left;
  const stayed = diagnose(
    'error',
    {
      code: 'rollback-incomplete',
      summary: `Not everything that was written to pipe ${pipe.name} can be put back: what was there before is not known.`,
      detail: lost
        .map(({ path, wrote }) => `${path}: wrote ${JSON.stringify(wrote)}, before that nothing was shown`)
        .join('\n'),
      hint: 'Put it right by hand or by the configuration.',
    },
    pipe.location,
  );
  return [...left, stayed];
}

function describeLeft({ path, wrote, found }: LeftField): string {
  return `${path}: wrote ${JSON.stringify(wrote)}, now ${found === null ? 'not shown' : JSON.stringify(found)}`;
}

function notRestored(pipe: RunPipe, changes: readonly Change[]): Diagnostic {
  return diagnose(
    'error',
    {
      code: 'rollback-incomplete',
      summary: `Pipe ${pipe.name} could not be rolled back.`,
      detail: changes
        .map(({ path, before, after }) => `${path}: from ${JSON.stringify(before)} back to ${JSON.stringify(after)}`)
        .join('\n'),
      hint: 'Run plan: it shows what is live now.',
    },
    pipe.location,
  );
}
