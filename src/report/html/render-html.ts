import type { Report } from '../../model/report.ts';
import { composeReport, type ReportDetail } from '../compose/compose-report.ts';
import { renderHtmlBlocks } from './write-html.ts';

/** A report as one self-contained HTML page. Equal reports give equal bytes. */
export function renderHtml(report: Report, detail: Partial<ReportDetail> = {}): string {
  return renderHtmlBlocks(composeReport(report, detail));
}
