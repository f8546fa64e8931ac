import type { PipeResult, RequestFailure, WriteResult } from '../../model/client.ts';
import { timestamp } from '../../model/clock.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { RUN_STOPS, type RunStop } from '../../model/failure-kinds.ts';
import type { FieldPath } from '../../model/field/field.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { pipePath } from '../../model/pipe-address.ts';
import type { LiveValues, PlannedPipe, PlannedRequest } from '../../model/plan.ts';
import type { RequestRecord, RunEvent, RunPipe } from '../../model/run.ts';
import { type RequestTarget, targetOf } from '../../plan/build-requests.ts';
import type { Movement } from '../../plan/diff/snapshot.ts';
import type { RunContext } from '../run-context.ts';
import { findShortfalls, sectionValues, type UpdateScope } from './expectation.ts';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;

export interface PipeSession {
  readonly run: RunContext;
  readonly pipe: Pick<PlannedPipe, 'name' | 'liveName' | 'source'>;
  /** Identifiers come from the configuration. */
  readonly target: RequestTarget;
  readonly purpose: RequestRecord['purpose'];
  readonly scope: UpdateScope;
  /** Once aborted, a rate-limited write is not sent again. */
  readonly stop: AbortSignal;
}

/** Only the second interrupt stops a rollback. */
export function openSession(
  pipe: Pick<PlannedPipe, 'name' | 'serviceId' | 'id' | 'liveName' | 'source' | 'changes'>,
  run: RunContext,
  purpose: RequestRecord['purpose'],
): PipeSession {
  const { stop, abort, writePolicies } = run.options;
  const target = targetOf(run.api, pipe);
  const written = new Set<string>(pipe.changes.map(({ path }) => path));
  const isWritten = (path: FieldPath): boolean => written.has(path);
  const scope = { isWritten, isManaged: (path: FieldPath) => isWritten(path) || writePolicies.isManaged(target, path) };
  return { run, pipe, target, purpose, scope, stop: purpose === 'rollback' ? abort : stop };
}

/** Whether a live pipe is the planned one: a renamed pipe, or one of another kind, may be a different pipe. */
export function isSamePipe({ liveName, source }: Pick<PlannedPipe, 'liveName' | 'source'>, live: LivePipe): boolean {
  return live.name === liveName && (live.source === null || live.source === source);
}

export async function readPipe(session: PipeSession): Promise<PipeResult> {
  const { run, target } = session;
  const read = await run.ports.reader.readPipe(target, run.options.abort);
  const { status, attempts } = read.ok ? { status: 200, attempts: read.attempts } : read.failure;
  emitRequest(session, 'GET', pipePath(target.organization, target, target.naming), status, attempts);
  return read;
}

/** Waits between reads of the same pipe: 200 ms, doubling up to 2 s. */
export async function pause({ run: { ports, options } }: PipeSession, round: number): Promise<void> {
  await ports.clock.sleep(Math.min(FIRST_PAUSE_MS * 2 ** (round - 1), MAX_PAUSE_MS), options.abort);
}

/** The result of the reads after a write. */
export interface Confirmation {
  /** Whether any read succeeded. */
  readonly wasRead: boolean;
  /** Whether an interrupt ended the reads. */
  readonly wasCut: boolean;
  /** The expected values that the last read did not show. */
  readonly shortfalls: readonly Movement[];
  readonly live: LivePipe | null;
  /** Why the last read failed, or null. */
  readonly failure: RequestFailure | null;
}

/**
 * Reads until `isEnough` returns true (`isDone`), `waitTimeoutMs` passes or nothing is sent anymore; by default, until every expected
 * value shows. Scaling is asynchronous and a 200 proves nothing (field notes), so only a read counts. `elapsedMs`: from the first read
 * to this one.
 */
export async function readUntilShown(
  expected: LiveValues,
  session: PipeSession,
  waitTimeoutMs: number,
  isEnough = (live: LivePipe, _elapsedMs: number): boolean =>
    findShortfalls(expected, live, session.scope).length === 0,
): Promise<Confirmation & { readonly isDone: boolean }> {
  const { ports, options } = session.run;
  const startedMs = ports.clock.monotonicMs();
  let last: Confirmation = { wasRead: false, wasCut: false, shortfalls: [], live: null, failure: null };
  for (let round = 1; ; round++) {
    const elapsedMs = ports.clock.monotonicMs() - startedMs;
    const read = await readPipe(session);
    if (read.ok) {
      const { pipe: live } = read;
      last = { ...last, wasRead: true, shortfalls: findShortfalls(expected, live, session.scope), live, failure: null };
      if (isEnough(live, elapsedMs)) return { ...last, isDone: true };
    } else last = { ...last, failure: read.failure };
    if (options.abort.aborted) return { ...last, wasCut: true, isDone: false };
    // An open circuit stays open.
    const isStopped = last.failure?.kind === 'circuit-open';
    if (isStopped || ports.clock.monotonicMs() - startedMs >= waitTimeoutMs) return { ...last, isDone: false };
    await pause(session, round);
  }
}

export function isConfirmed({ wasRead, shortfalls }: Confirmation): boolean {
  return wasRead && shortfalls.length === 0;
}

/**
 * Sends a write. Its intent is on disk before it is sent, but after the wait for the rate limit. Its outcome is not awaited: it is
 * on disk before the next intent, so before the next write of this pipe, and until then the write counts as `unknown`, which is safe.
 */
export async function writePipe(
  session: PipeSession,
  request: PlannedRequest,
  before: LiveValues,
): Promise<WriteResult> {
  const { run, target, purpose } = session;
  const { journal, writer } = run.ports;
  const { abort } = run.options;
  if (abort.aborted) return { outcome: 'rejected', failure: notSentSince('interrupted', request), durationMs: 0 };
  const image = sectionValues(before, request);
  const intent = { type: 'intent', ...stamp(session), purpose, ...request, before: image } as const;
  const { method, path, body } = request;
  let isRecorded = false;
  let hasEnded = false;
  const beforeSend = async (): Promise<boolean> => {
    // A rollback of this run restores what was live before it.
    hasEnded = purpose === 'update' && run.options.writePolicies.hasWindowEnded(target, Object.keys(body));
    if (hasEnded) return false;
    isRecorded = await journal.write(intent);
    return isRecorded;
  };
  const options = { signal: abort, beforeSend };
  const result =
    method === 'PUT'
      ? await writer.replaceSettings(target, body, options)
      : await writer.changeScaling(target, body, options);
  const { outcome } = result;
  if (outcome === 'rejected' && result.failure.kind === 'journal-failed') {
    return { ...result, failure: notSentSince(hasEnded ? 'window-ended' : 'journal-failed', request) };
  }
  const { status, requestId, attempts } = responseOf(result);
  // The run continues even when the journal fails: what was sent is followed to its end.
  if (isRecorded) void journal.write({ type: 'outcome', ...stamp(session), method, outcome, status, requestId });
  emitRequest(session, method, path, status, attempts);
  return result;
}

/** The last response to a write, and the number of attempts. */
export function responseOf(result: WriteResult): Pick<RequestFailure, 'status' | 'requestId' | 'attempts'> {
  return result.outcome === 'accepted' ? result : result.failure;
}

/** A request that is not sent for a reason of the run, or since another pipe answers at its address now. */
export function notSentSince(kind: RunStop | 'wrong-pipe', { method, path }: PlannedRequest): RequestFailure {
  const message = kind === 'wrong-pipe' ? 'the name or kind of the pipe changed during the update' : RUN_STOPS[kind];
  return { kind, method, path, status: null, message, requestId: null, attempts: 0 };
}

export function emitStart(session: PipeSession): void {
  session.run.options.emit({ type: 'pipe_start', ...stamp(session) });
}

export function emitDiagnostic(session: PipeSession, diagnostic: Diagnostic): void {
  session.run.options.emit({ type: 'diagnostic', ...stamp(session), diagnostic });
}

/** Emits the result of a pipe and its diagnostics. Notes are only in the report. */
export function emitDone(session: PipeSession, before: Pick<RunPipe, 'diagnostics'>, done: RunPipe): RunPipe {
  const found = done.diagnostics.slice(before.diagnostics.length).filter(({ severity }) => severity !== 'note');
  for (const diagnostic of found) emitDiagnostic(session, diagnostic);
  session.run.options.emit({ type: 'pipe_done', ...stamp(session), status: done.status });
  return done;
}

/** A write that was refused for now is sent again after this time. */
export function emitWait(session: PipeSession, { status, message: reason }: RequestFailure, waitMs: number): void {
  const { clock } = session.run.ports;
  const until = new Date(clock.now() + waitMs).toISOString();
  session.run.options.emit({ type: 'pipe_wait', ...stamp(session), status, reason, waitMs: Math.round(waitMs), until });
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

function stamp({ run, pipe }: PipeSession): { readonly at: string; readonly pipe: string } {
  return { at: timestamp(run.ports.clock), pipe: pipe.name };
}
