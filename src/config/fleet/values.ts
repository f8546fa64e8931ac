import type { Config, EnvironmentConfig, PipeConfig } from '../schema/config.generated.ts';
import { type ConfigNode, entryOf, type MapEntry, type MapNode } from '../yaml/node.ts';

/** The sections of a merged document, but for those of pipes: these are read one at a time, since a fleet may be large. */
export type Sections = Omit<Config, (typeof LARGE)[number]> & Pick<EnvironmentConfig, 'promotion'>;

const LARGE = ['pipes', 'presets', 'environments'] as const;

export function readSections(document: MapNode): Sections {
  const values = readMap(document, (key) => LARGE.every((large) => large !== key) && !key.startsWith('x-'));
  nodes.set(values, document);
  return values as Sections;
}

/** The values of a pipe but for its fields, which the tree has in their units. */
export function readPipe(pipe: ConfigNode): PipeConfig {
  return pipe.kind === 'map' ? readMap(pipe, (key) => key !== 'settings' && key !== 'scaling') : {};
}

/**
 * The values of a node, of the type that the schema has for its place: validation has put an error node in place of what does not
 * fit. Such values are left out.
 */
export function readValues<Values extends object>(node: ConfigNode | undefined): Values | undefined {
  return (node && readValue(node)) as Values | undefined;
}

/** The nodes are kept beside the values, so that these are plain data. */
const nodes = new WeakMap<object, ConfigNode>();

function readValue(node: ConfigNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(readValue).filter((value) => value !== undefined);
    case 'map': {
      const values = readMap(node);
      nodes.set(values, node);
      return values;
    }
    case 'band':
      return { min: node.min, max: node.max };
    case 'error':
      return undefined;
  }
}

function readMap(node: MapNode, isRead: (key: string) => boolean = () => true): object {
  const values: Record<string, unknown> = {};
  node.entries.forEach((entry, key) => {
    const value = isRead(key) ? readValue(entry.value) : undefined;
    if (value !== undefined) values[key] = value;
  });
  return values;
}

/** Where a map is written. */
export function nodeOf(values: object): ConfigNode {
  const node = nodes.get(values);
  if (node === undefined) throw new Error('These values were not read from a file.');
  return node;
}

/** Where a value of a map is written, with its key; also for a value that was refused. */
export function findEntry<Owner extends object>(
  owner: Owner | null | undefined,
  key: keyof Owner & string,
): MapEntry | undefined {
  return owner == null ? undefined : entryOf(nodes.get(owner), key);
}

export function findNode<Owner extends object>(
  owner: Owner | null | undefined,
  key: keyof Owner & string,
): ConfigNode | undefined {
  return findEntry(owner, key)?.value;
}
