import type { Check, CheckResult } from '../model/check.ts';
import type { Diagnostic, SetupCheck } from '../model/diagnostic.ts';
import type { HistoryReport } from '../model/drift-history.ts';
import type { RunsDocument } from '../model/journal.ts';
import type { FileEdit } from '../model/location.ts';
import type { Recommendations } from '../model/size/advice-report.ts';
import type { Backtest } from '../model/size/backtest-report.ts';
import type { Block } from './block.ts';
import type { SeriesDocument, SeriesReport } from './chart/series-report.ts';
import type { AlertDocument } from './compose/compose-alert.ts';
import type { CodeDocument, ExplainedField, SectionDocument } from './compose/compose-explained.ts';
import type { PipeValuesDocument } from './compose/compose-pipe-values.ts';
import type { Format } from './format.ts';
import type { FmtDocument } from './text/fmt-text.ts';
import type { InitDocument } from './text/init-text.ts';
import type { PublicationDocument } from './text/publication-text.ts';
import type { ReportGlyphs, Style } from './text/style.ts';
import type { Validated } from './text/validation-text.ts';

/** The documents that commands show, by their kind. `render-report.ts` has those of plans, drift reports and runs. */
interface DocumentTypes {
  readonly alert: AlertDocument;
  readonly backtest: Backtest;
  readonly checks: { readonly checks: readonly CheckResult[]; readonly diagnostics: readonly Diagnostic[] };
  readonly 'diagnostic-code': CodeDocument;
  readonly doctor: { readonly checks: readonly SetupCheck[] };
  readonly fields: { readonly fields: readonly ExplainedField[] };
  readonly fmt: FmtDocument;
  readonly history: HistoryReport;
  readonly init: InitDocument;
  readonly 'pipe-values': PipeValuesDocument;
  readonly publication: PublicationDocument;
  readonly recommendations: Recommendations;
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

/** A document that is composed into blocks, which only a terminal shows. */
function composed<K extends DocumentKind>(
  compose: (document: DocumentTypes[K], ...beside: BesideOf<K>) => Promise<readonly Block[]>,
): DocumentFormats<K> {
  return { text: async (document, target, ...beside) => write(await compose(document, ...beside), target) };
}

/** A document that is composed into blocks for every format. `load`: the function that composes it. */
function composedFor<Document>(load: () => Promise<(document: Document) => readonly Block[]>) {
  return {
    text: async (document: Document, target: DocumentTarget) =>
      // Beside text, problems are printed before.
      write((await load())({ ...document, diagnostics: [] }), target),
    markdown: async (document: Document) =>
      (await import('./markdown/render-markdown.ts')).renderMarkdownDocument((await load())(document)),
    html: async (document: Document) =>
      (await import('./html/write-html.ts')).renderHtmlBlocks((await load())(document)),
  };
}

/** Each document with its formats and their renderers, which are loaded when they are needed. */
const DOCUMENT_RENDERERS: { readonly [K in DocumentKind]: DocumentFormats<K> } = {
  alert: composed(async (document) => (await import('./compose/compose-alert.ts')).composeAlert(document)),
  backtest: composedFor(async () => (await import('./compose/compose-backtest.ts')).composeBacktest),
  checks: composed(async (document, checks) =>
    (await import('./compose/compose-checks.ts')).composeChecks(document.checks, checks),
  ),
  'diagnostic-code': composed(async (document) =>
    (await import('./compose/compose-explained.ts')).composeCode(document),
  ),
  doctor: {
    text: async ({ checks }, { style, glyphs }) =>
      (await import('./text/setup-text.ts')).renderSetup(checks, style, glyphs),
  },
  fields: composed(async ({ fields }, how) => {
    const { composeField, composeFields } = await import('./compose/compose-explained.ts');
    return how === 'list' ? composeFields(fields) : fields.flatMap(composeField);
  }),
  fmt: {
    text: async (document, { style }, edits) => (await import('./text/fmt-text.ts')).renderFmt(document, edits, style),
  },
  history: composedFor(async () => (await import('./compose/compose-history.ts')).composeHistory),
  init: {
    text: async (document, { style }) => (await import('./text/init-text.ts')).renderInit(document, style),
  },
  'pipe-values': composed(async (document) =>
    (await import('./compose/compose-pipe-values.ts')).composePipeValues(document),
  ),
  publication: {
    text: async (document) => (await import('./text/publication-text.ts')).renderPublication(document),
  },
  recommendations: composedFor(
    async () => (await import('./compose/compose-recommendations.ts')).composeRecommendations,
  ),
  runs: composed(async (document) => (await import('./compose/compose-runs.ts')).composeRuns(document)),
  section: composed(async (document) => {
    const { stringify } = await import('yaml');
    return (await import('./compose/compose-explained.ts')).composeExplainedSection(document, stringify);
  }),
  series: {
    text: async (_, { style, glyphs, columns }, report) => {
      // A screen reader gets a table.
      if (glyphs === 'words') return (await import('./chart/series-report.ts')).renderSeriesTable(report, style);
      const { renderChart } = await import('./chart/chart.ts');
      return renderChart(report, { style, glyphs, columns: Math.min(WIDEST_CHART, columns) });
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

async function write(blocks: readonly Block[], target: DocumentTarget): Promise<string> {
  return (await import('./text/write-text.ts')).renderTextBlocks(blocks, target);
}

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
