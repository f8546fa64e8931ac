import type { ReadResult, RequestFailure } from '../model/client.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { Movement } from '../plan/basis.ts';
import { type Expectation, findShortfalls } from './expectation.ts';
import type { PipeSession } from './pipe-session.ts';

/** What reading after the last write gave. */
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

/** Where everything fails nothing is asked but for a probe now and then; nobody waits for more than the first of them. */
const LONGEST_HELD_BACK_MS = 20_000;

/**
 * Reads until every value that was written, and every value that had to stay, shows, or the time passes. Scaling is
 * asynchronous and a 200 proves nothing (field notes), so only a read counts.
 */
export async function confirm(
  expectation: Expectation,
  session: PipeSession,
  waitTimeoutMs: number,
): Promise<Confirmation> {
  const deadlineMs = session.clock.now() + waitTimeoutMs;
  let heldBackSinceMs: number | null = null;
  let last: Confirmation = { wasRead: false, wasCut: false, shortfalls: [], live: null, failure: null };
  for (let round = 1; ; round++) {
    const read = await session.read();
    if (isHeldBack(read)) heldBackSinceMs ??= session.clock.now();
    if (read.ok) {
      heldBackSinceMs = null;
      const shortfalls = findShortfalls(expectation, read.pipe);
      last = { wasRead: true, wasCut: false, shortfalls, live: read.pipe, failure: null };
      if (shortfalls.length === 0) return last;
    } else {
      last = { ...last, failure: read.failure };
    }
    if (session.abort.aborted) return { ...last, wasCut: true };
    const now = session.clock.now();
    if (now >= deadlineMs || now - (heldBackSinceMs ?? now) >= LONGEST_HELD_BACK_MS) return last;
    await session.pause(round);
  }
}

function isHeldBack(read: ReadResult): boolean {
  return !read.ok && read.failure.kind === 'not-attempted';
}

/** Whether a read showed everything. */
export function isConfirmed(confirmation: Confirmation): boolean {
  return confirmation.wasRead && confirmation.shortfalls.length === 0;
}
