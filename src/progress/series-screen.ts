import type { Diagnostic } from '../model/diagnostic.ts';
import { formatDuration } from '../model/field/units.ts';
import { fitLine, renderChart } from '../report/chart/chart.ts';
import type { SeriesReport } from '../report/chart/series-report.ts';
import type { Glyphs, Style } from '../report/text/style.ts';
import { startWatchScreen } from './screen.ts';

export type SeriesReading =
  | { readonly ok: true; readonly report: SeriesReport }
  | { readonly ok: false; readonly problem: Diagnostic };

/** A display of series that are queried repeatedly. */
export interface SeriesFrames {
  show(reading: SeriesReading): Promise<void>;
  close(): Promise<void>;
}

/** Redraws one frame. After a failure, the latest report stays visible. */
export function startSeriesScreen(
  stream: NodeJS.WriteStream,
  { everyMs, style, glyphs }: { readonly everyMs: number; readonly style: Style; readonly glyphs: Glyphs },
): SeriesFrames {
  const screen = startWatchScreen(stream);
  let latest: SeriesReport | null = null;
  const draw = (columns: number, rows: number | null): string =>
    latest === null ? '' : renderChart(latest, { style, glyphs, columns, rows });
  return {
    show: async (reading) => {
      if (reading.ok) latest = reading.report;
      const again = `next query in ${formatDuration(everyMs)}; press Ctrl-C to stop`;
      screen.show(({ columns, rows }) => {
        const line = (text: string): string => fitLine(text, { columns, glyphs });
        const next = style.dim(line(again));
        const foot = reading.ok ? [next] : [style.red(line(`error: ${reading.problem.summary}`)), next];
        return `${draw(columns, rows - foot.length - 1)}\n${foot.join('\n')}`;
      });
    },
    close: () => screen.close(({ columns }) => draw(columns, null)),
  };
}
