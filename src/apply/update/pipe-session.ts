import type { ReadResult, RequestFailure, WriteResult } from '../../model/client.ts';
import { timestamp } from '../../model/clock.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { pipePath } from '../../model/pipe-address.ts';
import type { ApiPlace, PlanBasis, PlannedPipe, PlannedRequest } from '../../model/plan.ts';
import type { RequestRecord, RunEvent, RunPipe } from '../../model/run.ts';
import type { Movement } from '../../plan/diff/snapshot.ts';
import { type RequestTarget, targetOf } from '../../plan/requests/build-requests.ts';
import type { ApplyPlanOptions, ApplyPorts } from '../ports.ts';
import type { HealthGates } from '../rollout/health-gates.ts';
import { findShortfalls, sectionOf } from './expectation.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/** While every request fails, only a probe is sent now and then; a confirmation waits for the first of them at most. */
const LONGEST_HELD_BACK_MS = 20_000;

/** What the work on all pipes of a run shares. */
export interface RunContext {
  readonly api: Pick<ApiPlace, 'organization' | 'naming'>;
  readonly ports: ApplyPorts;
  readonly options: ApplyPlanOptions;
  readonly gates: HealthGates;
  /** Whether a pipe has failed so far. */
  hasFailed: boolean;
}

/** The work on one pipe of a run. */
export interface PipeSession {
  readonly run: RunContext;
  readonly pipe: Pick<PlannedPipe, 'name' | 'liveName' | 'source'>;
  /** Identifiers come from the configuration. */
  readonly target: RequestTarget;
  readonly purpose: RequestRecord['purpose'];
  /** Once aborted, what is held back is not sent any more. */
  readonly stop: AbortSignal;
}

/** A rollback that has begun is finished: only the second interrupt stops it. */
export function openSession(
  pipe: Pick<PlannedPipe, 'name' | 'serviceId' | 'id' | 'liveName' | 'source'>,
  run: RunContext,
  purpose: RequestRecord['purpose'],
): PipeSession {
  const { stop, abort } = run.options;
  return { run, pipe, target: targetOf(run.api, pipe), purpose, stop: purpose === 'rollback' ? abort : stop };
}

/** Whether a live pipe is the one that was planned: one that was renamed, or is of another kind, may be another. */
export function isSamePipe({ liveName, source }: Pick<PlannedPipe, 'liveName' | 'source'>, live: LivePipe): boolean {
  return live.name === liveName && (live.source === null || live.source === source);
}

export async function readPipe(session: PipeSession): Promise<ReadResult> {
  const { run, target } = session;
  const read = await run.ports.reader.readPipe(target, run.options.abort);
  const { status, attempts } = read.ok ? { status: 200, attempts: read.attempts } : read.failure;
  emitRequest(session, 'GET', pipePath(target.organization, target, target.naming), status, attempts);
  return read;
}

/** Waits between reads of the same pipe: 200 ms, doubling up to 2 s. */
export async function pause({ run: { ports, options } }: PipeSession, round: number): Promise<void> {
  await ports.clock.sleep(Math.min(FIRST_PAUSE_MS * 2 ** (round - 1), LONGEST_PAUSE_MS), options.abort);
}

/** What reading after a write gave. */
export interface Confirmation {
  /** Whether any read succeeded. */
  readonly wasRead: boolean;
  /** Whether it ended because of an interrupt rather than of the time. */
  readonly wasCut: boolean;
  /** What the last read did not show; empty when everything shows. */
  readonly shortfalls: readonly Movement[];
  readonly live: LivePipe | null;
  /** Why the last read failed, or null. */
  readonly failure: RequestFailure | null;
}

/**
 * Reads until a read `isEnough` (`isDone` of the result), or `waitTimeoutMs` passes. Enough is, unless it is said otherwise,
 * that every value that was written, and every value that had to stay, shows: scaling is asynchronous and a 200 proves
 * nothing (field notes), so only a read counts. `elapsedMs`: how long after the first read this one was begun.
 */
export async function readUntilShown(
  expected: PlanBasis,
  session: PipeSession,
  waitTimeoutMs: number,
  isEnough = (live: LivePipe, _elapsedMs: number): boolean => findShortfalls(expected, live).length === 0,
): Promise<Confirmation & { readonly isDone: boolean }> {
  const { ports, options } = session.run;
  const startedMs = ports.clock.monotonicMs();
  let heldBackSinceMs: number | null = null;
  let last: Confirmation = { wasRead: false, wasCut: false, shortfalls: [], live: null, failure: null };
  for (let round = 1; ; round++) {
    const elapsedMs = ports.clock.monotonicMs() - startedMs;
    const read = await readPipe(session);
    const now = ports.clock.monotonicMs();
    if (read.ok) {
      heldBackSinceMs = null;
      const { pipe: live } = read;
      last = { ...last, wasRead: true, shortfalls: findShortfalls(expected, live), live, failure: null };
      if (isEnough(live, elapsedMs)) return { ...last, isDone: true };
    } else {
      if (read.failure.kind === 'not-attempted') heldBackSinceMs ??= now;
      last = { ...last, failure: read.failure };
    }
    if (options.abort.aborted) return { ...last, wasCut: true, isDone: false };
    const isOver = now - startedMs >= waitTimeoutMs || now - (heldBackSinceMs ?? now) >= LONGEST_HELD_BACK_MS;
    if (isOver) return { ...last, isDone: false };
    await pause(session, round);
  }
}

/** Whether a read showed everything. */
export function isConfirmed({ wasRead, shortfalls }: Confirmation): boolean {
  return wasRead && shortfalls.length === 0;
}

/**
 * Sends a write. Its intent is on disk before it is sent, though not before the rate limit lets it through, and what came back
 * before anything else is done: a run that is killed is known to that point.
 */
export async function writePipe(
  session: PipeSession,
  request: PlannedRequest,
  before: PlanBasis,
): Promise<WriteResult> {
  const { run, target, purpose } = session;
  const { journal, writer } = run.ports;
  const { abort } = run.options;
  if (abort.aborted) return { outcome: 'rejected', failure: notSentSince('cancelled', request), durationMs: 0 };
  const intent = {
    type: 'intent',
    ...stamp(session),
    purpose,
    ...request,
    before: sectionOf(before, request),
  } as const;
  const { method, path, body } = request;
  let isRecorded = false;
  const beforeSend = async (): Promise<boolean> => {
    isRecorded = await journal.write(intent);
    return isRecorded;
  };
  const options = { signal: abort, beforeSend };
  const result =
    method === 'PUT'
      ? await writer.replaceSettings(target, body, options)
      : await writer.changeScaling(target, body, options);
  const { outcome } = result;
  if (outcome === 'rejected' && result.failure.kind === 'not-journaled') {
    return { ...result, failure: notSentSince('not-journaled', request) };
  }
  const { status, requestId, attempts } = answerOf(result);
  // The run goes on whether or not it could be written down: what was sent is followed to its end.
  if (isRecorded) await journal.write({ type: 'outcome', ...stamp(session), method, outcome, status, requestId });
  emitRequest(session, method, path, status, attempts);
  return result;
}

/** The last answer to a write: its status, its request id, and how often it was sent. */
export function answerOf(result: WriteResult): Pick<RequestFailure, 'status' | 'requestId' | 'attempts'> {
  return result.outcome === 'accepted' ? result : result.failure;
}

const NOT_SENT = {
  cancelled: 'interrupted before it was sent',
  'not-journaled': 'the run can no longer use its journal or its lock, so it was not sent',
  'wrong-pipe': 'the pipe was renamed or turned into another kind during the update',
};

/** The failure of a request that was not sent. */
export function notSentSince(kind: keyof typeof NOT_SENT, { method, path }: PlannedRequest): RequestFailure {
  return { kind, method, path, status: null, message: NOT_SENT[kind], requestId: null, attempts: 0 };
}

export function emitStart(session: PipeSession): void {
  session.run.options.emit({ type: 'pipe_start', ...stamp(session) });
}

export function emitDiagnostic(session: PipeSession, diagnostic: Diagnostic): void {
  session.run.options.emit({ type: 'diagnostic', ...stamp(session), diagnostic });
}

/** Emits what became of a pipe, and why. A note is in the report only. */
export function emitDone(session: PipeSession, before: Pick<RunPipe, 'diagnostics'>, done: RunPipe): RunPipe {
  const found = done.diagnostics.slice(before.diagnostics.length).filter(({ severity }) => severity !== 'note');
  for (const diagnostic of found) emitDiagnostic(session, diagnostic);
  session.run.options.emit({ type: 'pipe_done', ...stamp(session), status: done.status });
  return done;
}

function emitRequest(
  session: PipeSession,
  method: Extract<RunEvent, { type: 'request' }>['method'],
  path: string,
  status: number | null,
  attempt: number,
): void {
  if (attempt > 0) session.run.options.emit({ type: 'request', ...stamp(session), method, path, status, attempt });
}

/** The time and the pipe of an event or a line of the journal. */
function stamp({ run, pipe }: PipeSession): { readonly at: string; readonly pipe: string } {
  return { at: timestamp(run.ports.clock), pipe: pipe.name };
}
