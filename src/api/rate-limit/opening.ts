import type { RateLimit } from './turns.ts';

/** The share of all requests that may be wasted on finding out where the limit is. */
const SHARE = 0.016;
const FEWEST = 3;
/** Before the first answer, which may tell the limit. */
const FEWEST_AT_FIRST = 4;
/** What a limit is nearly always: one of the least, or one of the others times a power of ten. */
const LEAST_MARKS = [1, 2, 3, 4, 5];
const MARKS = [10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100];
const SMALL_MARKS = [...LEAST_MARKS, ...MARKS];
/** The commonest of them. Where only so few go beyond a mark each costs the way of an answer, so a small fleet heeds no others. */
const COMMON_MARKS = [...LEAST_MARKS, 10, 20, 30, 50, 60, 100];
const SO_FEW = 8;
/** A mark that was passed by so much is no limit: a little has come back by then. */
const COME_BACK = 1.02;

/** So many requests a millisecond are no delay to anybody: where answers are quick few under way suffice. */
const QUICK_ENOUGH = 0.6;

export interface Progress {
  /** How many requests were let through. */
  readonly passed: number;
  /** How many are to come in all, as far as is known. */
  readonly expected: number;
  /** From sending a request to its answer, in milliseconds. */
  readonly wayMs: number;
}

/**
 * How many requests may be under way while no limit is known. Whatever is under way when the limit is reached is wasted, so
 * where a limit may be only a few go beyond it until one of them is let through; elsewhere it is as many as a service without
 * a limit needs so as to be hardly slower for it.
 */
export function widthOfOpening({ passed, expected, wayMs }: Progress): number {
  const few = Math.max(FEWEST, Math.floor(SHARE * Math.max(expected, passed)));
  if (passed === 0) return Math.max(FEWEST_AT_FIRST, few);
  return few + Math.min(nextMark(passed, few) - passed, Math.ceil(QUICK_ENOUGH * wayMs));
}

/** The least number from `passed` on that may be a limit, or a limit of which a little has come back already. */
function nextMark(passed: number, few: number): number {
  const isSmall = passed < 100;
  const small = few < SO_FEW ? COMMON_MARKS : SMALL_MARKS;
  const scale = isSmall ? 1 : 10 ** (Math.floor(Math.log10(passed)) - 1);
  const mark = ((isSmall ? small : MARKS).find((round) => round * scale * COME_BACK > passed) ?? 100) * scale;
  return Math.max(mark, passed);
}

/**
 * How many requests may be under way with a limit that was learnt: what uses it up in half of its window. More would win
 * nothing, and would be wasted should it become lower. Until it is proved, after so many were let through, it is twice as many
 * each time, and only one goes ahead into the next window. `wayMs`: from sending a request to its answer.
 */
export function widthOfLearnt({ requests, perMilliseconds }: RateLimit, passed: number, wayMs: number): number {
  const enough = Math.max(2, Math.ceil((2 * requests * wayMs) / perMilliseconds));
  if (passed > requests) return enough;
  return Math.min(enough, Math.max(1, passed), requests + 1 - passed);
}
