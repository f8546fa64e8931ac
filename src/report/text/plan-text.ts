import type { Plan } from '../../model/plan.ts';
import type { ReportDetail } from '../view-model/arrange.ts';
import { describeCapacity, sentence } from '../view-model/count.ts';
import { summarizeFindings } from '../view-model/finding.ts';
import { joinParts } from '../view-model/format.ts';
import { summarizeTargets } from '../view-model/recommendation.ts';
import { assessReport, countNotSelected } from '../view-model/verdict.ts';
import { renderComparison, renderVerdict } from './pipe-text.ts';
import type { Style } from './style.ts';

interface PlanTextOptions extends Partial<ReportDetail> {
  /** The last line when there is nothing to do. */
  readonly idleText?: string | undefined;
}

/** A plan for a terminal, without the warnings of the configuration. */
export function renderPlanText(plan: Plan, style: Style, { idleText, ...detail }: PlanTextOptions = {}): string {
  const targets = summarizeTargets(plan);
  return renderComparison(plan, style, detail, [
    targets === '' ? '' : `Replica targets: ${targets}.`,
    plan.checks.length === 0 ? '' : `Definitions: ${summarizeFindings(plan.checks)}.`,
    renderCapacity(plan, style),
    renderLastLine(plan, style, idleText),
  ]);
}

/** `idleText` replaces the verdict of a plan with nothing to do. A plan that could not be made has only its problems. */
function renderLastLine(plan: Plan, style: Style, idleText: string | undefined): string {
  if (plan.api === null) return '';
  const verdict = assessReport(plan);
  const isIdle = verdict.variant === 'good' || verdict.variant === 'calm';
  return isIdle && idleText !== undefined
    ? joinParts([idleText, sentence(countNotSelected(plan.pipes))], ' ')
    : renderVerdict(verdict, style);
}

function renderCapacity(plan: Plan, style: Style): string {
  const capacity = describeCapacity(plan, '->');
  return capacity === '' ? '' : `${style.bold('Capacity:')} ${capacity}`;
}
