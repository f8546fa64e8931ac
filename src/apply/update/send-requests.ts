import { type RequestFailure, type WriteAnswer, type WriteResult, wasHeldBack } from '../../model/client.ts';
import { type LivePipe, type LiveSettings, stateGroup } from '../../model/live-pipe.ts';
import type { PlanBasis, PlannedPipe, PlannedRequest } from '../../model/plan.ts';
import { type RequestRecord, wasSent } from '../../model/run.ts';
import { shownSizes } from '../../plan/diff/diff-scaling.ts';
import type { Movement } from '../../plan/diff/snapshot.ts';
import { expectAfter, findChanged, findEdits, missingPart, shows } from './expectation.ts';
import { notSent } from './leave-pipe.ts';
import {
  answerOf,
  type Confirmation,
  isConfirmed,
  isSamePipe,
  notSentSince,
  type PipeSession,
  pause,
  readPipe,
  readUntilShown,
  writePipe,
} from './pipe-session.ts';

/** A write whose answer was lost is sent at most this often in all. */
const MAX_SENDS = 3;

/** How long a write that is answered 429 is tried for while reads are let through. */
const LONGEST_LIMITED_MS = 600_000;

/**
 * How long after a lost answer a read that shows the old values says nothing about the write: the service may still settle,
 * and reads may come from replicas that lag behind. The field notes give no number; seconds have been seen.
 */
const SETTLING_MS = 30_000;

/** A pipe with its basis: what `update` in a plan guarantees. */
export type UpdatePipe = PlannedPipe & { readonly live: PlanBasis };

/** What was sent and what must be live now; `failure` is why it stopped short, null when all was accepted or found. */
export interface SentRequests {
  readonly records: readonly RequestRecord[];
  readonly expected: PlanBasis;
  readonly failure: RequestFailure | null;
  /** What someone else changed between two requests, so that the rest was not sent. */
  readonly moved: readonly Movement[];
  /** What reading gave when it ended the work; null when the pipe is still to be read. */
  readonly confirmation: Confirmation | null;
}

/**
 * Sends exactly the requests of the plan, in their order. Between two of them stands what the answer to the first shows, or a
 * read: the second is not sent when somebody edited the pipe meanwhile, or when its settings can no longer be carried.
 */
export async function sendRequests(pipe: UpdatePipe, live: LivePipe, session: PipeSession): Promise<SentRequests> {
  const records: RequestRecord[] = [];
  let before = expectBefore(pipe, live);
  let expected = before;
  let failure: RequestFailure | null = null;
  let moved: readonly Movement[] = [];
  let confirmation: Confirmation | null = null;
  let last: SentRequest | null = null;
  for (const request of pipe.requests) {
    if (last !== null && failure === null && moved.length === 0) {
      const between = await checkBetween(last, request, before, expected, session);
      ({ failure, moved } = between);
      confirmation = moved.length > 0 ? confirmMoved(moved, between.live) : null;
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
    confirmation = moved.length > 0 ? confirmMoved(moved, last.seen) : lastWord(last);
    records.push(record);
  }
  return { records, expected, failure, moved, confirmation };
}

/**
 * What must be live before the first write: the plan's basis and, when a scaling update is sent, CPU and memory that are not
 * managed. They had to stay; replicas and concurrency that are not managed may be an autoscaler's.
 */
function expectBefore(pipe: UpdatePipe, live: LivePipe): PlanBasis {
  if (!pipe.requests.some(({ method }) => method === 'PATCH')) return pipe.live;
  return { ...pipe.live, scaling: { ...shownSizes(live), ...pipe.live.scaling } };
}

/** Reads that ended the work on a lost write need no other after them. */
function lastWord({ record, confirmation }: SentRequest): Confirmation | null {
  if (confirmation === null) return null;
  return record.outcome === 'unknown' || isConfirmed(confirmation) ? confirmation : null;
}

/** What someone else changed will not come back by waiting: the read that showed it is the last. */
function confirmMoved(moved: readonly Movement[], live: LivePipe | null): Confirmation {
  return { wasRead: true, wasCut: false, shortfalls: moved, live, failure: null };
}

/**
 * What stands between two writes to a pipe. The answer to a PATCH is the pipe and the answer to a PUT its settings (pipes API,
 * part 4): each serves as the read before the write that follows. An answer without settings is followed by a read. `failure`
 * is why the next request cannot be sent although nothing moved; `live` is null when only the settings were shown.
 */
async function checkBetween(
  { record, answer, seen }: SentRequest,
  next: PlannedRequest,
  before: PlanBasis,
  after: PlanBasis,
  session: PipeSession,
): Promise<Pick<SentRequests, 'moved' | 'failure'> & { readonly live: LivePipe | null }> {
  const found = record.outcome === 'found' ? seen : null;
  let live = found ?? answer?.pipe ?? null;
  if (found === null && (answer === null || lacksSettings(answer.settings, after))) {
    const read = await readPipe(session);
    if (!read.ok) return { moved: [], failure: read.failure, live: null };
    live = read.pipe;
  }
  if (live !== null && !isSamePipe(session.pipe, live))
    return { moved: [], failure: notSentSince('wrong-pipe', next), live };
  const shown = live ?? { settings: { status: 'absent' }, unreadable: [], ...answer, scaling: null };
  return { moved: findEdits(next, before, after, shown), failure: null, live };
}

/** Whether an answer has no settings although some are live. */
function lacksSettings(settings: LiveSettings, expected: PlanBasis): boolean {
  if (settings.status !== 'known') return settings.status === 'absent';
  return Object.keys(settings.values).length === 0 && Object.keys(expected.settings ?? {}).length > 0;
}

interface SentRequest {
  readonly record: RequestRecord;
  /** Why it came to nothing or is not known; null when it was accepted or found. */
  readonly failure: RequestFailure | null;
  /** What the answer shows; null when there was none. */
  readonly answer: WriteAnswer | null;
  /** The pipe as read after the answer was lost, or while the rate limit held the request back; null when it was not read. */
  readonly seen: LivePipe | null;
  /** What the reads after a lost answer came to; null when no answer was lost. */
  readonly confirmation: Confirmation | null;
  /** What someone else changed while the rate limit held the request back, so that it was not sent again. */
  readonly moved: readonly Movement[];
}

/**
 * Sends one write. A rejection is final. When the answer is lost (time-out, reset, 5xx) the pipe is read until the write shows
 * or `waitTimeoutMs` passes. The request is sent again only after a read that is newer than the write: one that still shows
 * everything as it was `before`, in a settled state, `SETTLING_MS` after the answer was lost (cli.md, "How updates are built").
 * After a lost answer a rejection is no proof that nothing changed: what was lost may show late.
 */
async function sendRequest(session: PipeSession, request: PlannedRequest, before: PlanBasis): Promise<SentRequest> {
  const { clock } = session.run.ports;
  const { naming } = session.target;
  const { waitTimeoutMs } = session.run.options;
  const startedMs = clock.monotonicMs();
  let attempts = 0;
  let sending = request;
  let lostAtMs: number | null = null;
  for (let sends = 1; ; sends++) {
    const written = await writeWhenLetThrough(session, sending, request, before);
    const { result, seen, moved } = written;
    attempts += written.attempts;
    const end = (outcome: RequestRecord['outcome'], about: Partial<SentRequest> = {}): SentRequest => {
      const { status: httpStatus, requestId } = answerOf(result);
      const durationMs = Math.round(clock.monotonicMs() - startedMs);
      const { purpose } = session;
      const record = { ...request, purpose, outcome, httpStatus, attempts, requestId, durationMs };
      return { record, failure: null, answer: null, seen, confirmation: null, moved, ...about };
    };
    if (written.isFound) return end('found');
    if (result.outcome === 'accepted') return end('accepted', { answer: result.answer });
    const { failure } = result;
    const isRejected = result.outcome === 'rejected';
    if (isRejected && sends === 1) return end(wasHeldBack(failure) ? 'not-sent' : 'rejected', { failure });

    lostAtMs ??= clock.monotonicMs();
    const mayResend = !isRejected && sends < MAX_SENDS;
    const isShown = (live: LivePipe): boolean => shows(sending, live, naming);
    // A pipe in transition may be carrying the update out already, whatever values it shows meanwhile.
    const isMissing = (live: LivePipe, elapsedMs: number): boolean =>
      mayResend &&
      elapsedMs >= SETTLING_MS &&
      stateGroup(live.state) !== 'transition' &&
      findChanged(before, request, live).length === 0;
    const confirmation = await readUntilShown(
      expectAfter(before, request, naming),
      session,
      waitTimeoutMs - (clock.monotonicMs() - lostAtMs),
      (live, elapsedMs) => isShown(live) || isMissing(live, elapsedMs),
    );
    const { isDone, live } = confirmation;
    if (!isDone || live === null) return end('unknown', { failure, seen: live, confirmation });
    if (isShown(live)) return end('found', { seen: live, confirmation });
    sending = missingPart(sending, live);
  }
}

interface Written extends Pick<SentRequest, 'seen' | 'moved'> {
  readonly result: WriteResult;
  readonly attempts: number;
  /** Whether a read made while it was held back shows what it asks for. */
  readonly isFound: boolean;
}

/**
 * Writes once the rate limit lets it: a 429 changed nothing, but the wait until the next try is time in which someone else
 * may change the pipe, so it is read again first. The reader waits for its permit; when it gives up, or when only writes are
 * limited and the time for that is over, so does this. At the first interrupt it is not sent again.
 */
async function writeWhenLetThrough(
  session: PipeSession,
  sending: PlannedRequest,
  request: PlannedRequest,
  before: PlanBasis,
): Promise<Written> {
  const { clock } = session.run.ports;
  const deadlineMs = clock.monotonicMs() + LONGEST_LIMITED_MS;
  let attempts = 0;
  let seen: LivePipe | null = null;
  for (let round = 1; ; round++) {
    const result = await writePipe(session, sending, before);
    attempts += answerOf(result).attempts;
    const end = (about: Partial<Written> = {}): Written => {
      return { result, attempts, seen, moved: [], isFound: false, ...about };
    };
    if (result.outcome !== 'rejected' || result.failure.status !== 429) return end();
    const reject = (failure: RequestFailure): Written => end({ result: { ...result, failure } });
    if (session.stop.aborted) return reject(notSentSince('cancelled', sending));
    if (clock.monotonicMs() >= deadlineMs) return end();

    // Where only writes are limited, the reader does not wait.
    await pause(session, round);
    const read = await readPipe(session);
    if (!read.ok) return reject(read.failure);
    if (!isSamePipe(session.pipe, read.pipe)) return reject(notSentSince('wrong-pipe', sending));
    seen = read.pipe;
    if (shows(sending, seen, session.target.naming)) return end({ isFound: true });
    const moved = findChanged(before, request, seen);
    if (moved.length > 0) return end({ moved });
    if (session.stop.aborted) return reject(notSentSince('cancelled', sending));
  }
}
