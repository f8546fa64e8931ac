import { type Diagnostic, type DiagnosticWords, diagnose } from '../../model/diagnostic.ts';
import { suggest } from '../../model/suggest.ts';
import { problemAt, quote } from '../validate/problem.ts';
import { type ConfigNode, entriesOf, entryAt, entryOf, type MapEntry, type MapNode, mapEntries } from '../yaml/node.ts';
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
    hint: 'Keep one of the two, or rename one.',
  });
}

interface ChosenEnvironment {
  readonly document: MapNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** The document with the environment of that name merged over it. */
export function chooseEnvironment(
  document: MapNode,
  environment: string | null,
  completeness: 'complete' | 'incomplete',
): ChosenEnvironment {
  if (environment === null) return { document, diagnostics: [] };
  const environments = entryOf(document, 'environments');
  const chosen = entryOf(environments?.value, environment);
  if (chosen !== undefined) {
    const merged = mergeNodes(document, chosen.value);
    return { document: merged.kind === 'map' ? merged : document, diagnostics: [] };
  }
  if (completeness === 'incomplete' || environments?.value.kind === 'error') return { document, diagnostics: [] };
  return { document, diagnostics: [diagnose('error', unknownEnvironment(environment, environments?.value))] };
}

/** The mistake stands on the command line or in the environment, so there is no place in a file to show. */
function unknownEnvironment(name: string, environments: ConfigNode | undefined): DiagnosticWords {
  const known = [...entriesOf(environments)].map(([key]) => key);
  const nearest = suggest(name, known);
  const summary = `There is no environment ${quote(name)}, which -e (or PIPEFORM_ENV) names.`;
  if (known.length === 0) {
    const hint = 'Leave out -e, or define the environment under `environments`.';
    return { code: 'unknown-reference', summary, detail: 'The configuration defines no environments.', hint };
  }
  return {
    code: 'unknown-reference',
    summary,
    detail: `Known environments: ${known.join(', ')}.`,
    hint: nearest === null ? 'Name one of them, or leave out -e.' : `Did you mean ${quote(nearest)}?`,
  };
}

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
