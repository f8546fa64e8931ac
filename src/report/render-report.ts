import type { Report } from '../model/report.ts';
import { safeJson } from '../model/safe-json.ts';
import { seal } from '../plan/saved/seal.ts';
import type { MarkdownOptions } from './markdown/render-markdown.ts';
import type { ReportGlyphs, Style } from './text/style.ts';

/** A format, and what there is to choose in it. */
export type Rendering =
  | { readonly format: 'text'; readonly style: Style; readonly glyphs: ReportGlyphs }
  | { readonly format: 'json' | 'html' }
  | ({ readonly format: 'markdown' } & MarkdownOptions)
  | { readonly format: 'github'; readonly folder: string };

/** A report as the text of a format. Only the renderer that is needed is loaded. */
export async function renderReport(report: Report, rendering: Rendering): Promise<string> {
  switch (rendering.format) {
    case 'json':
      return `${safeJson(seal(report), 2)}\n`;
    case 'markdown': {
      const { renderMarkdown } = await import('./markdown/render-markdown.ts');
      return renderMarkdown(report, rendering);
    }
    case 'html':
      return (await import('./html/render-html.ts')).renderHtml(report);
    case 'github': {
      const { renderGithub } = await import('./github.ts');
      return renderGithub(report, rendering);
    }
    case 'text':
      return renderText(report, rendering);
  }
}

async function renderText(
  report: Report,
  { style, glyphs }: Extract<Rendering, { readonly format: 'text' }>,
): Promise<string> {
  switch (report.kind) {
    case 'plan':
      return (await import('./text/plan-text.ts')).renderPlanText(report, style);
    case 'drift':
      return (await import('./text/drift-text.ts')).renderDriftText(report, style);
    case 'run':
      return (await import('./text/run-text.ts')).renderRunText(report, style, glyphs);
  }
}
