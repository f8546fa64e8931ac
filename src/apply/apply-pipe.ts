import type { RequestFailure } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { PlanBasis, PlannedPipe, PlannedRequest } from '../model/plan.ts';
import type { RequestRecord, RunPipe, RunStatus } from '../model/run.ts';
import { findMovements } from '../plan/basis.ts';
import { buildRequests } from '../plan/build-requests.ts';
import { describeFailure } from '../plan/describe-failure.ts';
import { type Confirmation, confirm } from './confirm.ts';
import { type Expectation, expectAfter } from './expectation.ts';
import type { PipeSession } from './pipe-session.ts';
import { describeRejection, describeShortfalls, describeStale, describeUnknown } from './report.ts';
import { sendRequest } from './send-request.ts';

export interface PipeRules {
  readonly organization: string;
  /** How long to read for, in milliseconds, until every value shows; 0 reads once (--no-wait). */
  readonly waitTimeoutMs: number;
}

/** A pipe with its basis: what `update` in a plan guarantees. */
export type UpdatePipe = PlannedPipe & { readonly live: PlanBasis };

/**
 * Updates one pipe: read it again and refuse it if it moved since the plan; send what is to be sent; read until every
 * value shows. Never throws for a request that fails: what became of the pipe is its status.
 */
export async function applyPipe(pipe: UpdatePipe, session: PipeSession, rules: PipeRules): Promise<RunPipe> {
  const finish = (status: RunStatus, requests: readonly RequestRecord[], found: readonly Diagnostic[]): RunPipe => {
    session.emitDone(status, found);
    return { ...pipe, status, requests, diagnostics: [...pipe.diagnostics, ...found] };
  };
  session.emitStart();

  const first = await session.read();
  if (!first.ok) {
    const status = first.failure.kind === 'cancelled' ? 'skipped' : 'failed';
    const unread = describeFailure(
      `Pipe ${pipe.name} could not be read before the update`,
      first.failure,
      pipe.location,
    );
    return finish(status, notSent(pipe.requests), [unread]);
  }
  const moved = findMovements(pipe.live, first.pipe);
  if (moved.length > 0 || first.pipe.name !== pipe.liveName) {
    return finish('stale', notSent(pipe.requests), [describeStale(pipe, moved, first.pipe)]);
  }

  const writing = await sendAll(pipe, first.pipe, session, rules);
  if (!writing.records.some(wasSent)) return finish('failed', writing.records, describeEnd(pipe, writing, null));

  const confirmation = await confirm(writing.expectation, session, rules.waitTimeoutMs);
  const records = confirmation.shortfalls.length === 0 ? writing.records.map(asFound) : writing.records;
  return finish(
    judge(writing, confirmation, rules),
    records,
    describeEnd(pipe, writing, { ...confirmation, waited: rules.waitTimeoutMs > 0 }),
  );
}

/** What was sent and what must be live now; `failure` is why it stopped short, null when all was accepted or found. */
interface Writing {
  readonly records: readonly RequestRecord[];
  readonly expectation: Expectation;
  readonly failure: RequestFailure | null;
}

async function sendAll(pipe: UpdatePipe, live: LivePipe, session: PipeSession, rules: PipeRules): Promise<Writing> {
  const target = { organization: rules.organization, ...session.address };
  const requests = buildRequests(target, pipe.changes, live);
  const records: RequestRecord[] = [];
  let expectation: Expectation = pipe.live;
  let failure: RequestFailure | null = null;
  for (const request of requests) {
    if (failure !== null || session.abort.aborted) {
      records.push(...notSent([request]));
      continue;
    }
    const sent = await sendRequest(session, request, expectation);
    records.push(sent.record);
    failure = sent.failure;
    if (sent.record.outcome !== 'rejected') expectation = expectAfter(expectation, request);
  }
  return { records, expectation, failure };
}

/** `applied` only when everything was sent and a read showed all of it. */
function judge(writing: Writing, confirmation: Confirmation, rules: PipeRules): RunStatus {
  const complete = writing.records.every((record) => wasSent(record));
  if (confirmation.shortfalls.length === 0 && confirmation.wasRead) return complete ? 'applied' : 'failed';
  const mayStillArrive = writing.failure !== null && writing.failure.kind !== 'server' && isUndecided(writing);
  const wasNotWaitedFor = rules.waitTimeoutMs === 0 || confirmation.wasCut || !confirmation.wasRead;
  return mayStillArrive || wasNotWaitedFor ? 'unknown' : 'failed';
}

function describeEnd(
  pipe: UpdatePipe,
  writing: Writing,
  confirmation: (Confirmation & { readonly waited: boolean }) | null,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const confirmed = confirmation?.wasRead === true && confirmation.shortfalls.length === 0;
  if (writing.failure !== null && !(isUndecided(writing) && confirmed)) {
    found.push(
      isUndecided(writing)
        ? describeUnknown(pipe, writing.failure)
        : describeRejection(pipe, writing.failure, writing.records),
    );
  }
  if (confirmation === null || confirmed) return found;
  if (!confirmation.wasRead && confirmation.failure !== null) {
    found.push(
      describeFailure(
        `Pipe ${pipe.name} was updated but could not be read afterwards`,
        confirmation.failure,
        pipe.location,
      ),
    );
    return found;
  }
  found.push(describeShortfalls(pipe, confirmation));
  return found;
}

function isUndecided(writing: Writing): boolean {
  return writing.records.some((record) => record.outcome === 'unknown');
}

function wasSent(record: RequestRecord): boolean {
  return record.outcome !== 'rejected' && record.outcome !== 'not-sent';
}

function asFound(record: RequestRecord): RequestRecord {
  return record.outcome === 'unknown' ? { ...record, outcome: 'found' } : record;
}

/** The requests of a pipe to which nothing was sent. */
export function notSent(requests: readonly PlannedRequest[]): readonly RequestRecord[] {
  return requests.map((request) => ({
    ...request,
    outcome: 'not-sent',
    httpStatus: null,
    attempts: 0,
    requestId: null,
    durationMs: 0,
  }));
}

/** A pipe that apply did not start on. */
export function skipPipe(pipe: PlannedPipe): RunPipe {
  const note = diagnose('note', {
    code: 'interrupted',
    summary: `Pipe ${pipe.name} was not attempted.`,
    hint: 'Run the command again; it goes on from what is live.',
  });
  return { ...pipe, status: 'skipped', requests: notSent(pipe.requests), diagnostics: [...pipe.diagnostics, note] };
}
