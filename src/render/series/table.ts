import { formatMeasured } from '../../model/number.ts';
import { padCells, widest } from '../pad.ts';
import { safeText } from '../safe-text.ts';
import type { Style } from '../style.ts';
import { fillCells, sayInstant } from './series-cells.ts';
import type { SeriesReport } from './series-report.ts';

/** Every bucket of every group in aligned columns, times of UTC; a gap is blank. No line is cut, so that it can be searched. */
export function renderSeriesTable(report: SeriesReport, style: Style): string {
  const { groups, series, rows } = fillCells(report);
  if (rows.length === 0) return 'No data in this time.\n';
  const words = ['time', ...groups, ...series].map(safeText);
  const left = 1 + groups.length;
  const body = rows.map(({ bucketMs, group, values }) => [
    sayInstant(bucketMs).replace('.000Z', 'Z'),
    ...group.map(safeText),
    ...values.map((value) => (value === null ? '' : formatMeasured(value))),
  ]);
  const widths = words.map((word, index) => widest([word, ...body.map((cells) => cells[index] ?? '')]));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => {
        const padded = padCells(cell, widths[index] ?? 0);
        return index < left ? padded : `${padded.slice(cell.length)}${cell}`;
      })
      .join('  ')
      .trimEnd();
  return `${[style.bold(line(words)), ...body.map(line)].join('\n')}\n`;
}
