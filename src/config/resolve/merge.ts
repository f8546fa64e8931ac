import type { Diagnostic } from '../../model/diagnostic.ts';
import { problemAt, quote } from '../validate/problem.ts';
import type { ConfigNode, MapEntry, MapNode } from '../yaml/node.ts';
import { entriesOf, entryAt, entryOf } from '../yaml/node.ts';
import { describePlace } from '../yaml/source-file.ts';

/**
 * Trees laid over one another, the last on top: key by key through maps, everything else replaces. An entry keeps the
 * place of the lowest key while maps are merged into it, and takes the place of the one that replaces it.
 */
export function mergeNodes(bottom: ConfigNode, ...above: readonly ConfigNode[]): ConfigNode {
  let maps: MapNode[] = [];
  let top = bottom;
  for (const node of [bottom, ...above]) {
    top = node;
    if (node.kind === 'map') maps.push(node);
    else maps = [];
  }
  const [lowest, ...rest] = maps;
  return lowest === undefined || rest.length === 0 ? top : mergeMaps(lowest, rest);
}

/** Each map is gone through once, however many there are: a fleet may be spread over thousands of files. */
function mergeMaps(lowest: MapNode, above: readonly MapNode[]): MapNode {
  const entries = new Map(lowest.entries);
  // The maps that meet under one key, from the lowest to the topmost.
  const meeting = new Map<string, { readonly key: MapEntry; readonly maps: [MapNode, ...MapNode[]] }>();
  for (const map of above) {
    for (const [key, entry] of map.entries) {
      const covered = entries.get(key);
      entries.set(key, entry);
      if (covered?.value.kind !== 'map' || entry.value.kind !== 'map') {
        meeting.delete(key);
        continue;
      }
      const known = meeting.get(key);
      if (known === undefined) meeting.set(key, { key: covered, maps: [covered.value, entry.value] });
      else known.maps.push(entry.value);
    }
  }
  for (const [name, { key, maps }] of meeting) {
    const [first, ...others] = maps;
    entries.set(name, entryAt(key, mergeMaps(first, others)));
  }
  return { ...lowest, entries };
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
  const firsts = new Map<string, Map<string, MapEntry>>();
  const diagnostics: Diagnostic[] = [];
  const visit = (map: ConfigNode, within: string | null) => {
    for (const [section, noun] of DEFINITIONS) {
      const address = JSON.stringify([within, section]);
      const first = firsts.get(address) ?? new Map<string, MapEntry>();
      firsts.set(address, first);
      for (const [name, entry] of entriesOf(entryOf(map, section)?.value)) {
        const other = first.get(name);
        if (other === undefined) first.set(name, entry);
        else if (other.source !== entry.source) diagnostics.push(twice(noun, name, within, other, entry));
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
  return problemAt(second, {
    code: 'duplicate-definition',
    summary: `The ${noun} ${quote(name)}${where} is defined in two files.`,
    detail: `It is also defined at ${describePlace(first)}.`,
    hint: 'Keep one of the two, or give one another name.',
  });
}
