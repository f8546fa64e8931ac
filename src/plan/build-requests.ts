import type { PipeAddress } from '../model/client.ts';
import {
  compareFields,
  isSizeKey,
  keyOf,
  pathOf,
  SCALING_KEYS,
  type ScalingKey,
  SIZE_KEYS,
  sectionOf,
} from '../model/field/field.ts';
import { renameKeys, settingNamesOf } from '../model/field/setting-names.ts';
import type { JsonObject, JsonValue } from '../model/json/json.ts';
import { knownSettings, type LivePipe } from '../model/live-pipe.ts';
import type { Naming } from '../model/naming.ts';
import { pipePath } from '../model/pipe-address.ts';
import type { ApiPlace, Change, PlannedRequest } from '../model/plan.ts';
import { knownScaling, type ShownSizes } from './diff/diff-scaling.ts';

/** The address of a request. Identifiers come from the configuration, never from the service. */
export interface RequestTarget extends PipeAddress {
  readonly organization: string;
  /** undefined when the deployment has the contract's names. */
  readonly naming: Naming | undefined;
}

export function targetOf(
  { organization, naming }: Pick<ApiPlace, 'organization' | 'naming'>,
  { serviceId, id, source = null }: PipeAddress,
): RequestTarget {
  return { organization, naming, serviceId, id, source };
}

type LiveValues = Pick<LivePipe, 'settings'> & ShownSizes;

/**
 * Builds at most one PUT of settings and one PATCH of scaling, with the deployment's names. Increases of capacity come
 * before the settings, which may need it; decreases come after them.
 */
export function buildRequests(
  target: RequestTarget,
  changes: readonly Change[],
  live: LiveValues,
): readonly PlannedRequest[] {
  const path = pipePath(target.organization, target, target.naming);
  const settings = changes.filter(({ path }) => sectionOf(path) === 'settings');
  const scaling = changes.filter((change) => !settings.includes(change));
  const requests: PlannedRequest[] = [];
  if (settings.length > 0) {
    const known = knownSettings(live.settings);
    if (known === null) throw new Error('a settings update needs the live settings, which are not known');
    const body = nameSettings(buildSettingsBody(settings, known), target.naming);
    requests.push({ method: 'PUT', path: `${path}/settings`, body });
  }
  if (scaling.length > 0) {
    requests.push({ method: 'PATCH', path: `${path}/scaling`, body: buildScalingBody(scaling, live) });
  }
  return shrinks(scaling, live) ? requests : requests.reverse();
}

/** The same settings update with other values of carried settings. `carried` has the contract's names. */
export function carryValues(request: PlannedRequest, carried: JsonObject, naming: Naming | undefined): PlannedRequest {
  const values = { ...valuesIn(request, naming), ...carried };
  return { ...request, body: nameSettings(orderSettings(Object.entries(values)), naming) };
}

function nameSettings(values: JsonObject, naming: Naming | undefined): JsonObject {
  const names = settingNamesOf(naming);
  return names === null ? values : renameKeys(values, names.toService);
}

/** The values of a request, with the contract's names. */
export function valuesIn({ method, body }: PlannedRequest, naming: Naming | undefined): JsonObject {
  const names = method === 'PUT' ? settingNamesOf(naming) : null;
  return names === null ? body : renameKeys(body, names.toContract);
}

/**
 * All non-null live settings, unknown keys included, with the changes applied: correct whether the service replaces or
 * merges. null is sent only to unset a live value. Keys have the contract's names.
 */
function buildSettingsBody(changes: readonly Change[], live: Readonly<Record<string, JsonValue>>): JsonObject {
  const values = new Map(Object.entries(live).filter(([, value]) => value !== null));
  for (const { path, after } of changes) values.set(keyOf(path), after);
  return orderSettings(values);
}

/** The result has the order of the field table, then keys outside the contract by name. */
export function orderSettings(settings: Iterable<readonly [string, JsonValue]>): JsonObject {
  const ordered = [...settings].sort(([a], [b]) => compareFields(pathOf('settings', a), pathOf('settings', b)));
  return Object.fromEntries(ordered);
}

/** Changed keys only, but CPU and memory together when both are known (field notes, "Scaling"). */
function buildScalingBody(changes: readonly Change[], live: ShownSizes): JsonObject {
  const after = scalingAfter(changes, live);
  const changed = new Set(changes.map(({ path }) => keyOf(path)));
  const sizeChanges = SIZE_KEYS.some((key) => changed.has(key));
  const body: Record<string, JsonValue> = {};
  for (const key of SCALING_KEYS) {
    if (changed.has(key) || (isSizeKey(key) && sizeChanges && after[key] !== null)) body[key] = after[key];
  }
  return body;
}

/** The scaling of a pipe after the changes; null for unknown values. */
export function scalingAfter(changes: readonly Change[], live: ShownSizes): Record<ScalingKey, number | null> {
  const scaling: Partial<Record<ScalingKey, number | null>> = {};
  for (const key of SCALING_KEYS) {
    const change = changes.find(({ path }) => path === pathOf('scaling', key));
    scaling[key] = change === undefined ? knownScaling(live, key) : (change.after as number | null);
  }
  return scaling as Record<ScalingKey, number | null>;
}

/** Whether the changes decrease a measure and increase none. */
function shrinks(changes: readonly Change[], live: ShownSizes): boolean {
  const before = measures(scalingAfter([], live));
  const after = measures(scalingAfter(changes, live));
  const grows = after.some((value, index) => value > (before[index] ?? 0));
  return !grows && after.some((value, index) => value < (before[index] ?? 0));
}

/** Total CPU, total memory and concurrency. A factor that is not shown counts as 1, so that the other one decides. */
function measures(scaling: Readonly<Record<ScalingKey, number | null>>): readonly number[] {
  const replicas = scaling.replicas ?? 1;
  return [
    replicas * (scaling.replicaCpuMillicores ?? 1),
    replicas * (scaling.replicaMemoryGb ?? 1),
    scaling.concurrency ?? 0,
  ];
}
