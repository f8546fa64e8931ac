import { groupBy } from '../../model/group-by.ts';
import { printValue } from '../../model/json/json.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { PolicyTest, ReplayedFinding, ReplayedRule } from '../../model/policy-test.ts';
import type { Block, Line } from '../block.ts';
import { quote, strong, toSentence } from '../view-model/span.ts';
import { STATUS_STYLES } from '../view-model/status.ts';

/** What each rule says of each document, then a row for each rule. */
export function composePolicyTest({ documents, rules, findings }: PolicyTest): readonly Block[] {
  const byDocument = groupBy(findings, ({ document }) => document);
  const changes = documents.reduce((sum, document) => sum + document.changes, 0);
  const title = `${count(rules.length, 'rule')}, ${count(changes, 'change')} in ${count(documents.length, 'document')}.`;
  return [
    ...documents.flatMap(({ name }): readonly Block[] => {
      const own = byDocument.get(name);
      return own === undefined ? [] : [{ kind: 'paragraph', line: strong(name) }, composeFindings(own)];
    }),
    { kind: 'paragraph', line: [{ kind: 'strong', line: [title] }] },
    { kind: 'table', head: ['Rule', 'Result'], rows: rules.map(describeRule) },
  ];
}

const { error, warning, note } = STATUS_STYLES.problem;

const STYLES = { refused: error, failed: error, warned: warning, excepted: note } as const;

function composeFindings(findings: readonly ReplayedFinding[]): Block {
  const rows = findings.map(({ outcome, rule, service, pipe, path, before, after, reason }): readonly Line[] => [
    [{ kind: 'painted', style: STYLES[outcome], text: outcome }],
    quote(rule),
    quote(`${service}/${pipe}`),
    quote(path),
    [...quote(printValue(before)), ' -> ', ...quote(printValue(after))],
    toSentence(reason),
  ]);
  return { kind: 'table', head: ['Outcome', 'Rule', 'Pipe', 'Field', 'Change', 'Why'], rows };
}

function describeRule({ name, refused, failed, warned, excepted }: ReplayedRule): readonly Line[] {
  const said = [
    refused > 0 ? `refuses ${formatNumber(refused)}` : '',
    failed > 0 ? `failed on ${formatNumber(failed)}` : '',
    warned > 0 ? `warns of ${formatNumber(warned)}` : '',
    excepted > 0 ? `${formatNumber(excepted)} exempted` : '',
  ].filter((text) => text !== '');
  return [quote(name), [said.length === 0 ? 'matches no change' : said.join(', ')]];
}
