import type { Check } from '../../model/check.ts';
import type { Diagnostic, DiagnosticWords } from '../../model/diagnostic.ts';
import { fieldPath } from '../../model/field.ts';
import { FIELDS } from '../../model/fields.ts';
import { suggest } from '../../model/suggest.ts';
import { isUuid } from '../../model/uuid.ts';
import { readDuration } from '../build/quantity.ts';
import { type ConfigNode, childOf, entriesOf, entryOf, itemsOf, type MapNode, textOf } from '../yaml/node.ts';
import { problemAt, quote, quoteNode } from './problem.ts';
import { hintField } from './validate-tree.ts';

/** Comparing every unknown name with every known one would take minutes in a large fleet that lost its services. */
const MOST_COMPARISONS = 1_000_000;

const NOUNS = { services: 'service', presets: 'preset', checks: 'check' } as const;
type Section = keyof typeof NOUNS;

const FIELD_PATHS: readonly string[] = FIELDS.map((spec) => fieldPath(spec.section, spec.key));

/**
 * Checks that every service, preset, check and field that is named exists. With an incomplete document (a file could not be
 * read) names are not judged, since the file may define them.
 */
export function checkReferences(document: MapNode, completeness: 'complete' | 'incomplete'): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const names = (section: Section): readonly string[] =>
    [...entriesOf(childOf(document, section))].map(([name]) => name);
  const known = { services: names('services'), presets: names('presets'), checks: names('checks') };
  let comparisons = 0;

  const near = (name: string, candidates: readonly string[]): string | null => {
    comparisons += candidates.length;
    return comparisons > MOST_COMPARISONS ? null : suggest(name, candidates);
  };
  const refer = (section: Section, node: ConfigNode | undefined) => {
    const name = textOf(node);
    if (node === undefined || name === undefined || completeness === 'incomplete') return;
    if (entryOf(childOf(document, section), name) !== undefined) return;
    diagnostics.push(problemAt(node, unknownName(section, name, node, known[section], near(name, known[section]))));
  };
  const referToField = (node: ConfigNode | undefined) => {
    const path = textOf(node);
    if (node === undefined || path === undefined || FIELD_PATHS.includes(path)) return;
    const nearest = hintField(path) === null ? near(path, FIELD_PATHS) : null;
    const hint = nearest === null ? hintField(path) : `Did you mean ${quote(nearest)}?`;
    const summary = `There is no field ${quoteNode(node)}.`;
    diagnostics.push(problemAt(node, { code: 'unknown-reference', summary, hint }));
  };

  for (const section of ['presets', 'pipes']) {
    for (const [, { value }] of entriesOf(childOf(document, section))) {
      refer('services', childOf(value, 'service'));
      for (const preset of namesIn(childOf(value, 'preset'))) refer('presets', preset);
      for (const check of itemsOf(childOf(value, 'checks'))) refer('checks', check);
      for (const field of itemsOf(childOf(value, 'ignore'))) referToField(field);
      for (const item of itemsOf(childOf(value, 'acknowledge'))) referToField(childOf(item, 'path'));
    }
  }
  for (const target of listTargets(document)) refer('checks', childOf(target, 'check'));
  const rollout = childOf(document, 'rollout');
  for (const moment of ['before', 'after'])
    for (const check of itemsOf(childOf(rollout, moment))) refer('checks', check);
  return diagnostics;
}

/** One name or a list of them. */
export function namesIn(node: ConfigNode | undefined): readonly ConfigNode[] {
  if (node === undefined) return [];
  return node.kind === 'list' ? node.items : [node];
}

function unknownName(
  section: Section,
  name: string,
  node: ConfigNode,
  known: readonly string[],
  nearest: string | null,
): DiagnosticWords {
  const summary = `There is no ${NOUNS[section]} ${quoteNode(node)}.`;
  if (nearest !== null) return { code: 'unknown-reference', summary, hint: `Did you mean ${quote(nearest)}?` };
  if (section === 'services' && isUuid(name))
    return { code: 'unknown-reference', summary, hint: 'Give the id a name under `services`, and use that name here.' };
  const hint =
    known.length === 0
      ? `Define it under \`${section}\`.`
      : `Known: ${known.slice(0, 8).join(', ')}${known.length > 8 ? ' and more' : ''}.`;
  return { code: 'unknown-reference', summary, hint };
}

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
      summary: 'Health checks need `observability.url`: the service that they query.',
      hint: 'Add `observability: { url: https://… }` at the top level.',
    }),
  ];
}

/** The target of every band of `replicas` that has one, in presets and pipes. */
function listTargets(document: MapNode): readonly ConfigNode[] {
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
