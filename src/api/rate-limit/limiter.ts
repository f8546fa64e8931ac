import type { RateLimitWait } from '../../model/client.ts';
import type { Announcement, NamedWait, Quota } from './headers.ts';
import { type Permit, type RateLimit, SlidingLog } from './sliding-log.ts';

/*
 * A limit that is configured or announced is kept to. Any other is learned from 429s, as N requests in a window of W:
 *
 * 1. Until the first 429, requests go out as fast as they are answered; a few at a time go beyond 10, 20, 50, 100, 200 …
 * 2. A 429 proves nothing. It is ignored when requests sent after it are answered; where none is under way, one is sent to see.
 * 3. When that one is refused too, or none was answered and a wait is named, everything waits: as long as the response asks, else for
 *    probes at the times of PROBES_MS.
 * 4. The probe that is let through shows N (what was let through before) and W (from the first of these until the probe).
 * 5. Where N proves too small at once, or W is uncertain by more than EXACT, one request is sent early now and then: when it is let
 *    through the window becomes shorter, when the window that follows is refused the old one holds again.
 *
 * Measured in virtual time at 20 ms (test/api/rate-limits.test.ts): 50 a second is used to 93% with 2.5% of 429s, 10 in 10 s to 97%;
 * 5% of stray 429s cost 0.2 s in 200 requests. Of random limits the median takes 1.0 times the least time, 95% at most 1.9 times.
 */

/** How a request ended: `refused` is a 429, with the wait that the response names, or null. */
export type PermitEnd =
  | { readonly how: 'unanswered' }
  | { readonly how: 'answered'; readonly announced: Announcement | null }
  | { readonly how: 'refused'; readonly wait: NamedWait | null; readonly announced: Announcement | null };

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

/** A request without a response for this time, or for so many round trips, is slow: that says nothing of a limit. */
const SLOW_MS = 1_000;
const SLOW_ROUND_TRIPS = 10;
/** The longest window that is learned or kept to when it is announced: an hour. */
const LONGEST_WINDOW_MS = 3_600_000;
/** When to probe after the start of a window that nobody names. Windows are mostly a second, ten seconds, one minute or some more. */
const PROBES_MS = [1_000, 3_000, 10_000, 60_000, 120_000, 300_000, 610_000];
const FIRST_PROBE_MS = 1_000;
/** Of waits that are named again and again. */
const LONGEST_BACKOFF_MS = 30_000;
/** The way of a request to the service varies, so a window is awaited by so much more than it takes. */
const MARGIN = 1.02;
const JITTER = 0.01;
/** A window that is known to this factor is exact enough. */
const EXACT = 1.15;
/** A trial takes off three quarters of the window at most. */
const BOLDEST = 4;
/** The share of all requests that may be in excess at first, and that trials may waste while the rest takes less than `LONG_MS`. */
const EXCESS = 0.015;
const WASTE = 0.04;
const LONG_MS = 60_000;
/** So many windows without a refusal, twice as many each time, and the limit is tried again. */
const PATIENCE = 10;
/** Of the latest responses: a service that refuses more of them has a limit, whatever it lets through between. */
const MOST_STRAY = 0.35;
const WEIGHT_OF_LATEST = 0.05;
/** So many refusals at once, twice as many as were let through after them, need no further proof. */
const FLOOD = 5;
/** What a window grows by when it is nearly full and something is refused, even though the next request is let through. */
const STEP = 1.03;
const NEARLY_FULL = 0.8;

interface LearnedLimit extends RateLimit {
  /** The longest window that has proved too short, in milliseconds. */
  readonly tooShortMs: number;
  /** Whether it took more than one probe, or was named: what a first probe shows after a second may be a few stray refusals. */
  readonly isProven: boolean;
  /** The limit to return to when something is refused before the first window of this one is used up. */
  readonly fallback: LearnedLimit | null;
  /** Let through since the last refusal, or since the limit was learned. */
  readonly calm: number;
  readonly patience: number;
}

/** A 429 that may be a stray one, and what was refused since. `sequence`: of the first of them. */
interface Suspicion {
  readonly sequence: number;
  readonly sentAt: number;
  readonly lastRefusedAt: number;
  readonly refused: number;
  readonly wait: NamedWait | null;
  /** Requests that were sent after the 429 was known, to see whether they are refused too. */
  readonly checks: number;
}

/** The time in which nothing is let through, from the first 429 until a probe is answered. */
interface Hold {
  readonly since: number;
  readonly windowStart: number;
  readonly until: number;
  readonly wait: NamedWait | null;
  readonly failedProbes: number;
  readonly lastRefusedAt: number;
  readonly stretch: number;
  readonly refused: number;
}

/** `random`: from 0 (included) to 1 (excluded), so that others with the same key do not come back at the same time. */
export function createLimiter(configured: RateLimit | null, random: () => number): Limiter {
  const log = new SlidingLog(Math.max(LONGEST_WINDOW_MS, configured?.perMilliseconds ?? 0));
  let policies: readonly RateLimit[] = [];
  let quota: (Quota & { readonly endsAt: number }) | null = null;
  let learned: LearnedLimit | null = null;
  let suspicion: Suspicion | null = null;
  let hold: Hold | null = null;
  /** A probe or a trial under way: until it is answered it is alone. */
  let scout: Permit | null = null;
  let expected = 0;
  let passed = 0;
  /** Let through since the last hold, and since the last trial. */
  let passedSinceHold = 0;
  let passedSinceTrial = 0;
  let wasted = 0;
  let failedTrials = 0;
  /** Limits that one request more disproved at once. */
  let disproved = 0;
  let refusedShare = 0;
  let roundTripMs = Number.POSITIVE_INFINITY;

  const slowMs = (): number => Math.max(SLOW_MS, SLOW_ROUND_TRIPS * roundTripMs);
  const shareOf = (share: number): number => share * Math.max(expected, passed);

  /** How many may be under way. */
  function width(now: number): number {
    if (quota !== null) return now < quota.endsAt ? quota.remaining : 1;
    if (policies.length > 0) return Number.POSITIVE_INFINITY;
    if (learned !== null) {
      // What uses the window up in half of its time: more would be wasted should the limit become lower.
      const enough = Math.max(2, Math.ceil((2 * learned.requests * roundTripMs) / learned.perMilliseconds));
      return passedSinceHold < learned.requests ? Math.min(enough, 1 + passedSinceHold) : enough;
    }
    if (configured !== null) return Number.POSITIVE_INFINITY;
    const untilMark = Math.max(nextMark(passedSinceHold) - passedSinceHold, 1, Math.floor(shareOf(EXCESS)));
    return disproved > 0 ? Math.min(untilMark, 1 + passedSinceHold) : untilMark;
  }

  function nextAt(now: number): number | null {
    if (scout !== null) return null;
    if (hold !== null || suspicion !== null) {
      const at = hold === null ? now : hold.until;
      const allowedAt = configured === null ? at : log.freeAt(configured, 'endedAt', now);
      return log.underWay > 0 || allowedAt === null ? null : Math.max(at, allowedAt);
    }
    const roomAt = log.roomAt(width(now), quota === null ? slowMs() : Number.POSITIVE_INFINITY, now);
    if (roomAt === null) return quota !== null && log.underWay === 0 ? quota.endsAt : null;
    if (roomAt > now) return roomAt;
    const times = (quota === null ? policies : []).map((policy) => log.freeAt(policy, 'arrivedAt', now));
    if (configured !== null) times.push(log.freeAt(configured, 'endedAt', now));
    if (learned !== null) times.push(earlier(log.freeAt(learned, 'arrivedAt', now), trialAt(learned, now)));
    return times.reduce((last, time) => (last === null || time === null ? null : Math.max(last, time)), now);
  }

  /** The window to try out, in milliseconds; null: not now. */
  function windowToTry({ requests, perMilliseconds, tooShortMs, isProven, fallback }: LearnedLimit): number | null {
    if (fallback !== null || passedSinceTrial < requests) return null;
    if (!isProven) return 1;
    if (perMilliseconds <= EXACT * tooShortMs) return null;
    const restMs = ((expected - passed) / requests) * perMilliseconds;
    if (wasted >= shareOf(WASTE) && restMs < LONG_MS * 2 ** failedTrials) return null;
    return Math.max(Math.sqrt(perMilliseconds * tooShortMs), perMilliseconds / BOLDEST);
  }

  function trialAt(limit: LearnedLimit, now: number): number | null {
    const triedMs = log.underWay > 0 ? null : windowToTry(limit);
    return triedMs === null ? null : log.freeAt({ ...limit, perMilliseconds: triedMs }, 'arrivedAt', now);
  }

  function pass(permit: Permit): void {
    passed += 1;
    passedSinceHold += 1;
    passedSinceTrial += 1;
    if (hold !== null) {
      if (permit === scout) resume(hold, permit.arrivedAt);
    } else if (learned !== null) {
      learned = permit.triedMs === null ? calmDown(learned) : shorten(learned, permit.triedMs);
    }
  }

  function resume(ended: Hold, resumedAt: number): void {
    if (quota === null && passedSinceHold > 1) learned = learn(ended, resumedAt, passedSinceHold - 1);
    hold = null;
    passedSinceHold = 1;
    passedSinceTrial = 1;
  }

  function learn({ windowStart, wait, failedProbes, lastRefusedAt, refused }: Hold, resumedAt: number, before: number) {
    const perMilliseconds = resumedAt - windowStart;
    const named = wait !== null && failedProbes === 0 ? perMilliseconds - wait.blurMs : 0;
    return {
      requests: Math.min(learned?.requests ?? before, before),
      perMilliseconds,
      tooShortMs: Math.max(1, lastRefusedAt - windowStart, named),
      isProven: failedProbes > 0 || disproved > 1 || (wait !== null && refused > 1),
      fallback: null,
      calm: 0,
      patience: learned?.patience ?? PATIENCE,
    };
  }

  /** After a trial that was let through. */
  function shorten(limit: LearnedLimit, triedMs: number): LearnedLimit | null {
    passedSinceHold = 1;
    passedSinceTrial = 1;
    if (triedMs > 2 * roundTripMs) return { ...limit, perMilliseconds: triedMs, fallback: limit, calm: 1 };
    disproved += 1;
    return null;
  }

  function calmDown(limit: LearnedLimit): LearnedLimit {
    const { requests, tooShortMs, patience } = limit;
    const calm = limit.calm + 1;
    if (calm >= patience * requests) return { ...limit, tooShortMs: tooShortMs / 3, patience: patience * 2, calm: 0 };
    return { ...limit, calm, fallback: calm < requests ? limit.fallback : null };
  }

  function refuse(permit: Permit, wait: NamedWait | null, now: number): void {
    if (hold !== null) {
      wasted += 1;
      hold = prolong(hold, permit, wait, now);
    } else if (learned !== null && (permit.triedMs !== null || learned.fallback !== null)) {
      learned = revert(learned, permit.triedMs);
    } else {
      if (suspicion === null && learned !== null) learned = stretchWhenFull(learned, now);
      const { sequence, sentAt } = permit;
      suspicion = {
        ...(suspicion ?? { sequence, sentAt, checks: 0 }),
        sequence: Math.min(sequence, suspicion?.sequence ?? sequence),
        lastRefusedAt: Math.max(sentAt, suspicion?.lastRefusedAt ?? sentAt),
        refused: (suspicion?.refused ?? 0) + 1,
        wait: longer(suspicion?.wait ?? null, wait),
      };
    }
  }

  function prolong(held: Hold, permit: Permit, wait: NamedWait | null, now: number): Hold {
    const lastRefusedAt = Math.max(held.lastRefusedAt, permit.sentAt);
    const namedUntil = wait === null ? 0 : now + wait.ms;
    if (permit !== scout) return { ...held, lastRefusedAt, until: Math.max(held.until, namedUntil) };
    const failedProbes = held.failedProbes + 1;
    // Named waits that prove too short are trusted less and less.
    const backoffUntil = failedProbes > 1 ? now + Math.min(LONGEST_BACKOFF_MS, FIRST_PROBE_MS * 2 ** failedProbes) : 0;
    const until = wait === null ? nextProbe(held, now) : Math.max(namedUntil, backoffUntil);
    return { ...held, lastRefusedAt, failedProbes, until };
  }

  /** After a trial that was refused, or a request in the first window after one. */
  function revert(limit: LearnedLimit, triedMs: number | null): LearnedLimit {
    const known = limit.fallback ?? limit;
    wasted += 1;
    failedTrials += 1;
    passedSinceTrial = 0;
    const tooShortMs = Math.max(known.tooShortMs, triedMs ?? limit.perMilliseconds);
    return { ...known, tooShortMs, isProven: true, fallback: null, calm: 0 };
  }

  function stretchWhenFull(limit: LearnedLimit, now: number): LearnedLimit {
    const { requests, perMilliseconds } = limit;
    const inWindow = log.countPassed(({ sentAt }) => sentAt >= now - perMilliseconds);
    return inWindow < NEARLY_FULL * requests ? limit : { ...limit, perMilliseconds: perMilliseconds * STEP };
  }

  /** Decides, as soon as that can be said, whether a 429 was a stray one or the start of a hold. */
  function resolve({ sequence, refused, checks, ...suspected }: Suspicion, isAnswered: boolean, now: number): void {
    const passedAfter = log.countPassed((permit) => permit.sequence > sequence);
    const isOften = refusedShare > (disproved > 0 ? MOST_STRAY / 2 : MOST_STRAY);
    if (!isOften && (checks > 0 ? isAnswered : passedAfter > refused + 1)) {
      suspicion = null;
      return;
    }
    if (log.underWay > 0) return;
    const { sentAt, wait, lastRefusedAt } = suspected;
    const isFlood = isOften || (refused >= FLOOD && refused > 2 * passedAfter);
    const isNamed = wait !== null && passedAfter === 0;
    // Where some were let through after it, two more have to be refused.
    if (!isFlood && !isNamed && checks < (passedAfter > 1 ? 2 : 1)) return;
    wasted += refused;
    const counted = Math.min(learned?.requests ?? passedSinceHold, passedSinceHold);
    const windowStart = (counted === 0 ? null : log.arrivedAtOf(counted)) ?? sentAt;
    const stretch = MARGIN + JITTER * random();
    const held = { since: sentAt, windowStart, until: 0, wait, failedProbes: 0, lastRefusedAt, stretch, refused };
    hold = { ...held, until: wait === null ? nextProbe(held, now) : now + wait.ms };
    suspicion = null;
  }

  function nextProbe({ since, windowStart, failedProbes, stretch }: Hold, now: number): number {
    // A window that was believed in is likely to be too short by little.
    if (learned !== null && failedProbes === 0) return now + learned.perMilliseconds / 20;
    const starts = since - windowStart < FIRST_PROBE_MS ? [windowStart] : [windowStart, since];
    const times = starts.flatMap((start) => PROBES_MS.map((ms) => start + ms * stretch)).filter((time) => time > now);
    return times.length === 0 ? now + LONGEST_WINDOW_MS : Math.min(...times);
  }

  function hear(announced: Announcement, now: number): void {
    policies = announced.policies.filter(({ perMilliseconds }) => perMilliseconds <= LONGEST_WINDOW_MS);
    if (announced.quota === null) return;
    const { remaining, resetMs } = announced.quota;
    if (resetMs !== null && resetMs > LONGEST_WINDOW_MS) {
      quota = null;
      return;
    }
    const endsAt = now + (resetMs ?? FIRST_PROBE_MS);
    // Times are told in whole seconds: of several responses in one window the earliest is closest.
    const isSame =
      quota !== null &&
      now < quota.endsAt &&
      endsAt <= quota.endsAt + 1_000 &&
      remaining <= quota.remaining + log.underWay + 1;
    quota =
      quota !== null && isSame
        ? {
            ...announced.quota,
            remaining: Math.min(quota.remaining, remaining),
            endsAt: Math.min(quota.endsAt, endsAt),
          }
        : { ...announced.quota, endsAt };
  }

  function knownLimit(): Limiter['limit'] {
    const isAnnounced = quota !== null || policies.length > 0;
    const limit = isAnnounced ? (policies[0] ?? null) : (learned ?? (hold === null ? configured : null));
    if (limit === null && !isAnnounced && hold === null) return null;
    const source = isAnnounced ? 'announced' : limit !== null && limit === configured ? 'configured' : 'learned';
    return { source, perSecond: limit === null ? null : (limit.requests * 1_000) / limit.perMilliseconds };
  }

  return {
    nextAt,
    send(now) {
      const isEarly =
        hold === null && suspicion === null && learned !== null && (log.freeAt(learned, 'arrivedAt', now) ?? now) > now;
      const permit = log.add(now, isEarly && learned !== null ? windowToTry(learned) : null);
      if (hold !== null || permit.triedMs !== null) scout = permit;
      if (suspicion !== null) suspicion = { ...suspicion, checks: suspicion.checks + 1 };
      return permit;
    },
    end(permit, end, now) {
      roundTripMs = Math.min(roundTripMs, Math.max(1, now - permit.sentAt));
      log.end(permit, end.how, now, roundTripMs / 2);
      if (end.how !== 'unanswered') {
        refusedShare += ((end.how === 'refused' ? 1 : 0) - refusedShare) * WEIGHT_OF_LATEST;
        if (end.announced !== null) hear(end.announced, now);
        else if (quota !== null && now >= quota.endsAt) quota = null;
      }
      if (end.how === 'answered') pass(permit);
      if (end.how === 'refused') refuse(permit, end.wait, now);
      if (permit === scout) scout = null;
      if (suspicion !== null) resolve(suspicion, end.how === 'answered', now);
    },
    stalledMs: (now) => (hold !== null && hold.until > now ? hold.until - hold.since : 0),
    expect(requests) {
      expected = Math.max(expected, requests);
    },
    get limit() {
      return knownLimit();
    },
  };
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function longer(one: NamedWait | null, other: NamedWait | null): NamedWait | null {
  return (other?.ms ?? 0) > (one?.ms ?? 0) ? other : one;
}

/** The next of 10, 20, 50, 100, 200 …, which limits mostly are. */
function nextMark(passed: number): number {
  const scale = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(1, passed))));
  return [1, 2, 5, 10].map((factor) => factor * scale).find((mark) => mark * MARGIN > passed) ?? passed;
}
