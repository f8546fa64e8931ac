import type { RequestFailure, WriteResponse, WriteResult } from '../../model/client.ts';
import { isRunStop, mayRepeat } from '../../model/failure-kinds.ts';
import type { JsonObject } from '../../model/json/json.ts';
import { isInTransition, type LivePipe, type LiveSettings } from '../../model/live-pipe.ts';
import type { LiveValues, PlannedPipe, PlannedRequest } from '../../model/plan.ts';
import { type RequestRecord, wasSent } from '../../model/run.ts';
import { carryValues } from '../../plan/build-requests.ts';
import { shownSizes } from '../../plan/diff/diff-scaling.ts';
import type { Movement } from '../../plan/diff/snapshot.ts';
import { expectAfter, findCarryable, findChanged, findEdits, shows } from './expectation.ts';
import {
  type Confirmation,
  emitWait,
  isConfirmed,
  isSamePipe,
  notSentSince,
  type PipeSession,
  readPipe,
  readUntilShown,
  responseOf,
  writePipe,
} from './pipe-session.ts';
import { notSent } from './skip-pipe.ts';

/** Per write, when the response is lost. */
const MAX_SENDS = 3;

/** How long a write is sent again after a 429 while reads succeed. */
const MAX_LIMITED_MS = 600_000;

/** `--no-wait` is about confirming: an update that has begun is still completed, within the default of `--wait-timeout`. */
const BUSY_WITHOUT_WAIT_MS = 120_000;

const FIRST_RESEND_PAUSE_MS = 200;
/** Each attempt costs a read and a write, and an operation may take minutes. */
const MAX_RESEND_PAUSE_MS = 10_000;
const MIN_SHOWN_WAIT_MS = 1_000;
const SHOWN_EVERY_MS = 10_000;

/**
 * For this long after a lost response, a read of the old values proves nothing: the service may still settle, and replicas may
 * lag. The field notes give no number; seconds have been observed.
 */
const LOST_WRITE_SETTLES_MS = 30_000;

/** A pipe of a plan with the status `update`. */
export type UpdatePipe = PlannedPipe & { readonly live: LiveValues };

export interface SentRequests {
  readonly records: readonly RequestRecord[];
  /** What must be live now. */
  readonly expected: LiveValues;
  /** Why not everything was sent; null when all requests were accepted or found. */
  readonly failure: RequestFailure | null;
  /** Edits by someone else, because of which the rest was not sent. */
  readonly moved: readonly Movement[];
  /** null when the pipe still has to be read. */
  readonly confirmation: Confirmation | null;
}

/**
 * Sends the requests of the plan in order. Before the second one, the response to the first, or a read, must show that nobody
 * edited the pipe.
 */
export async function sendRequests(pipe: UpdatePipe, live: LivePipe, session: PipeSession): Promise<SentRequests> {
  const records: RequestRecord[] = [];
  let before = expectBefore(pipe, live);
  let expected = before;
  let failure: RequestFailure | null = null;
  let moved: readonly Movement[] = [];
  let confirmation: Confirmation | null = null;
  let last: SentRequest | null = null;
  for (const planned of pipe.requests) {
    let request = planned;
    if (last !== null && failure === null && moved.length === 0) {
      const between = await checkBetween(last, request, before, expected, session);
      ({ failure, moved } = between);
      confirmation = moved.length > 0 ? confirmMoved(moved, between.live) : null;
      if (between.carried !== null) {
        request = carryValues(request, between.carried, session.target.naming);
        expected = { ...expected, settings: { ...expected.settings, ...between.carried } };
      }
    }
    if (failure !== null || moved.length > 0) {
      records.push(...notSent([request], session.purpose));
      continue;
    }
    last = await sendRequest(session, request, expected);
    const { record } = last;
    moved = last.moved;
    failure = moved.length > 0 ? null : last.failure;
    before = expected;
    if (wasSent(record)) expected = expectAfter(expected, request, session.target.naming);
    confirmation = moved.length > 0 ? confirmMoved(moved, last.seen) : finalConfirmation(last);
    records.push(record);
  }
  return { records, expected, failure, moved, confirmation };
}

/**
 * What must be live before the first write: the values that the plan relies on and, with a scaling update, unmanaged CPU and memory, which
 * must not change. An autoscaler may change unmanaged replicas and concurrency.
 */
function expectBefore(pipe: UpdatePipe, live: LivePipe): LiveValues {
  if (!pipe.requests.some(({ method }) => method === 'PATCH')) return pipe.live;
  return { ...pipe.live, scaling: { ...shownSizes(live), ...pipe.live.scaling } };
}

/** The reads after a lost response, when the pipe needs no further read. */
function finalConfirmation({ record, confirmation }: SentRequest): Confirmation | null {
  if (confirmation === null) return null;
  return record.outcome === 'unknown' || isConfirmed(confirmation) ? confirmation : null;
}

/** An edit by someone else does not revert by waiting, so the read that shows it is the last. */
function confirmMoved(moved: readonly Movement[], live: LivePipe | null): Confirmation {
  return { wasRead: true, wasCut: false, shortfalls: moved, live, failure: null };
}

/**
 * Finds edits between two writes to a pipe. The response to a PATCH is the pipe, and that to a PUT its settings (pipes API,
 * part 4), so a read is needed only when the response has no settings, or settings that the next request should carry: it may show
 * less than a read. `failure`: why the next request cannot be sent although nothing moved. `carried`: settings that the next request
 * carries with other values than planned, or null. `live` is null when only the settings were shown.
 */
async function checkBetween(
  { record, response, seen }: SentRequest,
  next: PlannedRequest,
  before: LiveValues,
  after: LiveValues,
  session: PipeSession,
): Promise<Between> {
  const { scope } = session;
  const compare = (live: LivePipe | null): Between => {
    const end = { moved: [], failure: null, carried: null, live };
    if (live !== null && !isSamePipe(session.pipe, live)) return { ...end, failure: notSentSince('wrong-pipe', next) };
    const shown = live ?? { settings: { status: 'absent' }, state: null, unreadable: [], ...response, scaling: null };
    const edits = findEdits(next, before, after, shown, scope);
    if (edits.length === 0) return end;
    const carried = findCarryable(next, edits, scope);
    return carried === null ? { ...end, moved: edits } : { ...end, carried };
  };
  if (record.outcome === 'found' && seen !== null) return compare(seen);
  if (response !== null && !lacksSettings(response.settings, after)) {
    const compared = compare(response.pipe);
    if (compared.carried === null) return compared;
  }
  const read = await readPipe(session);
  return read.ok ? compare(read.pipe) : { moved: [], failure: read.failure, carried: null, live: null };
}

interface Between extends Pick<SentRequests, 'moved' | 'failure'> {
  readonly carried: JsonObject | null;
  readonly live: LivePipe | null;
}

/** Whether a response has no settings although some are live. */
function lacksSettings(settings: LiveSettings, expected: LiveValues): boolean {
  if (settings.status !== 'known') return settings.status === 'absent';
  return Object.keys(settings.values).length === 0 && Object.keys(expected.settings ?? {}).length > 0;
}

interface SentRequest {
  readonly record: RequestRecord;
  /** null when it was accepted or found. */
  readonly failure: RequestFailure | null;
  readonly response: WriteResponse | null;
  /** The pipe as read after a lost response or a wait; null when it was not read. */
  readonly seen: LivePipe | null;
  /** The reads after a lost response; null when none was lost. */
  readonly confirmation: Confirmation | null;
  /** Edits by someone else during a wait, because of which the request was not sent again. */
  readonly moved: readonly Movement[];
}

/**
 * Sends one write. A rejection is final. When the response is lost (timeout, reset, 5xx), the pipe is read until the write
 * shows or `waitTimeoutMs` passes. The request is sent again only after a read that shows everything as it was `before`, in a
 * settled state, `LOST_WRITE_SETTLES_MS` after the response was lost. After a lost response, a rejection
 * does not prove that nothing changed: the lost write may show late.
 */
async function sendRequest(session: PipeSession, request: PlannedRequest, before: LiveValues): Promise<SentRequest> {
  const { clock } = session.run.ports;
  const { naming } = session.target;
  const { waitTimeoutMs } = session.run.options;
  const startedMs = clock.monotonicMs();
  let attempts = 0;
  let lostAtMs: number | null = null;
  for (let sends = 1; ; sends++) {
    const written = await writeWhenPossible(session, request, before);
    const { result, refused, seen, moved } = written;
    attempts += written.attempts;
    const end = (outcome: RequestRecord['outcome'], about: Partial<SentRequest> = {}): SentRequest => {
      const { status: httpStatus, requestId } = refused ?? responseOf(result);
      const durationMs = Math.round(clock.monotonicMs() - startedMs);
      const { purpose } = session;
      const record = { ...request, purpose, outcome, httpStatus, attempts, requestId, durationMs };
      return { record, failure: null, response: null, seen, confirmation: null, moved, ...about };
    };
    if (written.isFound) return end('found');
    if (result.outcome === 'accepted') return end('accepted', { response: result.response });
    const { failure } = result;
    const isRejected = result.outcome === 'rejected';
    if (isRejected && sends === 1) {
      if (!isRunStop(failure.kind)) return end('rejected', { failure: { ...failure, attempts } });
      if (refused === null) return end('not-sent', { failure });
      return end('rejected', { failure: { ...refused, kind: failure.kind, attempts } });
    }

    lostAtMs ??= clock.monotonicMs();
    const mayResend = !isRejected && sends < MAX_SENDS;
    const isShown = (live: LivePipe): boolean => shows(request, live, naming, session.scope);
    // A pipe in transition may already be applying the update, whatever values it shows.
    const isMissing = (live: LivePipe, elapsedMs: number): boolean =>
      mayResend &&
      elapsedMs >= LOST_WRITE_SETTLES_MS &&
      !isInTransition(live) &&
      findChanged(before, request, live, session.scope).length === 0;
    const confirmation = await readUntilShown(
      expectAfter(before, request, naming),
      session,
      waitTimeoutMs - (clock.monotonicMs() - lostAtMs),
      (live, elapsedMs) => isShown(live) || isMissing(live, elapsedMs),
    );
    const { isDone, live } = confirmation;
    if (!isDone || live === null) return end('unknown', { failure, seen: live, confirmation });
    if (isShown(live)) return end('found', { seen: live, confirmation });
  }
}

interface Written extends Pick<SentRequest, 'seen' | 'moved'> {
  readonly result: WriteResult;
  readonly attempts: number;
  /** The refusal after which the write was not sent again; null without one. */
  readonly refused: RequestFailure | null;
  /** Whether a read after a refusal shows the requested values. */
  readonly isFound: boolean;
}

/**
 * Writes, and sends again what a rate limit (429) or another operation (409, 423, 425) refused for now. Such a refusal changed
 * nothing, but someone else may change the pipe during the wait, so it is read before the next attempt. Stops when the reader gives
 * up, at the first interrupt, or when the time for this refusal has passed or would pass before the named wait ends.
 */
async function writeWhenPossible(session: PipeSession, request: PlannedRequest, before: LiveValues): Promise<Written> {
  const { clock } = session.run.ports;
  const startedMs = clock.monotonicMs();
  let shownMs = Number.NEGATIVE_INFINITY;
  let attempts = 0;
  let refused: RequestFailure | null = null;
  let seen: LivePipe | null = null;
  for (let round = 1; ; round++) {
    const result = await writePipe(session, request, before);
    attempts += responseOf(result).attempts;
    const end = (about: Partial<Written> = {}): Written => {
      return { result, attempts, refused: null, seen, moved: [], isFound: false, ...about };
    };
    if (result.outcome !== 'rejected') return end();
    const { failure } = result;
    const reject = (why: RequestFailure): Written => end({ result: { ...result, failure: why }, refused });
    const stop = (): Written => reject(notSentSince('interrupted', request));
    if (!isForNow(failure)) return isRunStop(failure.kind) ? reject(failure) : end();
    refused = failure;
    if (session.stop.aborted) return stop();
    const nowMs = clock.monotonicMs();
    const leftMs = startedMs + patienceOf(failure, session) - nowMs;
    const namedMs = failure.waitMs ?? 0;
    if (leftMs <= 0 || namedMs > leftMs) return end();

    const growingMs = Math.min(FIRST_RESEND_PAUSE_MS * 2 ** (round - 1), MAX_RESEND_PAUSE_MS);
    const waitMs = Math.min(namedMs || growingMs, leftMs);
    if (waitMs >= MIN_SHOWN_WAIT_MS && nowMs - shownMs >= SHOWN_EVERY_MS) {
      shownMs = nowMs;
      emitWait(session, failure, waitMs);
    }
    await clock.sleep(waitMs, session.stop);
    if (session.stop.aborted) return stop();
    const read = await readPipe(session);
    if (!read.ok) return reject(read.failure);
    if (!isSamePipe(session.pipe, read.pipe)) return reject(notSentSince('wrong-pipe', request));
    seen = read.pipe;
    if (shows(request, seen, session.target.naming, session.scope)) return end({ isFound: true });
    const moved = findChanged(before, request, seen, session.scope);
    if (moved.length > 0) return end({ moved });
    if (session.stop.aborted) return stop();
  }
}

/** Whether the same request may pass later. A rate limit that let nothing be sent has been waited for. */
function isForNow({ kind, status }: RequestFailure): boolean {
  return mayRepeat(kind, 'writes') && status !== null;
}

function patienceOf({ kind }: RequestFailure, { run }: PipeSession): number {
  return kind === 'busy' ? run.options.waitTimeoutMs || BUSY_WITHOUT_WAIT_MS : MAX_LIMITED_MS;
}
