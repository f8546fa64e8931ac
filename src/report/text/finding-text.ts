import type { CheckFinding, DefinitionChange } from '../../model/check.ts';
import { formatNumber } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import { count } from '../view-model/count.ts';
import { countFindings, FINDING_HELP, sayDefinitionChange, tellFindings } from '../view-model/finding-words.ts';
import { formatPlace } from '../view-model/place.ts';
import { cutText } from './cut-text.ts';
import { padCells, widest } from './pad.ts';
import type { Style } from './style.ts';

const LONGEST_REASON = 600;
const LONGEST_ID = 80;

/** When the service is down no alert can be read: the first few are told in full, the others by name. */
const MOST_UNREAD = 3;
const MOST_NAMES = 10;

/** A block for each alert that is not as declared or could not be read; none for the others. */
export function renderFindings(findings: readonly CheckFinding[], style: Style): readonly string[] {
  const drifted = findings.filter(({ status }) => status === 'drifted');
  const unread = findings.filter(({ status }) => status === 'error');
  const rest = unread.slice(MOST_UNREAD);
  const names = rest.slice(0, MOST_NAMES).map(({ name }) => safeText(name));
  const more = rest.length > names.length ? ` and ${formatNumber(rest.length - names.length)} more` : '';
  return [
    ...drifted.map((finding) => renderDrifted(finding, style)),
    ...unread.slice(0, MOST_UNREAD).map((finding) => renderUnread(finding, style)),
    ...(rest.length === 0
      ? []
      : [`${style.red('!')}  ${count(rest.length, 'more alert')} could not be read: ${names.join(', ')}${more}.`]),
  ];
}

/** `Definitions: 1 alert drifted, 1 could not be read and 3 in sync.`; nothing when no definition is declared. */
export function renderFindingCounts(findings: readonly CheckFinding[]): readonly string[] {
  return findings.length === 0 ? [] : [`Definitions: ${tellFindings(countFindings(findings))}.`];
}

function renderDrifted(finding: CheckFinding, style: Style): string {
  const width = widest(finding.changes.map(({ path }) => path));
  const row = (change: DefinitionChange): string =>
    `    ${style.yellow('~')} ${padCells(change.path, width)}  ${safeText(sayDefinitionChange(change))}`;
  return [
    renderTitle(finding, style.yellow('~'), style.yellow('drifted'), style),
    ...finding.changes.map(row),
    `    ${style.cyan('=')} ${style.bold('help:')} ${FINDING_HELP}`,
  ].join('\n');
}

function renderUnread(finding: CheckFinding, style: Style): string {
  const why = finding.reason === null ? [] : [`    ${safeText(cutText(finding.reason, LONGEST_REASON))}`];
  return [renderTitle(finding, style.red('!'), style.red('could not be read'), style), ...why].join('\n');
}

/** `~  check orders-alert  alert 65f4…  drifted  pipeform.yaml:61:3` */
function renderTitle({ name, alert, location }: CheckFinding, symbol: string, words: string, style: Style): string {
  const who = `check ${style.bold(safeText(name))}`;
  return [symbol, who, `alert ${safeText(cutText(alert, LONGEST_ID))}`, words, style.dim(formatPlace(location))].join(
    '  ',
  );
}
