import type { ReadResult, RequestFailure } from '../../model/client.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Movement } from '../../plan/diff/basis.ts';
import { type Expectation, findShortfalls } from './expectation.ts';
import type { PipeSession } from './pipe-session.ts';

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

/** One read of a pipe, and how long after the first one began it was begun, in milliseconds. */
export interface Look {
  readonly live: LivePipe;
  readonly elapsedMs: number;
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
  const find = (live: LivePipe) => findShortfalls(expectation, live);
  return readUntil(({ live }) => find(live).length === 0, find, session, waitTimeoutMs);
}

/**
 * Reads until a read is what is waited for (`isDone` of the result), or the time passes. `find` says what of the last read is
 * not as expected.
 */
export async function readUntil(
  isEnough: (look: Look) => boolean,
  find: (live: LivePipe) => readonly Movement[],
  session: PipeSession,
  waitTimeoutMs: number,
): Promise<Confirmation & { readonly isDone: boolean }> {
  const startedMs = session.clock.monotonicMs();
  let heldBackSinceMs: number | null = null;
  let last: Confirmation = { wasRead: false, wasCut: false, shortfalls: [], live: null, failure: null };
  for (let round = 1; ; round++) {
    const elapsedMs = session.clock.monotonicMs() - startedMs;
    const read = await session.read();
    if (isHeldBack(read)) heldBackSinceMs ??= session.clock.monotonicMs();
    if (read.ok) {
      heldBackSinceMs = null;
      last = { wasRead: true, wasCut: false, shortfalls: find(read.pipe), live: read.pipe, failure: null };
      if (isEnough({ live: read.pipe, elapsedMs })) return { ...last, isDone: true };
    } else {
      last = { ...last, failure: read.failure };
    }
    if (session.abort.aborted) return { ...last, wasCut: true, isDone: false };
    const now = session.clock.monotonicMs();
    if (now - startedMs >= waitTimeoutMs || now - (heldBackSinceMs ?? now) >= LONGEST_HELD_BACK_MS) {
      return { ...last, isDone: false };
    }
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
