/** How many requests a service takes in any window of so many milliseconds. */
export interface RateLimit {
  readonly requests: number;
  readonly perMilliseconds: number;
}

/**
 * The requests of a connection as its rate limits see them: those under way, and when those that took a turn ended. A turn
 * comes back one window after the answer to its request, less (where that is wanted) the shortest way there and back so far,
 * which the next request will take as well. So no window, as the service sees it, holds more requests than the limit, however long
 * answers take, and long ways do not make the window longer.
 */
export interface Turns {
  readonly underWay: number;
  /** From sending a request to its answer, in milliseconds: the shortest so far, and the usual of late; infinite before any. */
  readonly shortestWayMs: number;
  readonly usualWayMs: number;
  take(): void;
  /**
   * The request of a turn that was sent `wayMs` ago has ended at `now`. An answer of 429 gives its turn back at once: the
   * service did nothing.
   */
  giveBack(how: 'used' | 'unused', now: number, wayMs: number): void;
  /** When a request more keeps to the limit, on the clock of `now` (perhaps past); null: only after one under way ended. */
  freeAt(limit: RateLimit): number | null;
  /** How many requests that took a turn ended since. */
  endedSince(time: number): number;
  /** The time between the ends of the first and the last of the latest so many requests that ended. */
  spanMs(requests: number): number;
}

const WEIGHT_OF_LATEST = 0.1;
/** Of the shortest way: what the way back of one and the way there of another seldom fall below. */
const NEARLY_SURE = 0.9;

/**
 * `longestMs`: limits with a longer window, in milliseconds, are not kept to. `margin`: a limit that is `strict` is never run into,
 * for which its window is longer by the way there and back; otherwise a request too early now and then is worth the time.
 */
export function createTurns(longestMs: number, margin: 'strict' | 'close'): Turns {
  const saved = margin === 'strict' ? 0 : NEARLY_SURE;
  // In the order of time, each less the shortest way.
  const ended: number[] = [];
  let underWay = 0;
  let shortestWayMs = Number.POSITIVE_INFINITY;
  let usualWayMs = Number.POSITIVE_INFINITY;
  return {
    get underWay() {
      return underWay;
    },
    get shortestWayMs() {
      return shortestWayMs;
    },
    get usualWayMs() {
      return usualWayMs;
    },
    take() {
      underWay += 1;
    },
    giveBack(how, now, wayMs) {
      underWay -= 1;
      const isFirst = shortestWayMs === Number.POSITIVE_INFINITY;
      shortestWayMs = Math.min(shortestWayMs, wayMs);
      usualWayMs = isFirst ? wayMs : usualWayMs + (wayMs - usualWayMs) * WEIGHT_OF_LATEST;
      if (how === 'unused') return;
      ended.push(now - saved * shortestWayMs);
      const oldest = now - longestMs;
      if ((ended[0] ?? now) < oldest) {
        const kept = ended.findIndex((time) => time >= oldest);
        ended.splice(0, kept);
      }
    },
    freeAt({ requests, perMilliseconds }) {
      const room = requests - underWay;
      if (room <= 0) return null;
      const last = ended[ended.length - room];
      return last === undefined ? Number.NEGATIVE_INFINITY : last + perMilliseconds;
    },
    endedSince: (time) => ended.length - (ended.findLastIndex((end) => end < time) + 1),
    spanMs(requests) {
      const last = ended[ended.length - 1];
      const first = ended[ended.length - requests];
      return last === undefined || first === undefined ? Number.POSITIVE_INFINITY : last - first;
    },
  };
}
