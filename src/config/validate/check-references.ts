import { type FieldTable, isFieldPath } from '../../model/field/field.ts';
import { findGlobProblem } from '../../model/glob.ts';
import { isUuid } from '../../model/pipe-address.ts';
import { createSuggester } from '../../model/suggest.ts';
import { MAX_PATTERNS, matchFields } from '../fleet/build-remediation.ts';
import { type ConfigNode, childOf, entriesOf, entryOf, itemsOf, keysOf, type MapNode, textOf } from '../yaml/node.ts';
import { NOUNS, quote, quoteNode, type Reporter } from './problem.ts';
import { hintField } from './unknown-key.ts';

type Section = 'services' | 'presets' | 'checks' | 'pipes';

/** Checks only the fields of an incomplete document. */
export function checkReferences(document: MapNode, fields: FieldTable, complete: boolean, report: Reporter): void {
  const names = (section: Section) => keysOf(childOf(document, section));
  const known = {
    services: names('services'),
    presets: names('presets'),
    checks: names('checks'),
    pipes: names('pipes'),
  };
  const paths: readonly string[] = fields.rows.map(({ path }) => path);
  const near = createSuggester();
  const refer = (section: Section, node: ConfigNode | undefined) => {
    const name = textOf(node);
    if (node === undefined || name === undefined || !complete) return;
    const defined = childOf(document, section);
    if (defined?.kind === 'error' || entryOf(defined, name) !== undefined) return;
    const nearest = near(name, known[section]);
    const hint = nearest === null ? hintName(section, name, known[section]) : `Did you mean ${quote(nearest)}?`;
    report(node, { code: 'unknown-reference', summary: `There is no ${NOUNS[section]} ${quoteNode(node)}.`, hint });
  };
  const referToField = (node: ConfigNode | undefined) => {
    const path = textOf(node);
    if (node === undefined || path === undefined || paths.includes(path)) return;
    const renamed = isFieldPath(path) ? hintField(path) : null;
    const nearest = renamed === null ? near(path, paths) : null;
    const hint = nearest === null ? renamed : `Did you mean ${quote(nearest)}?`;
    report(node, { code: 'unknown-reference', summary: `There is no field ${quoteNode(node)}.`, hint });
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
  for (const field of itemsOf(childOf(childOf(document, 'promotion'), 'except'))) referToField(field);
  for (const pattern of itemsOf(childOf(childOf(document, 'remediation'), 'fields')).slice(0, MAX_PATTERNS)) {
    const problem = findGlobProblem(textOf(pattern) ?? '');
    if (problem !== null)
      report(pattern, { code: 'invalid-value', summary: `The pattern ${quoteNode(pattern)} ${problem}.` });
    else if (matchFields(textOf(pattern) ?? '', fields).length === 0) referToField(pattern);
  }
  for (const rule of itemsOf(childOf(childOf(document, 'policy'), 'rules')))
    for (const exception of itemsOf(childOf(rule, 'except'))) refer('pipes', childOf(exception, 'pipe'));

  const rollout = childOf(document, 'rollout');
  for (const moment of ['before', 'after'])
    for (const check of itemsOf(childOf(rollout, moment))) refer('checks', check);

  const first = entryOf(document, 'checks');
  if (first === undefined || known.checks.length === 0 || !complete) return;
  if (entryOf(document, 'observability') !== undefined) return;
  report(first, {
    code: 'missing-key',
    summary: 'Health checks need `observability.url`, the address of the API that they query.',
    hint: 'Add `observability: { url: https://… }` at the top level.',
  });
}

export function namesIn(node: ConfigNode | undefined): readonly ConfigNode[] {
  if (node === undefined) return [];
  return node.kind === 'list' ? node.items : [node];
}

function hintName(section: Section, name: string, known: readonly string[]): string {
  if (section === 'services' && isUuid(name)) return 'Give the id a name under `services`, and use that name here.';
  if (known.length === 0) return `Define it under \`${section}\`.`;
  return `Known: ${known.slice(0, 8).join(', ')}${known.length > 8 ? ' and more' : ''}.`;
}
