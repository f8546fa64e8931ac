import type { Diagnostic } from '../model/diagnostic.ts';
import {
  compareFields,
  FIELD_SECTIONS,
  type FieldPath,
  type FieldTable,
  fieldsOf,
  keyOf,
  sectionOf,
} from '../model/field/field.ts';
import type { DesiredPipe, EffectiveValue } from '../model/fleet.ts';
import type { JsonValue } from '../model/json/json.ts';
import type { Location, Sources } from '../model/location.ts';
import { applyPresets, type EffectivePipe } from './fleet/build-pipe.ts';
import { type LoadOptions, loadFleet } from './load-fleet.ts';
import { findRootDocument, readOnce } from './resolve/file-system.ts';
import { loadDocuments } from './resolve/load-documents.ts';
import { chooseEnvironment, combineDocuments } from './resolve/merge.ts';
import { type ConfigNode, childOf, entryOf, keysOf, type MapEntry, type MapNode, nodeAt, toJson } from './yaml/node.ts';
import { locate, spanBetween } from './yaml/source-file.ts';

export type ExplainedPipe =
  | {
      readonly kind: 'explained';
      readonly name: string;
      readonly location: Location;
      readonly values: readonly EffectiveValue[];
      readonly desired: DesiredPipe;
    }
  /** `names`: those of all pipes; null without a configuration. `environments`: those that have the pipe. */
  | { readonly kind: 'unknown'; readonly names: readonly string[] | null; readonly environments: readonly string[] }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[]; readonly sources: Sources };

/**
 * The effective values of the pipe with a name or an address, `SERVICE/NAME`. They are known only when the configuration has no
 * errors.
 */
export async function explainPipe(options: LoadOptions, address: string): Promise<ExplainedPipe> {
  const files = readOnce(options.files);
  const root = await findRootDocument(options.cwd, options.file, files);
  if (root === null) return { kind: 'unknown', names: null, environments: [] };
  const { documents, complete } = await loadDocuments(root, { ...options, files });
  const [first, ...included] = documents;
  const base = first && combineDocuments(first, included, () => undefined);
  const document = base && (chooseEnvironment(base, options.environment) ?? undefined);
  const pipe = document && findPipe(document, address);
  if (base !== undefined && document !== undefined && complete && pipe === undefined) {
    const environments = keysOf(childOf(base, 'environments')).filter(
      (one) => findPipe(chooseEnvironment(base, one) ?? base, address) !== undefined,
    );
    return { kind: 'unknown', names: keysOf(childOf(document, 'pipes')), environments };
  }
  const { fleet, diagnostics, sources } = await loadFleet({ ...options, files });
  const desired = fleet?.pipes.find(({ name }) => name === pipe?.name);
  if (fleet === null || pipe === undefined || desired === undefined) return { kind: 'invalid', diagnostics, sources };

  const { name, entry } = pipe;
  const environment = nodeAt(base, 'environments', options.environment ?? '');
  const { service = '', preset = [] } = pipe.values;
  const layers: readonly Layer[] = [
    { origin: 'environment', from: options.environment, node: nodeAt(environment, 'pipes', name) },
    { origin: 'pipe', from: null, node: nodeAt(base, 'pipes', name) },
    ...[preset]
      .flat()
      .toReversed()
      .map((from): Layer => ({ origin: 'preset', from, node: nodeAt(document, 'presets', from) })),
  ];
  const ofServices: readonly Layer[] = [
    { origin: 'environment', from: options.environment, node: childOf(environment, 'services') },
    { origin: 'services', from: null, node: childOf(base, 'services') },
  ];
  const fields = fieldsOf(fleet.api);
  const managed = FIELD_SECTIONS.flatMap((section) =>
    [...pipe.managed[section].keys()].map((key): FieldPath => `${section}.${key}`).sort(compareFields),
  );
  const values = [
    ...explainEntry(['service'], pipe.node, layers),
    ...explainEntry([service], childOf(document, 'services'), ofServices).map((value) => ({
      ...value,
      path: `services.${service}`,
    })),
    ...['id', 'name', 'source', 'preset'].flatMap((key) => explainEntry([key], pipe.node, layers)),
    ...explainProtect(pipe.node, layers),
    ...['checks', 'ignore', 'acknowledge'].flatMap((key) => explainEntry([key], pipe.node, layers)),
    ...managed.flatMap((field) => explainField(field, pipe.node, layers, fields)),
    ...explainEntry(['scaling', 'schedule'], pipe.node, layers),
  ];
  return { kind: 'explained', name, location: locate(entry), values, desired };
}

function findPipe(document: MapNode, address: string): EffectivePipe | undefined {
  const [name = '', owner = null] = address.split('/').reverse();
  const entry = entryOf(childOf(document, 'pipes'), name);
  const pipe = entry && applyPresets(name, entry, document);
  return owner === null || pipe?.values.service === owner ? pipe : undefined;
}

/** A place that may define a value. An earlier layer wins over later ones. */
interface Layer extends Pick<EffectiveValue, 'origin' | 'from'> {
  readonly node: ConfigNode | undefined;
}

/** Nothing when the pipe does not have the value. */
function explainEntry(
  path: readonly string[],
  node: ConfigNode | undefined,
  layers: readonly Layer[],
): readonly EffectiveValue[] {
  const entry = findEntry(path, node);
  if (entry === undefined) return [];
  const layer = layers.find((one) => isSameEntry(findEntry(path, one.node), entry));
  const { origin = 'pipe', from = null } = layer ?? {};
  return [{ path: path.join('.'), ...describeEntry(entry), unit: null, origin, from }];
}

function explainProtect(node: ConfigNode, layers: readonly Layer[]): readonly EffectiveValue[] {
  const written = explainEntry(['protect'], node, layers);
  return written.length > 0 ? written : [standard('protect', false)];
}

function explainField(
  path: FieldPath,
  node: ConfigNode,
  layers: readonly Layer[],
  fields: FieldTable,
): readonly EffectiveValue[] {
  return explainEntry([sectionOf(path), keyOf(path)], node, layers).map((value) => ({
    ...value,
    unit: fields.find(path)?.unit ?? null,
  }));
}

function standard(path: string, value: JsonValue): EffectiveValue {
  return { path, value, unit: null, expression: null, origin: 'default', from: null, location: null };
}

function describeEntry(entry: MapEntry): Pick<EffectiveValue, 'value' | 'expression' | 'location'> {
  const { value: node } = entry;
  const expression = node.kind === 'scalar' ? (node.written ?? null) : null;
  return { value: readPlain(node), expression, location: locate(spanBetween(entry, node)) };
}

function readPlain(node: ConfigNode): JsonValue {
  return node.kind === 'scalar' ? (node.amount ?? node.value) : toJson(node);
}

function findEntry(path: readonly string[], node: ConfigNode | undefined): MapEntry | undefined {
  const [key = '', ...below] = path;
  const entry = entryOf(node, key);
  return below.length === 0 ? entry : findEntry(below, entry?.value);
}

function isSameEntry(one: MapEntry | undefined, other: MapEntry): boolean {
  return one !== undefined && one.source.path === other.source.path && one.start === other.start;
}
