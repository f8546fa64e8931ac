import { type ConfigNode, type MapNode, mapEntries } from '../yaml/node.ts';

/** The maps of a document that may be left empty, as they are when all that stood in them is commented out. */
const OF_DOCUMENT: ReadonlySet<string> = new Set(['services', 'presets', 'pipes', 'policy', 'checks', 'environments']);
const OF_OWNER: ReadonlySet<string> = new Set(['settings', 'scaling']);
const OF_API: ReadonlySet<string> = new Set(['naming']);
const OF_POLICY: ReadonlySet<string> = new Set(['ranges']);

/**
 * The document with an empty map wherever a map may stand and nothing is written (`pipes:`). So it merges as a map, and
 * takes nothing away from what it is laid over. A value of settings or scaling stays null: that one asks for "unset".
 */
export function fillEmptyMaps(root: ConfigNode): ConfigNode {
  const fillDocument = (document: ConfigNode): ConfigNode =>
    mapEntries(fillThose(OF_DOCUMENT, document), (part, name) => {
      switch (name) {
        case 'pipes':
        case 'presets':
          return mapEntries(part, (owner) => fillThose(OF_OWNER, owner));
        case 'api':
          return fillThose(OF_API, part);
        case 'policy':
          return fillThose(OF_POLICY, part);
        case 'environments':
          return document === root ? mapEntries(part, (environment) => fillDocument(fill(environment))) : part;
        default:
          return part;
      }
    });
  return fillDocument(root);
}

function fillThose(keys: ReadonlySet<string>, map: ConfigNode): ConfigNode {
  return mapEntries(map, (part, key) => (keys.has(key) ? fill(part) : part));
}

function fill(node: ConfigNode): ConfigNode {
  if (node.kind !== 'scalar' || node.value !== null) return node;
  const { source, start, end } = node;
  const map: MapNode = { kind: 'map', source, start, end, entries: new Map() };
  return map;
}
