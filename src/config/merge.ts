import type { Diagnostic } from '../model/diagnostic.ts';
import type { ConfigNode, MapEntry, MapNode } from './node.ts';
import { entriesOf, entryOf } from './node.ts';
import { problemAt, quote } from './problem.ts';
import { describePlace } from './source-file.ts';

/**
 * Trees laid over one another, the last on top: key by key through maps, everything else replaces. An entry keeps the
 * place of the lowest key while maps are merged into it, and takes the place of the one that replaces it.
 */
export function mergeNodes(bottom: ConfigNode, ...above: readonly ConfigNode[]): ConfigNode {
  const nodes = [bottom, ...above];
  const top = nodes.at(-1) ?? bottom;
  const maps = topmostMaps(nodes, (node) => node);
  const [lowest] = maps;
  if (lowest?.kind !== 'map' || maps.length === 1) return top;
  const groups = new Map<string, [MapEntry, ...MapEntry[]]>();
  for (const map of maps) {
    for (const [key, entry] of entriesOf(map)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entry]);
      else group.push(entry);
    }
  }
  return { ...lowest, entries: new Map([...groups].map(([key, group]) => [key, mergeEntries(group)])) };
}

function mergeEntries(group: readonly [MapEntry, ...MapEntry[]]): MapEntry {
  const [lowest, ...rest] = topmostMaps(group, (entry) => entry.value);
  if (lowest === undefined || rest.length === 0) return group.at(-1) ?? group[0];
  return { key: lowest.key, value: mergeNodes(lowest.value, ...rest.map((entry) => entry.value)) };
}

/** The maps at the end of the list, up to whatever replaces all that is below it. */
function topmostMaps<T>(layers: readonly T[], nodeOf: (layer: T) => ConfigNode): readonly T[] {
  const replaced = layers.findLastIndex((layer) => nodeOf(layer).kind !== 'map');
  return layers.slice(replaced + 1);
}

const DEFINITIONS: ReadonlyMap<string, string> = new Map([
  ['services', 'service'],
  ['presets', 'preset'],
  ['pipes', 'pipe'],
  ['checks', 'check'],
]);

/** A document merged from several files, and what they define twice. */
interface Combined {
  readonly document: MapNode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Several files as one document. Files may not define the same thing; of anything else (such as a policy) the root
 * document wins over included ones, and later paths win over earlier ones.
 */
export function combineDocuments(root: MapNode, included: readonly MapNode[]): Combined {
  const diagnostics = reportTwice([root, ...included]);
  const merged = mergeNodes({ ...root, entries: new Map() }, ...included, root);
  return { document: merged.kind === 'map' ? merged : root, diagnostics };
}

function reportTwice(documents: readonly MapNode[]): Diagnostic[] {
  const first = new Map<string, MapEntry>();
  const diagnostics: Diagnostic[] = [];
  const visit = (map: ConfigNode, within: string | null) => {
    for (const [section, noun] of DEFINITIONS) {
      for (const [name, entry] of entriesOf(entryOf(map, section)?.value)) {
        const address = JSON.stringify([within, section, name]);
        const other = first.get(address);
        if (other === undefined) first.set(address, entry);
        else if (other.key.source !== entry.key.source) diagnostics.push(twice(noun, name, within, other, entry));
      }
    }
  };
  for (const document of documents) {
    visit(document, null);
    for (const [name, entry] of entriesOf(entryOf(document, 'environments')?.value)) visit(entry.value, name);
  }
  return diagnostics;
}

function twice(noun: string, name: string, within: string | null, first: MapEntry, second: MapEntry): Diagnostic {
  const where = within === null ? '' : ` of environment ${quote(within)}`;
  return problemAt(second.key, {
    code: 'duplicate-definition',
    summary: `The ${noun} ${quote(name)}${where} is defined in two files.`,
    detail: `It is also defined at ${describePlace(first.key)}.`,
    hint: 'Keep one of the two, or give one another name.',
  });
}
