import type { ReadResult } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Change } from '../../model/plan.ts';
import type { RequestRecord, RunPipe, RunStatus } from '../../model/run.ts';
import { buildRequests } from '../../plan/requests/build-requests.ts';
import { applyPipe } from '../update/apply-pipe.ts';
import type { PipeSession } from '../update/pipe-session.ts';
import type { UpdatePipe } from '../update/send-all.ts';
import { notRead, notRestored, notTheSame, tellReversal } from './restore-words.ts';
import { basisOf, reverseChanges, showsWritten } from './reverse-changes.ts';

/** How often the work is begun again when the pipe moves between two reads. */
const MOST_TRIES = 3;

/**
 * Puts back what a run wrote to one pipe, where the live value is still what it wrote. The update goes the way of any other:
 * read again, not sent if the pipe moved meanwhile, sent, and confirmed by a read. Only then, or when a read shows that nothing
 * is left of what was written, the pipe is `rolled-back`. Otherwise what stayed is told, and the pipe keeps its status or has
 * that of the attempt.
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

  for (let tries = 1; ; tries++) {
    const read = await readSettled(pipe, session, waitTimeoutMs);
    if (!read.ok) return finish(pipe.status, [notRead(pipe, read.failure)]);
    if (!session.isSame(read.pipe)) return finish(pipe.status, [notTheSame(pipe, read.pipe)]);
    const reversal = reverseChanges(pipe, read.pipe);
    const told = tellReversal(pipe, reversal);
    const isWhole = reversal.lost.length + reversal.hidden.length === 0;
    if (reversal.changes.length === 0) return finish(isWhole ? 'rolled-back' : pipe.status, told);

    const { changes } = reversal;
    const restored = await applyPipe(reversed(pipe, changes, read.pipe, session), quietly(session), waitTimeoutMs);
    if (restored.status === 'stale' && tries < MOST_TRIES) continue;
    const records = restored.requests;
    // Part of it is back and part is not: neither what was asked for nor what was there before.
    if (restored.status === 'applied') return finish(isWhole ? 'rolled-back' : 'failed', told, records);
    return finish(
      statusOf(pipe, restored),
      [...told, ...restored.diagnostics, notRestored(pipe, changes, restored.status)],
      records,
    );
  }
}

/** The update that puts the changes back, as if it were of a plan. */
function reversed(pipe: RunPipe, changes: readonly Change[], live: LivePipe, { target }: PipeSession): UpdatePipe {
  const requests = buildRequests(target, changes, live);
  return { ...pipe, status: 'update', changes, requests, live: basisOf(changes, live), diagnostics: [] };
}

/** A rollback that came to nothing leaves what the update came to; one that is not known makes the pipe unknown. */
function statusOf(pipe: RunPipe, restored: RunPipe): RunStatus {
  return restored.status === 'unknown' || restored.status === 'failed' ? restored.status : pipe.status;
}

/** Reads until every field that was written is shown, or the time passes. */
async function readSettled(pipe: RunPipe, session: PipeSession, waitTimeoutMs: number): Promise<ReadResult> {
  const deadlineMs = session.clock.monotonicMs() + waitTimeoutMs;
  for (let round = 1; ; round++) {
    const read = await session.read();
    if (!read.ok || showsWritten(pipe, read.pipe)) return read;
    if (session.abort.aborted || session.clock.monotonicMs() >= deadlineMs) return read;
    await session.pause(round);
  }
}

/** The work of the update is told by the rollback, with its own outcome. */
function quietly(session: PipeSession): PipeSession {
  return { ...session, emitStart: () => {}, emitDiagnostic: () => {}, emitDone: () => {} };
}
