import type { FieldPath, FieldSection, ScalingKey, SourceKind } from '../model/field.ts';
import { fieldPath, isScalingKey, isSourceKind } from '../model/field.ts';
import type { Acknowledgement, DesiredPipe, DesiredScaling, DesiredSetting } from '../model/fleet.ts';
import type { ReplicaTarget } from '../model/recommendation.ts';
import { parseDuration } from '../model/units.ts';
import { mergeNodes } from './merge.ts';
import {
  type ConfigNode,
  childOf,
  entriesOf,
  entryOf,
  itemsOf,
  type MapEntry,
  type MapNode,
  numberOf,
  textOf,
} from './node.ts';
import { namesIn } from './references.ts';
import { locate, spanBetween } from './source-file.ts';

/** A pipe with its presets merged in. */
export interface EffectivePipe {
  readonly name: string;
  /** The pipe's own entry, before presets. */
  readonly entry: MapEntry;
  readonly node: ConfigNode;
  /** False when a preset is not known, so that what it would set is not known either. */
  readonly resolved: boolean;
  readonly ignore: ReadonlySet<string>;
  /** null when no kind is written down. */
  readonly source: SourceKind | null;
  /** The managed entries of each section: those that are written down and not ignored. */
  readonly managed: Readonly<Record<FieldSection, readonly ManagedEntry[]>>;
}

type ManagedEntry = readonly [key: string, entry: MapEntry];

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
  const ignore = new Set(itemsOf(childOf(node, 'ignore')).flatMap((item) => textOf(item) ?? []));
  const managed = {
    settings: listManaged(node, 'settings', ignore),
    scaling: listManaged(node, 'scaling', ignore),
  };
  return { name, entry, node, resolved, ignore, source: readSource(node), managed };
}

function listManaged(node: ConfigNode, section: FieldSection, ignore: ReadonlySet<string>): readonly ManagedEntry[] {
  const entries = [...entriesOf(childOf(node, section))];
  return ignore.size === 0 ? entries : entries.filter(([key]) => !ignore.has(fieldPath(section, key)));
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
  for (const [key, entry] of pipe.managed.settings) {
    const value = settingValue(entry.value);
    if (value !== undefined) settings[key] = { value, location: entryLocation(entry) };
  }
  const scaling: Partial<Record<ScalingKey, DesiredScaling>> = {};
  for (const [key, entry] of pipe.managed.scaling) {
    const value = scalingValue(entry.value);
    if (value === undefined || !isScalingKey(key)) continue;
    const target = readTarget(entry.value);
    scaling[key] = { value, ...(target !== null && { target }), location: entryLocation(entry) };
  }
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
    ignore: [...pipe.ignore] as FieldPath[],
    protect: protect?.kind === 'scalar' && protect.value === true,
    acknowledge: itemsOf(childOf(pipe.node, 'acknowledge')).flatMap(readAcknowledgement),
    checks: itemsOf(childOf(pipe.node, 'checks')).flatMap((item) => textOf(item) ?? []),
    location: locate(pipe.entry.key),
  };
}

function settingValue(node: ConfigNode): DesiredSetting['value'] | undefined {
  return node.kind === 'scalar' && typeof node.value !== 'string' ? node.value : undefined;
}

function scalingValue(node: ConfigNode): DesiredScaling['value'] | undefined {
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
  return locate(spanBetween(entry.key, entry.value));
}
