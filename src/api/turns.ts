/** How many requests a service takes in any window of so many milliseconds. */
export interface RateLimit {
  readonly requests: number;
  readonly perMilliseconds: number;
}

/**
 * The requests of a connection as its rate limits see them: those under way, and when those that took a turn ended. A turn comes
 * back one window after the answer to its request, so that no window, as the service sees it, holds more requests than
 * the limit, however long answers take.
 */
export interface Turns {
  readonly underWay: number;
  take(): void;
  /** The request of a turn has ended at `now`. An answer of 429 gives its turn back at once: the service did nothing. */
  giveBack(how: 'used' | 'unused', now: number): void;
  /** When a request more keeps to the limit (epoch milliseconds, perhaps past); null: only after one under way ended. */
  freeAt(limit: RateLimit): number | null;
  /** The time between the ends of the first and the last of the latest so many requests that ended. */
  spanMs(requests: number): number;
}

/** `longestMs`: limits with a longer window, in milliseconds, are not kept to. */
export function createTurns(longestMs: number): Turns {
  // In the order of time.
  const ended: number[] = [];
  let underWay = 0;
  return {
    get underWay() {
      return underWay;
    },
    take() {
      underWay += 1;
    },
    giveBack(how, now) {
      underWay -= 1;
      if (how === 'unused') return;
      ended.push(now);
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
    spanMs(requests) {
      const last = ended[ended.length - 1];
      const first = ended[ended.length - requests];
      return last === undefined || first === undefined ? Number.POSITIVE_INFINITY : last - first;
    },
  };
}
