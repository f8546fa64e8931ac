import type { ConfigNode, MapEntry } from './node.ts';
import type { Span } from './source-file.ts';

/** Where a value stands in its document: the keys that lead to it, and its entry when it is the value of a map. */
export interface Place {
  readonly path: readonly string[];
  readonly node: ConfigNode;
  readonly entry: MapEntry | null;
}

/** The place that a JSON pointer leads to; null when it leads nowhere or through a hole. */
export function reachPlace(root: ConfigNode, pointer: string): Place | null {
  const path = pointer === '' ? [] : pointer.slice(1).split('/').map(unescapePointer);
  let node = root;
  let entry: MapEntry | null = null;
  for (const key of path) {
    entry = node.kind === 'map' ? (node.entries.get(key) ?? null) : null;
    const next: ConfigNode | undefined = node.kind === 'list' ? node.items[Number(key)] : entry?.value;
    if (next === undefined) return null;
    node = next;
  }
  return node.kind === 'hole' ? null : { path, node, entry };
}

/** What to underline for a value: the value itself, or its key when nothing is written after it. */
export function valueSpan(place: Place): Span {
  return place.node.start === place.node.end && place.entry !== null ? place.entry : place.node;
}

/** The name of a value in a message: its key, or `an item of` the list it stands in. */
export function nameOf(path: readonly string[], node?: ConfigNode): string {
  const last = path.at(-1);
  if (last === undefined) return 'The document';
  if (/^\d+$/.test(last) && node !== undefined && path.length > 1) return `An item of \`${path.at(-2)}\``;
  return `\`${last}\``;
}

const OWNERS: Readonly<Record<string, string>> = {
  pipes: 'pipe',
  presets: 'preset',
  checks: 'check',
  environments: 'environment',
};

/** The map that a key stands in, in words: `at the top level`, `in pipe "orders"`, `in \`settings\` of pipe "orders"`. */
export function describeMap(path: readonly string[]): string {
  if (path.length === 0) return 'at the top level';
  const within = path[0] === 'environments' && path.length > 2 ? path.slice(2) : path;
  const [section = '', name] = within;
  const owner = OWNERS[section];
  if (owner === undefined || name === undefined) return `in \`${path.at(-1)}\``;
  return within.length === 2
    ? `in ${owner} ${JSON.stringify(name)}`
    : `in \`${within.slice(2).join('.')}\` of ${owner} ${JSON.stringify(name)}`;
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
