import type { Report } from '../../model/report.ts';
import type { ReportDetail } from '../view-model/arrange.ts';
import type { ReportGlyphs, Style } from './style.ts';

export type TextDetail = Partial<ReportDetail> & { readonly glyphs?: ReportGlyphs };

/** Renders a report for a terminal and loads only the renderer that it needs. */
export async function renderReportText(
  report: Report,
  style: Style,
  { glyphs, ...detail }: TextDetail = {},
): Promise<string> {
  switch (report.kind) {
    case 'plan':
      return (await import('./plan-text.ts')).renderPlanText(report, style, detail);
    case 'drift':
      return (await import('./pipe-text.ts')).renderDriftText(report, style, detail);
    case 'run':
      return (await import('./run-text.ts')).renderRunText(report, style, glyphs, detail.isFull);
  }
}
