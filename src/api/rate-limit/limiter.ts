// Home-made because packages such as `bottleneck` and `p-throttle` count a request when it starts and keep one fixed limit. A
// service counts it between sending and response, so a permit here is free one window after the response, and 429s teach a limit.

import type { RateLimitWait } from '../../model/client.ts';
import type { Announcement, Quota, RateLimit } from './headers.ts';

/** A request that was sent. Times are milliseconds of a monotonic clock. */
interface Permit {
  readonly sentAt: number;
  /** The same without the time in which nothing was sent or waited for. */
  readonly busyAt: number;
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
}

/** This many 429s without a response in between that passed are a limit, when none is known; fewer may be stray. */
const REFUSALS = 3;
/** A service that refuses a larger share of the latest requests has a limit. */
const MAX_STRAY = 0.25;
const WEIGHT_OF_LATEST = 0.05;

const FIRST_PROBE_MS = 100;
const PROBE_FACTOR = 1.5;
const MAX_PROBE_MS = 60_000;

/** A learned rate grows by this share with each request that passes, and is multiplied by the other after a hold. */
const INCREASE = 0.03;
const DECREASE = 0.5;
/** Requests per millisecond: more than are ever sent, so that a later limit is found soon. */
const MAX_RATE = 10;

/** Only so much of the past, without idle time, teaches a limit. */
const MEASURED_MS = 60_000;
/** The longest window that is followed: an hour. */
const MAX_WINDOW_MS = 3_600_000;
/** The wait for a quota without a reset time. */
const UNNAMED_RESET_MS = 1_000;

/**
 * Keeps to a limit that is configured or announced. Any other limit shows by its 429s: then one probe at a time is sent, with growing
 * waits or after the named one. When one passes, requests go on at the rate at which they passed in the last minute, the wait
 * included and idle time left out. That rate increases slowly until the next 429, which decreases it. A 429 does not lower a configured
 * limit: another command used the window.
 */
export function createLimiter(configured: RateLimit | null): Limiter {
  /** Oldest first, without refused ones: a request without a response may have counted. As long as a limit or the measuring needs. */
  const log: Permit[] = [];
  let inFlight = 0;
  let idleMs = 0;
  let idleSince: number | null = null;
  let policies: readonly RateLimit[] = [];
  let quota: (Quota & { readonly endsAt: number }) | null = null;
  /** Requests per millisecond. */
  let learned: number | null = null;
  let hold: Hold | null = null;
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
    else if (hold === null && policies.length > 0) times.push(...policies.map((limit) => freeAt(limit, now)));
    else if (hold === null && learned !== null) times.push((log.at(-1)?.sentAt ?? now) + 1 / learned);
    return times.reduce((last, time) => (last === null || time === null ? null : Math.max(last, time)), now);
  }

  function trim({ busyAt }: Permit): void {
    const kept = Math.max(1, configured?.requests ?? 0, ...policies.map(({ requests }) => requests));
    while (log.length > kept && (log[0]?.busyAt ?? busyAt) < busyAt - MEASURED_MS) log.shift();
  }

  function pass({ sentAt, busyAt }: Permit): void {
    if (sentAt >= refusals.since) refusals = { count: 0, since: 0 };
    if (hold === null || sentAt < hold.startedAt) {
      if (learned !== null) learned = Math.min(MAX_RATE, learned * (1 + INCREASE));
      return;
    }
    const [first] = log;
    hold = null;
    if (learned !== null) learned *= DECREASE;
    else if (configured === null && first !== undefined && first.busyAt < busyAt) {
      learned = log.length / (busyAt - first.busyAt);
    }
    refusedShare = 0;
  }

  function refuse(permit: Permit, waitMs: number | null, now: number): void {
    const index = log.lastIndexOf(permit);
    if (index !== -1) log.splice(index, 1);
    if (hold !== null) {
      const isProbe = permit.sentAt >= hold.startedAt;
      const until = Math.max(hold.until, now + Math.max(waitMs ?? 0, isProbe ? hold.delayMs : 0));
      hold = { ...hold, until, delayMs: isProbe ? Math.min(MAX_PROBE_MS, hold.delayMs * PROBE_FACTOR) : hold.delayMs };
      return;
    }
    refusals = refusals.count === 0 ? { count: 1, since: permit.sentAt } : { ...refusals, count: refusals.count + 1 };
    // When a request was alone, nobody knows whether others would have passed during the named wait.
    const isNamedAlone = waitMs !== null && inFlight === 0;
    const isStray = refusals.count < REFUSALS && refusedShare < MAX_STRAY;
    if (learned === null && isStray && !isNamedAlone) return;
    hold = { startedAt: now, until: now + (waitMs ?? FIRST_PROBE_MS), delayMs: FIRST_PROBE_MS };
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
      // A wait that the limit asks for is not idle.
      if (idleSince !== null) idleMs += Math.max(0, now - Math.max(idleSince, hold?.until ?? idleSince));
      idleSince = null;
      const permit = { sentAt: now, busyAt: now - idleMs, endedAt: Number.POSITIVE_INFINITY };
      log.push(permit);
      if (hold === null) trim(permit);
      inFlight += 1;
      if (quota !== null) quota = { ...quota, remaining: Math.max(0, quota.remaining - 1) };
      return permit;
    },
    end(permit, end, now) {
      inFlight -= 1;
      if (inFlight === 0) idleSince = now;
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
      if (quota !== null || policies.length > 0) return { source: 'announced', perSecond: perSecond(policies[0]) };
      if (hold !== null || learned !== null) return { source: 'learned', perSecond: learned && learned * 1_000 };
      return configured && { source: 'configured', perSecond: perSecond(configured) };
    },
  };
}

function perSecond(limit: RateLimit | undefined): number | null {
  return limit === undefined ? null : (limit.requests * 1_000) / limit.perMilliseconds;
}
