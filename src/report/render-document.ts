import type { Check, CheckResult } from '../model/check.ts';
import type { Diagnostic, SetupCheck } from '../model/diagnostic.ts';
import type { HistoryReport } from '../model/drift-history.ts';
import type { RunsDocument } from '../model/journal.ts';
import type { FileEdit } from '../model/location.ts';
import type { PolicyTest } from '../model/policy-test.ts';
import type { Format } from '../model/report.ts';
import type { SeriesDocument, SeriesReport } from './chart/series-report.ts';
import type { AlertDocument } from './text/alert-text.ts';
import type { CodeDocument, ExplainedField, PipeValuesDocument, SectionDocument } from './text/explained-text.ts';
import type { FmtDocument } from './text/fmt-text.ts';
import type { InitDocument } from './text/init-text.ts';
import type { PublicationDocument } from './text/publication-text.ts';
import type { ReportGlyphs, Style } from './text/style.ts';
import type { Validated } from './text/validation-text.ts';

/** The documents that commands show, by their kind. `render-report.ts` has those of plans, drift reports and runs. */
interface DocumentTypes {
  readonly alert: AlertDocument;
  readonly checks: { readonly checks: readonly CheckResult[]; readonly diagnostics: readonly Diagnostic[] };
  readonly 'diagnostic-code': CodeDocument;
  readonly doctor: { readonly checks: readonly SetupCheck[] };
  readonly fields: { readonly fields: readonly ExplainedField[] };
  readonly fmt: FmtDocument;
  readonly history: HistoryReport;
  readonly init: InitDocument;
  readonly 'pipe-values': PipeValuesDocument;
  readonly 'policy-test': PolicyTest;
  readonly publication: PublicationDocument;
  readonly runs: RunsDocument;
  readonly section: SectionDocument;
  readonly series: SeriesDocument;
  readonly validation: { readonly diagnostics: readonly Diagnostic[] };
}

/** What the other formats show and JSON does not. */
interface Besides {
  /** The definitions of the checks. */
  readonly checks: readonly Check[];
  readonly fields: 'list' | 'details';
  readonly fmt: readonly FileEdit[];
  readonly series: SeriesReport;
  readonly validation: Validated;
}

export type DocumentKind = keyof DocumentTypes;
export type DocumentOf<K extends DocumentKind> = DocumentTypes[K] & {
  readonly kind: K;
  readonly formatVersion?: number;
};
export type BesideOf<K extends DocumentKind> = K extends keyof Besides ? [beside: Besides[K]] : [];

/** What a document is rendered for. */
interface DocumentTarget {
  readonly style: Style;
  readonly glyphs: ReportGlyphs;
  /** The width of a chart. */
  readonly columns: number;
  /** Finds the folder that file names are relative to, from the root of the repository. */
  readonly findFolder: () => string;
}

type RenderFormat<K extends DocumentKind> = (
  document: DocumentTypes[K],
  target: DocumentTarget,
  ...beside: BesideOf<K>
) => string | Promise<string>;

type DocumentFormats<K extends DocumentKind> = { readonly text: RenderFormat<K> } & {
  readonly [F in Format]?: RenderFormat<K>;
};

/** In a wider chart, the values are too far from the axis. */
const WIDEST_CHART = 160;

/** Each document with its formats and their renderers, which are loaded when they are needed. */
const DOCUMENT_RENDERERS: { readonly [K in DocumentKind]: DocumentFormats<K> } = {
  alert: {
    text: async (document, { style }) => (await import('./text/alert-text.ts')).renderAlert(document, style),
  },
  checks: {
    text: async ({ checks: results }, target, checks) =>
      (await import('./text/checks-text.ts')).renderChecks(results, checks, target),
  },
  'diagnostic-code': {
    text: async (document, { style }) => (await import('./text/explained-text.ts')).renderCode(document, style),
  },
  doctor: {
    text: async ({ checks }, { style, glyphs }) =>
      (await import('./text/setup-text.ts')).renderSetup(checks, style, glyphs),
  },
  fields: {
    text: async ({ fields }, { style }, how) => {
      const { renderField, renderFields } = await import('./text/explained-text.ts');
      return how === 'list' ? renderFields(fields, style) : fields.map((field) => renderField(field, style)).join('\n');
    },
  },
  fmt: {
    text: async (document, { style }, edits) => (await import('./text/fmt-text.ts')).renderFmt(document, edits, style),
  },
  history: {
    text: async (report, { style }) => (await import('./text/history-text.ts')).renderHistory(report, style),
    markdown: async (report) => (await import('./markdown/render-history.ts')).renderHistoryMarkdown(report),
    html: async (report) => (await import('./html/render-history.ts')).renderHistoryHtml(report),
  },
  init: {
    text: async (document, { style }) => (await import('./text/init-text.ts')).renderInit(document, style),
  },
  'pipe-values': {
    text: async (document, { style }) => (await import('./text/explained-text.ts')).renderPipeValues(document, style),
  },
  'policy-test': {
    text: async (document, { style }) => (await import('./text/policy-test-text.ts')).renderPolicyTest(document, style),
  },
  publication: {
    text: async (document) => (await import('./text/publication-text.ts')).renderPublication(document),
  },
  runs: {
    text: async (document, { style }) => (await import('./text/runs-text.ts')).renderRuns(document, style),
  },
  section: {
    text: async (document, { style }) => (await import('./text/explained-text.ts')).renderSection(document, style),
  },
  series: {
    text: async (_, { style, glyphs, columns }, report) => {
      // A screen reader gets a table.
      if (glyphs === 'words') return (await import('./chart/series-report.ts')).renderSeriesTable(report, style);
      const { renderChart } = await import('./chart/chart.ts');
      return renderChart(report, { style, glyphs, columns: Math.min(WIDEST_CHART, columns), rows: null });
    },
    table: async (_, { style }, report) => (await import('./chart/series-report.ts')).renderSeriesTable(report, style),
    csv: async (_, __, report) => (await import('./chart/series-report.ts')).renderSeriesCsv(report),
  },
  validation: {
    text: async ({ diagnostics }, { style }, about) =>
      (await import('./text/validation-text.ts')).renderValidation(diagnostics, about, style),
    github: async ({ diagnostics }, { findFolder }) =>
      (await import('./github.ts')).renderGithubDiagnostics(diagnostics, { folder: findFolder() }),
    sarif: async ({ diagnostics }, { findFolder }, { rootDocument }) => {
      const { readToolVersion } = await import('../model/version.ts');
      return (await import('./sarif.ts')).renderSarif(diagnostics, {
        tool: readToolVersion(),
        folder: findFolder(),
        rootDocument,
      });
    },
  },
};

/** Renders a document in a format that its command takes. */
export function renderDocument<K extends DocumentKind>(
  document: DocumentOf<K>,
  format: Format,
  target: DocumentTarget,
  ...beside: BesideOf<K>
): string | Promise<string> {
  const kind: K = document.kind;
  const { text, [format]: render = text }: DocumentFormats<K> = DOCUMENT_RENDERERS[kind];
  return render(document, target, ...beside);
}
