import type { RequestFailure } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { SIZE_KEYS } from '../model/field.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { PlanBasis, PlannedPipe, PlannedRequest } from '../model/plan.ts';
import type { RequestRecord, RunPipe, RunStatus } from '../model/run.ts';
import { findMovements, type Movement } from '../plan/basis.ts';
import { describeFailure } from '../plan/describe-failure.ts';
import { shownScaling } from '../plan/weigh-scaling.ts';
import { type Confirmation, confirm } from './confirm.ts';
import { type Expectation, expectAfter, findChanged } from './expectation.ts';
import type { PipeSession } from './pipe-session.ts';
import { describeMoved, describeRejection, describeShortfalls, describeStale, describeUnknown } from './report.ts';
import { sendRequest } from './send-request.ts';

export interface PipeRules {
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
  if (moved.length > 0 || !isSamePipe(pipe, first.pipe)) {
    return finish('stale', notSent(pipe.requests), [describeStale(pipe, moved, first.pipe)]);
  }

  const writing = await sendAll(pipe, expectBefore(pipe, first.pipe), session, rules);
  if (!writing.records.some(wasSent)) {
    const status = writing.failure?.kind === 'cancelled' ? 'skipped' : 'failed';
    return finish(status, writing.records, describeEnd(pipe, writing, null, status));
  }
  const read = writing.confirmation ?? (await confirm(writing.expectation, session, rules.waitTimeoutMs));
  const status = judge(writing, read, rules);
  const confirmation = { ...read, waited: rules.waitTimeoutMs > 0 };
  return finish(status, writing.records, describeEnd(pipe, writing, confirmation, status));
}

/** A pipe that was renamed, or is of another kind, may not be the one that was meant. */
function isSamePipe(pipe: UpdatePipe, live: LivePipe): boolean {
  return live.name === pipe.liveName && (live.source === null || live.source === pipe.source);
}

/** What was sent and what must be live now; `failure` is why it stopped short, null when all was accepted or found. */
interface Writing {
  readonly records: readonly RequestRecord[];
  readonly expectation: Expectation;
  readonly failure: RequestFailure | null;
  /** What someone else changed between two requests, so that the rest was not sent. */
  readonly moved: readonly Movement[];
  /** What reading gave when the last request that was sent needed it to be decided; null when nothing was read since. */
  readonly confirmation: Confirmation | null;
}

/**
 * Sends exactly the requests of the plan. One whose answer was lost and that the first looks did not decide is waited for
 * before the next is sent, since their order matters.
 */
async function sendAll(
  pipe: UpdatePipe,
  before: Expectation,
  session: PipeSession,
  rules: PipeRules,
): Promise<Writing> {
  const records: RequestRecord[] = [];
  let expectation = before;
  let failure: RequestFailure | null = null;
  let moved: readonly Movement[] = [];
  let confirmation: Confirmation | null = null;
  let seen: LivePipe | null = null;
  for (const request of pipe.requests) {
    // A read that was made since the last write may show an edit that this request would undo.
    if (failure === null && seen !== null && moved.length === 0) {
      moved = findChanged(expectation, request, seen);
      if (moved.length > 0)
        confirmation = { wasRead: true, wasCut: false, shortfalls: moved, live: seen, failure: null };
    }
    if (failure !== null || moved.length > 0) {
      records.push(...notSent([request]));
      continue;
    }
    const { record, failure: refusal, seen: looked } = await sendRequest(session, request, expectation);
    confirmation = null;
    failure = refusal;
    seen = looked;
    if (wasSent(record)) expectation = expectAfter(expectation, request);
    if (record.outcome === 'unknown') confirmation = await confirm(expectation, session, rules.waitTimeoutMs);
    const isFound = confirmation !== null && isConfirmed(confirmation);
    if (isFound) failure = null;
    seen = confirmation?.live ?? seen;
    records.push(isFound ? { ...record, outcome: 'found' } : record);
  }
  return { records, expectation, failure, moved, confirmation };
}

/** `applied` only when everything was sent and a read showed all of it. */
function judge(writing: Writing, confirmation: Confirmation, rules: PipeRules): RunStatus {
  if (isConfirmed(confirmation)) return writing.records.every(wasSent) ? 'applied' : 'failed';
  if (writing.moved.length > 0) return 'failed';
  if (writing.records.some(({ outcome }) => outcome === 'rejected')) return 'failed';
  const mayStillArrive = isUndecided(writing) && writing.failure?.status === null;
  const wasNotWaitedFor = rules.waitTimeoutMs === 0 || confirmation.wasCut || !confirmation.wasRead;
  return mayStillArrive || wasNotWaitedFor ? 'unknown' : 'failed';
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
  if (confirmation.wasRead) return found.length > 0 ? found : [describeShortfalls(pipe, confirmation)];
  if (confirmation.failure === null) return found;
  const deed = `Pipe ${pipe.name} was updated but could not be read afterwards`;
  return [...found, describeFailure(deed, confirmation.failure, pipe.location)];
}

function isConfirmed(confirmation: Confirmation): boolean {
  return confirmation.wasRead && confirmation.shortfalls.length === 0;
}

function isUndecided(writing: Writing): boolean {
  return writing.records.some((record) => record.outcome === 'unknown');
}

function wasSent(record: RequestRecord): boolean {
  return record.outcome !== 'rejected' && record.outcome !== 'not-sent';
}

/**
 * What must be live before the first write: the plan's basis and, when a scaling update is sent, CPU and memory that are not
 * managed. They had to stay; replicas and concurrency that are not managed may be an autoscaler's.
 */
function expectBefore(pipe: UpdatePipe, live: LivePipe): Expectation {
  if (!pipe.requests.some(({ method }) => method === 'PATCH')) return pipe.live;
  const sizes = SIZE_KEYS.map((key) => [key, shownScaling(live, key)] as const).filter(([, value]) => value !== null);
  return { ...pipe.live, scaling: { ...Object.fromEntries(sizes), ...pipe.live.scaling } };
}

/** A mistake of our own in the work on one pipe: what was sent cannot be told any more, so all of it may have been. */
export function giveUpPipe(pipe: UpdatePipe, session: PipeSession, error: unknown): RunPipe {
  const internal = diagnose(
    'error',
    {
      code: 'internal',
      summary: `Pipeform made a mistake in the work on pipe ${pipe.name}; what was sent is not known.`,
      detail: error instanceof Error ? `${error.name}: ${error.message}` : null,
      hint: 'Run plan: it shows what is live now. Please report this with the version.',
    },
    pipe.location,
  );
  session.emitDone('unknown', [internal]);
  const requests = notSent(pipe.requests).map((record) => ({ ...record, outcome: 'unknown' as const }));
  return { ...pipe, status: 'unknown', requests, diagnostics: [...pipe.diagnostics, internal] };
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

/** Why apply did not start on a pipe. */
export type SkipReason = 'interrupted' | 'not-attempted';

/** A pipe that apply did not start on. */
export function skipPipe(pipe: PlannedPipe, reason: SkipReason): RunPipe {
  const why = { interrupted: 'the command was interrupted', 'not-attempted': 'an earlier pipe failed (--fail-fast)' };
  const note = diagnose(
    'note',
    {
      code: reason,
      summary: `Pipe ${pipe.name} was not attempted: ${why[reason]}.`,
      hint: 'Run the command again; it goes on from what is live.',
    },
    pipe.location,
  );
  return { ...pipe, status: 'skipped', requests: notSent(pipe.requests), diagnostics: [...pipe.diagnostics, note] };
}
