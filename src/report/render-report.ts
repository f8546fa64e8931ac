import type { Diagnostic } from '../model/diagnostic.ts';
import { addDigest } from '../model/json/document.ts';
import type { Sources } from '../model/location.ts';
import type { Report } from '../model/report.ts';
import { isWebAddress } from '../model/service-address.ts';
import { listWords, safeJson } from '../model/text.ts';
import type { ReportDetail } from './compose/compose-report.ts';
import { REPORT_FORMATS, type ReportFormat } from './format.ts';
import { renderGithub } from './github.ts';
import { renderMarkdown } from './markdown/render-markdown.ts';
import { renderDiagnostics as renderWith } from './text/diagnostics.ts';
import { renderReportText } from './text/render-text.ts';
import { createStyle, type ReportGlyphs, type Style } from './text/style.ts';

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

type TextDetail = Partial<ReportDetail> & {
  readonly glyphs?: ReportGlyphs;
  readonly idleText?: string;
  readonly isAlone?: boolean;
};

interface RenderOptions {
  readonly style: Style;
  readonly detail?: TextDetail;
  readonly applyCommand: string | null;
  /** Whether a file has the complete report. */
  readonly source: 'file' | 'fresh';
  /** It means the same as in `ReportRendering`. */
  readonly folder: string;
  readonly filesUrl: string | null;
  readonly link: string | null;
}

/** @internal */
export const RENDERERS: Readonly<
  Record<ReportFormat, (report: Report, options: RenderOptions) => string | Promise<string>>
> = {
  text: (report, { style, detail }) => renderReportText(report, style, detail),
  json: (report) => `${safeJson(addDigest(report), 2)}\n`,
  markdown: renderMarkdown,
  html: async (report, { detail }) => (await import('./html/render-html.ts')).renderHtml(report, detail),
  github: renderGithub,
};

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
