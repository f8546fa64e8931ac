import { createHash } from 'node:crypto';
import { compareText } from '../../model/diagnostic.ts';
import type { DesiredPipe, DesiredScaling, DesiredSetting, Fleet, Policy } from '../../model/fleet.ts';
import type { Origin, Scope, Shard } from '../../model/plan.ts';
import { type Allowances, findChangeLimit } from './policy.ts';

/** Which pipes and differences a command was asked for. */
export interface Selection {
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
  readonly shard: Shard | null;
  /** What the engine of the shards calls their run, or null. */
  readonly run: string | null;
}

/** Every pipe, and every difference. */
export const WHOLE_FLEET: Selection = { target: [], exclude: [], onlyOrigin: null, shard: null, run: null };

export function describeScope(fleet: Fleet, selection: Selection, allowances: Allowances): Scope {
  return {
    fleet: fleet.pipes.length,
    configuration: hashConfiguration(fleet),
    changeLimit: findChangeLimit(fleet, allowances),
    target: selection.target,
    exclude: selection.exclude,
    onlyOrigin: selection.onlyOrigin,
    shard: selection.shard,
    run: selection.shard === null ? null : selection.run,
  };
}

const HASHED_AT_ONCE = 65_536;

const hashes = new WeakMap<Fleet, string>();

/**
 * Names the desired state: the same configuration gives the same hash, wherever in the files it is written. Worked out once
 * for a fleet, which nothing may change after: whoever has time before the hash is needed may ask for it then.
 */
export function hashConfiguration(fleet: Fleet): string {
  const known = hashes.get(fleet) ?? hashAll(fleet);
  hashes.set(fleet, known);
  return known;
}

function hashAll({ api, pipes, policy }: Fleet): string {
  const named = api.naming === undefined ? [] : [api.naming];
  const hash = createHash('sha256').update(JSON.stringify([api.url, api.organization, rulesOf(policy), ...named]));
  const ordered = [...pipes].sort((a, b) => compareText(a.name, b.name));
  // Not one by one: each call costs as much as a pipe.
  let text = '';
  for (const pipe of ordered) {
    text += JSON.stringify(essenceOf(pipe));
    if (text.length < HASHED_AT_ONCE) continue;
    hash.update(text);
    text = '';
  }
  hash.update(text);
  return `sha256:${hash.digest('hex')}`;
}

/** Wherever the ranges are written; a policy without any is the same as one from before there were ranges. */
function rulesOf({ ranges, ...rules }: Policy): object {
  if (ranges.size === 0) return rules;
  const tightened = [...ranges].map(([path, { min, max }]) => [path, min, max] as const);
  return { ...rules, ranges: tightened.sort(([a], [b]) => compareText(a, b)) };
}

function essenceOf(pipe: DesiredPipe): readonly unknown[] {
  const { name, service, serviceId, id, liveName, source, protect } = pipe;
  const known = pipe.acknowledge.map(({ path, until }) => [path, until]);
  return [
    name,
    service,
    serviceId,
    id,
    liveName,
    source,
    protect,
    valuesOf(pipe.settings),
    valuesOf(pipe.scaling),
    known,
  ];
}

/** By key, in order: the value, and what a band is steered by inside of it. */
function valuesOf(section: Readonly<Record<string, DesiredSetting | DesiredScaling>>): readonly unknown[] {
  return Object.keys(section)
    .sort()
    .map((key) => [key, section[key]?.value, ...targetOf(section[key])]);
}

function targetOf(desired: DesiredSetting | DesiredScaling | undefined): readonly unknown[] {
  if (desired === undefined || !('target' in desired) || desired.target === undefined) return [];
  const { check, value, tolerance, stabilizationMs } = desired.target;
  return [[check, value, tolerance, stabilizationMs]];
}
