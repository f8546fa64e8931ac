import type { Diagnostic } from '../model/diagnostic.ts';
import { formatDuration } from '../model/field/units.ts';
import { fitLine, renderChart } from '../report/chart/chart.ts';
import type { SeriesReport } from '../report/chart/series-report.ts';
import type { Glyphs, Style } from '../report/text/style.ts';
import { HIDE_CURSOR, SHOW_CURSOR, synchronize } from './screen.ts';
import { writeProgress } from './view.ts';

export type SeriesReading =
  | { readonly ok: true; readonly report: SeriesReport }
  | { readonly ok: false; readonly problem: Diagnostic };

/** A display of series that are queried repeatedly. */
export interface SeriesFrames {
  show(reading: SeriesReading): Promise<void>;
  close(): Promise<void>;
}

const ENTER_ALTERNATE_SCREEN = '\x1b[?1049h';
const LEAVE_ALTERNATE_SCREEN = '\x1b[?1049l';
const GO_HOME = '\x1b[H';
const ERASE_REST_OF_LINE = '\x1b[K';
const ERASE_BELOW = '\x1b[J';

/**
 * Redraws the latest report on the alternate screen, so that a full frame never moves to the scrollback, also after a failure.
 * Leaves the report on the main screen.
 */
export function startSeriesScreen(
  stream: NodeJS.WriteStream,
  { everyMs, style, glyphs }: { readonly everyMs: number; readonly style: Style; readonly glyphs: Glyphs },
): SeriesFrames {
  let latest: SeriesReport | null = null;
  let reading: SeriesReading | null = null;
  const columns = (): number => Math.max(1, (stream.columns || 80) - 1);
  const draw = (rows: number | null): string =>
    latest === null ? '' : renderChart(latest, { style, glyphs, columns: columns(), rows });

  const paint = (): void => {
    const line = (text: string): string => fitLine(text, { columns: columns(), glyphs });
    const next = style.dim(line(`next query in ${formatDuration(everyMs)}; press Ctrl-C to stop`));
    const foot = reading?.ok === false ? [style.red(line(`error: ${reading.problem.summary}`)), next] : [next];
    const rows = stream.rows || 24;
    const lines = `${draw(rows - foot.length - 1)}\n${foot.join('\n')}`.split('\n').slice(0, rows);
    const frame = lines.map((text) => `${text}${ERASE_REST_OF_LINE}`).join('\r\n');
    void writeProgress(stream, synchronize(`${GO_HOME}${frame}${ERASE_BELOW}`));
  };
  const leave = `${SHOW_CURSOR}${LEAVE_ALTERNATE_SCREEN}`;
  const restore = (): void => void writeProgress(stream, leave);
  return {
    async show(newest) {
      if (reading === null) {
        process.once('exit', restore);
        stream.on('resize', paint);
        void writeProgress(stream, `${ENTER_ALTERNATE_SCREEN}${HIDE_CURSOR}`);
      }
      reading = newest;
      if (newest.ok) latest = newest.report;
      paint();
    },
    async close() {
      if (reading === null) return;
      process.off('exit', restore);
      stream.off('resize', paint);
      await writeProgress(stream, `${leave}${draw(null)}`);
    },
  };
}
