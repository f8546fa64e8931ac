import { DEFAULT_TIMEOUT_MS, MOST_PARALLEL } from '../commands/default-options.ts';
import type { ProjectOptions } from '../commands/open-project.ts';
import { MOST_SHARDS } from '../model/plan.ts';
import type { Allowances } from '../plan/policy.ts';
import type { Listeners } from './listener.ts';
import type { Allowed, ServiceOptions } from './service-options.ts';

export function readAllowed({ policy = 'enforce', protectedPipes = [] }: Allowed = {}): Allowances {
  return { policy, protectedPipes: new Set(protectedPipes) };
}

/** The options with their defaults. @throws RangeError for a number that makes no sense. */
export function readServiceOptions(options: ServiceOptions, listeners: Listeners): ProjectOptions {
  const { target = [], exclude = [], shard = null, parallelism = null, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (parallelism !== null) checkWhole('parallelism', parallelism, 1, MOST_PARALLEL);
  checkMilliseconds('timeoutMs', timeoutMs, 1);
  if (shard !== null) {
    checkWhole('shard.total', shard.total, 1, MOST_SHARDS);
    checkWhole('shard.index', shard.index, 1, shard.total);
  }
  const onRequest = listeners.guard(options.onRequest);
  return { target, exclude, shard, onlyOrigin: null, parallelism, timeoutMs, onRequest };
}

/** @throws RangeError unless it is a time of at least so many milliseconds. */
export function checkMilliseconds(name: string, value: number, least: 0 | 1): void {
  if (Number.isFinite(value) && value >= least) return;
  throw new RangeError(`${name} is a number of milliseconds from ${least}, not ${value}`);
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} is a whole number from ${least} to ${most}, not ${value}`);
}
