import type { Diagnostic } from '../model/diagnostic.ts';
import type { Sources } from '../model/location.ts';
import { REPORT_FORMATS, type Report, type ReportFormat } from '../model/report.ts';
import { listWords } from '../model/text.ts';
import { RENDERERS } from './renderers.ts';
import { renderDiagnostics as renderWith } from './text/diagnostics.ts';
import { createStyle } from './text/style.ts';

/** Whether to color text for a terminal. Default: false. */
export interface TextOptions {
  readonly color?: boolean | undefined;
}

/**
 * How a report is rendered. `text`: for a terminal. `json`: the document of `--format json` and `--out`, with its digest.
 * `markdown`: for a comment, at most 65,536 UTF-16 units. `html`: one self-contained file. `github`: annotations of a workflow.
 */
export interface ReportRendering extends TextOptions {
  readonly format: ReportFormat;
  /** For `markdown`: the command that applies the plan. Default: none is shown. */
  readonly applyCommand?: string | undefined;
  /** For `github`: the folder that file names are relative to, from the root of the repository. Default: the root. */
  readonly folder?: string | undefined;
}

/**
 * Renders a plan, a drift report or a run as the commands do. Control characters and markup in live text have no effect.
 *
 * @throws RangeError for another format.
 */
export async function renderReport(
  report: Report,
  { format, color, applyCommand, folder = '' }: ReportRendering,
): Promise<string> {
  if (!REPORT_FORMATS.includes(format)) {
    throw new RangeError(`the format of a report is ${listWords(REPORT_FORMATS, 'or')}`);
  }
  const options = { style: styleOf({ color }), applyCommand: applyCommand ?? null, folder };
  return RENDERERS[format](report, { ...options, source: 'fresh' });
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
