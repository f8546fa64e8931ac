import { createHash } from 'node:crypto';
import { compareText, sortByName } from '../../model/diagnostic.ts';
import type { ApiAddress, DesiredPipe, DesiredScaling, DesiredSetting, Fleet, Policy } from '../../model/fleet.ts';
import { DEFAULT_NAMING } from '../../model/naming.ts';
import type { Origin } from '../../model/origin.ts';
import type { ApiPlace, Plan, Scope } from '../../model/plan.ts';
import type { Shard } from '../../model/shard.ts';
import { findLimits } from './change-limit.ts';
import type { Allowances } from './plan-policy.ts';

/** The pipes and differences that a command selects. */
export interface Selection {
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
  readonly shard: Shard | null;
  /** The common id of the shards' CI run, or null. */
  readonly run: string | null;
}

/** Every pipe, and every difference. */
export const WHOLE_FLEET: Selection = { target: [], exclude: [], onlyOrigin: null, shard: null, run: null };

export function describeScope(fleet: Fleet, selection: Selection, allowances: Allowances): Scope {
  return {
    fleet: fleet.pipes.length,
    configuration: hashConfiguration(fleet),
    ...findLimits(fleet, allowances),
    target: selection.target,
    exclude: selection.exclude,
    onlyOrigin: selection.onlyOrigin,
    shard: selection.shard,
    run: selection.shard === null ? null : selection.run,
    ...(fleet.environments && { environments: fleet.environments }),
  };
}

/** Only the id decides, so other pipes and new names do not move a pipe. SHA-256 distributes all ids evenly. */
export function isInShard(id: string, { index, total }: Shard): boolean {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6) % total === index - 1;
}

export function describeApi({ url, organization, naming, settings }: ApiAddress): ApiPlace {
  return { url, organization, ...(naming && { naming }), ...(settings && { settings }) };
}

/** The differences between the service and environment of a document and the configuration's, one line each. */
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

/** A hash of the desired state, whatever files it comes from. Cached, since a fleet never changes. */
export function hashConfiguration(fleet: Fleet): string {
  const known = hashes.get(fleet) ?? hashAll(fleet);
  hashes.set(fleet, known);
  return known;
}

function hashAll({ api, pipes, policy, pricing }: Fleet): string {
  const prices = pricing === null ? null : [pricing.currency, pricing.cpuHour, pricing.memoryGbHour];
  const { naming, settings, ranges, notCarried, settingsWhenUnset } = api;
  const deployment = [naming, settings, ranges, prices, notCarried, settingsWhenUnset];
  const head = JSON.stringify([api.url, api.organization, rulesOf(policy), deployment]);
  const content = createHash('sha256').update(head);
  // Pipe by pipe, since the text of a large fleet is as long as its files.
  for (const pipe of sortByName(pipes)) content.update(JSON.stringify(contentOf(pipe)));
  return `sha256:${content.digest('hex')}`;
}

/** Freezes, the grace of schedules and `policy.rules` do not count: they are no part of the desired state. */
function rulesOf({ ranges, freeze: _, scheduleGraceMs: __, rules: ___, ...limits }: Policy): object {
  const tightened = ranges.map((range) => [range.path, range.min, range.max] as const);
  return { ...limits, ranges: tightened.sort(([a], [b]) => compareText(a, b)) };
}

function contentOf(pipe: DesiredPipe): readonly unknown[] {
  const { name, service, serviceId, id, liveName, source, protect, settings, schedule = [], sizesNow } = pipe;
  // What is declared, not the sizes of a time.
  const scaling = sizesNow?.declared ?? pipe.scaling;
  const known = pipe.acknowledge.map(({ path, until }) => [path, until]);
  const windows = schedule.map(({ timezone, days, hours, dates, scaling: sizes }) => {
    const times = [timezone, days, hours, ...(dates === undefined ? [] : [dates])];
    return [...times, valuesOf(sizes)];
  });
  const scheduled = windows.length > 0 ? [windows] : [];
  const values = [valuesOf(settings), valuesOf(scaling)];
  return [name, service, serviceId, id, liveName, source, protect, ...values, known, ...scheduled];
}

/** The values are in the order of their keys, each with its key. */
function valuesOf(section: Readonly<Record<string, DesiredSetting | DesiredScaling>>): readonly unknown[] {
  const keys = Object.keys(section).sort(compareText);
  return keys.map((key) => [key, section[key]?.value]);
}
