import { formatMeasured } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import { padCells, widest } from '../text/pad.ts';
import type { Style } from '../text/style.ts';
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
  // Groups come again in every bucket, and measuring text is slow.
  const widths = words.map((word, index) => widest([...new Set([word, ...body.map((cells) => cells[index] ?? '')])]));
  const padded = widths.map(() => new Map<string, string>());
  const pad = (cell: string, index: number): string => {
    const known = padded[index]?.get(cell) ?? padCells(cell, widths[index] ?? 0);
    padded[index]?.set(cell, known);
    return index < left ? known : `${known.slice(cell.length)}${cell}`;
  };
  const line = (cells: readonly string[]): string => cells.map(pad).join('  ').trimEnd();
  return `${[style.bold(line(words)), ...body.map(line)].join('\n')}\n`;
}
