import type { Drift } from '../../model/report.ts';
import { assessReport } from '../view-model/verdict.ts';
import { renderComparison, renderVerdict } from './pipe-text.ts';
import type { Style } from './style.ts';

/** Live against declared for a terminal. */
export function renderDriftText(drift: Drift, style: Style): string {
  return renderComparison(drift, style, [renderVerdict(assessReport(drift), style)]);
}
