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
  const widths = words.map((word, index) => {
    const cells = body.map((row) => row[index] ?? '');
    // Measuring text is slow: groups come again in every bucket, and numbers are as wide as they are long.
    return index < left ? widest([word, ...new Set(cells)]) : longest(cells, widest([word]));
  });
  const pads = widths.map(rememberPads);
  const head = words.map((word, index) => alignCell(pads[index]?.(word) ?? word, word, index < left));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, index) => (index < left ? pads[index]?.(cell) : cell.padStart(widths[index] ?? 0))).join('  ').trimEnd();
  return `${[style.bold(line(words)), ...body.map(line)].join('\n')}\n`;
}
