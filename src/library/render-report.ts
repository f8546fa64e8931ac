import { renderReport as renderAs } from '../cli/output/render-report.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Sources } from '../model/location.ts';
import type { Report } from '../model/report.ts';
import { renderDiagnostics as renderWith } from '../report/text/diagnostics.ts';
import { createStyle } from '../report/text/style.ts';

/** Whether text is coloured for a terminal. Default: `off`; nothing is read from the process. */
export interface TextOptions {
  readonly colour?: 'on' | 'off' | undefined;
}

/**
 * The form of a report. `text`: for a terminal. `json`: the document of `--format json` and `--out`, sealed with its
 * digest. `markdown`: for a comment, at most 65,536 UTF-16 units. `html`: one file that needs no other.
 */
export type ReportRendering =
  | ({ readonly format: 'text' } & TextOptions)
  | { readonly format: 'json' }
  | {
      readonly format: 'markdown';
      /** What a person runs to carry a plan out. Default: nothing is said of it. */
      readonly applyCommand?: string | undefined;
    }
  | { readonly format: 'html' };

/**
 * A plan, a drift report or a run as text, the same that the commands write. Text of the live service is data in it:
 * control characters and markup do nothing.
 *
 * @throws RangeError for another format.
 */
export async function renderReport(report: Report, rendering: ReportRendering): Promise<string> {
  switch (rendering.format) {
    case 'text':
      return renderAs(report, { format: 'text', style: createStyle(rendering.colour ?? 'off'), glyphs: 'unicode' });
    case 'markdown':
      return renderAs(report, { format: 'markdown', applyCommand: rendering.applyCommand ?? null, source: 'fresh' });
    case 'json':
    case 'html':
      return renderAs(report, rendering);
    default:
      throw new RangeError('the format of a report is text, json, markdown or html');
  }
}

/** Problems as text, each with the lines that it is about where `sources` holds them. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  { sources = new Map(), colour = 'off' }: TextOptions & { readonly sources?: Sources | undefined } = {},
): string {
  return renderWith(diagnostics, sources, createStyle(colour));
}
