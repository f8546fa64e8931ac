import { type Drift, type DriftPipe, hasDrifted, sawEverything } from '../../model/drift.ts';
import { listWords } from '../../model/list-words.ts';
import { formatNumber } from '../../model/number.ts';
import { count, everyPipe } from '../view-model/count.ts';
import { countFindings, summarizeFindings } from '../view-model/finding.ts';
import { isNotAttempted, paintStatus, STATUS_STYLES } from '../view-model/status.ts';
import { renderAcknowledged, renderDifferences } from './change-rows.ts';
import { renderDiagnosticBrief, renderDocumentDiagnostics } from './diagnostics.ts';
import { fitLines } from './fit-text.ts';
import {
  foldUnreadable,
  renderAttribution,
  renderFindings,
  renderPipeTitle,
  renderRequestId,
  renderShard,
  type StatusMark,
} from './pipe-text.ts';
import type { Style } from './style.ts';

/**
 * Live against declared for a person at a terminal: what drifted and where it is declared, what is acknowledged and until
 * when, and what could not be read. The last line calls the fleet clean only when every pipe was read.
 */
export function renderDriftText(drift: Drift, style: Style): string {
  const { shown, rest } = foldUnreadable(drift.pipes.filter(isWorthShowing));
  const blocks = [
    ...shown.map((pipe) => renderPipe(pipe, style)),
    ...rest.map((line) => `${style.red('!')}  ${line}`),
    ...renderFindings(drift.checks, style),
    ...renderDocumentDiagnostics(drift.diagnostics, style),
    [...renderAttribution(drift), ...renderShard(drift), renderSummary(drift, style)].join('\n'),
  ];
  return fitLines(`${blocks.join('\n\n')}\n`, style.columns);
}

function isWorthShowing({ status, diagnostics }: DriftPipe): boolean {
  if (isNotAttempted({ status, diagnostics })) return false;
  return status !== 'in-sync' || diagnostics.length > 0;
}

function renderPipe(pipe: DriftPipe, style: Style): string {
  return [
    renderPipeTitle(pipe, renderMark(pipe, style), style),
    ...renderDifferences(pipe.changes, style),
    ...renderAcknowledged(pipe.acknowledged, style),
    ...pipe.diagnostics.map((diagnostic) => renderDiagnosticBrief(diagnostic, style, '    ')),
    ...renderRequestId(pipe, style),
  ].join('\n');
}

function renderMark({ status, liveName }: DriftPipe, style: Style): StatusMark {
  const shown = STATUS_STYLES.drift[status];
  const error = liveName === null ? 'could not be read' : 'cannot be compared';
  const words = status === 'error' ? error : shown.label;
  return { symbol: paintStatus(shown, shown.asciiSymbol, style), words: paintStatus(shown, words, style) };
}

/** The last line: `Drift: 2 pipes drifted (3 fields), 1 acknowledged, 1 could not be read, 40 in sync.` */
function renderSummary(drift: Drift, style: Style): string {
  const { summary, scope } = drift;
  if (scope === null) return `${style.red('Drift unknown:')} no pipe was read.`;
  const rest = countRest(drift, style);
  const alerts = summarizeFindings(countFindings(drift.checks));
  if (summary.drifted > 0) {
    const drifted = `${count(summary.drifted, 'pipe')} drifted (${count(summary.changes, 'field')})`;
    return `${style.yellow('Drift:')} ${[drifted, ...rest].join(', ')}${alerts === '' ? '' : `; ${alerts}`}.`;
  }
  const all = `${alerts === '' ? '' : `${alerts}; `}of ${count(summary.total, 'pipe')}, ${rest.join(', ')}`;
  if (hasDrifted(drift)) return `${style.yellow('Drift:')} ${all}.`;
  if (!sawEverything(drift)) return `${style.red('Drift unknown:')} ${all}.`;
  if (summary.total === 0) return alerts === '' ? 'No pipes to compare.' : `No pipes to compare; ${alerts}.`;
  if (scope.onlyOrigin !== null) {
    return `${style.green(`No difference by ${listWords(scope.onlyOrigin)}:`)} ${all}. Other differences do not count here.`;
  }
  if (summary.acknowledged > 0) return `${style.green('No new drift:')} ${all}.`;
  const noun = summary.total < scope.fleet ? 'selected pipe' : 'pipe';
  const { length } = drift.checks;
  const too = length === 0 ? '' : `, and so ${length === 1 ? 'is' : 'are'} ${count(length, 'alert')}`;
  return `${style.green('No drift.')} ${everyPipe(summary.total, noun)} as declared${too}.`;
}

/** How many pipes did not drift, and why not, in words; what could not be judged is never left out. */
function countRest({ summary, pipes }: Drift, style: Style): readonly string[] {
  const say = (number: number, words: string): string => `${formatNumber(number)} ${words}`;
  const unread = pipes.filter(({ status, liveName }) => status === 'error' && liveName === null).length;
  const unlike = summary.error - unread;
  return [
    ...(summary.acknowledged > 0 ? [say(summary.acknowledged, 'acknowledged')] : []),
    ...(unread > 0 ? [style.red(say(unread, 'could not be read'))] : []),
    ...(unlike > 0 ? [style.red(say(unlike, 'cannot be compared'))] : []),
    say(summary['in-sync'], 'in sync'),
  ];
}
