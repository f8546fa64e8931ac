// Home-made because `p-throttle` and `limiter` count a request when it starts. A service counts it between sending and
// response, so a permit here is free one window after the response. The log is also what a limit is learned from.

/** A number of requests in any window of this length. */
export interface RateLimit {
  readonly requests: number;
  readonly perMilliseconds: number;
}

/** A request that was sent. Times are milliseconds of a monotonic clock. */
export interface Permit {
  /** From 1, in sending order. */
  readonly sequence: number;
  readonly sentAt: number;
  /** The estimated arrival at the service. */
  readonly arrivedAt: number;
  /** Infinite while it is in flight. */
  readonly endedAt: number;
  /** The shorter window that the request tests, in milliseconds, or null. */
  readonly triedMs: number | null;
  /** Whether it got a response other than a 429. */
  readonly isPassed: boolean;
}

type Entry = { -readonly [Key in keyof Permit]: Permit[Key] };

/**
 * The requests of a connection, oldest first. Refused requests are removed; a request without a response may have
 * counted, so it stays.
 */
export class SlidingLog {
  readonly #entries: Entry[] = [];
  readonly #longestMs: number;
  #sequence = 0;
  underWay = 0;

  /** Entries that ended more than `longestMs` ago are removed. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  add(now: number, triedMs: number | null): Permit {
    this.#sequence += 1;
    this.underWay += 1;
    const entry = {
      sequence: this.#sequence,
      sentAt: now,
      arrivedAt: now,
      endedAt: Number.POSITIVE_INFINITY,
      triedMs,
      isPassed: false,
    };
    this.#entries.push(entry);
    return entry;
  }

  /** `oneWayMs`: the latency from the service. */
  end(permit: Permit, status: 'passed' | 'no-response' | 'refused', now: number, oneWayMs: number): void {
    this.underWay -= 1;
    const index = this.#entries.lastIndexOf(permit);
    const entry = this.#entries[index];
    if (entry === undefined) return;
    entry.endedAt = now;
    entry.arrivedAt = Math.max(entry.sentAt, now - oneWayMs);
    entry.isPassed = status === 'passed';
    if (status === 'refused') this.#entries.splice(index, 1);
    if ((this.#entries[0]?.endedAt ?? now) >= now - this.#longestMs) return;
    const kept = this.#entries.findIndex(({ endedAt }) => endedAt >= now - this.#longestMs);
    this.#entries.splice(0, kept);
  }

  /** When one more request keeps to the limit; null: only after one in flight has ended. */
  freeAt({ requests, perMilliseconds }: RateLimit, by: 'arrivedAt' | 'endedAt', now: number): number | null {
    const entry = this.#entries[this.#entries.length - requests];
    if (entry === undefined) return now;
    return entry[by] === Number.POSITIVE_INFINITY ? null : entry[by] + perMilliseconds;
  }

  /**
   * When fewer than `width` requests are in flight; null: only after one has ended. Requests older than `slowMs` do
   * not count, so that one stalled response does not block the others.
   */
  roomAt(width: number, slowMs: number, now: number): number | null {
    if (this.underWay < width) return now;
    if (slowMs === Number.POSITIVE_INFINITY) return null;
    // From the end, where the requests in flight are: the log may hold an hour.
    let left = width;
    const oldest = this.#entries.findLast(({ endedAt }) => endedAt === Number.POSITIVE_INFINITY && --left === 0);
    return oldest === undefined ? null : Math.max(now, oldest.sentAt + slowMs);
  }

  countPassedAfter(sequence: number): number {
    return this.#entries.filter((entry) => entry.isPassed && entry.sequence > sequence).length;
  }

  /** When the n-th last passed request arrived. */
  arrivedAtOf(fromLast: number): number | null {
    return this.#entries.filter(({ isPassed }) => isPassed).at(-fromLast)?.arrivedAt ?? null;
  }
}
