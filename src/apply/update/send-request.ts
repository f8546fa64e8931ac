import {
  type PipeAddress,
  type RequestFailure,
  type WriteAnswer,
  type WriteResult,
  wasHeldBack,
} from '../../model/client.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { stateGroup } from '../../model/pipe-state.ts';
import type { PlannedRequest } from '../../model/plan.ts';
import type { RequestRecord } from '../../model/run.ts';
import type { Movement } from '../../plan/diff/basis.ts';
import { type Confirmation, type Look, readUntil } from './confirm.ts';
import { type Expectation, expectAfter, findChanged, findShortfalls, missingPart, shows } from './expectation.ts';
import type { PipeSession } from './pipe-session.ts';

/** A write whose answer was lost is sent at most this often in all. */
const MAX_SENDS = 3;

/** How long a write that is answered 429 is tried for while reads are let through. */
const LONGEST_LIMITED_MS = 600_000;

/**
 * How long after a lost answer a read that shows the old values says nothing about the write: the service may still settle,
 * and reads may come from replicas that lag behind. The field notes give no number; seconds have been seen.
 */
const SETTLING_MS = 30_000;

export interface Sent {
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
export async function sendRequest(
  session: PipeSession,
  request: PlannedRequest,
  before: Expectation,
  waitTimeoutMs: number,
): Promise<Sent> {
  const startedMs = session.clock.monotonicMs();
  let attempts = 0;
  let sending = request;
  let lostAtMs: number | null = null;
  for (let sends = 1; ; sends++) {
    const { result, seen, moved, ...turn } = await writeInTurn(session, sending, request, before);
    attempts += turn.attempts;
    const end = (outcome: RequestRecord['outcome'], about: Partial<Sent> = {}): Sent => ({
      record: {
        ...request,
        purpose: session.purpose,
        outcome,
        httpStatus: result.outcome === 'accepted' ? result.status : result.failure.status,
        attempts,
        requestId: result.outcome === 'accepted' ? result.requestId : result.failure.requestId,
        durationMs: Math.round(session.clock.monotonicMs() - startedMs),
      },
      failure: null,
      answer: null,
      seen,
      confirmation: null,
      moved,
      ...about,
    });
    if (turn.isFound) return end('found');
    if (result.outcome === 'accepted') return end('accepted', { answer: result.answer });
    const { failure } = result;
    const isRejected = result.outcome === 'rejected';
    if (isRejected && sends === 1) return end(wasHeldBack(failure) ? 'not-sent' : 'rejected', { failure });

    lostAtMs ??= session.clock.monotonicMs();
    const found = await findLost(session, sending, request, before, {
      waitTimeoutMs: waitTimeoutMs - (session.clock.monotonicMs() - lostAtMs),
      mayResend: !isRejected && sends < MAX_SENDS,
    });
    const { confirmation } = found;
    if (found.verdict === 'shown') return end('found', { seen: confirmation.live, confirmation });
    if (found.verdict === 'unknown') return end('unknown', { failure, seen: confirmation.live, confirmation });
    sending = missingPart(sending, found.live);
  }
}

type Found =
  | { readonly verdict: 'shown'; readonly confirmation: Confirmation }
  | { readonly verdict: 'unknown'; readonly confirmation: Confirmation }
  /** `live`: the read that shows it missing. */
  | { readonly verdict: 'missing'; readonly confirmation: Confirmation; readonly live: LivePipe };

/** Reads until a write whose answer was lost shows, is certainly missing, or the time passes. */
async function findLost(
  session: PipeSession,
  sending: PlannedRequest,
  request: PlannedRequest,
  before: Expectation,
  { waitTimeoutMs, mayResend }: { readonly waitTimeoutMs: number; readonly mayResend: boolean },
): Promise<Found> {
  const expectation = expectAfter(before, request, session.target.naming);
  const isShown = (live: LivePipe): boolean => shows(sending, live, session.target.naming);
  // A pipe in transition may be carrying the update out already, whatever values it shows meanwhile.
  const isMissing = ({ live, elapsedMs }: Look): boolean =>
    mayResend &&
    elapsedMs >= SETTLING_MS &&
    stateGroup(live.state) !== 'transition' &&
    findChanged(before, request, live).length === 0;
  const confirmation = await readUntil(
    (look) => isShown(look.live) || isMissing(look),
    (live) => findShortfalls(expectation, live),
    session,
    waitTimeoutMs,
  );
  const { isDone, live } = confirmation;
  if (!isDone || live === null) return { verdict: 'unknown', confirmation };
  return isShown(live) ? { verdict: 'shown', confirmation } : { verdict: 'missing', confirmation, live };
}

interface TurnTaken extends Pick<Sent, 'seen' | 'moved'> {
  readonly result: WriteResult;
  readonly attempts: number;
  /** Whether a read made while it was held back shows what it asks for. */
  readonly isFound: boolean;
}

/**
 * Writes once the rate limit lets it: a 429 changed nothing, but the wait for the next turn is time in which someone else
 * may change the pipe, so it is read again first. The reader waits for its turn; when it gives up, or when only writes are
 * limited and the time for that is over, so does this. At the first interrupt it is sent no more.
 */
async function writeInTurn(
  session: PipeSession,
  sending: PlannedRequest,
  request: PlannedRequest,
  before: Expectation,
): Promise<TurnTaken> {
  const deadlineMs = session.clock.monotonicMs() + LONGEST_LIMITED_MS;
  let attempts = 0;
  let seen: LivePipe | null = null;
  for (;;) {
    const result = await write(session, sending, before);
    attempts += attemptsOf(result);
    const end = (ended: Partial<TurnTaken>): TurnTaken => {
      return { result, attempts, seen, moved: [], isFound: false, ...ended };
    };
    if (result.outcome !== 'rejected' || result.failure.status !== 429) return end({});
    if (session.stop.aborted) return end({ result: { ...result, failure: interrupted(sending) } });
    if (session.clock.monotonicMs() >= deadlineMs) return end({});

    const read = await session.read();
    if (!read.ok) return end({ result: { ...result, failure: read.failure } });
    if (!session.isSame(read.pipe)) return end({ result: { ...result, failure: replaced(sending) } });
    seen = read.pipe;
    if (shows(sending, seen, session.target.naming)) return end({ isFound: true });
    const moved = findChanged(before, request, seen);
    if (moved.length > 0) return end({ moved });
  }
}

function attemptsOf(result: WriteResult): number {
  return result.outcome === 'accepted' ? result.attempts : result.failure.attempts;
}

/** On disk before it is sent, and what came back before anything else is done: a run that is killed is known to that point. */
async function write(session: PipeSession, request: PlannedRequest, before: Expectation): Promise<WriteResult> {
  if (session.abort.aborted) return { outcome: 'rejected', failure: interrupted(request), durationMs: 0 };
  if (!(await session.intend(request, before))) {
    return { outcome: 'rejected', failure: notJournaled(request), durationMs: 0 };
  }
  const address: PipeAddress = session.address;
  const result =
    request.method === 'PUT'
      ? await session.writer.replaceSettings(address, request.body, session.abort)
      : await session.writer.changeScaling(address, request.body, session.abort);
  await session.noteOutcome(request, result);
  session.emitRequest(
    request.method,
    request.path,
    result.outcome === 'accepted' ? result.status : result.failure.status,
    attemptsOf(result),
  );
  return result;
}

function interrupted({ method, path }: PlannedRequest): RequestFailure {
  const message = 'interrupted before it was sent';
  return { kind: 'cancelled', method, path, status: null, message, requestId: null, attempts: 0 };
}

function notJournaled({ method, path }: PlannedRequest): RequestFailure {
  const message = 'the run can no longer use its journal or its lock, so it was not sent';
  return { kind: 'not-journaled', method, path, status: null, message, requestId: null, attempts: 0 };
}

/** The failure of a request that was not sent, since the pipe was renamed or is of another kind now. */
export function replaced({ method, path }: PlannedRequest): RequestFailure {
  const message = 'the pipe was renamed or turned into another kind during the update';
  return { kind: 'wrong-pipe', method, path, status: null, message, requestId: null, attempts: 0 };
}
