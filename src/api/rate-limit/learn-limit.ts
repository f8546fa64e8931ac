import type { RateLimitWait } from '../../model/client.ts';
import type { Announcement, Quota } from './headers.ts';
import { type Permit, type RateLimit, SlidingLog } from './sliding-log.ts';

/*
 * Home-made because packages such as `bottleneck` and `p-throttle` keep a limit that is known, and none learns one.
 *
 * Configured and announced limits are followed. Any other is learned from 429s, as N requests in a window of W:
 *
 * 1. Until the first 429, only round trips limit the rate; beyond 10, 20, 50, 100, 200 … requests, few are in flight at a time.
 * 2. A 429 may be stray: when all requests in flight have ended, one check is sent. If it passes, sending continues.
 * 3. If the check is refused too, or nothing passed and a wait is named, everything is held: for the named wait, else until
 *    probes at the times of PROBES_MS.
 * 4. The probe that passes shows N (what passed before) and W (from the first of these until the probe).
 * 5. When N proves too small, or W is uncertain by more than EXACT, a request is sometimes sent early: if it passes, W
 *    becomes shorter; if the following window is refused, the old W is restored.
 * 6. After RETEST windows without a refusal, N is tested again: somebody else may have used up the first ones.
 *
 * Measured in virtual time at 20 ms (test/api/rate-limits.test.ts): 500 requests at 50 a second take 9.9 s with 2.7% of 429s,
 * 40 at 10 in 10 s take 31 s; 5% of stray 429s cost 0.5 s in 200 requests.
 */

/** `refused` is a 429, with the wait that it names in milliseconds, or null. */
export type PermitEnd =
  | { readonly status: 'no-response' }
  | { readonly status: 'passed'; readonly announced: Announcement | null }
  | { readonly status: 'refused'; readonly waitMs: number | null; readonly announced: Announcement | null };

/** Decides when requests may be sent. Times are milliseconds of a monotonic clock. */
export interface LimitLearner {
  /** When the next request may be sent, possibly past; null: only after one in flight has ended. */
  nextAt(now: number): number | null;
  send(now: number): Permit;
  end(permit: Permit, end: PermitEnd, now: number): void;
  /** During a hold, the milliseconds without a passed request by its end; otherwise 0. */
  stalledMs(now: number): number;
  /** See `RequestQueue.expect`. */
  expect(requests: number): void;
  /** null: unknown. */
  readonly limit: Pick<RateLimitWait, 'source' | 'perSecond'> | null;
}

/** A slower response says nothing about a limit. */
const SLOW_MS = 1_000;
/** The longest window that is learned or followed: an hour. */
const MAX_WINDOW_MS = 3_600_000;
/** When to probe after the start of an unnamed window, by common windows. */
const PROBES_MS = [1_000, 3_000, 10_000, 60_000, 120_000, 300_000, 610_000];
/** The maximum backoff after named waits that were too short. */
const MAX_BACKOFF_MS = 30_000;
/** The wait for a quota without a reset time. */
const UNNAMED_RESET_MS = 1_000;
/** Extends a window, since latency varies. */
const MARGIN = 1.02;
const JITTER = 0.01;
/** A window known to this factor is exact enough. */
const EXACT = 1.15;
/**
 * The share of requests that may exceed a limit at first, and that trials may waste while the rest takes less than
 * `LONG_MS`.
 */
const EXCESS = 0.015;
const WASTE = 0.04;
const LONG_MS = 60_000;
/** Sent at once, to test whether N is too small. */
const NO_WINDOW_MS = 1;
/** N is tested again after this many windows, then after this many times more, and so on. */
const RETEST = 10;
/** A service that refuses a larger share of the latest requests has a limit. */
const MAX_STRAY = 0.35;
const WEIGHT_OF_LATEST = 0.05;
/** This many refusals, twice as many as passed after them, prove a limit. */
const FLOOD = 5;

interface LearnedLimit extends RateLimit {
  /**
   * The longest window that proved too short, in milliseconds; 0 when the first probe passed, since the refusals may
   * be stray.
   */
  readonly tooShortMs: number;
  /** Restored when a request in the first window is refused. */
  readonly fallback: LearnedLimit | null;
}

/** Consecutive 429s, which may be stray until they prove a limit. */
interface Refusals {
  /** The first refused request. */
  readonly sequence: number;
  readonly since: number;
  readonly lastRefusedAt: number;
  readonly count: number;
  /** The longest named wait, in milliseconds. */
  readonly waitMs: number | null;
  /** Requests sent alone since, to check for a limit. */
  readonly checks: number;
}

/** Nothing is sent except probes. `since`: the first 429. */
interface Hold extends Pick<Refusals, 'since' | 'lastRefusedAt'> {
  readonly windowStart: number;
  readonly until: number;
  /** Whether several responses named a wait. */
  readonly isNamed: boolean;
  readonly failedProbes: number;
}

/** `random`: from 0 (included) to 1 (excluded), so that clients with the same key do not synchronize. */
export function createLimitLearner(configured: RateLimit | null, random: () => number): LimitLearner {
  const log = new SlidingLog(Math.max(MAX_WINDOW_MS, configured?.perMilliseconds ?? 0));
  let policies: readonly RateLimit[] = [];
  /** `remaining` is known since `knownAt`. */
  let quota: (Quota & { readonly endsAt: number; readonly knownAt: number }) | null = null;
  let learned: LearnedLimit | null = null;
  let suspected: Refusals | null = null;
  let hold: Hold | null = null;
  /** Whether a request that tests a shorter window is in flight, alone. */
  let isTrying = false;
  let expected = 0;
  let passed = 0;
  /** Passed since the last hold or trial. */
  let passedSince = 0;
  let wasted = 0;
  /** Limits that an early request disproved. */
  let disproved = 0;
  /** The number of windows without a refusal after which N is tested again. */
  let retestAfter = RETEST;
  let refusedShare = 0;
  let roundTripMs = Number.POSITIVE_INFINITY;

  const stretch = MARGIN + JITTER * random();
  const shareOf = (share: number): number => share * Math.max(expected, passed);

  /** The maximum of requests in flight. */
  function width(now: number): number {
    if (quota !== null) return now < quota.endsAt ? quota.remaining : 1;
    if (policies.length > 0) return Number.POSITIVE_INFINITY;
    if (learned !== null) {
      // Uses the window up in half of its time: more would be wasted if the limit became lower.
      const enough = Math.max(2, Math.ceil((2 * learned.requests * roundTripMs) / learned.perMilliseconds));
      return passedSince < learned.requests ? Math.min(enough, 1 + passedSince) : enough;
    }
    if (configured !== null) return Number.POSITIVE_INFINITY;
    const untilMark = Math.max(nextMark(passedSince) - passedSince, 1, Math.floor(shareOf(EXCESS)));
    return disproved > 0 ? Math.min(untilMark, 1 + passedSince) : untilMark;
  }

  function nextAt(now: number): number | null {
    if (isTrying) return null;
    if (hold !== null || suspected !== null) {
      const allowedAt = configured === null ? now : log.freeAt(configured, 'endedAt', now);
      return log.underWay > 0 || allowedAt === null ? null : Math.max(hold?.until ?? now, allowedAt);
    }
    const roomAt = log.roomAt(width(now), quota === null ? SLOW_MS : Number.POSITIVE_INFINITY, now);
    if (roomAt === null) return quota !== null && log.underWay === 0 ? quota.endsAt : null;
    if (roomAt > now) return roomAt;
    const times = (quota === null ? policies : []).map((policy) => log.freeAt(policy, 'arrivedAt', now));
    if (configured !== null) times.push(log.freeAt(configured, 'endedAt', now));
    if (learned !== null) times.push(trialAt(learned, now) ?? log.freeAt(learned, 'arrivedAt', now));
    return times.reduce((last, time) => (last === null || time === null ? null : Math.max(last, time)), now);
  }

  /** The window to test, in milliseconds, or null. */
  function windowToTry({ requests, perMilliseconds, tooShortMs }: LearnedLimit): number | null {
    if (passedSince < requests) return null;
    if (tooShortMs === 0) return NO_WINDOW_MS;
    const restMs = ((expected - passed) / requests) * perMilliseconds;
    if (wasted >= shareOf(WASTE) && restMs < LONG_MS) return null;
    if (perMilliseconds > EXACT * tooShortMs) return Math.sqrt(perMilliseconds * tooShortMs);
    return passedSince < retestAfter * requests ? null : NO_WINDOW_MS;
  }

  function trialAt(limit: LearnedLimit, now: number): number | null {
    const triedMs = log.underWay > 0 ? null : windowToTry(limit);
    if (triedMs === null) return null;
    if (isRetest(limit, triedMs)) {
      // If the window, possibly as short as `tooShortMs`, reopened before the arrival, a correct limit would be disproved.
      const reopensAt = log.freeAt({ ...limit, perMilliseconds: limit.tooShortMs }, 'arrivedAt', now) ?? now;
      if (reopensAt <= now + roundTripMs) return null;
    }
    return log.freeAt({ ...limit, perMilliseconds: triedMs }, 'arrivedAt', now);
  }

  function pass({ triedMs, arrivedAt }: Permit): void {
    passed += 1;
    passedSince += 1;
    if (hold !== null) {
      if (quota === null && passedSince > 1) learned = learn(hold, arrivedAt, passedSince - 1);
      hold = null;
      passedSince = 1;
    } else if (learned !== null && triedMs !== null) {
      passedSince = 1;
      const isShorter = triedMs > 2 * roundTripMs;
      if (!isShorter) disproved += 1;
      learned = isShorter ? { ...learned, perMilliseconds: triedMs, fallback: learned } : null;
    }
  }

  function learn(
    { windowStart, failedProbes, lastRefusedAt, isNamed }: Hold,
    resumedAt: number,
    before: number,
  ): LearnedLimit {
    const isProven = failedProbes > 0 || isNamed || disproved > 1;
    return {
      requests: Math.min(learned?.requests ?? before, before),
      perMilliseconds: resumedAt - windowStart,
      tooShortMs: isProven ? Math.max(1, lastRefusedAt - windowStart) : 0,
      fallback: null,
    };
  }

  function refuse({ sequence, sentAt, triedMs }: Permit, waitMs: number | null, now: number): void {
    if (hold !== null) {
      wasted += 1;
      const failedProbes = hold.failedProbes + 1;
      // Named waits that were too short get a growing backoff.
      const backoffMs = failedProbes > 1 ? Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** failedProbes) : 0;
      const until = waitMs === null ? nextProbe(hold, now) : now + Math.max(waitMs, backoffMs);
      hold = { ...hold, lastRefusedAt: sentAt, failedProbes, until };
    } else if (learned !== null && triedMs !== null) {
      revert(learned, triedMs);
    } else if (learned !== null && learned.fallback !== null && passedSince < learned.requests) {
      revert(learned.fallback, learned.perMilliseconds);
    } else {
      const before = suspected ?? { sequence, since: sentAt, lastRefusedAt: sentAt, count: 0, waitMs: null, checks: 0 };
      suspected = {
        ...before,
        sequence: Math.min(sequence, before.sequence),
        lastRefusedAt: Math.max(sentAt, before.lastRefusedAt),
        count: before.count + 1,
        waitMs: waitMs === null ? before.waitMs : Math.max(waitMs, before.waitMs ?? 0),
      };
    }
  }

  /** Restores a limit after a refused trial, or a refusal in the window after it. */
  function revert(limit: LearnedLimit, triedMs: number): void {
    wasted += 1;
    passedSince = 0;
    learned = { ...limit, tooShortMs: Math.max(limit.tooShortMs, triedMs), fallback: null };
  }

  /** Decides whether 429s were stray or start a hold. */
  function resolve(refusals: Refusals, hasPassed: boolean, now: number): void {
    const { sequence, count, checks, waitMs, since, lastRefusedAt } = refusals;
    const passedAfter = log.countPassedAfter(sequence);
    const isOften = refusedShare > MAX_STRAY;
    if (!isOften && checks > 0 && hasPassed) {
      suspected = null;
      return;
    }
    if (log.underWay > 0) return;
    const isFlood = count >= FLOOD && count > 2 * passedAfter;
    const isNamed = waitMs !== null && passedAfter === 0;
    // If some passed after it, two more refusals are required.
    if (!isOften && !isFlood && !isNamed && checks < (passedAfter > 1 ? 2 : 1)) return;
    wasted += count;
    const inWindow = Math.min(learned?.requests ?? passedSince, passedSince);
    const windowStart = (inWindow === 0 ? null : log.arrivedAtOf(inWindow)) ?? since;
    const held = { since, windowStart, lastRefusedAt, failedProbes: 0, isNamed: waitMs !== null && count > 1 };
    hold = { ...held, until: waitMs === null ? nextProbe(held, now) : now + waitMs };
    suspected = null;
  }

  function nextProbe({ windowStart, failedProbes }: Omit<Hold, 'until'>, now: number): number {
    // A learned window is probably only slightly too short.
    if (learned !== null && failedProbes === 0) return now + learned.perMilliseconds / 20;
    const times = PROBES_MS.map((ms) => windowStart + ms * stretch);
    return times.find((time) => time > now) ?? now + MAX_WINDOW_MS;
  }

  function applyAnnouncement(announced: Announcement, { sentAt }: Permit, now: number): void {
    policies = announced.policies.filter(({ perMilliseconds }) => perMilliseconds <= MAX_WINDOW_MS);
    if (announced.quota === null) return;
    const { remaining, resetMs } = announced.quota;
    if (resetMs !== null && resetMs > MAX_WINDOW_MS) {
      quota = null;
      return;
    }
    const endsAt = now + (resetMs ?? UNNAMED_RESET_MS);
    // Times are whole seconds: the earliest of a window is the most exact.
    const known = quota ?? { endsAt: now, remaining: 0, knownAt: now };
    // Responses may overtake each other: only a request that was sent later shows that more of the quota is there.
    const isMore = remaining > known.remaining && sentAt >= known.knownAt;
    quota =
      isMore || now >= known.endsAt || endsAt > known.endsAt + 1_000
        ? { remaining, resetMs, endsAt, knownAt: now }
        : {
            resetMs,
            remaining: Math.min(known.remaining, remaining),
            endsAt: Math.min(known.endsAt, endsAt),
            knownAt: remaining < known.remaining ? now : known.knownAt,
          };
  }

  return {
    nextAt,
    send(now) {
      const isEarly =
        hold === null && suspected === null && learned !== null && (log.freeAt(learned, 'arrivedAt', now) ?? now) > now;
      const permit = log.add(now, isEarly && learned !== null ? windowToTry(learned) : null);
      isTrying = permit.triedMs !== null;
      if (learned !== null && isRetest(learned, permit.triedMs)) retestAfter *= RETEST;
      if (suspected !== null) suspected = { ...suspected, checks: suspected.checks + 1 };
      return permit;
    },
    end(permit, end, now) {
      roundTripMs = Math.min(roundTripMs, Math.max(1, now - permit.sentAt));
      log.end(permit, end.status, now, roundTripMs / 2);
      if (permit.triedMs !== null) isTrying = false;
      if (end.status !== 'no-response') {
        refusedShare += ((end.status === 'refused' ? 1 : 0) - refusedShare) * WEIGHT_OF_LATEST;
        if (end.announced !== null) applyAnnouncement(end.announced, permit, now);
        else if (quota !== null && now >= quota.endsAt) quota = null;
      }
      if (end.status === 'passed') pass(permit);
      if (end.status === 'refused') refuse(permit, end.waitMs, now);
      if (suspected !== null) resolve(suspected, end.status === 'passed', now);
    },
    stalledMs: (now) => (hold !== null && hold.until > now ? hold.until - hold.since : 0),
    expect(requests) {
      expected = Math.max(expected, requests);
    },
    get limit(): LimitLearner['limit'] {
      const isAnnounced = quota !== null || policies.length > 0;
      const limit = isAnnounced ? (policies[0] ?? null) : (learned ?? (hold === null ? configured : null));
      if (limit === null && !isAnnounced && hold === null) return null;
      const source = isAnnounced ? 'announced' : limit !== null && limit === configured ? 'configured' : 'learned';
      return { source, perSecond: limit === null ? null : (limit.requests * 1_000) / limit.perMilliseconds };
    },
  };
}

/** Whether a trial tests N, although a window was proven. */
function isRetest({ tooShortMs }: LearnedLimit, triedMs: number | null): boolean {
  return triedMs === NO_WINDOW_MS && tooShortMs > 0;
}

/** The next of 10, 20, 50, 100, 200 …, the usual limits. */
function nextMark(passed: number): number {
  const scale = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(1, passed))));
  const factor = [1, 2, 5, 10].find((one) => one * scale * MARGIN > passed);
  return factor === undefined ? passed : factor * scale;
}
