import { suggest } from '../../model/suggest.ts';
import { NOUNS, quote, type Reporter } from '../validate/problem.ts';
import {
  type ConfigNode,
  childOf,
  entryAt,
  entryOf,
  errorAt,
  keysOf,
  type MapEntry,
  type MapNode,
  mapEntries,
} from '../yaml/node.ts';
import { describePlace } from '../yaml/source-file.ts';

/** Later maps win, key by key. Other values replace completely; a null over a map (an empty `pipes:`) does nothing. */
export function mergeMaps(lowest: MapNode, ...above: readonly MapNode[]): MapNode {
  const entries = new Map(lowest.entries);
  // The entries of each key with several values. Each map is read once, since a fleet may have thousands of files.
  const stacks = new Map<string, [MapEntry, ...MapEntry[]]>();
  for (const map of above) {
    map.entries.forEach((entry, key) => {
      const covered = entries.get(key);
      const stack = stacks.get(key);
      if (stack !== undefined) stack.push(entry);
      else if (covered !== undefined) stacks.set(key, [covered, entry]);
      entries.set(key, entry);
    });
  }
  stacks.forEach((stack, key) => {
    entries.set(key, mergeEntries(stack));
  });
  return { ...lowest, entries };
}

/** Merged maps keep the location of the lowest key; a replaced value takes that of its replacement. */
function mergeEntries(stack: readonly [MapEntry, ...MapEntry[]]): MapEntry {
  let [place] = stack;
  let maps: MapNode[] = [];
  for (const entry of stack) {
    const { value } = entry;
    if (value.kind === 'scalar' && value.value === null && maps.length > 0) continue;
    if (value.kind === 'map' && place.value.kind === 'error' && place.value.isRepeated) continue;
    if (value.kind !== 'map') maps = [];
    else if (maps.push(value) > 1) continue;
    place = entry;
  }
  const [lowest, ...above] = maps;
  return lowest === undefined || above.length === 0 ? place : entryAt(place, mergeMaps(lowest, ...above));
}

const NAMED = ['services', 'presets', 'pipes', 'checks'] as const;

/**
 * A definition in two files is an error, and the value is unknown. Elsewhere the root document wins, then later paths
 * over earlier ones.
 */
export function combineDocuments(root: MapNode, included: readonly MapNode[], report: Reporter): MapNode {
  const firsts = new Map<string, MapEntry>();
  const refuseRepeats = (layer: ConfigNode, environment: string | null): ConfigNode =>
    mapEntries(layer, (part, key) => {
      if (key === 'environments' && environment === null) return mapEntries(part, refuseRepeats);
      const section = NAMED.find((one) => one === key);
      if (section === undefined) return part;
      return mapEntries(part, (value, name) => {
        const address = JSON.stringify([environment, section, name]);
        const entry = entryOf(part, name);
        const first = firsts.get(address);
        if (entry !== undefined && first === undefined) firsts.set(address, entry);
        if (entry === undefined || first === undefined) return value;
        const where = environment === null ? '' : ` of environment ${quote(environment)}`;
        const summary = `The ${NOUNS[section]} ${quote(name)}${where} is defined in two files.`;
        const detail = `It is also defined at ${describePlace(first)}.`;
        const hint = 'Keep one of the two, or rename one.';
        report(entry, { code: 'duplicate-definition', summary, detail, hint });
        return errorAt(value, true);
      });
    });
  const [highest, ...others] = [root, ...included].map((document) => {
    const checked = refuseRepeats(document, null);
    return checked.kind === 'map' ? checked : document;
  });
  return mergeMaps({ ...root, entries: new Map() }, ...others, highest ?? root);
}

/** Merges the environment, if one is named, over the document; null when it is not defined. */
export function chooseEnvironment(document: MapNode, environment: string | null): MapNode | null {
  if (environment === null) return document;
  const chosen = entryOf(childOf(document, 'environments'), environment);
  if (chosen === undefined) return null;
  return chosen.value.kind === 'map' ? mergeMaps(document, chosen.value) : document;
}

/** The mistake is on the command line or in a variable, so there is no location in a file. */
export function reportNoEnvironment(document: MapNode, environment: string, report: Reporter): void {
  const known = keysOf(childOf(document, 'environments'));
  const nearest = suggest(environment, known);
  const code = 'unknown-reference';
  const summary = `-e (or PIPEFORM_ENV) names the environment ${quote(environment)}, which the configuration does not define.`;
  if (known.length === 0) {
    report(null, { code, summary, hint: 'Leave out -e, or define the environment under `environments`.' });
    return;
  }
  const hint = nearest === null ? 'Name one of them, or leave out -e.' : `Did you mean ${quote(nearest)}?`;
  report(null, { code, summary, detail: `Known environments: ${known.join(', ')}.`, hint });
}
