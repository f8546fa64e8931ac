import { type PipeAddress, type RequestFailure, type WriteResult, wasHeldBack } from '../model/client.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import { stateGroup } from '../model/pipe-state.ts';
import type { PlannedRequest } from '../model/plan.ts';
import type { RequestRecord } from '../model/run.ts';
import type { Movement } from '../plan/basis.ts';
import { type Expectation, findChanged, missingPart, shows } from './expectation.ts';
import type { PipeSession } from './pipe-session.ts';

/** A write whose answer was lost is sent at most this often in all, each time only after a read that does not show it. */
const MAX_SENDS = 3;

/** How long a write that is answered 429 is tried for while reads are let through. */
const PATIENCE_MS = 600_000;

/** Reads made after a lost answer before what is missing counts as missing: a scaling update shows late (field notes). */
const LOOKS = 4;

export interface Sent {
  readonly record: RequestRecord;
  /** Why it came to nothing or is not known; null when it was accepted or found. */
  readonly failure: RequestFailure | null;
  /** The pipe as last read since the request was begun, or null when it was not. */
  readonly seen: LivePipe | null;
  /** What someone else changed while the rate limit held the request back, so that it was not sent again. */
  readonly moved: readonly Movement[];
}

/**
 * Sends one write. A rejection is final. When the answer is lost (time-out, reset, 5xx) the pipe is read first, and the
 * request is sent again only if the read shows it missing and everything else as it was `before` (cli.md, "How updates are
 * built"): a pipe that someone else changed in the meantime is left alone. After a lost answer a rejection is no proof that
 * nothing changed: what was lost may show late.
 */
export async function sendRequest(session: PipeSession, request: PlannedRequest, before: Expectation): Promise<Sent> {
  const startedMs = session.clock.now();
  let attempts = 0;
  let sending = request;
  // Also of a request that is accepted in the end: what the next one is about may have been edited while this one was held up.
  let latest: LivePipe | null = null;
  for (let sends = 1; ; sends++) {
    const turn = await writeInTurn(session, sending, request, before);
    const { result, moved } = turn;
    latest = turn.seen ?? latest;
    attempts += turn.attempts;
    const record = (outcome: RequestRecord['outcome']): RequestRecord => ({
      ...request,
      purpose: session.purpose,
      outcome,
      httpStatus: result.outcome === 'accepted' ? result.status : result.failure.status,
      attempts,
      requestId: result.outcome === 'accepted' ? result.requestId : result.failure.requestId,
      durationMs: session.clock.now() - startedMs,
    });
    if (turn.isFound) return { record: record('found'), failure: null, seen: latest, moved };
    if (result.outcome === 'accepted') return { record: record('accepted'), failure: null, seen: latest, moved };
    const { failure } = result;
    const isRejected = result.outcome === 'rejected';
    if (isRejected && sends === 1) {
      return { record: record(wasHeldBack(failure) ? 'not-sent' : 'rejected'), failure, seen: latest, moved };
    }
    const seen = await lookFor(session, sending);
    if (seen !== null && shows(sending, seen, session.target.naming))
      return { record: record('found'), failure: null, seen, moved };
    // A pipe in transition may be carrying the update out already, whatever values it shows meanwhile.
    const isMissing =
      seen !== null && stateGroup(seen.state) !== 'transition' && findChanged(before, request, seen).length === 0;
    if (!isMissing || isRejected || sends === MAX_SENDS || session.abort.aborted) {
      return { record: record('unknown'), failure, seen, moved };
    }
    latest = seen;
    sending = missingPart(sending, seen);
  }
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
 * limited and patience ends, so does this. At the first interrupt it is sent no more.
 */
async function writeInTurn(
  session: PipeSession,
  sending: PlannedRequest,
  request: PlannedRequest,
  before: Expectation,
): Promise<TurnTaken> {
  const deadlineMs = session.clock.now() + PATIENCE_MS;
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
    if (session.clock.now() >= deadlineMs) return end({});

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
  const message = 'the journal could not be written, so it was not sent';
  return { kind: 'not-journaled', method, path, status: null, message, requestId: null, attempts: 0 };
}

function replaced({ method, path }: PlannedRequest): RequestFailure {
  const message = 'the pipe was renamed or turned into another kind while the rate limit held the update back';
  return { kind: 'wrong-pipe', method, path, status: null, message, requestId: null, attempts: 0 };
}

/** The pipe as last read while looking for the write, or null when it could not be read. */
async function lookFor(session: PipeSession, request: PlannedRequest): Promise<LivePipe | null> {
  let seen: LivePipe | null = null;
  for (let look = 0; look < LOOKS && !session.abort.aborted; look++) {
    if (look > 0) await session.pause(look);
    const read = await session.read();
    if (!read.ok) continue;
    seen = read.pipe;
    const settingsAreFinal = request.method === 'PUT' && stateGroup(seen.state) !== 'transition';
    if (shows(request, seen, session.target.naming) || settingsAreFinal) return seen;
  }
  return seen;
}
