import { formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole, type Plan } from '../../model/plan.ts';
import { type CapacityMove, count, countUnknownSizes, everyPipe, listCapacityMoves } from '../view-model/count.ts';
import { summarizeFindings } from '../view-model/finding.ts';
import { joinParts } from '../view-model/format.ts';
import { summarizeTargets } from '../view-model/recommendation.ts';
import { renderComparison } from './pipe-text.ts';
import type { Style } from './style.ts';

/** A plan for a terminal, without the warnings of the configuration. `idleText`: the last line when there is nothing to do. */
export function renderPlanText(plan: Plan, style: Style, idleText: string | null = null): string {
  const targets = summarizeTargets(plan);
  return renderComparison(plan, style, [
    targets === '' ? '' : `Replica targets: ${targets}.`,
    plan.checks.length === 0 ? '' : `Definitions: ${summarizeFindings(plan.checks)}.`,
    renderCapacity(plan, style),
    renderSummary(plan, style, idleText),
  ]);
}

/** The last line of a plan: `Plan: 2 pipes to update (5 changes, 3 requests), 4 unchanged.` */
function renderSummary(plan: Plan, style: Style, idleText: string | null): string {
  const { summary } = plan;
  const unchanged = `${formatNumber(summary.unchanged)} unchanged`;
  const failures = [
    summary.refused > 0 ? style.red(`${formatNumber(summary.refused)} refused`) : '',
    summary.error > 0 ? style.red(`${formatNumber(summary.error)} with errors`) : '',
  ];
  const rest = joinParts([unchanged, ...failures], ', ');
  if (summary.update > 0) {
    const pipes = count(summary.update, 'pipe');
    const size = `(${count(summary.changes, 'change')}, ${count(summary.requests, 'request')})`;
    return isRefusedAsWhole(plan)
      ? `${style.red('Plan refused:')} ${pipes} would be updated ${size}, ${rest}. Nothing will be sent.`
      : `${style.bold('Plan:')} ${pipes} to update ${size}, ${rest}.`;
  }
  if (summary.refused + summary.error > 0) return `${style.bold('Plan:')} nothing to update, ${rest}.`;
  if (plan.api === null) return '';
  if (idleText !== null) return idleText;
  if (summary.total === 0) return 'No pipes to plan for. Nothing to do.';
  return `${style.green('No changes.')} ${describeUnchanged(plan)}`;
}

/** Unchanged is not always as declared: known drift, and what another origin changed, are left as they are. */
function describeUnchanged({ pipes, summary }: Plan): string {
  const other = pipes.filter(({ diagnostics }) => diagnostics.some(({ code }) => code === 'other-origin'));
  const known = pipes.filter((pipe) => pipe.acknowledged.length > 0 && !other.includes(pipe));
  const same = summary.total - other.length - known.length;
  if (same === summary.total) return `${everyPipe(same)} as the configuration says.`;
  const differ = (number: number): string => count(number, 'pipe differs', 'pipes differ');
  const parts = [
    known.length > 0 ? `${differ(known.length)} in what is acknowledged` : '',
    other.length > 0 ? `${differ(other.length)} for other reasons than asked for` : '',
    same > 0 ? `${count(same, 'pipe is', 'pipes are')} as the configuration says` : '',
  ];
  return `${joinParts(parts, ', ')}.`;
}

/** `Capacity: replicas 4 -> 6 (+2), CPU 1,000m, memory 4 GB`; empty when nothing changes. */
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
  return `${what} ${before} -> ${after} (${difference.replace('−', '-')})`;
}
