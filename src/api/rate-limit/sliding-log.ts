/** How many requests a service takes in any window of so many milliseconds. */
export interface RateLimit {
  readonly requests: number;
  readonly perMilliseconds: number;
}

/** A request that was sent. Times are milliseconds of a clock that never goes back. */
export interface Permit {
  /** From 1, in the order of sending. */
  readonly sequence: number;
  readonly sentAt: number;
  /** At the service, as far as can be said: connecting may take longer than all else. */
  readonly arrivedAt: number;
  /** Infinite while it is under way. */
  readonly endedAt: number;
  /** The shorter window, in milliseconds, that the request tries out; null for most. */
  readonly triedMs: number | null;
  /** Whether it was answered, and not refused. */
  readonly isPassed: boolean;
}

type Entry = { -readonly [Key in keyof Permit]: Permit[Key] };

/**
 * The requests of a connection, the latest last. Those that were refused took no place in any window, and are removed; those without
 * a response may have taken one, and count.
 */
export class SlidingLog {
  readonly #entries: Entry[] = [];
  readonly #longestMs: number;
  #sequence = 0;
  underWay = 0;

  /** What ended longer ago than `longestMs` is forgotten. */
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

  /** `oneWayMs`: from the service to here. */
  end(permit: Permit, how: 'answered' | 'unanswered' | 'refused', now: number, oneWayMs: number): void {
    this.underWay -= 1;
    const index = this.#entries.lastIndexOf(permit);
    const entry = this.#entries[index];
    if (entry === undefined) return;
    [entry.endedAt, entry.arrivedAt] = [now, Math.max(entry.sentAt, now - oneWayMs)];
    entry.isPassed = how === 'answered';
    if (how === 'refused') this.#entries.splice(index, 1);
    if ((this.#entries[0]?.endedAt ?? now) >= now - this.#longestMs) return;
    const kept = this.#entries.findIndex(({ endedAt }) => endedAt >= now - this.#longestMs);
    this.#entries.splice(0, kept);
  }

  /** When one request more keeps to the limit; null: only after one under way has ended. */
  freeAt({ requests, perMilliseconds }: RateLimit, by: 'arrivedAt' | 'endedAt', now: number): number | null {
    const entry = this.#entries[this.#entries.length - requests];
    if (entry === undefined) return now;
    return entry[by] === Number.POSITIVE_INFINITY ? null : entry[by] + perMilliseconds;
  }

  /**
   * When fewer than `width` requests are under way. Those that are sent for longer than `slowMs` do not count, so that one stalled
   * response does not hold all others back. null: only after one has ended.
   */
  roomAt(width: number, slowMs: number, now: number): number | null {
    if (this.underWay < width) return now;
    const sent = this.#entries.filter(({ endedAt }) => endedAt === Number.POSITIVE_INFINITY);
    const oldest = sent[sent.length - width];
    if (oldest === undefined || slowMs === Number.POSITIVE_INFINITY) return null;
    return Math.max(now, oldest.sentAt + slowMs);
  }

  /** How many of those that were sent after another were let through. */
  countPassedAfter(sequence: number): number {
    return this.#entries.filter((entry) => entry.isPassed && entry.sequence > sequence).length;
  }

  /** When the last but so many of those that were let through arrived. */
  arrivedAtOf(fromLast: number): number | null {
    return this.#entries.filter(({ isPassed }) => isPassed).at(-fromLast)?.arrivedAt ?? null;
  }
}
