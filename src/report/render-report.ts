import type { Diagnostic } from '../model/diagnostic.ts';
import { addDigest } from '../model/digest.ts';
import type { Sources } from '../model/location.ts';
import type { Report } from '../model/report.ts';
import { safeJson } from '../model/text.ts';
import { renderDiagnostics as renderWith } from './text/diagnostics.ts';
import { renderReportText } from './text/report-text.ts';
import { createStyle } from './text/style.ts';

/** Whether to color text for a terminal. Default: false. */
export interface TextOptions {
  readonly color?: boolean | undefined;
}

/**
 * The format of a report. `text`: for a terminal. `json`: the document of `--format json` and `--out`, with its digest.
 * `markdown`: for a comment, at most 65,536 UTF-16 units. `html`: one self-contained file.
 */
export type ReportRendering =
  | ({ readonly format: 'text' } & TextOptions)
  | { readonly format: 'json' }
  | {
      readonly format: 'markdown';
      /** The command that applies the plan. Default: none is shown. */
      readonly applyCommand?: string | undefined;
    }
  | { readonly format: 'html' };

/**
 * Renders a plan, a drift report or a run as the commands do. Control characters and markup in live text have no effect.
 *
 * @throws RangeError for another format.
 */
export async function renderReport(report: Report, rendering: ReportRendering): Promise<string> {
  switch (rendering.format) {
    case 'text':
      return renderReportText(report, styleOf(rendering));
    case 'json':
      return `${safeJson(addDigest(report), 2)}\n`;
    case 'markdown': {
      const { renderMarkdown } = await import('./markdown/render-markdown.ts');
      return renderMarkdown(report, { applyCommand: rendering.applyCommand ?? null, source: 'fresh' });
    }
    case 'html':
      return (await import('./html/render-html.ts')).renderHtml(report);
    default:
      throw new RangeError('the format of a report is text, json, markdown or html');
  }
}

/** Renders problems as text, with excerpts of the files that `sources` holds. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  { sources = new Map(), color }: TextOptions & { readonly sources?: Sources | undefined } = {},
): string {
  return renderWith(diagnostics, sources, styleOf({ color }));
}

function styleOf({ color = false }: TextOptions) {
  return createStyle(color ? 'on' : 'off');
}
