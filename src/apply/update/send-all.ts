import type { RequestFailure } from '../../model/client.ts';
import { SIZE_KEYS } from '../../model/field.ts';
import type { LivePipe, LiveSettings } from '../../model/live-pipe.ts';
import type { PlanBasis, PlannedPipe, PlannedRequest } from '../../model/plan.ts';
import { type RequestRecord, wasSent } from '../../model/run.ts';
import type { Movement } from '../../plan/diff/basis.ts';
import { knownScaling } from '../../plan/diff/diff-scaling.ts';
import { type Confirmation, isConfirmed } from './confirm.ts';
import { type Expectation, expectAfter, findEdits } from './expectation.ts';
import { notSent } from './leave-pipe.ts';
import type { PipeSession } from './pipe-session.ts';
import { replaced, type Sent, sendRequest } from './send-request.ts';

/** A pipe with its basis: what `update` in a plan guarantees. */
export type UpdatePipe = PlannedPipe & { readonly live: PlanBasis };

/** What was sent and what must be live now; `failure` is why it stopped short, null when all was accepted or found. */
export interface Writing {
  readonly records: readonly RequestRecord[];
  readonly expectation: Expectation;
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
export async function sendAll(
  pipe: UpdatePipe,
  live: LivePipe,
  session: PipeSession,
  waitTimeoutMs: number,
): Promise<Writing> {
  const records: RequestRecord[] = [];
  let before = expectBefore(pipe, live);
  let expectation = before;
  let failure: RequestFailure | null = null;
  let moved: readonly Movement[] = [];
  let confirmation: Confirmation | null = null;
  let last: Sent | null = null;
  for (const request of pipe.requests) {
    if (last !== null && failure === null && moved.length === 0) {
      const between = await lookBetween(last, request, before, expectation, session);
      ({ failure, moved } = between);
      confirmation = moved.length > 0 ? confirmMoved(moved, between.live) : null;
    }
    if (failure !== null || moved.length > 0) {
      records.push(...notSent([request], session.purpose));
      continue;
    }
    last = await sendRequest(session, request, expectation, waitTimeoutMs);
    const { record } = last;
    moved = last.moved;
    failure = moved.length > 0 ? null : last.failure;
    before = expectation;
    if (wasSent(record)) expectation = expectAfter(expectation, request, session.target.naming);
    confirmation = moved.length > 0 ? confirmMoved(moved, last.seen) : conclude(last);
    records.push(record);
  }
  return { records, expectation, failure, moved, confirmation };
}

/** Reads that ended the work on a lost write need no other after them. */
function conclude({ record, confirmation }: Sent): Confirmation | null {
  if (confirmation === null) return null;
  return record.outcome === 'unknown' || isConfirmed(confirmation) ? confirmation : null;
}

interface Between {
  readonly moved: readonly Movement[];
  /** Why the next request cannot be sent although nothing moved, or null. */
  readonly failure: RequestFailure | null;
  /** null when only the settings were shown. */
  readonly live: LivePipe | null;
}

/**
 * What stands between two writes to a pipe. The answer to a PATCH is the pipe and the answer to a PUT its settings (pipes API,
 * part 4): each serves as the read before the write that follows. An answer without settings is followed by a read.
 */
async function lookBetween(
  { record, answer, seen }: Sent,
  next: PlannedRequest,
  before: Expectation,
  after: Expectation,
  session: PipeSession,
): Promise<Between> {
  const isRead = record.outcome === 'found' && seen !== null;
  const shown = isRead ? null : answer;
  let live = isRead ? seen : (answer?.pipe ?? null);
  if (!isRead && (shown === null || lacksSettings(shown.settings, after))) {
    const read = await session.read();
    if (!read.ok) return { moved: [], failure: read.failure, live: null };
    live = read.pipe;
  }
  if (live !== null && !session.isSame(live)) return { moved: [], failure: replaced(next), live };
  const edits = live ?? { settings: { status: 'absent' }, unreadable: [], ...shown, scaling: null };
  return { moved: findEdits(next, before, after, edits), failure: null, live };
}

/** Whether an answer has no settings although some are live. */
function lacksSettings(settings: LiveSettings, { settings: expected }: Expectation): boolean {
  if (settings.status !== 'known') return settings.status === 'absent';
  return Object.keys(settings.values).length === 0 && Object.keys(expected ?? {}).length > 0;
}

/** What someone else changed will not come back by waiting: the read that showed it is the last. */
function confirmMoved(moved: readonly Movement[], live: LivePipe | null): Confirmation {
  return { wasRead: true, wasCut: false, shortfalls: moved, live, failure: null };
}

/**
 * What must be live before the first write: the plan's basis and, when a scaling update is sent, CPU and memory that are not
 * managed. They had to stay; replicas and concurrency that are not managed may be an autoscaler's.
 */
function expectBefore(pipe: UpdatePipe, live: LivePipe): Expectation {
  if (!pipe.requests.some(({ method }) => method === 'PATCH')) return pipe.live;
  const sizes = SIZE_KEYS.map((key) => [key, knownScaling(live, key)] as const).filter(([, value]) => value !== null);
  return { ...pipe.live, scaling: { ...Object.fromEntries(sizes), ...pipe.live.scaling } };
}
