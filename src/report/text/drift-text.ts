import { formatNumber } from '../../model/number.ts';
import { type Drift, hasDrifted, sawEverything } from '../../model/report.ts';
import { listWords } from '../../model/text.ts';
import { count, everyPipe } from '../view-model/count.ts';
import { summarizeFindings } from '../view-model/finding.ts';
import { renderComparison } from './pipe-text.ts';
import type { Style } from './style.ts';

/** Live against declared for a terminal. The last line calls the fleet clean only when every pipe was read. */
export function renderDriftText(drift: Drift, style: Style): string {
  return renderComparison(drift, style, [renderSummary(drift, style)]);
}

/** The last line: `Drift: 2 pipes drifted (3 fields), 1 acknowledged, 1 could not be read, 40 in sync.` */
function renderSummary(drift: Drift, style: Style): string {
  const { summary, scope, checks } = drift;
  if (scope === null) return `${style.red('Drift unknown:')} no pipe was read.`;
  const rest = countRest(drift, style).join(', ');
  const alerts = summarizeFindings(checks);
  if (summary.drifted > 0) {
    const drifted = `${count(summary.drifted, 'pipe')} drifted (${count(summary.changes, 'field')})`;
    return `${style.yellow('Drift:')} ${drifted}, ${rest}${alerts === '' ? '' : `; ${alerts}`}.`;
  }
  const all = `${alerts === '' ? '' : `${alerts}; `}of ${count(summary.total, 'pipe')}, ${rest}`;
  if (hasDrifted(drift)) return `${style.yellow('Drift:')} ${all}.`;
  if (!sawEverything(drift)) return `${style.red('Drift unknown:')} ${all}.`;
  if (summary.total === 0) return alerts === '' ? 'No pipes to compare.' : `No pipes to compare; ${alerts}.`;
  if (scope.onlyOrigin !== null) {
    return `${style.green(`No difference by ${listWords(scope.onlyOrigin)}:`)} ${all}. Other differences do not count here.`;
  }
  if (summary.acknowledged > 0) return `${style.green('No new drift:')} ${all}.`;
  const noun = summary.total < scope.fleet ? 'selected pipe' : 'pipe';
  const { length } = checks;
  const too = length === 0 ? '' : `, and so ${length === 1 ? 'is' : 'are'} ${count(length, 'alert')}`;
  return `${style.green('No drift.')} ${everyPipe(summary.total, noun)} as declared${too}.`;
}

/** How many pipes did not drift, and why not; what could not be compared is never left out. */
function countRest({ summary, pipes }: Drift, style: Style): readonly string[] {
  const unread = pipes.filter(({ status, liveName }) => status === 'error' && liveName === null).length;
  const unlike = summary.error - unread;
  return [
    ...(summary.acknowledged > 0 ? [`${formatNumber(summary.acknowledged)} acknowledged`] : []),
    ...(unread > 0 ? [style.red(`${formatNumber(unread)} could not be read`)] : []),
    ...(unlike > 0 ? [style.red(`${formatNumber(unlike)} cannot be compared`)] : []),
    `${formatNumber(summary['in-sync'])} in sync`,
  ];
}
