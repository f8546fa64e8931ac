import type { Report } from '../../model/report.ts';
import { composeReport } from '../compose/compose-report.ts';
import type { ReportDetail } from '../view-model/medium.ts';
import { renderHtmlBlocks } from './write-html.ts';

/** A report as one self-contained HTML page. Equal reports give equal bytes. */
export function renderHtml(report: Report, detail: Partial<ReportDetail> = {}): string {
  return renderHtmlBlocks(composeReport(report, 'page', detail));
}
