// Home-made because packages such as `bottleneck` and `p-throttle` count a request when it starts and keep one fixed limit. A
// service counts it between sending and response, so a permit here is free one window after the response, and 429s change the limit.

import type { RateLimitWait } from '../../model/client.ts';
import type { Announcement, Quota, RateLimit } from './headers.ts';

/** A request that was sent. Times are milliseconds of a monotonic clock. */
interface Permit {
  readonly sentAt: number;
  /** Infinite while it is in flight. */
  endedAt: number;
}

/** `refused` is a 429, with the wait that it names in milliseconds, or null. */
export type PermitEnd =
  | { readonly status: 'no-response' }
  | { readonly status: 'passed'; readonly announced: Announcement | null }
  | { readonly status: 'refused'; readonly waitMs: number | null; readonly announced: Announcement | null };

/** Decides when requests may be sent. Times are milliseconds of a monotonic clock. */
interface Limiter {
  /** When the next request may be sent, possibly past; null: only after one in flight has ended. */
  nextAt(now: number): number | null;
  send(now: number): Permit;
  end(permit: Permit, end: PermitEnd, now: number): void;
  /** During a hold, its milliseconds by its end; otherwise 0. */
  stalledMs(now: number): number;
  /** null: unknown. */
  readonly limit: Pick<RateLimitWait, 'source' | 'perSecond'> | null;
}

/** Nothing is sent but one probe at a time. */
interface Hold {
  readonly startedAt: number;
  readonly until: number;
  /** The wait after the next refused probe. */
  readonly delayMs: number;
  readonly hasRefusedProbe: boolean;
}

/** This many 429s without a response in between that passed are a limit, when none is known; fewer may be stray. */
const REFUSALS = 3;
/** A service that refuses a larger share of the latest requests has a limit. */
const MAX_STRAY = 0.25;
const WEIGHT_OF_LATEST = 0.05;

const FIRST_PROBE_MS = 100;
const PROBE_FACTOR = 1.5;
const MAX_PROBE_MS = 60_000;

/** A limit grows by this share after each window without a 429. */
const INCREASE = 0.1;

/** The longest window that is followed: an hour. */
const MAX_WINDOW_MS = 3_600_000;
/** The wait for a quota without a reset time. */
const UNNAMED_RESET_MS = 1_000;

/**
 * Keeps to a limit that is configured or announced. Any other limit shows by its 429s: then one probe at a time is sent, with growing
 * waits or after the named one, and the probe that passes shows how many requests passed in which time. That is the limit from then on,
 * and it increases slowly until the next 429.
 */
export function createLimiter(configured: RateLimit | null): Limiter {
  /** Oldest first, without refused ones: a request without a response may have counted. */
  const log: Permit[] = [];
  let inFlight = 0;
  let policies: readonly RateLimit[] = [];
  let quota: (Quota & { readonly endsAt: number }) | null = null;
  let learned: RateLimit | null = null;
  let hold: Hold | null = null;
  /** Since the last hold or increase. */
  let passed = 0;
  /** The end of the last hold. */
  let resumedAt = Number.NEGATIVE_INFINITY;
  let refusals = { count: 0, since: 0 };
  let refusedShare = 0;

  /** When one more request keeps to the limit; null: only after one in flight has ended. */
  function freeAt({ requests, perMilliseconds }: RateLimit, now: number): number | null {
    const permit = log[log.length - Math.floor(requests)];
    if (permit === undefined) return now;
    return permit.endedAt === Number.POSITIVE_INFINITY ? null : permit.endedAt + perMilliseconds;
  }

  function nextAt(now: number): number | null {
    if (hold !== null && inFlight > 0) return null;
    const times = [hold?.until ?? now, configured === null ? now : freeAt(configured, now)];
    if (quota !== null && now < quota.endsAt) times.push(quota.remaining > 0 ? now : quota.endsAt);
    // What the next quota is, the next response says.
    else if (quota !== null) times.push(inFlight > 0 ? null : now);
    else if (hold === null) {
      const limits = policies.length > 0 || learned === null ? policies : [learned];
      times.push(...limits.map((limit) => freeAt(limit, now)));
    }
    return times.reduce((last, time) => (last === null || time === null ? null : Math.max(last, time)), now);
  }

  function pass({ sentAt }: Permit): void {
    if (sentAt >= refusals.since) refusals = { count: 0, since: 0 };
    if (hold !== null && sentAt >= hold.startedAt) {
      learned = measure(hold, sentAt);
      hold = null;
      resumedAt = sentAt;
      passed = 0;
      refusedShare = 0;
    }
    passed += 1;
    if (learned === null || passed < learned.requests || hold !== null) return;
    learned = { ...learned, requests: learned.requests * (1 + INCREASE) };
    passed = 0;
  }

  /** What passed in the last window before a hold, and the time until something passed again. */
  function measure({ startedAt, hasRefusedProbe }: Hold, sentAt: number): RateLimit {
    const windowMs = learned?.perMilliseconds ?? Number.POSITIVE_INFINITY;
    const before = log.slice(log.findLastIndex((permit) => permit.sentAt < resumedAt) + 1);
    const inWindow = before.filter((permit) => permit.sentAt < startedAt && permit.endedAt > startedAt - windowMs);
    const requests = Math.max(1, inWindow.length);
    // The window has hardly begun: it ends as it did before.
    if (learned !== null && !hasRefusedProbe) return { ...learned, requests: Math.min(learned.requests, requests) };
    const since = inWindow[0] ?? before.findLast((permit) => permit.sentAt < startedAt);
    const perMilliseconds = Math.max(1, sentAt - (since?.sentAt ?? startedAt));
    return { requests, perMilliseconds: requests === 1 ? perMilliseconds : Math.min(windowMs, perMilliseconds) };
  }

  function refuse(permit: Permit, waitMs: number | null, now: number): void {
    log.splice(log.lastIndexOf(permit), 1);
    if (hold !== null) {
      const isProbe = permit.sentAt >= hold.startedAt;
      const delayMs = isProbe ? hold.delayMs : 0;
      const until = Math.max(hold.until, now + Math.max(waitMs ?? 0, delayMs));
      if (isProbe)
        hold = { ...hold, delayMs: Math.min(MAX_PROBE_MS, hold.delayMs * PROBE_FACTOR), hasRefusedProbe: true };
      hold = { ...hold, until };
      return;
    }
    refusals = refusals.count === 0 ? { count: 1, since: permit.sentAt } : { ...refusals, count: refusals.count + 1 };
    // Of a request that was alone, nobody knows whether others would have passed during the named wait.
    const isNamedAlone = waitMs !== null && inFlight === 0;
    const isStray = refusals.count < REFUSALS && refusedShare < MAX_STRAY;
    if (learned === null && isStray && !isNamedAlone) return;
    // The window that is known ends one window after the first request in it.
    const windowEndsAt = learned === null ? now : (freeAt(learned, now) ?? now);
    const until = Math.max(now + (waitMs ?? FIRST_PROBE_MS), waitMs === null ? windowEndsAt : now);
    const delayMs = Math.max(FIRST_PROBE_MS, (learned?.perMilliseconds ?? 0) / 20);
    hold = { startedAt: now, until, delayMs, hasRefusedProbe: false };
  }

  function follow(announced: Announcement, now: number): void {
    policies = announced.policies.filter(({ perMilliseconds }) => perMilliseconds <= MAX_WINDOW_MS);
    if (announced.quota === null) return;
    const { remaining, resetMs } = announced.quota;
    if (resetMs !== null && resetMs > MAX_WINDOW_MS) {
      quota = null;
      return;
    }
    const endsAt = now + (resetMs ?? UNNAMED_RESET_MS);
    // Resets are in whole seconds, and responses may overtake each other: within a window, the lowest is the most exact.
    const isSameWindow = quota !== null && now < quota.endsAt && endsAt <= quota.endsAt + 1_000;
    quota =
      isSameWindow && quota !== null
        ? { resetMs, remaining: Math.min(quota.remaining, remaining), endsAt: Math.min(quota.endsAt, endsAt) }
        : { resetMs, remaining: Math.max(0, remaining - inFlight), endsAt };
  }

  return {
    nextAt,
    send(now) {
      const permit = { sentAt: now, endedAt: Number.POSITIVE_INFINITY };
      log.push(permit);
      inFlight += 1;
      if (quota !== null) quota = { ...quota, remaining: Math.max(0, quota.remaining - 1) };
      return permit;
    },
    end(permit, end, now) {
      inFlight -= 1;
      permit.endedAt = now;
      if (end.status === 'no-response') return;
      refusedShare += ((end.status === 'refused' ? 1 : 0) - refusedShare) * WEIGHT_OF_LATEST;
      if (end.announced !== null) follow(end.announced, now);
      else if (quota !== null && now >= quota.endsAt) quota = null;
      if (end.status === 'passed') pass(permit);
      else refuse(permit, end.waitMs, now);
    },
    stalledMs: (now) => (hold !== null && hold.until > now ? hold.until - hold.startedAt : 0),
    get limit(): Limiter['limit'] {
      const isAnnounced = quota !== null || policies.length > 0;
      const limit = isAnnounced ? (policies[0] ?? null) : (learned ?? (hold === null ? configured : null));
      if (limit === null && !isAnnounced && hold === null) return null;
      const source = isAnnounced ? 'announced' : limit !== null && limit === configured ? 'configured' : 'learned';
      return { source, perSecond: limit === null ? null : (limit.requests * 1_000) / limit.perMilliseconds };
    },
  };
}
