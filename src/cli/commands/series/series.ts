import { describeUnanswered } from '../../../engine/observability-failure.ts';
import { interruptedBy } from '../../../model/run.ts';
import type { SeriesReport } from '../../../report/chart/series-report.ts';
import type { Invocation, Session } from '../../options/command-spec.ts';
import type { SeriesOptions } from '../../options/own-options.ts';
import { exitCode } from '../../output/exit-code.ts';
import type { DocumentRenderer, SeriesTurn } from '../../output/view.ts';
import { loadChecks, openReader } from '../health.ts';
import { askSeries, planSeries } from './query.ts';
import { readAdHocSeries } from './request.ts';

const DEFAULT_WATCH_MS = 10_000;

/** Asks the observability API for series, and shows them: once, or again and again until it is interrupted. */
export async function runSeries(invocation: Invocation<SeriesOptions>): Promise<number> {
  const { own, words, view, context } = invocation;
  const { stop } = context.interrupts;
  const adHoc = readAdHocSeries(words, own);
  const loaded = await loadChecks(invocation);
  const { fleet } = loaded;
  if (fleet === null) return view.fail(loaded.diagnostics, loaded.sources);
  const { planned, diagnostics } = planSeries(words, adHoc, own, fleet, context.clock.now());
  const opened = await openReader(fleet, diagnostics, invocation);
  if (!opened.ok) return view.fail(opened.diagnostics);
  const ask = async (): Promise<SeriesTurn> => {
    const { query, answer } = await askSeries(planned, opened.reader, context.clock, stop);
    if (answer.ok) return { ok: true, report: { query, asked: planned.asked, rows: answer.rows } };
    const problem = describeUnanswered('series-failed', 'The series could not be read.', answer.failure);
    return { ok: false, problem };
  };
  try {
    if (own.watch) return await watchSeries(ask, own.every ?? DEFAULT_WATCH_MS, invocation);
    const answer = await ask();
    if (!answer.ok) return view.fail([answer.problem]);
    const { describeSeries } = await import('../../../report/chart/series-report.ts');
    await view.result(describeSeries(answer.report), rendererOf(invocation)(answer.report));
    return endOf(stop);
  } finally {
    opened.close();
  }
}

/** Asks again and again, also after a failure, until it is interrupted or the reader of stdout is gone. */
async function watchSeries(ask: () => Promise<SeriesTurn>, everyMs: number, session: Session): Promise<number> {
  const { view, context } = session;
  const { stop } = context.interrupts;
  const frames = await view.seriesFrames(everyMs, rendererOf(session));
  // A reader that went away (`| head`) has seen enough.
  const unread = new AbortController();
  context.stdout.once('error', () => unread.abort());
  const end = AbortSignal.any([stop, unread.signal]);
  while (!end.aborted) {
    const answer = await ask();
    if (end.aborted) break;
    await frames.show(answer);
    await context.clock.sleep(everyMs, end);
  }
  await frames.close();
  return endOf(stop);
}

/** Where there is no terminal and COLUMNS is not set. */
const DEFAULT_COLUMNS = 80;

/** A chart as wide as a large screen has its values too far from its axis. */
const WIDEST_CHART = 160;

/** A chart, or a table or CSV as --format asks. A screen reader gets a table, not a chart. */
function rendererOf({
  options: { format },
  context: { environment },
}: Session): (report: SeriesReport) => DocumentRenderer {
  const set = Number(environment.COLUMNS);
  const usual = Number.isSafeInteger(set) && set > 0 ? set : DEFAULT_COLUMNS;
  return (report) => async (style, glyphs) => {
    const { renderSeriesCsv, renderSeriesTable } = await import('../../../report/chart/series-report.ts');
    if (format === 'csv') return renderSeriesCsv(report);
    if (format === 'table' || glyphs === 'words') return renderSeriesTable(report, style);
    const { renderChart } = await import('../../../report/chart/chart.ts');
    const columns = Math.min(WIDEST_CHART, style.columns ?? usual);
    return renderChart(report, { style, glyphs, columns, rows: null });
  };
}

function endOf(stop: AbortSignal): number {
  const interrupted = interruptedBy(stop);
  return exitCode(interrupted === null ? { of: 'done' } : { of: 'failure', interrupted });
}
