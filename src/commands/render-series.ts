import type { SeriesReport } from '../render/series/series-report.ts';
import { chooseGlyphs } from '../ui/choose-view.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { streamStyle } from './terminal.ts';

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
