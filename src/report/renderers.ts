import { addDigest } from '../model/json/document.ts';
import type { Report, ReportFormat } from '../model/report.ts';
import { safeJson } from '../model/text.ts';
import type { ReportGlyphs, Style } from './text/style.ts';
import type { ReportDetail } from './view-model/arrange.ts';

type TextDetail = Partial<ReportDetail> & { readonly glyphs?: ReportGlyphs };

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

/** Renders a report for a terminal and loads only the renderer that it needs. */
async function renderReportText(report: Report, style: Style, { glyphs, ...detail }: TextDetail = {}): Promise<string> {
  switch (report.kind) {
    case 'plan':
      return (await import('./text/plan-text.ts')).renderPlanText(report, style, detail);
    case 'drift':
      return (await import('./text/pipe-text.ts')).renderDriftText(report, style, detail);
    case 'run':
      return (await import('./text/run-text.ts')).renderRunText(report, style, glyphs, detail.isFull);
  }
}
