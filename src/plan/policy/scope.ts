import { createHash, hash } from 'node:crypto';
import { compareText, sortByName } from '../../model/diagnostic.ts';
import type { ApiAddress, DesiredPipe, DesiredScaling, DesiredSetting, Fleet, Policy } from '../../model/fleet.ts';
import { DEFAULT_NAMING } from '../../model/naming.ts';
import type { ApiPlace, Origin, Plan, Scope, Shard } from '../../model/plan.ts';
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

/**
 * Whether a pipe belongs to a shard. The id alone decides, so that a pipe stays where it is when others come and go, or
 * when it is given another name; SHA-256 spreads ids evenly whatever they look like.
 */
export function isInShard(id: string, { index, total }: Shard): boolean {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6) % total === index - 1;
}

/** What documents say of the service: which one it is, and nothing about how it is asked. */
export function describeApi({ url, organization, naming }: ApiAddress): ApiPlace {
  return naming === undefined ? { url, organization } : { url, organization, naming };
}

/** How the place that a document is about differs from the configuration's, a line each; empty when it is the same. */
export function comparePlace(
  { api, environment }: Pick<Plan, 'api' | 'environment'>,
  fleet: Fleet,
  document: 'plan' | 'run',
): readonly string[] {
  const ours = fleet.api.naming ?? DEFAULT_NAMING;
  const theirs = api === null ? ours : (api.naming ?? DEFAULT_NAMING);
  const places: readonly (readonly [string, string | null, string | null])[] = [
    ['api.url', api?.url ?? null, fleet.api.url],
    ['api.organization', api?.organization ?? null, fleet.api.organization],
    ['api.naming.resource', theirs.resource, ours.resource],
    ['api.naming.settingPrefix', theirs.settingPrefix, ours.settingPrefix],
    ['environment', environment, fleet.environment],
  ];
  return places
    .filter(([, found, configured]) => found !== configured)
    .map(
      ([what, found, configured]) =>
        `${what}: the ${document} says ${found ?? 'nothing'}, the configuration ${configured ?? 'nothing'}`,
    );
}

const hashes = new WeakMap<Fleet, string>();

/** The same configuration has the same hash, wherever in the files it is written. Computed once for a fleet, which never changes. */
export function hashConfiguration(fleet: Fleet): string {
  const known = hashes.get(fleet) ?? hashAll(fleet);
  hashes.set(fleet, known);
  return known;
}

function hashAll({ api, pipes, policy }: Fleet): string {
  const named = api.naming === undefined ? [] : [api.naming];
  const parts = [[api.url, api.organization, rulesOf(policy), ...named], ...sortByName(pipes).map(essenceOf)];
  return `sha256:${hash('sha256', parts.map((part) => JSON.stringify(part)).join(''))}`;
}

/** A policy without ranges has the hash that it had before there were ranges. */
function rulesOf({ ranges, ...rules }: Policy): object {
  if (ranges.size === 0) return rules;
  const tightened = [...ranges].map(([path, { min, max }]) => [path, min, max] as const);
  return { ...rules, ranges: tightened.sort(([a], [b]) => compareText(a, b)) };
}

function essenceOf(pipe: DesiredPipe): readonly unknown[] {
  const { name, service, serviceId, id, liveName, source, protect, settings, scaling } = pipe;
  const known = pipe.acknowledge.map(({ path, until }) => [path, until]);
  return [name, service, serviceId, id, liveName, source, protect, valuesOf(settings), valuesOf(scaling), known];
}

/** By key, in order: the value, and the target of a band. */
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
