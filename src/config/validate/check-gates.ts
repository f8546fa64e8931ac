import type { Check } from '../../model/check.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { readDuration } from '../build/read-duration.ts';
import { type ConfigNode, childOf, entriesOf, entryOf, type MapNode, textOf } from '../yaml/node.ts';
import { problemAt, quoteNode } from './problem.ts';

/**
 * What no single check shows: checks that have no service to ask, and targets of bands that name an alert or have a
 * duration that cannot be. Names that do not exist are reported with the other references.
 */
export function checkGates(
  document: MapNode,
  checks: ReadonlyMap<string, Check>,
  completeness: 'complete' | 'incomplete',
): readonly Diagnostic[] {
  const targets = listTargets(document);
  return [...reportNoService(document, completeness), ...targets.flatMap((target) => checkTarget(target, checks))];
}

function reportNoService(document: MapNode, completeness: 'complete' | 'incomplete'): readonly Diagnostic[] {
  const checks = entryOf(document, 'checks');
  const isEmpty = [...entriesOf(checks?.value)].length === 0;
  if (checks === undefined || isEmpty || completeness === 'incomplete') return [];
  if (entryOf(document, 'observability') !== undefined) return [];
  return [
    problemAt(checks, {
      code: 'missing-key',
      summary: 'Health checks need `observability.url`: the service that they ask.',
      hint: 'Add `observability: { url: https://… }` at the top level.',
    }),
  ];
}

/** The target of every band of `replicas` that has one, in presets and pipes. */
export function listTargets(document: MapNode): readonly ConfigNode[] {
  const owners = ['presets', 'pipes'].flatMap((section) => [...entriesOf(childOf(document, section))]);
  return owners.flatMap(([, { value }]) => {
    const band = childOf(childOf(value, 'scaling'), 'replicas');
    // A band whose edges were reported is still a map.
    const target = band?.kind === 'band' ? band.target : childOf(band, 'target');
    return target === undefined ? [] : [target];
  });
}

function checkTarget(target: ConfigNode, checks: ReadonlyMap<string, Check>): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  readDuration(childOf(target, 'stabilizationWindow'), 'stabilizationWindow', diagnostics);
  const name = childOf(target, 'check');
  if (name === undefined || checks.get(textOf(name) ?? '')?.of !== 'alert') return diagnostics;
  const summary = `The target of a band needs a check on a series; ${quoteNode(name)} is a check on an alert.`;
  return [...diagnostics, problemAt(name, { code: 'invalid-value', summary })];
}
