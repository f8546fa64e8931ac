import { interruptedBy } from '../model/run.ts';
import { describeSeries } from '../render/series/series-document.ts';
import type { SeriesReport } from '../render/series/series-report.ts';
import { chooseGlyphs } from '../ui/choose-view.ts';
import { askSeries } from './ask-series.ts';
import type { Context } from './context.ts';
import { exitCode } from './exit-code.ts';
import type { GlobalOptions } from './global-options.ts';
import { loadChecks } from './load-checks.ts';
import { describeUnanswered } from './observability-failure.ts';
import { openObservability } from './open-observability.ts';
import { planSeries } from './plan-series.ts';
import { reportProblems } from './report-problems.ts';
import type { SeriesOptions } from './series-options.ts';
import { streamStyle } from './terminal.ts';
import { writeJson } from './write-output.ts';

/** Asks the observability API for series, and shows them: once, or again and again until it is interrupted. */
export async function runSeries(wanted: SeriesOptions, options: GlobalOptions, context: Context): Promise<number> {
  const loaded = await loadChecks(options, context);
  if (!loaded.ok) return reportProblems(loaded.diagnostics, options, context, loaded.sources);
  const { planned, diagnostics } = planSeries(wanted, loaded.fleet, context.clock.now());
  const opened = await openObservability(loaded.fleet, options, context);
  if (!opened.ok || diagnostics.length > 0) {
    if (opened.ok) opened.close();
    return reportProblems([...diagnostics, ...(opened.ok ? [] : opened.diagnostics)], options, context);
  }
  const ask = () => askSeries(planned, opened.reader, context.clock, context.interrupts.stop);
  try {
    if (wanted.watchMs !== null) {
      const { watchSeries } = await import('./watch-series.ts');
      return await watchSeries({ ask, asked: planned.asked, everyMs: wanted.watchMs }, options, context);
    }
    const { query, answer } = await ask();
    if (!answer.ok) {
      const problem = describeUnanswered('series-failed', 'The series could not be read.', answer.failure);
      return reportProblems([problem], options, context);
    }
    const report = { query, asked: planned.asked, rows: answer.rows };
    if (options.format === 'json') writeJson(context, describeSeries(report));
    else context.stdout.write(await renderSeries(report, options, context));
    const interrupted = interruptedBy(context.interrupts.stop);
    return exitCode(interrupted === null ? { of: 'done' } : { of: 'failure', interrupted });
  } finally {
    opened.close();
  }
}

/** A report in a format for people or spreadsheets, as wide as stdout. */
export async function renderSeries(report: SeriesReport, options: GlobalOptions, context: Context): Promise<string> {
  if (options.format === 'csv') return (await import('../render/series/csv.ts')).renderSeriesCsv(report);
  const style = streamStyle(context.stdout, options, context);
  if (options.format === 'table') return (await import('../render/series/table.ts')).renderSeriesTable(report, style);
  const { renderChart } = await import('../render/series/chart.ts');
  const glyphs = chooseGlyphs(context.environment, context.platform);
  return renderChart(report, { style, glyphs, columns: chooseColumns(context), rows: null });
}

const USUAL_COLUMNS = 80;

/** A chart as wide as a large screen has its values too far from its axis. */
const MOST_COLUMNS = 160;

/** The terminal's width, or COLUMNS where there is none. */
function chooseColumns({ stdout, environment }: Context): number {
  const told = Number(environment.COLUMNS);
  return Math.min(MOST_COLUMNS, stdout.columns || (Number.isSafeInteger(told) && told > 0 ? told : USUAL_COLUMNS));
}
