import {
  type FieldPath,
  type FieldSection,
  fieldPath,
  isScalingKey,
  isSourceKind,
  type ScalingKey,
  type SourceKind,
} from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import type { Acknowledgement, DesiredPipe, DesiredScaling, DesiredSetting } from '../../model/fleet.ts';
import type { ReplicaTarget } from '../../model/recommendation.ts';
import { parseDuration } from '../../model/units.ts';
import { mergeNodes } from '../resolve/merge.ts';
import { namesIn } from '../validate/check-references.ts';
import {
  type ConfigNode,
  childOf,
  entryOf,
  itemsOf,
  type MapEntry,
  type MapNode,
  numberOf,
  textOf,
} from '../yaml/node.ts';
import { locate, spanBetween } from '../yaml/source-file.ts';
import { readQuantity } from './quantity.ts';

/** A pipe with its presets merged in. */
export interface EffectivePipe {
  readonly name: string;
  /** The pipe's own entry, before presets. */
  readonly entry: MapEntry;
  readonly node: ConfigNode;
  /** False when a preset is not known, so that what it would set is not known either. */
  readonly resolved: boolean;
  /** Each path once. */
  readonly ignore: readonly FieldPath[];
  /** null when no kind is written down. */
  readonly source: SourceKind | null;
  /** The managed entries of each section: those that are written down and not ignored. */
  readonly managed: Readonly<Record<FieldSection, ReadonlyMap<string, MapEntry>>>;
}

const NO_ENTRIES: ReadonlyMap<string, MapEntry> = new Map();
const NO_ITEMS: readonly never[] = [];

/** The presets in order, later ones over earlier ones, and the pipe itself over all. */
export function applyPresets(name: string, entry: MapEntry, document: MapNode): EffectivePipe {
  const presets = childOf(document, 'presets');
  const layers: ConfigNode[] = [];
  let resolved = true;
  for (const reference of namesIn(childOf(entry.value, 'preset'))) {
    const preset = childOf(presets, textOf(reference) ?? '');
    if (preset?.kind === 'map') layers.push(preset);
    else resolved = false;
  }
  const [bottom = entry.value, ...above] = [...layers, entry.value];
  const node = mergeNodes(bottom, ...above);
  const ignore = listIgnored(node);
  const managed = {
    settings: listManaged(node, 'settings', ignore),
    scaling: listManaged(node, 'scaling', ignore),
  };
  return { name, entry, node, resolved, ignore, source: readSource(node), managed };
}

function listIgnored(node: ConfigNode): readonly FieldPath[] {
  const paths = listTexts(node, 'ignore');
  return paths.length === 0 ? NO_ITEMS : ([...new Set(paths)] as FieldPath[]);
}

function listManaged(
  node: ConfigNode,
  section: FieldSection,
  ignore: readonly FieldPath[],
): ReadonlyMap<string, MapEntry> {
  const map = childOf(node, section);
  if (map?.kind !== 'map') return NO_ENTRIES;
  if (ignore.length === 0) return map.entries;
  return new Map([...map.entries].filter(([key]) => !ignore.includes(fieldPath(section, key))));
}

/** The texts of a list. */
function listTexts(node: ConfigNode, key: string): readonly string[] {
  return listBuilt(node, key, (item) => textOf(item) ?? []);
}

/** What the items of a list come to. Most pipes have none, and share one list of nothing. */
function listBuilt<T>(node: ConfigNode, key: string, build: (item: ConfigNode) => T | readonly T[]): readonly T[] {
  const items = itemsOf(childOf(node, key));
  return items.length === 0 ? NO_ITEMS : items.flatMap(build);
}

function readSource(node: ConfigNode): SourceKind | null {
  const source = textOf(childOf(node, 'source'));
  return source !== undefined && isSourceKind(source) ? source : null;
}

/** The desired pipe; null when a part that it needs is missing or was reported. */
export function buildPipe(pipe: EffectivePipe, document: MapNode): DesiredPipe | null {
  const service = textOf(childOf(pipe.node, 'service'));
  const serviceId = textOf(childOf(childOf(document, 'services'), service ?? ''));
  const id = textOf(childOf(pipe.node, 'id'));
  if (service === undefined || serviceId === undefined || id === undefined) return null;
  const settings: Record<string, DesiredSetting> = {};
  pipe.managed.settings.forEach((entry, key) => {
    const value = settingValue(entry.value, key);
    if (value !== undefined) settings[key] = { value, location: entryLocation(entry) };
  });
  const scaling: Partial<Record<ScalingKey, DesiredScaling>> = {};
  pipe.managed.scaling.forEach((entry, key) => {
    const value = scalingValue(entry.value);
    if (value === undefined || !isScalingKey(key)) return;
    const target = readTarget(entry.value);
    const location = entryLocation(entry);
    scaling[key] = target === null ? { value, location } : { value, target, location };
  });
  const protect = childOf(pipe.node, 'protect');
  return {
    name: pipe.name,
    service,
    serviceId: serviceId.toLowerCase(),
    id: id.toLowerCase(),
    liveName: textOf(childOf(pipe.node, 'name')) ?? null,
    source: pipe.source,
    settings,
    scaling,
    ignore: pipe.ignore,
    protect: protect?.kind === 'scalar' && protect.value === true,
    acknowledge: listBuilt(pipe.node, 'acknowledge', readAcknowledgement),
    checks: listTexts(pipe.node, 'checks'),
    location: locate(pipe.entry),
  };
}

/** What a settings key is to be, in the contract's unit; undefined for what was reported. */
export function settingValue(node: ConfigNode, key: string): DesiredSetting['value'] | undefined {
  if (node.kind !== 'scalar') return undefined;
  if (typeof node.value !== 'string') return node.value;
  const unit = findField(fieldPath('settings', key))?.unit;
  const quantity = unit === undefined ? null : readQuantity(unit, node.value);
  return quantity?.ok === true ? quantity.value : undefined;
}

/** What a scaling key is to be, or the band that it is to stay in; undefined for what was reported. */
export function scalingValue(node: ConfigNode): DesiredScaling['value'] | undefined {
  if (node.kind === 'band') return { min: node.min, max: node.max };
  return node.kind === 'scalar' && (node.value === null || typeof node.value === 'number') ? node.value : undefined;
}

const DEFAULT_TOLERANCE = 0.1;
const DEFAULT_STABILIZATION_MS = 300_000;

/** What a band is steered by; the defaults are those of the horizontal pod autoscaler. */
function readTarget(node: ConfigNode): ReplicaTarget | null {
  if (node.kind !== 'band') return null;
  const check = textOf(childOf(node.target, 'check'));
  const value = numberOf(childOf(node.target, 'value'));
  if (check === undefined || value === undefined) return null;
  const stabilization = parseDuration(textOf(childOf(node.target, 'stabilizationWindow')) ?? '');
  return {
    check,
    value,
    tolerance: numberOf(childOf(node.target, 'tolerance')) ?? DEFAULT_TOLERANCE,
    stabilizationMs: stabilization.ok ? stabilization.value : DEFAULT_STABILIZATION_MS,
  };
}

function readAcknowledgement(item: ConfigNode): Acknowledgement[] {
  const [path, reason, until] = ['path', 'reason', 'until'].map((key) => textOf(entryOf(item, key)?.value));
  if (path === undefined || reason === undefined || until === undefined) return [];
  return [{ path: path as FieldPath, reason, until, location: locate(item) }];
}

function entryLocation(entry: MapEntry) {
  return locate(spanBetween(entry, entry.value));
}
