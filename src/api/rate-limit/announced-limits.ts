import type { Announcement } from './read-announcement.ts';
import type { Quota } from './read-quota.ts';
import type { RateLimit, Turns } from './turns.ts';

/** The limits that the service tells with its answers; those of the last one hold. */
export interface AnnouncedLimits {
  readonly limits: readonly RateLimit[];
  /** Learns from an answer, before the turn of its request is given back. */
  hear(announcement: Announcement, now: number): void;
}

/**
 * Limits with a window longer than `longestMs` are not kept to. Without a policy the size of the quota is the most that was
 * told to be left, and the window the longest time until its reset. What others with the same key have used is taken off.
 */
export function createAnnouncedLimits(turns: Turns, longestMs: number): AnnouncedLimits {
  let limits: readonly RateLimit[] = [];
  let mostLeft = 0;
  let longestResetMs = 0;

  function guessLimit({ limit, remaining, resetMs }: Quota): readonly RateLimit[] {
    mostLeft = Math.max(mostLeft, limit ?? remaining + 1);
    longestResetMs = Math.max(longestResetMs, resetMs ?? 0);
    return longestResetMs === 0 ? [] : [{ requests: mostLeft, perMilliseconds: longestResetMs }];
  }

  function withoutOthers(limit: RateLimit, { remaining }: Quota, now: number): RateLimit {
    const ours = turns.underWay + turns.endedSince(now - limit.perMilliseconds);
    const others = Math.max(0, limit.requests - remaining - ours);
    return { ...limit, requests: Math.max(1, limit.requests - others) };
  }

  return {
    get limits() {
      return limits;
    },
    hear({ policies, quota }, now) {
      const told = policies.length > 0 || quota === null ? policies : guessLimit(quota);
      const kept = told.filter(({ perMilliseconds }) => perMilliseconds <= longestMs);
      const [only, ...more] = kept;
      // Of several policies it is not known which one the quota belongs to.
      limits = only === undefined || more.length > 0 || quota === null ? kept : [withoutOthers(only, quota, now)];
    },
  };
}
