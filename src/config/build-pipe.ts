import type { FieldPath, ScalingKey, SourceKind } from '../model/field.ts';
import { fieldPath, isScalingKey, isSourceKind } from '../model/field.ts';
import type { Acknowledgement, DesiredPipe, DesiredScaling, DesiredSetting } from '../model/fleet.ts';
import { mergeNodes } from './merge.ts';
import { type ConfigNode, childOf, entriesOf, entryOf, itemsOf, type MapEntry, type MapNode, textOf } from './node.ts';
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
}

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
  return { name, entry, node, resolved, ignore };
}

/** The managed entries of one section: those that are written down and not ignored. */
export function managedEntries(pipe: EffectivePipe, section: 'settings' | 'scaling'): [string, MapEntry][] {
  return [...entriesOf(childOf(pipe.node, section))].filter(([key]) => !pipe.ignore.has(fieldPath(section, key)));
}

export function sourceOf(pipe: EffectivePipe): SourceKind | null {
  const source = textOf(childOf(pipe.node, 'source'));
  return source !== undefined && isSourceKind(source) ? source : null;
}

/** The desired pipe; null when a part that it needs is missing or was reported. */
export function buildPipe(pipe: EffectivePipe, document: MapNode): DesiredPipe | null {
  const service = textOf(childOf(pipe.node, 'service'));
  const serviceId = textOf(childOf(childOf(document, 'services'), service ?? ''));
  const id = textOf(childOf(pipe.node, 'id'));
  if (service === undefined || serviceId === undefined || id === undefined) return null;
  const settings: Record<string, DesiredSetting> = {};
  for (const [key, entry] of managedEntries(pipe, 'settings')) {
    const value = settingValue(entry.value);
    if (value !== undefined) settings[key] = { value, location: entryLocation(entry) };
  }
  const scaling: Partial<Record<ScalingKey, DesiredScaling>> = {};
  for (const [key, entry] of managedEntries(pipe, 'scaling')) {
    const value = scalingValue(entry.value);
    if (value !== undefined && isScalingKey(key)) scaling[key] = { value, location: entryLocation(entry) };
  }
  const protect = childOf(pipe.node, 'protect');
  return {
    name: pipe.name,
    service,
    serviceId: serviceId.toLowerCase(),
    id: id.toLowerCase(),
    liveName: textOf(childOf(pipe.node, 'name')) ?? null,
    source: sourceOf(pipe),
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

function readAcknowledgement(item: ConfigNode): Acknowledgement[] {
  const [path, reason, until] = ['path', 'reason', 'until'].map((key) => textOf(entryOf(item, key)?.value));
  if (path === undefined || reason === undefined || until === undefined) return [];
  return [{ path: path as FieldPath, reason, until, location: locate(item) }];
}

function entryLocation(entry: MapEntry) {
  return locate(spanBetween(entry.key, entry.value));
}
