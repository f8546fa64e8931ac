import type { RateLimitWait } from '../../model/client.ts';
import type { Announcement, Quota } from './headers.ts';
import { type Permit, type RateLimit, SlidingLog } from './sliding-log.ts';

/*
 * A limit that is configured or announced is kept to. Any other is learned from 429s, as N requests in a window of W:
 *
 * 1. Until the first 429, requests go out as fast as they are answered; a few at a time go beyond 10, 20, 50, 100, 200 …
 * 2. A 429 proves nothing: everything waits until all is answered, and one request is sent to see. It is let through: go on.
 * 3. When that one is refused too, or none was answered and a wait is named, everything waits: as long as the response asks, else for
 *    probes at the times of PROBES_MS.
 * 4. The probe that is let through shows N (what was let through before) and W (from the first of these until the probe).
 * 5. Where N proves too small at once, or W is uncertain by more than EXACT, one request is sent early now and then: when it is let
 *    through the window becomes shorter, when the window that follows is refused the old one holds again.
 *
 * Measured in virtual time at 20 ms (test/api/rate-limits.test.ts): 500 requests at 50 a second take 10.0 s with 2.8% of 429s, 40 at 10
 * in 10 s take 31 s; 5% of stray 429s cost 0.5 s in 200 requests. Of random limits the median takes 0.9 times the least time, 95% at
 * most 1.4 times.
 */

/** How a request ended: `refused` is a 429, with the milliseconds to wait that the response names, or null. */
export type PermitEnd =
  | { readonly how: 'unanswered' }
  | { readonly how: 'answered'; readonly announced: Announcement | null }
  | { readonly how: 'refused'; readonly waitMs: number | null; readonly announced: Announcement | null };

/** Decides when requests may be sent, from what became of those before. Times are milliseconds of a clock that never goes back. */
export interface Limiter {
  /** When the next request may be sent, perhaps past; null: only after one under way has ended. */
  nextAt(now: number): number | null;
  send(now: number): Permit;
  end(permit: Permit, end: PermitEnd, now: number): void;
  /** While requests are held back: for how many milliseconds none will have been let through when that ends. Else 0. */
  stalledMs(now: number): number;
  /** So many requests are to come: what may be wasted on finding the limit is a share of them. */
  expect(requests: number): void;
  /** null: none is known. */
  readonly limit: Pick<RateLimitWait, 'source' | 'perSecond'> | null;
}

/** A request without a response for this time is slow: that says nothing of a limit. */
const SLOW_MS = 1_000;
/** The longest window that is learned or kept to when it is announced: an hour. */
const LONGEST_WINDOW_MS = 3_600_000;
/** When to probe after the start of a window that nobody names. Windows are mostly a second, ten seconds, one minute or some more. */
const PROBES_MS = [1_000, 3_000, 10_000, 60_000, 120_000, 300_000, 610_000];
/** Of waits that are named again and again. */
const LONGEST_BACKOFF_MS = 30_000;
/** A quota that does not say when there is more of it is asked for again after this time. */
const UNNAMED_RESET_MS = 1_000;
/** The way of a request to the service varies, so a window is awaited by so much more than it takes. */
const MARGIN = 1.02;
const JITTER = 0.01;
/** A window that is known to this factor is exact enough. */
const EXACT = 1.15;
/** The share of all requests that may be in excess at first, and that trials may waste while the rest takes less than `LONG_MS`. */
const EXCESS = 0.015;
const WASTE = 0.04;
const LONG_MS = 60_000;
/** Of the latest responses: a service that refuses more of them has a limit, whatever it lets through between. */
const MOST_STRAY = 0.35;
const WEIGHT_OF_LATEST = 0.05;
/** So many refusals at once, twice as many as were let through after them, need no further proof. */
const FLOOD = 5;

interface LearnedLimit extends RateLimit {
  /**
   * The longest window that has proved too short, in milliseconds. 0 when the first probe was let through: what that shows may have
   * been a few stray refusals.
   */
  readonly tooShortMs: number;
  /** The limit to return to when something is refused before the first window of this one is used up. */
  readonly fallback: LearnedLimit | null;
}

/** 429s one after another. Until they prove a limit they may be stray ones. */
interface Refusals {
  /** Of the first request that was refused. */
  readonly sequence: number;
  readonly since: number;
  readonly lastRefusedAt: number;
  readonly count: number;
  /** The longest that was named, in milliseconds. */
  readonly waitMs: number | null;
  /** Requests that were sent alone since, to see whether they are refused too. */
  readonly checks: number;
}

/** The time in which nothing is let through, until a probe is answered. `since`: the first 429. */
interface Hold extends Pick<Refusals, 'since' | 'lastRefusedAt'> {
  readonly windowStart: number;
  readonly until: number;
  /** Whether several responses asked for it. */
  readonly isNamed: boolean;
  readonly failedProbes: number;
}

/** `random`: from 0 (included) to 1 (excluded), so that others with the same key do not come back at the same time. */
export function createLimiter(configured: RateLimit | null, random: () => number): Limiter {
  const log = new SlidingLog(Math.max(LONGEST_WINDOW_MS, configured?.perMilliseconds ?? 0));
  let policies: readonly RateLimit[] = [];
  let quota: (Quota & { readonly endsAt: number }) | null = null;
  let learned: LearnedLimit | null = null;
  let suspected: Refusals | null = null;
  let hold: Hold | null = null;
  /** Whether a request that tries a shorter window is under way: until it is answered it is alone. */
  let isTrying = false;
  let expected = 0;
  let passed = 0;
  /** Let through since the last hold or trial. */
  let passedSince = 0;
  let wasted = 0;
  /** Limits that one request more disproved at once. */
  let disproved = 0;
  let refusedShare = 0;
  let roundTripMs = Number.POSITIVE_INFINITY;

  const stretch = MARGIN + JITTER * random();
  const shareOf = (share: number): number => share * Math.max(expected, passed);

  /** How many may be under way. */
  function width(now: number): number {
    if (quota !== null) return now < quota.endsAt ? quota.remaining : 1;
    if (policies.length > 0) return Number.POSITIVE_INFINITY;
    if (learned !== null) {
      // What uses the window up in half of its time: more would be wasted should the limit become lower.
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

  /** The window to try out, in milliseconds; null: not now. */
  function windowToTry({ requests, perMilliseconds, tooShortMs }: LearnedLimit): number | null {
    if (passedSince < requests) return null;
    if (tooShortMs === 0) return 1;
    if (perMilliseconds <= EXACT * tooShortMs) return null;
    const restMs = ((expected - passed) / requests) * perMilliseconds;
    return wasted >= shareOf(WASTE) && restMs < LONG_MS ? null : Math.sqrt(perMilliseconds * tooShortMs);
  }

  function trialAt(limit: LearnedLimit, now: number): number | null {
    const triedMs = log.underWay > 0 ? null : windowToTry(limit);
    return triedMs === null ? null : log.freeAt({ ...limit, perMilliseconds: triedMs }, 'arrivedAt', now);
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
      // Named waits that prove too short are trusted less and less.
      const backoffMs = failedProbes > 1 ? Math.min(LONGEST_BACKOFF_MS, 1_000 * 2 ** failedProbes) : 0;
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

  /** After a trial that was refused, or a request in the first window after one. */
  function revert(limit: LearnedLimit, triedMs: number): void {
    wasted += 1;
    passedSince = 0;
    learned = { ...limit, tooShortMs: Math.max(limit.tooShortMs, triedMs), fallback: null };
  }

  /** Decides, as soon as that can be said, whether 429s were stray ones or the start of a hold. */
  function resolve(refusals: Refusals, isAnswered: boolean, now: number): void {
    const { sequence, count, checks, waitMs, since, lastRefusedAt } = refusals;
    const passedAfter = log.countPassedAfter(sequence);
    const isOften = refusedShare > MOST_STRAY;
    if (!isOften && checks > 0 && isAnswered) {
      suspected = null;
      return;
    }
    if (log.underWay > 0) return;
    const isFlood = count >= FLOOD && count > 2 * passedAfter;
    const isNamed = waitMs !== null && passedAfter === 0;
    // Where some were let through after it, two more have to be refused.
    if (!isOften && !isFlood && !isNamed && checks < (passedAfter > 1 ? 2 : 1)) return;
    wasted += count;
    const inWindow = Math.min(learned?.requests ?? passedSince, passedSince);
    const windowStart = (inWindow === 0 ? null : log.arrivedAtOf(inWindow)) ?? since;
    const held = { since, windowStart, lastRefusedAt, failedProbes: 0, isNamed: waitMs !== null && count > 1 };
    hold = { ...held, until: waitMs === null ? nextProbe(held, now) : now + waitMs };
    suspected = null;
  }

  function nextProbe({ windowStart, failedProbes }: Omit<Hold, 'until'>, now: number): number {
    // A window that was believed in is likely to be too short by little.
    if (learned !== null && failedProbes === 0) return now + learned.perMilliseconds / 20;
    const times = PROBES_MS.map((ms) => windowStart + ms * stretch);
    return times.find((time) => time > now) ?? now + LONGEST_WINDOW_MS;
  }

  function hear(announced: Announcement, now: number): void {
    policies = announced.policies.filter(({ perMilliseconds }) => perMilliseconds <= LONGEST_WINDOW_MS);
    if (announced.quota === null) return;
    const { remaining, resetMs } = announced.quota;
    if (resetMs !== null && resetMs > LONGEST_WINDOW_MS) {
      quota = null;
      return;
    }
    const endsAt = now + (resetMs ?? UNNAMED_RESET_MS);
    // Times are told in whole seconds: of several responses in one window the earliest is closest.
    const isSame =
      quota !== null &&
      now < quota.endsAt &&
      endsAt <= quota.endsAt + 1_000 &&
      remaining <= quota.remaining + log.underWay + 1;
    quota =
      quota !== null && isSame
        ? { resetMs, remaining: Math.min(quota.remaining, remaining), endsAt: Math.min(quota.endsAt, endsAt) }
        : { ...announced.quota, endsAt };
  }

  return {
    nextAt,
    send(now) {
      const isEarly =
        hold === null && suspected === null && learned !== null && (log.freeAt(learned, 'arrivedAt', now) ?? now) > now;
      const permit = log.add(now, isEarly && learned !== null ? windowToTry(learned) : null);
      isTrying = permit.triedMs !== null;
      if (suspected !== null) suspected = { ...suspected, checks: suspected.checks + 1 };
      return permit;
    },
    end(permit, end, now) {
      roundTripMs = Math.min(roundTripMs, Math.max(1, now - permit.sentAt));
      log.end(permit, end.how, now, roundTripMs / 2);
      if (permit.triedMs !== null) isTrying = false;
      if (end.how !== 'unanswered') {
        refusedShare += ((end.how === 'refused' ? 1 : 0) - refusedShare) * WEIGHT_OF_LATEST;
        if (end.announced !== null) hear(end.announced, now);
        else if (quota !== null && now >= quota.endsAt) quota = null;
      }
      if (end.how === 'answered') pass(permit);
      if (end.how === 'refused') refuse(permit, end.waitMs, now);
      if (suspected !== null) resolve(suspected, end.how === 'answered', now);
    },
    stalledMs: (now) => (hold !== null && hold.until > now ? hold.until - hold.since : 0),
    expect(requests) {
      expected = Math.max(expected, requests);
    },
    get limit(): Limiter['limit'] {
      const isAnnounced = quota !== null || policies.length > 0;
      const limit = isAnnounced ? (policies[0] ?? null) : (learned ?? (hold === null ? configured : null));
      if (limit === null && !isAnnounced && hold === null) return null;
      const source = isAnnounced ? 'announced' : limit !== null && limit === configured ? 'configured' : 'learned';
      return { source, perSecond: limit === null ? null : (limit.requests * 1_000) / limit.perMilliseconds };
    },
  };
}

/** The next of 10, 20, 50, 100, 200 …, which limits mostly are. */
function nextMark(passed: number): number {
  const scale = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(1, passed))));
  return [1, 2, 5, 10].map((factor) => factor * scale).find((mark) => mark * MARGIN > passed) ?? passed;
}
