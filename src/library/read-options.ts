import { DEFAULT_TIMEOUT_MS, LONGEST_MS, MOST_PARALLEL } from '../engine/default-options.ts';
import type { ProjectOptions } from '../engine/open-project.ts';
import { MOST_SHARDS } from '../model/plan.ts';
import type { Allowances } from '../plan/policy/policy.ts';
import type { Listeners } from './listener.ts';
import type { Allowed, ServiceOptions } from './service-options.ts';

export function readAllowed({ policy = 'enforce', protectedPipes = [] }: Allowed = {}): Allowances {
  checkChoice('allowances.policy', policy, ['enforce', 'override']);
  checkTexts('allowances.protectedPipes', protectedPipes);
  return { policy, protectedPipes: new Set(protectedPipes) };
}

/** The options with their defaults. @throws RangeError for a number that makes no sense. */
export function readServiceOptions(options: ServiceOptions, listeners: Listeners): ProjectOptions {
  const { target = [], exclude = [], shard = null, parallelism = null, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  checkTexts('target', target);
  checkTexts('exclude', exclude);
  if (parallelism !== null) checkWhole('parallelism', parallelism, 1, MOST_PARALLEL);
  checkMilliseconds('timeoutMs', timeoutMs, 1);
  if (shard !== null) {
    checkWhole('shard.total', shard.total, 1, MOST_SHARDS);
    checkWhole('shard.index', shard.index, 1, shard.total);
  }
  const onRequest = listeners.guard(options.onRequest);
  return { target, exclude, shard, onlyOrigin: null, parallelism, timeoutMs, onRequest };
}

/** @throws RangeError unless it is a time of at least so many milliseconds, and of a day at most. */
export function checkMilliseconds(name: string, value: number, least: 0 | 1): void {
  if (Number.isFinite(value) && value >= least && value <= LONGEST_MS) return;
  throw new RangeError(`${name} is a number of milliseconds from ${least} to ${LONGEST_MS} (a day), not ${value}`);
}

/** @throws RangeError unless it is one of them. */
export function checkChoice<T extends string>(name: string, value: T, choices: readonly T[]): void {
  if (!choices.includes(value)) throw new RangeError(`${name} is one of ${choices.join(', ')}, not "${value}"`);
}

/** A text is a list of its letters, too. @throws TypeError unless it is a list of texts. */
function checkTexts(name: string, values: readonly string[] | ReadonlySet<string>): void {
  const isList = typeof values === 'object' && values !== null && Symbol.iterator in values;
  if (!isList || [...values].some((value) => typeof value !== 'string'))
    throw new TypeError(`${name} is a list of texts`);
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} is a whole number from ${least} to ${most}, not ${value}`);
}
