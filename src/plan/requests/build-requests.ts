import type { PipeAddress } from '../../model/client.ts';
import { fieldPath, isSizeKey, SCALING_KEYS, type ScalingKey, SIZE_KEYS } from '../../model/field.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { knownSettings, type LivePipe } from '../../model/live-pipe.ts';
import { type Naming, renameKeys, settingNamesOf } from '../../model/naming.ts';
import { pipePath } from '../../model/pipe-path.ts';
import type { ApiPlace, Change, PlannedRequest } from '../../model/plan.ts';
import { knownScaling } from '../diff/diff-scaling.ts';
import { orderSettings } from './order-settings.ts';

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
  const settings = changes.filter((change) => change.path.startsWith('settings.'));
  const scaling = changes.filter((change) => change.path.startsWith('scaling.'));

  const put: PlannedRequest[] =
    settings.length === 0
      ? []
      : [
          {
            method: 'PUT',
            path: `${path}/settings`,
            body: nameForService(buildSettingsBody(settings, requireSettings(live)), target),
          },
        ];
  const patch: PlannedRequest[] =
    scaling.length === 0 ? [] : [{ method: 'PATCH', path: `${path}/scaling`, body: buildScalingBody(scaling, live) }];
  return shrinks(scaling, live) ? [...put, ...patch] : [...patch, ...put];
}

/** An update of settings carries every live value, so whoever asks for one has made sure that they are known. */
function requireSettings({ settings }: LiveValues): Readonly<Record<string, JsonValue>> {
  const known = knownSettings(settings);
  if (known === null) throw new Error('a settings update needs the live settings, which are not known');
  return known;
}

/** Settings under the names that the deployment has for them. */
function nameForService(settings: JsonObject, { naming }: Pick<RequestTarget, 'naming'>): JsonObject {
  const names = settingNamesOf(naming);
  return names === null ? settings : renameKeys(settings, names.toService);
}

/** The values that a request writes, under the contract's names. */
export function valuesIn({ method, body }: PlannedRequest, naming: Naming | undefined): JsonObject {
  const names = method === 'PUT' ? settingNamesOf(naming) : null;
  return names === null ? body : renameKeys(body, names.toContract);
}

/**
 * The body of a settings update, under the contract's names, that is right whether the server replaces or merges: every live value that is not null,
 * unknown keys included, with the changes over it. A null is sent only for a key that has a live value and must lose it.
 */
export function buildSettingsBody(changes: readonly Change[], live: Readonly<Record<string, JsonValue>>): JsonObject {
  const values = new Map<string, JsonValue>();
  for (const key of Object.keys(live)) {
    const value = live[key] ?? null;
    if (value !== null) values.set(key, value);
  }
  for (const change of changes) values.set(keyOf(change), change.after);
  return orderSettings(values);
}

/** The differing keys only; CPU and memory travel together when both are known (field notes, "Scaling"). */
export function buildScalingBody(changes: readonly Change[], live: Pick<LivePipe, 'scaling'>): JsonObject {
  const after = scalingAfter(changes, live);
  const changed = new Set(changes.map(keyOf));
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
    const change = changes.find((candidate) => candidate.path === fieldPath('scaling', key));
    return change === undefined ? knownScaling(live, key) : (change.after as number | null);
  };
  return {
    replicas: after('replicas'),
    concurrency: after('concurrency'),
    replicaCpuMillicores: after('replicaCpuMillicores'),
    replicaMemoryGb: after('replicaMemoryGb'),
  };
}

/** Whether the pipe ends with less in some measure and with more in none. */
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

function keyOf(change: Change): string {
  return change.path.slice(change.path.indexOf('.') + 1);
}
