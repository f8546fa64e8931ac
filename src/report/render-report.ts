import type { Diagnostic } from '../model/diagnostic.ts';
import type { Sources } from '../model/location.ts';
import { REPORT_FORMATS, type Report, type ReportFormat } from '../model/report.ts';
import { isWebAddress } from '../model/service-address.ts';
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
  /** For `github` and links: the folder that file names are relative to, from the root of the repository. Default: the root. */
  readonly folder?: string | undefined;
  /** For `text`, `markdown` and `html`: the body of each request, too. Default: false. */
  readonly requests?: boolean | undefined;
  /** For `text`, `markdown` and `html`: counts, groups of equal changes and totals only. Default: false. */
  readonly summary?: boolean | undefined;
  /** For `markdown`: the http(s) address of the whole report. Default: none. */
  readonly link?: string | undefined;
  /**
   * For `markdown`: the http(s) address of the repository's files at a commit, to which places are linked, such as
   * `https://github.com/OWNER/REPO/blob/SHA`. Default: none.
   */
  readonly filesUrl?: string | undefined;
}

/**
 * Renders a plan, a drift report or a run as the commands do. Control characters and markup in live text have no effect.
 *
 * @throws RangeError for another format or address.
 */
export async function renderReport(
  report: Report,
  { format, color, applyCommand, folder = '', requests = false, summary = false, ...addresses }: ReportRendering,
): Promise<string> {
  if (!REPORT_FORMATS.includes(format)) {
    throw new RangeError(`the format of a report is ${listWords(REPORT_FORMATS, 'or')}`);
  }
  const { link = null, filesUrl = null } = addresses;
  const wrong = [link, filesUrl].find((address) => address !== null && !isWebAddress(address));
  if (wrong !== undefined) throw new RangeError('`link` and `filesUrl` are http or https addresses');
  const about = { applyCommand: applyCommand ?? null, folder, link, filesUrl, source: 'fresh' } as const;
  return RENDERERS[format](report, { ...about, style: styleOf({ color }), detail: { requests, summary } });
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
