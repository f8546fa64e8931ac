import type { PipeAddress } from '../../model/client.ts';
import { compareText } from '../../model/diagnostic.ts';
import {
  compareFields,
  formatField,
  isSizeKey,
  parseField,
  SCALING_KEYS,
  type ScalingKey,
  SIZE_KEYS,
} from '../../model/field.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { knownSettings, type LivePipe } from '../../model/live-pipe.ts';
import { type Naming, renameKeys, settingNamesOf } from '../../model/naming.ts';
import { pipePath } from '../../model/pipe-address.ts';
import type { ApiPlace, Change, PlannedRequest } from '../../model/plan.ts';
import { knownScaling } from '../diff/diff-scaling.ts';

/** What a request is addressed to; identifiers come from the configuration, never from the service. */
export interface RequestTarget extends PipeAddress {
  readonly organization: string;
  /** undefined when the deployment has the contract's names. */
  readonly naming: Naming | undefined;
}

export function targetOf(
  { organization, naming }: Pick<ApiPlace, 'organization' | 'naming'>,
  { serviceId, id }: PipeAddress,
): RequestTarget {
  return { organization, naming, serviceId, id };
}

type LiveValues = Pick<LivePipe, 'settings' | 'scaling'>;

/**
 * The requests that make the changes, from the changes and what is live: at most one PUT and one PATCH. Growing capacity
 * goes before the settings, so that heavier settings find it in place; shrinking goes after them. Paths and bodies have the
 * deployment's names.
 */
export function buildRequests(
  target: RequestTarget,
  changes: readonly Change[],
  live: LiveValues,
): readonly PlannedRequest[] {
  const path = pipePath(target.organization, target, target.naming);
  const settings = changes.filter(({ path }) => parseField(path).section === 'settings');
  const scaling = changes.filter((change) => !settings.includes(change));
  const requests: PlannedRequest[] = [];
  if (settings.length > 0) {
    const known = knownSettings(live.settings);
    if (known === null) throw new Error('a settings update needs the live settings, which are not known');
    const names = settingNamesOf(target.naming);
    const values = buildSettingsBody(settings, known);
    const body = names === null ? values : renameKeys(values, names.toService);
    requests.push({ method: 'PUT', path: `${path}/settings`, body });
  }
  if (scaling.length > 0) {
    requests.push({ method: 'PATCH', path: `${path}/scaling`, body: buildScalingBody(scaling, live) });
  }
  return shrinks(scaling, live) ? requests : requests.reverse();
}

/** The values that a request writes, under the contract's names. */
export function valuesIn({ method, body }: PlannedRequest, naming: Naming | undefined): JsonObject {
  const names = method === 'PUT' ? settingNamesOf(naming) : null;
  return names === null ? body : renameKeys(body, names.toContract);
}

/**
 * The body of a settings update, under the contract's names. It is right whether the server replaces or merges: every live
 * value that is not null, unknown keys included, with the changes over it. A null is sent only for a key that has a live
 * value and must lose it.
 */
export function buildSettingsBody(changes: readonly Change[], live: Readonly<Record<string, JsonValue>>): JsonObject {
  const values = new Map(Object.entries(live).filter(([, value]) => value !== null));
  for (const { path, after } of changes) values.set(parseField(path).key, after);
  return orderSettings(values);
}

/** In the order of the field table, keys outside the contract last, whatever the order in which the service shows them. */
export function orderSettings(settings: Iterable<readonly [string, JsonValue]>): JsonObject {
  const ordered = [...settings].sort(
    ([a], [b]) => compareFields({ section: 'settings', key: a }, { section: 'settings', key: b }) || compareText(a, b),
  );
  return Object.fromEntries(ordered);
}

/** The differing keys only; CPU and memory travel together when both are known (field notes, "Scaling"). */
export function buildScalingBody(changes: readonly Change[], live: Pick<LivePipe, 'scaling'>): JsonObject {
  const after = scalingAfter(changes, live);
  const changed = new Set(changes.map(({ path }) => parseField(path).key));
  const sizeChanges = SIZE_KEYS.some((key) => changed.has(key));
  const body: Record<string, JsonValue> = {};
  for (const key of SCALING_KEYS) {
    if (changed.has(key) || (isSizeKey(key) && sizeChanges && after[key] !== null)) body[key] = after[key];
  }
  return body;
}

/** The scaling of a pipe once the changes have been made; null where nothing is known. */
export function scalingAfter(
  changes: readonly Change[],
  live: Pick<LivePipe, 'scaling'>,
): Record<ScalingKey, number | null> {
  const after = (key: ScalingKey): number | null => {
    const path = formatField({ section: 'scaling', key });
    const change = changes.find((candidate) => candidate.path === path);
    return change === undefined ? knownScaling(live, key) : (change.after as number | null);
  };
  return Object.fromEntries(SCALING_KEYS.map((key) => [key, after(key)])) as Record<ScalingKey, number | null>;
}

/** Whether the pipe ends with less of something and with more of nothing. */
function shrinks(changes: readonly Change[], live: Pick<LivePipe, 'scaling'>): boolean {
  const before = measures(scalingAfter([], live));
  const after = measures(scalingAfter(changes, live));
  const grows = after.some((value, index) => value > (before[index] ?? 0));
  return !grows && after.some((value, index) => value < (before[index] ?? 0));
}

/** Total CPU, total memory and concurrency. A value that is not shown counts as one, so that the known factor still decides. */
function measures(scaling: Readonly<Record<ScalingKey, number | null>>): readonly number[] {
  const replicas = scaling.replicas ?? 1;
  return [
    replicas * (scaling.replicaCpuMillicores ?? 1),
    replicas * (scaling.replicaMemoryGb ?? 1),
    scaling.concurrency ?? 0,
  ];
}
