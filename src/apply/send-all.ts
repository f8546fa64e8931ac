import type { RequestFailure } from '../model/client.ts';
import { SIZE_KEYS } from '../model/field.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { PlanBasis, PlannedPipe } from '../model/plan.ts';
import { type RequestRecord, wasSent } from '../model/run.ts';
import type { Movement } from '../plan/basis.ts';
import { shownScaling } from '../plan/weigh-scaling.ts';
import { type Confirmation, confirm, isConfirmed } from './confirm.ts';
import { type Expectation, expectAfter, findChanged } from './expectation.ts';
import { notSent } from './leave-pipe.ts';
import type { PipeSession } from './pipe-session.ts';
import { sendRequest } from './send-request.ts';

/** A pipe with its basis: what `update` in a plan guarantees. */
export type UpdatePipe = PlannedPipe & { readonly live: PlanBasis };

/** What was sent and what must be live now; `failure` is why it stopped short, null when all was accepted or found. */
export interface Writing {
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
export async function sendAll(
  pipe: UpdatePipe,
  live: LivePipe,
  session: PipeSession,
  waitTimeoutMs: number,
): Promise<Writing> {
  const records: RequestRecord[] = [];
  let expectation = expectBefore(pipe, live);
  let failure: RequestFailure | null = null;
  let moved: readonly Movement[] = [];
  let confirmation: Confirmation | null = null;
  let seen: LivePipe | null = null;
  for (const request of pipe.requests) {
    // A read that was made since the last write may show an edit that this request would undo.
    if (failure === null && seen !== null && moved.length === 0) {
      moved = findChanged(expectation, request, seen);
      confirmation = moved.length > 0 ? confirmMoved(moved, seen) : confirmation;
    }
    if (failure !== null || moved.length > 0) {
      records.push(...notSent([request], session.purpose));
      continue;
    }
    const sent = await sendRequest(session, request, expectation);
    const { record } = sent;
    confirmation = null;
    seen = sent.seen;
    moved = sent.moved;
    failure = moved.length > 0 ? null : sent.failure;
    if (seen !== null && moved.length > 0) confirmation = confirmMoved(moved, seen);
    if (wasSent(record)) expectation = expectAfter(expectation, request, session.target.naming);
    if (record.outcome === 'unknown') confirmation = await confirm(expectation, session, waitTimeoutMs);
    const isFound = confirmation !== null && isConfirmed(confirmation);
    if (isFound) failure = null;
    seen = confirmation?.live ?? seen;
    records.push(isFound ? { ...record, outcome: 'found' } : record);
  }
  return { records, expectation, failure, moved, confirmation };
}

/** What someone else changed will not come back by waiting: the read that showed it is the last. */
function confirmMoved(moved: readonly Movement[], live: LivePipe): Confirmation {
  return { wasRead: true, wasCut: false, shortfalls: moved, live, failure: null };
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
