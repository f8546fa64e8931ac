import { wasHeldBack } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { type RequestRecord, type RunPipe, type RunStatus, wasSent } from '../../model/run.ts';
import { describeFailure } from '../../plan/describe-failure.ts';
import { findMovements, listPreconditions } from '../../plan/diff/basis.ts';
import { buildRequests } from '../../plan/requests/build-requests.ts';
import { type Confirmation, confirm, isConfirmed } from './confirm.ts';
import { notSent, skipPipe } from './leave-pipe.ts';
import type { PipeSession } from './pipe-session.ts';
import {
  describeMoved,
  describeRejection,
  describeShortfalls,
  describeStale,
  describeUnknown,
  describeUnreadableEnd,
} from './report.ts';
import { sendAll, type UpdatePipe, type Writing } from './send-all.ts';

/**
 * Updates one pipe: read it again and refuse it if it moved since the plan; send what is to be sent; read until every
 * value shows, or `waitTimeoutMs` milliseconds pass (0 reads once). Never throws for a request that fails: what became of
 * the pipe is its status.
 */
export async function applyPipe(pipe: UpdatePipe, session: PipeSession, waitTimeoutMs: number): Promise<RunPipe> {
  const finish = (status: RunStatus, requests: readonly RequestRecord[], found: readonly Diagnostic[]): RunPipe => {
    session.emitDone(status, found);
    return { ...pipe, status, requests, diagnostics: [...pipe.diagnostics, ...found] };
  };
  session.emitStart();

  const first = await session.read();
  if (!first.ok && first.failure.kind === 'not-attempted') {
    session.emitDone('skipped', []);
    return skipPipe(pipe, 'circuit-open', { detail: first.failure.message });
  }
  if (!first.ok) {
    const status = first.failure.kind === 'cancelled' ? 'skipped' : 'failed';
    const unread = describeFailure(
      `Pipe ${pipe.name} could not be read before the update`,
      first.failure,
      pipe.location,
    );
    return finish(status, notSent(pipe.requests, session.purpose), [unread]);
  }
  const moved = findMovements(pipe.live, first.pipe);
  if (moved.length > 0 || !session.isSame(first.pipe)) {
    return finish('stale', notSent(pipe.requests, session.purpose), [describeStale(pipe, moved, first.pipe)]);
  }

  // From the changes and this read, whatever the plan was made from: a saved plan may be older than the file says.
  const requests = buildRequests(session.target, pipe.changes, listPreconditions(pipe.live, first.pipe));
  const writing = await sendAll({ ...pipe, requests }, first.pipe, session, waitTimeoutMs);
  if (!writing.records.some(wasSent)) {
    if (writing.moved.length > 0) {
      const stale = describeStale(pipe, writing.moved, writing.confirmation?.live ?? first.pipe);
      return finish('stale', writing.records, [stale]);
    }
    const status = writing.failure !== null && wasHeldBack(writing.failure) ? 'skipped' : 'failed';
    return finish(status, writing.records, describeEnd(pipe, writing, null, status));
  }
  const read = writing.confirmation ?? (await confirm(writing.expectation, session, waitTimeoutMs));
  const status = judge(writing, read, waitTimeoutMs);
  const confirmation = { ...read, waited: waitTimeoutMs > 0 };
  return finish(status, writing.records, describeEnd(pipe, writing, confirmation, status));
}

/** `applied` only when everything was sent and a read showed all of it. */
function judge(writing: Writing, confirmation: Confirmation, waitTimeoutMs: number): RunStatus {
  if (isConfirmed(confirmation)) return writing.records.every(wasSent) ? 'applied' : 'failed';
  if (writing.moved.length > 0) return 'failed';
  if (writing.records.some(({ outcome }) => outcome === 'rejected')) return 'failed';
  // A write without an answer may still arrive, and what cannot be read is no proof of anything.
  if (isUndecided(writing) || isUnreadable(confirmation)) return 'unknown';
  // What an earlier read did not show may have shown since: only the last one speaks for the end.
  const wasNotWaitedFor = waitTimeoutMs === 0 || confirmation.wasCut || confirmation.failure !== null;
  return wasNotWaitedFor ? 'unknown' : 'failed';
}

/** Whether all that the last read did not show could not be read. */
function isUnreadable({ failure, shortfalls }: Confirmation): boolean {
  return failure === null && shortfalls.length > 0 && shortfalls.every(({ unreadable }) => unreadable !== undefined);
}

/** Why the pipe did not end as planned; empty when it did. `confirmation` is null when nothing was sent. */
function describeEnd(
  pipe: UpdatePipe,
  writing: Writing,
  confirmation: (Confirmation & { readonly waited: boolean }) | null,
  status: RunStatus,
): readonly Diagnostic[] {
  const shortfalls = confirmation?.shortfalls ?? [];
  const found: Diagnostic[] = [];
  if (writing.failure !== null) {
    found.push(
      status === 'unknown' && isUndecided(writing)
        ? describeUnknown(pipe, writing.failure, shortfalls)
        : describeRejection(pipe, writing.failure, writing.records, shortfalls),
    );
  }
  if (writing.moved.length > 0) found.push(describeMoved(pipe, writing.moved, writing.records));
  if (confirmation === null || isConfirmed(confirmation) || isUndecided(writing)) return found;
  if (confirmation.failure === null || isToldByReadBefore(confirmation)) {
    if (found.length > 0) return found;
    return [
      isUnreadable(confirmation) ? describeUnreadableEnd(pipe, confirmation) : describeShortfalls(pipe, confirmation),
    ];
  }
  const deed = `Pipe ${pipe.name} was updated but could not be read afterwards`;
  return [...found, describeFailure(deed, confirmation.failure, pipe.location)];
}

/** An interrupt breaks the last read off: what the one before it did not show is all that is known. */
function isToldByReadBefore({ wasCut, wasRead }: Confirmation): boolean {
  return wasCut && wasRead;
}

function isUndecided(writing: Writing): boolean {
  return writing.records.some((record) => record.outcome === 'unknown');
}
