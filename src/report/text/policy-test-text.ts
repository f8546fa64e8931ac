import { groupBy } from '../../model/group-by.ts';
import { printValue } from '../../model/json/json.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { PolicyTest, ReplayedFinding, ReplayedRule } from '../../model/policy-test.ts';
import { safeText } from '../../model/text.ts';
import { alignCells, fitLines } from './fit-text.ts';
import type { Style } from './style.ts';

/** What each rule says of each document, then a line for each rule. */
export function renderPolicyTest({ documents, rules, findings }: PolicyTest, style: Style): string {
  const byDocument = groupBy(findings, ({ document }) => document);
  const blocks = documents.flatMap(({ name }) => {
    const own = byDocument.get(name);
    return own === undefined ? [] : [[style.bold(safeText(name)), ...renderFindings(own, style)].join('\n')];
  });
  const changes = documents.reduce((sum, document) => sum + document.changes, 0);
  const title = `${count(rules.length, 'rule')}, ${count(changes, 'change')} in ${count(documents.length, 'document')}.`;
  const lines = [style.bold(title), ...alignCells(rules.map(describeRule))];
  return fitLines(`${[...blocks, lines.join('\n')].join('\n\n')}\n`, style.columns);
}

const PAINT = { refused: 'red', failed: 'red', warned: 'yellow', excepted: 'dim' } as const;

function renderFindings(findings: readonly ReplayedFinding[], style: Style): readonly string[] {
  return findings.flatMap(({ rule, outcome, service, pipe, path, before, after, reason }) => [
    `  ${style[PAINT[outcome]](outcome)}  ${safeText(`${rule}  ${service}/${pipe}  ${path}`)}  ${show(before)} -> ${show(after)}`,
    `    ${safeText(reason)}`,
  ]);
}

function show(value: unknown): string {
  return safeText(printValue(value));
}

function describeRule({ name, refused, failed, warned, excepted }: ReplayedRule): readonly string[] {
  const said = [
    refused > 0 ? `refuses ${formatNumber(refused)}` : '',
    failed > 0 ? `failed on ${formatNumber(failed)}` : '',
    warned > 0 ? `warns of ${formatNumber(warned)}` : '',
    excepted > 0 ? `${formatNumber(excepted)} exempted` : '',
  ].filter((text) => text !== '');
  return [`  ${safeText(name)}`, said.length === 0 ? 'matches no change' : said.join(', ')];
}
