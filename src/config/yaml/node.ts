import type { Diagnostic } from '../../model/diagnostic.ts';
import type { JsonValue } from '../../model/json/json.ts';
import type { Location } from '../../model/location.ts';
import { locate, type SourceSpan, spanBetween } from './source-file.ts';

export interface YamlResult {
  /** null when the text is not YAML or has no value. */
  readonly node: ConfigNode | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** A configuration value with its location. Trees are immutable. */
export type ConfigNode = ScalarNode | BandNode | MapNode | ListNode | ErrorNode;

export interface ScalarNode extends SourceSpan {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** Plain scalars are parsed again as YAML after interpolation; quoted and block scalars stay text. */
  readonly style: 'plain' | 'quoted';
  /** The text before interpolation, if that changed it. Diagnostics show this, never the value of a variable. */
  readonly written?: string | undefined;
  /** Milliseconds or bytes, after a duration or size was parsed. */
  readonly amount?: number;
}

/** `{ min, max }` of a scaling key. It is one value, so that merging replaces it completely. */
interface BandNode extends SourceSpan {
  readonly kind: 'band';
  readonly min: number;
  readonly max: number;
}

export interface MapNode extends SourceSpan {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, MapEntry>;
}

/** A map value. The span is that of its key. */
export interface MapEntry extends SourceSpan {
  readonly value: ConfigNode;
}

export interface ListNode extends SourceSpan {
  readonly kind: 'list';
  readonly items: readonly ConfigNode[];
}

/** An invalid or unknown value. Later steps skip it, so that each mistake is reported once. */
interface ErrorNode extends SourceSpan {
  readonly kind: 'error';
  /** Whether the value is defined twice, so that it is unknown also with an environment merged over it. */
  readonly isRepeated: boolean;
}

export function errorAt(span: SourceSpan, isRepeated = false): ErrorNode {
  return { kind: 'error', source: span.source, start: span.start, end: span.end, isRepeated };
}

export function entryAt(key: SourceSpan, value: ConfigNode): MapEntry {
  return { source: key.source, start: key.start, end: key.end, value };
}

/** The null value of a key without a value. Its span is empty, at the end of the key. */
export function emptyAt({ source, end }: SourceSpan): ScalarNode {
  return { kind: 'scalar', source, start: end, end, value: null, style: 'plain' };
}

export function entryOf(node: ConfigNode | undefined, key: string): MapEntry | undefined {
  return node?.kind === 'map' ? node.entries.get(key) : undefined;
}

/** The place of a key with its value. */
export function entryLocation(entry: MapEntry): Location {
  return locate(spanBetween(entry, entry.value));
}

export function childOf(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  return entryOf(node, key)?.value;
}

export function nodeAt(root: ConfigNode | undefined, ...path: readonly string[]): ConfigNode | undefined {
  return path.reduce(childOf, root);
}

/** The nodes at a path such as `pipes.*.checks.*`, where a star is every value of a map or item of a list. */
export function nodesAt(root: ConfigNode, path: string): readonly ConfigNode[] {
  return path
    .split('.')
    .reduce<readonly ConfigNode[]>(
      (nodes, key) => nodes.flatMap((node) => (key === '*' ? partsOf(node) : (childOf(node, key) ?? []))),
      [root],
    );
}

function partsOf(node: ConfigNode): readonly ConfigNode[] {
  return node.kind === 'list' ? node.items : [...entriesOf(node)].map(([, { value }]) => value);
}

/** The entries are in file order; none when the node is not a map. */
export function entriesOf(node: ConfigNode | undefined): Iterable<[string, MapEntry]> {
  return node?.kind === 'map' ? node.entries : [];
}

export function keysOf(node: ConfigNode | undefined): readonly string[] {
  return node?.kind === 'map' ? [...node.entries.keys()] : [];
}

const NO_ITEMS: readonly ConfigNode[] = [];

export function itemsOf(node: ConfigNode | undefined): readonly ConfigNode[] {
  return node?.kind === 'list' ? node.items : NO_ITEMS;
}

export function textOf(node: ConfigNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

export function numberOf(node: ConfigNode | undefined): number | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
}

/** The values of a tree. Error nodes become null: later reports about them are dropped. */
export function toJson(node: ConfigNode): JsonValue {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(toJson);
    case 'map': {
      // `forEach` avoids a pair for each entry; this runs over the complete configuration. REFUSED_KEYS are not in it.
      const values: Record<string, JsonValue> = {};
      node.entries.forEach((entry, key) => {
        values[key] = toJson(entry.value);
      });
      return values;
    }
    case 'band':
      return { min: node.min, max: node.max };
    case 'error':
      return null;
  }
}

/** Replaces the values of a map. Returns the same node when nothing changes or the node is not a map. */
export function mapEntries(node: ConfigNode, replace: (value: ConfigNode, key: string) => ConfigNode): ConfigNode {
  if (node.kind !== 'map') return node;
  const changed: [string, MapEntry][] = [];
  node.entries.forEach((entry, key) => {
    const value = replace(entry.value, key);
    if (value !== entry.value) changed.push([key, entryAt(entry, value)]);
  });
  if (changed.length === 0) return node;
  const entries = new Map(node.entries);
  for (const [key, entry] of changed) entries.set(key, entry);
  return { ...node, entries };
}

/** Replaces nodes in a tree. Unchanged parts are shared with the old tree. */
export function mapTree(node: ConfigNode, replace: (node: ConfigNode) => ConfigNode): ConfigNode {
  const replaced = replace(node);
  if (replaced !== node) return replaced;
  if (node.kind === 'map') return mapEntries(node, (value) => mapTree(value, replace));
  if (node.kind !== 'list') return node;
  const items = node.items.map((item) => mapTree(item, replace));
  return items.some((item, index) => item !== node.items[index]) ? { ...node, items } : node;
}

// The forms of the YAML 1.2 core schema (specification, chapter 10.3.2); everything else is text.
const WORD_VALUES = new Map<string, ScalarNode['value']>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
]);
const NUMBER = /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;

const MAY_HAVE_FORM = /^(?:[-+.0-9~tTfFnN]|$)/;

/** The value of a trimmed plain scalar. `-0` becomes 0, as in JSON and in every range. */
export function resolveScalar(text: string): ScalarNode['value'] {
  if (!MAY_HAVE_FORM.test(text)) return text;
  // Other tools read 010 as 8. So it is text here, which no number may be.
  if (NUMBER.test(text)) return /^[-+]?0\d/.test(text) ? text : Number(text) + 0;
  if (INFINITE.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  const value = WORD_VALUES.get(text);
  return value === undefined ? text : value;
}
