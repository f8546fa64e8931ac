import type { CheckFinding } from '../../model/check.ts';
import { count } from '../view-model/count.ts';
import { FINDING_HELP, listTroubled, sayDefinitionChange } from '../view-model/finding-words.ts';
import { markCode, markSentence } from './text.ts';

const MOST_FINDINGS = 10;
const LONGEST_ID = 60;

/** The alerts that are not as declared or could not be read, as a list; empty when there are none. */
export function renderFindings(findings: readonly CheckFinding[]): string {
  const telling = listTroubled(findings);
  if (telling.length === 0) return '';
  const more = telling.length - MOST_FINDINGS;
  const items = telling.slice(0, MOST_FINDINGS).map(renderFinding);
  if (more > 0) items.push(`- and ${count(more, 'more alert')}`);
  const help = telling.some(({ status }) => status === 'drifted')
    ? ['', `**Help:** ${markSentence(FINDING_HELP)}`]
    : [];
  return [...items, ...help].join('\n');
}

function renderFinding({ name, alert, status, changes, reason, location }: CheckFinding): string {
  const where = markCode(`${location.file}:${location.line}`);
  const who = `check ${markCode(name)} of alert ${markCode(alert, LONGEST_ID)} (${where})`;
  if (status === 'error') {
    return `- **could not be read**: ${who}${reason === null ? '' : `\n  <br>${markSentence(reason)}`}`;
  }
  const rows = changes.map((change) => `  <br>${markCode(change.path)} ${markCode(sayDefinitionChange(change))}`);
  return [`- **drifted**: ${who}`, ...rows].join('\n');
}
