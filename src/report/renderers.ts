import { addDigest } from '../model/json/digest.ts';
import type { Report, ReportFormat } from '../model/report.ts';
import { safeJson } from '../model/text.ts';
import { renderReportText, type TextDetail } from './text/report-text.ts';
import type { Style } from './text/style.ts';

interface RenderOptions {
  readonly style: Style;
  readonly detail?: TextDetail;
  readonly applyCommand: string | null;
  /** Whether a file has the complete report. */
  readonly source: 'file' | 'fresh';
  /** As in `ReportRendering`. */
  readonly folder: string;
  readonly filesUrl: string | null;
  readonly link: string | null;
}

type Renderer = (report: Report, options: RenderOptions) => string | Promise<string>;

/** Each format with its renderer, which is loaded when it is needed. */
export const RENDERERS: Readonly<Record<ReportFormat, Renderer>> = {
  text: (report, { style, detail }) => renderReportText(report, style, detail),
  json: (report) => `${safeJson(addDigest(report), 2)}\n`,
  markdown: async (report, options) => (await import('./markdown/render-markdown.ts')).renderMarkdown(report, options),
  html: async (report, { detail }) => (await import('./html/render-html.ts')).renderHtml(report, detail),
  github: async (report, options) => (await import('./github.ts')).renderGithub(report, options),
};
