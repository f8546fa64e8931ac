import { type FieldTable, isFieldPath } from '../../model/field/field.ts';
import { findGlobProblem } from '../../model/glob.ts';
import { isUuid } from '../../model/pipe-address.ts';
import { createSuggester } from '../../model/suggest.ts';
import { matchFields } from '../fleet/build-remediation.ts';
import { type ConfigNode, childOf, entryOf, keysOf, type MapNode, nodesAt, textOf } from '../yaml/node.ts';
import { NOUNS, quote, quoteNode, type Reporter } from './problem.ts';
import { hintField } from './unknown-key.ts';

const NAMED_SECTIONS = ['services', 'presets', 'checks', 'pipes', 'environments'] as const;

type NamedSection = (typeof NAMED_SECTIONS)[number];

/** The places that name an entry of a section. A preset may be one name or a list. */
const REFERENCES: Readonly<Record<NamedSection, readonly string[]>> = {
  services: ['presets.*.service', 'pipes.*.service'],
  presets: ['pipes.*.preset', 'pipes.*.preset.*'],
  checks: ['presets.*.checks.*', 'pipes.*.checks.*', 'rollout.before.*', 'rollout.after.*'],
  pipes: ['policy.rules.*.except.*.pipe'],
  environments: ['environments.*.promotion.from'],
};

const FIELD_REFERENCES = [
  ...['presets.*.ignore.*', 'pipes.*.ignore.*', 'promotion.except.*'],
  ...['presets.*.acknowledge.*.path', 'pipes.*.acknowledge.*.path'],
];

/** Checks only the fields of an incomplete document. */
export function checkReferences(document: MapNode, fields: FieldTable, complete: boolean, report: Reporter): void {
  const near = createSuggester();
  const refer = (section: NamedSection, node: ConfigNode, known: readonly string[]) => {
    const name = textOf(node);
    const defined = childOf(document, section);
    if (name === undefined || defined?.kind === 'error' || entryOf(defined, name) !== undefined) return;
    const nearest = near(name, known);
    const hint = nearest === null ? hintName(section, name, known) : `Did you mean ${quote(nearest)}?`;
    report(node, { code: 'unknown-reference', summary: `There is no ${NOUNS[section]} ${quoteNode(node)}.`, hint });
  };
  const paths: readonly string[] = fields.rows.map(({ path }) => path);
  const referToField = (node: ConfigNode) => {
    const path = textOf(node);
    if (path === undefined || paths.includes(path)) return;
    const renamed = isFieldPath(path) ? hintField(path) : null;
    const nearest = renamed === null ? near(path, paths) : null;
    const hint = nearest === null ? renamed : `Did you mean ${quote(nearest)}?`;
    report(node, { code: 'unknown-reference', summary: `There is no field ${quoteNode(node)}.`, hint });
  };

  for (const path of FIELD_REFERENCES) nodesAt(document, path).forEach(referToField);
  for (const pattern of nodesAt(document, 'remediation.fields.*')) {
    const problem = findGlobProblem(textOf(pattern) ?? '');
    if (problem !== null)
      report(pattern, { code: 'invalid-value', summary: `The pattern ${quoteNode(pattern)} ${problem}.` });
    else if (matchFields(textOf(pattern) ?? '', fields).length === 0) referToField(pattern);
  }
  if (!complete) return;
  for (const section of NAMED_SECTIONS) {
    const known = keysOf(childOf(document, section));
    for (const path of REFERENCES[section]) for (const node of nodesAt(document, path)) refer(section, node, known);
  }

  const checks = entryOf(document, 'checks');
  if (checks === undefined || keysOf(checks.value).length === 0) return;
  if (entryOf(document, 'observability') !== undefined) return;
  report(checks, {
    code: 'missing-key',
    summary: 'Health checks need `observability.url`, the address of the API that they query.',
    hint: 'Add `observability: { url: https://… }` at the top level.',
  });
}

function hintName(section: NamedSection, name: string, known: readonly string[]): string {
  if (section === 'services' && isUuid(name)) return 'Give the id a name under `services`, and use that name here.';
  if (known.length === 0) return `Define it under \`${section}\`.`;
  return `Known: ${known.slice(0, 8).join(', ')}${known.length > 8 ? ' and more' : ''}.`;
}
