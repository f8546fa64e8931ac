import {
  type FieldPath,
  type FieldSection,
  isFieldPath,
  isScalingKey,
  type ScalingKey,
  type SourceKind,
} from '../../model/field/field.ts';
import {
  type Acknowledgement,
  type Band,
  type DesiredPipe,
  type DesiredScaling,
  type DesiredSetting,
  isBand,
  type ScheduledSize,
} from '../../model/fleet.ts';
import { mergeMaps } from '../resolve/merge.ts';
import type { AcknowledgeItem, PipeConfig } from '../schema/config.generated.ts';
import { type ConfigNode, childOf, entryLocation, type MapEntry, type MapNode, nodeAt, textOf } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { nodeOf, readPipe } from './values.ts';

export interface EffectivePipe {
  readonly name: string;
  /** Before presets are merged in. */
  readonly entry: MapEntry;
  readonly node: ConfigNode;
  /** All values of the entry but those of fields. */
  readonly values: PipeConfig;
  /** False when a preset is unknown, so that values may be missing. */
  readonly resolved: boolean;
  readonly ignore: readonly FieldPath[];
  readonly source: SourceKind | null;
  /** Entries that are written and not ignored. */
  readonly managed: Readonly<Record<FieldSection, ReadonlyMap<string, MapEntry>>>;
}

const NO_ENTRIES: ReadonlyMap<string, MapEntry> = new Map();

/** The same for all pipes: in a large fleet, empty lists of their own would take as much memory as their names. */
const NONE: readonly never[] = [];

function orNone<Item>(items: readonly Item[]): readonly Item[] {
  return items.length === 0 ? NONE : items;
}

function namesIn(node: ConfigNode | undefined): readonly ConfigNode[] {
  if (node === undefined) return [];
  return node.kind === 'list' ? node.items : [node];
}

/** Merges presets in order, then the pipe itself over them. */
export function applyPresets(name: string, entry: MapEntry, document: MapNode): EffectivePipe {
  const references = namesIn(childOf(entry.value, 'preset'));
  const presets = references.map((reference) => nodeAt(document, 'presets', textOf(reference) ?? ''));
  const known = presets.filter((preset) => preset?.kind === 'map');
  const [bottom, ...above] = known;
  const node =
    bottom === undefined || entry.value.kind !== 'map' ? entry.value : mergeMaps(bottom, ...above, entry.value);
  const values = readPipe(node);
  const ignore = [...new Set(values.ignore)].filter(isFieldPath);
  return {
    name,
    entry,
    node,
    values,
    resolved: known.length === references.length,
    ignore,
    source: values.source ?? null,
    managed: {
      settings: listManaged(node, 'settings', ignore),
      scaling: listManaged(node, 'scaling', ignore),
    },
  };
}

function listManaged(
  node: ConfigNode,
  section: FieldSection,
  ignore: readonly FieldPath[],
): ReadonlyMap<string, MapEntry> {
  const map = childOf(node, section);
  if (map?.kind !== 'map') return NO_ENTRIES;
  const isScheduled = section === 'scaling' && map.entries.has('schedule');
  if (ignore.length === 0 && !isScheduled) return map.entries;
  const isManaged = (key: string) => !(isScheduled && key === 'schedule') && !ignore.includes(`${section}.${key}`);
  return new Map([...map.entries].filter(([key]) => isManaged(key)));
}

/** null when a required part is missing or invalid. */
export function buildPipe(
  pipe: EffectivePipe,
  document: MapNode,
  schedule: readonly ScheduledSize[],
): DesiredPipe | null {
  const { service, id, name: liveName = null, protect = false, acknowledge = [], checks = [] } = pipe.values;
  const serviceId = textOf(nodeAt(document, 'services', service ?? ''));
  if (service === undefined || serviceId === undefined || id === undefined) return null;
  const settings: Record<string, DesiredSetting> = {};
  pipe.managed.settings.forEach((entry, key) => {
    const value = readValue(entry.value);
    if (value !== undefined && !isBand(value)) settings[key] = { value, location: entryLocation(entry) };
  });
  const scaling: Partial<Record<ScalingKey, DesiredScaling>> = {};
  pipe.managed.scaling.forEach((entry, key) => {
    const value = readValue(entry.value);
    if (value === undefined || typeof value === 'boolean' || !isScalingKey(key)) return;
    scaling[key] = { value, location: entryLocation(entry) };
  });
  const built: DesiredPipe = {
    name: pipe.name,
    service,
    serviceId: serviceId.toLowerCase(),
    id: id.toLowerCase(),
    liveName,
    source: pipe.source,
    settings,
    scaling,
    ignore: orNone(pipe.ignore),
    protect,
    acknowledge: orNone(acknowledge.flatMap(buildAcknowledgement)),
    checks: orNone(checks),
    location: locate(pipe.entry),
  };
  return schedule.length === 0 ? built : { ...built, schedule };
}

/** The desired value in the unit of the contract, or the band; undefined for an invalid value. */
export function readValue(node: ConfigNode): number | boolean | Band | null | undefined {
  if (node.kind === 'band') return { min: node.min, max: node.max };
  if (node.kind !== 'scalar') return undefined;
  return typeof node.value === 'string' ? node.amount : node.value;
}

function buildAcknowledgement(item: AcknowledgeItem): readonly Acknowledgement[] {
  const { path, reason, until } = item;
  if (path === undefined || !isFieldPath(path) || reason === undefined || until === undefined) return [];
  return [{ path, reason, until, location: locate(nodeOf(item)) }];
}
