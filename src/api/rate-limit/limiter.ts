import type { NamedWait } from '../http/back-off.ts';
import { createAnnouncedLimits } from './announced-limits.ts';
import { type LearntLimit, learnFromTrial, learnLimit, nextProbe, nextTrial } from './learn-limit.ts';
import { widthOfLearnt, widthOfOpening } from './opening.ts';
import type { Announcement } from './read-announcement.ts';
import { createTurns, type RateLimit } from './turns.ts';

/**
 * How a request ended: `refused` is a 429, with the wait that the answer names, or null. `announced` is what an answer tells
 * about rate limits.
 */
export type TurnEnd =
  | { readonly how: 'unanswered' }
  | { readonly how: 'answered'; readonly announced: Announcement | null }
  | { readonly how: 'refused'; readonly wait: NamedWait | null; readonly announced: Announcement | null };

/** The time from when a service lets requests through until it refuses one. */
interface Era {
  readonly startedAt: number;
  /** When the first of them was answered: by then its window had begun. */
  answeredAt: number | null;
  /** How many requests were let through that were sent in it. */
  passed: number;
}

/** A request that was sent. */
export interface Sent {
  readonly at: number;
  readonly era: Era;
  /** The shorter window, in milliseconds, that it tries out; null for most. */
  readonly triedMs: number | null;
}

/** Decides when requests may be sent, from what became of those before. Times are milliseconds of a clock that never goes back. */
export interface Limiter {
  /** When the next request may be sent, perhaps past; null: only after one under way has ended. */
  nextAt(): number | null;
  send(now: number): Sent;
  end(sent: Sent, end: TurnEnd, now: number): void;
  /** While requests are held back: for how many milliseconds none will have been let through when that ends. Else 0. */
  stalledMs(now: number): number;
  /** So many requests are to come: what may be wasted on finding the limit is a share of them. */
  expect(requests: number): void;
}

/** An hour: no longer window is learnt. */
const LONGEST_LEARNT_MS = 3_600_000;

/** A window is told from the next when its requests end well before it does. */
const LONGEST_BURST = 0.75;

/** The time from a 429 until a request is let through again. */
interface Spell {
  readonly since: number;
  /** The era that it ended, or null after a trial, which teaches a lesson of its own. */
  readonly ended: Era | null;
  /** The wait that the first 429 named, or null. */
  readonly wait: NamedWait | null;
  readonly failedProbes: number;
  readonly lastRefusedAt: number;
}

/**
 * Keeps to the configured limit, if there is one, and learns the real one from 429 answers. After a 429 nothing is sent
 * for as long as the answer asks; then one request goes ahead as a probe. When it is let through the others follow, no
 * more of them in a window than were let through before.
 */
export function createLimiter(configured: RateLimit | null, probeDelayMs: (failedProbes: number) => number): Limiter {
  const turns = createTurns(
    Math.max(LONGEST_LEARNT_MS, configured?.perMilliseconds ?? 0),
    configured === null ? 'close' : 'strict',
  );
  let learnt: LearntLimit | null = null;
  const announced = createAnnouncedLimits(turns, LONGEST_LEARNT_MS);
  let expected = 0;
  /** How many were let through since the service last began to let requests through, or since nothing is known. */
  let passedSince = 0;
  let turnsInPeace = 0;
  let era: Era | null = null;
  let spell: Spell | null = null;
  let heldUntil = Number.NEGATIVE_INFINITY;
  /** When a 429 that belongs to no spell began to hold requests back. */
  let heldSince = Number.NEGATIVE_INFINITY;
  /** A probe or a trial under way: until it is answered it is alone. */
  let scout: Sent | null = null;

  /** How many may be under way, whatever the limits that are known. Never none: then nothing would ever be sent again. */
  function width(): number {
    return Math.max(1, widthByProgress());
  }

  function widthByProgress(): number {
    if (announced.limits.length > 0) return Number.POSITIVE_INFINITY;
    if (learnt !== null) return widthOfLearnt(learnt, passedSince, turns.usualWayMs);
    if (configured !== null) return Number.POSITIVE_INFINITY;
    return widthOfOpening({ passed: passedSince, expected, wayMs: turns.usualWayMs });
  }

  /** When the limits leave room for one request more. */
  function roomAt(): number | null {
    const limits = [configured, learnt, ...announced.limits].filter((limit) => limit !== null);
    if (turns.underWay >= width()) return null;
    const times = limits.map((limit) => turns.freeAt(limit) ?? Number.POSITIVE_INFINITY);
    const at = Math.max(heldUntil, ...times);
    return at === Number.POSITIVE_INFINITY ? null : at;
  }

  /** When one request may be sent early, to find out whether the window is shorter than believed. */
  function nextScouting(): { readonly at: number; readonly triedMs: number } | null {
    if (learnt === null || spell !== null || turns.underWay > 0) return null;
    const triedMs = nextTrial(learnt, turnsInPeace);
    if (triedMs === null) return null;
    // Within a window a request more tells nothing: only one that begins the next can come too early.
    if (turns.spanMs(learnt.requests) > LONGEST_BURST * triedMs) return null;
    const limits = [
      { requests: learnt.requests, perMilliseconds: triedMs },
      ...(configured === null ? [] : [configured]),
      ...announced.limits,
    ];
    return { at: Math.max(heldUntil, ...limits.map((limit) => turns.freeAt(limit) ?? heldUntil)), triedMs };
  }

  function pass(sent: Sent, now: number): void {
    sent.era.answeredAt ??= now;
    sent.era.passed += 1;
    if (sent.era !== era) return;
    turnsInPeace += 1;
    if (spell !== null) endSpell(spell, sent);
    if (sent.triedMs !== null && learnt !== null) tryOut(learnt, sent.triedMs, 'passed');
    passedSince += 1;
  }

  function endSpell({ ended, wait, failedProbes, since, lastRefusedAt }: Spell, probe: Sent): void {
    spell = null;
    turnsInPeace = 0;
    if (ended === null) return;
    const isNamed = wait !== null && failedProbes === 0;
    learnt = learnLimit(learnt, {
      startedAt: ended.startedAt,
      passed: ended.passed,
      passedOfLate: (windowMs) => Math.min(ended.passed, turns.endedSince(since - turns.shortestWayMs - windowMs)),
      refusedAt: since - turns.shortestWayMs,
      lastRefusedAt,
      openAt: isNamed ? since + wait.ms - turns.shortestWayMs : probe.at,
      blurMs: isNamed ? wait.blurMs : Number.POSITIVE_INFINITY,
    });
    passedSince = 0;
  }

  function tryOut(limit: LearntLimit, triedMs: number, end: 'passed' | 'refused'): void {
    learnt = learnFromTrial(limit, triedMs, end);
    turnsInPeace = 0;
  }

  function refuse(sent: Sent, wait: NamedWait | null, now: number): void {
    if (sent.era !== era) {
      // It was sent before the first 429 came, and may know better how long to wait.
      if (heldUntil <= now) heldSince = now;
      heldUntil = Math.max(heldUntil, now + (wait?.ms ?? 0));
      return;
    }
    const lastRefusedAt = sent.at;
    if (spell === null) {
      spell = { since: now, ended: sent.triedMs === null ? era : null, wait, failedProbes: 0, lastRefusedAt };
    } else {
      spell = { ...spell, failedProbes: spell.failedProbes + 1, lastRefusedAt };
    }
    heldUntil = now + chooseWait(sent, wait?.ms ?? null, spell.failedProbes, now);
    if (sent.triedMs !== null && learnt !== null) tryOut(learnt, sent.triedMs, 'refused');
    era = null;
  }

  /** What the answer asks for, unless that has proved too short; after a trial the end of the window that is known. */
  function chooseWait(sent: Sent, waitMs: number | null, failedProbes: number, now: number): number {
    if (waitMs !== null) return failedProbes === 0 ? waitMs : Math.max(waitMs, probeDelayMs(failedProbes - 1));
    if (sent.triedMs === null || learnt === null) {
      // Others with the same key are not to come back at the same time.
      const begun = spell?.ended?.answeredAt ?? spell?.since ?? now;
      const since = spell?.since ?? now;
      const at = failedProbes === 0 && learnt !== null ? now + learnt.perMilliseconds : nextProbe(begun, since, now);
      return at - now + probeDelayMs(failedProbes) / 50;
    }
    return Math.max(0, (roomAt() ?? now) - now);
  }

  return {
    nextAt() {
      if (scout !== null) return null;
      const room = roomAt();
      const early = nextScouting()?.at ?? null;
      return room === null || early === null ? room : Math.min(room, early);
    },
    send(now) {
      const isEarly = (roomAt() ?? now) > now;
      const triedMs = isEarly ? (nextScouting()?.triedMs ?? null) : null;
      era ??= { startedAt: now, answeredAt: null, passed: 0 };
      const sent = { at: now, era, triedMs };
      if (spell !== null || triedMs !== null) scout = sent;
      turns.take();
      return sent;
    },
    end(sent, end, now) {
      if (sent === scout) scout = null;
      if (end.how !== 'unanswered' && end.announced !== null) announced.hear(end.announced, now);
      if (end.how === 'answered') pass(sent, now);
      if (end.how === 'refused') refuse(sent, end.wait, now);
      turns.giveBack(end.how === 'refused' ? 'unused' : 'used', now, now - sent.at);
    },
    expect: (requests) => {
      expected = Math.max(expected, requests);
    },
    stalledMs: (now) => (heldUntil > now ? heldUntil - (spell?.since ?? heldSince) : 0),
  };
}
