import { formatMeasured } from '../../model/number.ts';
import { count } from '../count.ts';
import { padCells, widest } from '../pad.ts';
import type { Line } from './arrange-lines.ts';
import { type ChartOptions, fitLine } from './chart.ts';

const COLUMNS = ['latest', 'min', 'max'] as const;

/** A line of the chart with what it is marked by. */
export interface MarkedLine extends Line {
  readonly mark: string;
}

/** Names each line and its latest, lowest and highest value. `left`: how many groups are not drawn. */
export function renderLegend(lines: readonly MarkedLine[], left: number, options: ChartOptions): readonly string[] {
  const figures = lines.map(({ latest, lowest, highest }) => [latest, lowest, highest].map(formatMeasured));
  const widths = COLUMNS.map((name, index) => widest([name, ...figures.map((row) => row[index] ?? '')]));
  const room = options.columns - '  '.length - widths.reduce((sum, width) => sum + width + 2, 0);
  const labels = lines.map(({ label }) => fitLine(label, { ...options, columns: Math.max(8, room) }));
  const labelWidth = widest(labels);
  const row = (words: readonly string[]): string =>
    words.map((word, index) => `  ${word.padStart(widths[index] ?? 0)}`).join('');
  return [
    options.style.dim(`${' '.repeat(2 + labelWidth)}${row(COLUMNS)}`),
    ...lines.map(
      ({ mark }, index) => `${mark} ${padCells(labels[index] ?? '', labelWidth)}${row(figures[index] ?? [])}`,
    ),
    ...(left > 0 ? [options.style.dim(fitLine(`  and ${count(left, 'more group')} with lower values`, options))] : []),
  ];
}
