import { type ConfigNode, type MapNode, mapEntries } from './node.ts';

/** The maps of a document that may be left empty, as they are when all that stood in them is commented out. */
const OF_DOCUMENT: ReadonlySet<string> = new Set(['services', 'presets', 'pipes', 'policy', 'checks', 'environments']);
const OF_OWNER: ReadonlySet<string> = new Set(['settings', 'scaling']);

/**
 * The document with an empty map wherever a map may stand and nothing is written (`pipes:`). So it merges as a map, and
 * takes nothing away from what it is laid over. A value of settings or scaling stays null: that one asks for "unset".
 */
export function fillEmptyMaps(root: ConfigNode): ConfigNode {
  const fillOwner = (owner: ConfigNode): ConfigNode =>
    mapEntries(owner, (part, name) => (OF_OWNER.has(name) ? fill(part) : part));
  const fillDocument = (document: ConfigNode): ConfigNode =>
    mapEntries(document, (part, name) => {
      if (!OF_DOCUMENT.has(name)) return part;
      const filled = fill(part);
      if (name === 'pipes' || name === 'presets') return mapEntries(filled, fillOwner);
      if (name === 'policy') return mapEntries(filled, (value, key) => (key === 'ranges' ? fill(value) : value));
      return name === 'environments' && document === root
        ? mapEntries(filled, (environment) => fillDocument(fill(environment)))
        : filled;
    });
  return fillDocument(root);
}

function fill(node: ConfigNode): ConfigNode {
  if (node.kind !== 'scalar' || node.value !== null) return node;
  const { source, start, end } = node;
  const map: MapNode = { kind: 'map', source, start, end, entries: new Map() };
  return map;
}
