import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ConfigNode } from '../yaml/node.ts';
import { holeAt, mapTree, toJson } from '../yaml/node.ts';
import { reachPlace } from '../yaml/place.ts';
import { problemAt } from './problem.ts';
import { explainProblems } from './schema-words.ts';
import { type SchemaError, validateConfig } from './validate-config.generated.js';

export interface Validated {
  /** The tree with a hole for each value that the schema refuses. */
  readonly node: ConfigNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks one document against the schema. What stands inside a hole is not looked at. */
export function validateTree(root: ConfigNode): Validated {
  const data = toJson(root);
  if (validateConfig(data)) return { node: root, diagnostics: [] };
  const byPlace = new Map<string, SchemaError[]>();
  for (const error of validateConfig.errors ?? []) {
    const group = byPlace.get(error.instancePath);
    if (group === undefined) byPlace.set(error.instancePath, [error]);
    else group.push(error);
  }
  const refused = new Set<ConfigNode>();
  const diagnostics: Diagnostic[] = [];
  for (const [pointer, errors] of byPlace) {
    const place = reachPlace(root, pointer);
    if (place === null) continue;
    for (const problem of explainProblems(place, errors)) {
      if (problem.refused !== null) refused.add(problem.refused);
      diagnostics.push(problemAt(problem.span, problem.words));
    }
  }
  return { node: mapTree(root, (node) => (refused.has(node) ? holeAt(node) : node)), diagnostics };
}
