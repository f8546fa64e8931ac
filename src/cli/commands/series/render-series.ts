import { chooseReportGlyphs } from '../../../progress/choose-view.ts';
import type { SeriesReport } from '../../../report/chart/series-report.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import { streamStyle } from '../../output/terminal.ts';

/** A report in a format for people or spreadsheets, as wide as stdout. A chart says nothing to who hears it: a table does. */
export async function renderSeries(report: SeriesReport, options: GlobalOptions, context: Context): Promise<string> {
  if (options.format === 'csv') return (await import('../../../report/chart/series-report.ts')).renderSeriesCsv(report);
  const style = streamStyle(context.stdout, options, context);
  const glyphs = chooseReportGlyphs(context.environment, context.platform);
  if (options.format === 'table' || glyphs === 'words')
    return (await import('../../../report/chart/series-report.ts')).renderSeriesTable(report, style);
  const { renderChart } = await import('../../../report/chart/chart.ts');
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
