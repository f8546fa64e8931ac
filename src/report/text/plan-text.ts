import { formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole, type Plan, type PlannedPipe } from '../../model/plan.ts';
import { safeText } from '../../model/safe-text.ts';
import { listChangedKeys } from '../view-model/change.ts';
import { type CapacityMove, count, countUnknownSizes, everyPipe, listCapacityMoves } from '../view-model/count.ts';
import { describeRecommendation, summarizeTargets } from '../view-model/recommendation.ts';
import { isNotAttempted, paintStatus, STATUS_STYLES } from '../view-model/status.ts';
import { renderAcknowledged, renderChanges } from './change-rows.ts';
import { renderDiagnosticBrief, renderDocumentDiagnostics } from './diagnostics.ts';
import { fitLines } from './fit-text.ts';
import {
  foldUnreadable,
  renderAttribution,
  renderFindingCounts,
  renderFindings,
  renderPipeTitle,
  renderRequestId,
  renderShard,
  type StatusMark,
} from './pipe-text.ts';
import { renderRequest } from './request-text.ts';
import type { Style } from './style.ts';

/**
 * A plan for a person at a terminal: what changes and where that is written, why something is refused, and what will be
 * sent. Warnings of the configuration are not repeated: they are told with their lines when it is loaded. `idleWords`: what is
 * said when there is nothing to do; null for a plan against the configuration.
 */
export function renderPlanText(plan: Plan, style: Style, idleWords: string | null = null): string {
  const { shown, rest } = foldUnreadable(plan.pipes.filter(isWorthShowing));
  const blocks = [
    ...shown.map((pipe) => renderPipe(pipe, plan.api, style)),
    ...rest.map((line) => `${style.red('!')}  ${line}`),
    ...renderFindings(plan.checks, style),
    ...renderDocumentDiagnostics(plan.diagnostics, style),
    renderClosing(plan, style, idleWords),
  ];
  return fitLines(`${blocks.filter((block) => block !== '').join('\n\n')}\n`, style.columns);
}

function renderClosing(plan: Plan, style: Style, idleWords: string | null): string {
  const targets = summarizeTargets(plan);
  const lines = [
    ...renderAttribution(plan),
    ...renderShard(plan),
    targets === '' ? '' : `Replica targets: ${targets}.`,
    ...renderFindingCounts(plan.checks),
    renderCapacity(plan, style),
    renderSummary(plan, style, idleWords),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** The last line of a plan: `Plan: 2 pipes to update (5 changes, 3 requests), 4 unchanged.` */
function renderSummary(plan: Plan, style: Style, idleWords: string | null): string {
  const { summary } = plan;
  const unchanged = `${formatNumber(summary.unchanged)} unchanged`;
  const rest = [
    summary.refused > 0 ? style.red(`${formatNumber(summary.refused)} refused`) : '',
    summary.error > 0 ? style.red(`${formatNumber(summary.error)} with errors`) : '',
  ].filter((part) => part !== '');
  if (summary.update > 0) {
    const size = `(${count(summary.changes, 'change')}, ${count(summary.requests, 'request')})`;
    if (isRefusedAsWhole(plan)) {
      const refused = `${style.red('Plan refused:')} ${count(summary.update, 'pipe')} would be updated ${size}`;
      return `${[refused, unchanged, ...rest].join(', ')}. Nothing will be sent.`;
    }
    const update = `${count(summary.update, 'pipe')} to update ${size}`;
    return `${style.bold('Plan:')} ${[update, unchanged, ...rest].join(', ')}.`;
  }
  if (rest.length > 0) return `${style.bold('Plan:')} nothing to update, ${[unchanged, ...rest].join(', ')}.`;
  if (plan.api === null) return '';
  if (idleWords !== null) return idleWords;
  if (summary.total === 0) return 'No pipes to plan for. Nothing to do.';
  return `${style.green('No changes.')} ${describeUnchanged(plan)}`;
}

/** Unchanged is not always as declared: known drift, and what another origin changed, are left as they are. */
function describeUnchanged({ pipes, summary }: Plan): string {
  const other = pipes.filter(({ diagnostics }) => diagnostics.some(({ code }) => code === 'other-origin'));
  const known = pipes.filter((pipe) => pipe.acknowledged.length > 0 && !other.includes(pipe));
  const same = summary.total - other.length - known.length;
  if (same === summary.total) return `${everyPipe(same)} as the configuration says.`;
  const parts = [
    known.length > 0 ? `${count(known.length, 'pipe differs', 'pipes differ')} in what is acknowledged` : '',
    other.length > 0 ? `${count(other.length, 'pipe differs', 'pipes differ')} for other reasons than asked for` : '',
    same > 0 ? `${count(same, 'pipe is', 'pipes are')} as the configuration says` : '',
  ];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}

/** An unchanged pipe is shown only for its warnings and its acknowledged drift. */
function isWorthShowing({ status, acknowledged, diagnostics }: PlannedPipe): boolean {
  if (isNotAttempted({ status, diagnostics })) return false;
  return status !== 'unchanged' || acknowledged.length > 0 || diagnostics.length > 0;
}

function renderPipe(pipe: PlannedPipe, api: Plan['api'], style: Style): string {
  const changed = listChangedKeys(pipe.changes, api);
  return [
    renderPipeTitle(pipe, renderMark(pipe, style), style),
    ...renderChanges(pipe.changes, style),
    ...renderAcknowledged(pipe.acknowledged, style),
    ...renderRecommendation(pipe, style),
    ...pipe.requests.map((request, index) => renderRequest(request, index + 1, changed, style)),
    ...pipe.diagnostics.map((diagnostic) => renderDiagnosticBrief(diagnostic, style, '    ')),
    ...renderRequestId(pipe, style),
  ].join('\n');
}

function renderRecommendation(pipe: PlannedPipe, style: Style): readonly string[] {
  const words = describeRecommendation(pipe, '->');
  return words === null ? [] : [style.dim(`      ${safeText(words)}`)];
}

/** The symbol at the margin and the words beside the name; what is to be updated needs no words. */
function renderMark({ status, liveName }: PlannedPipe, style: Style): StatusMark {
  const shown = STATUS_STYLES.plan[status];
  const error = liveName === null ? 'could not be read' : 'cannot be planned';
  const words = status === 'update' ? '' : status === 'error' ? error : shown.label;
  return { symbol: paintStatus(shown, shown.asciiSymbol, style), words: paintStatus(shown, words, style) };
}

/** `Capacity: replicas 4 -> 6 (+2), CPU 1,000m, memory 4 GB`; an empty text when the plan leaves it as it is. */
function renderCapacity(plan: Plan, style: Style): string {
  const moves = listCapacityMoves(plan.capacity);
  const unknown = countUnknownSizes(plan);
  const isSame = unknown === 0 && moves.every(({ difference }) => difference === null);
  if (plan.summary.update === 0 || isRefusedAsWhole(plan) || isSame) return '';
  const without = unknown === 0 ? '' : `, without ${count(unknown, 'pipe')} that the service gives its default size`;
  return `${style.bold('Capacity:')} ${moves.map(formatMove).join(', ')}${without}`;
}

function formatMove({ title, before, after, difference }: CapacityMove): string {
  const what = title === 'CPU' ? title : title.toLowerCase();
  if (difference === null) return `${what} ${before}`;
  return `${what} ${before} -> ${after} (${difference.direction === 'up' ? '+' : '-'}${difference.amount})`;
}
