import { formatMeasured } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import { padCells, widest } from '../text/pad.ts';
import { count } from '../view-model/count.ts';
import type { Line } from './arrange-lines.ts';
import { type ChartOptions, fitLine } from './chart-options.ts';

const COLUMNS = ['latest', 'min', 'max'] as const;
const UNIT_HEAD = 'unit';

/** A line of the chart with what it is marked by. */
export interface MarkedLine extends Line {
  readonly mark: string;
}

/** Names each line, its latest, lowest and highest value, and the unit where one is known. `left`: how many groups are not drawn. */
export function renderLegend(lines: readonly MarkedLine[], left: number, options: ChartOptions): readonly string[] {
  const figures = lines.map(({ latest, lowest, highest }) => [latest, lowest, highest].map(formatMeasured));
  const widths = COLUMNS.map((name, index) => widest([name, ...figures.map((row) => row[index] ?? '')]));
  const units = lines.map(({ unit }) => safeText(unit ?? '-'));
  const hasUnits = lines.some(({ unit }) => unit !== null);
  const unitWidth = hasUnits ? widest([...units, UNIT_HEAD]) + 2 : 0;
  const room = options.columns - '  '.length - unitWidth - widths.reduce((sum, width) => sum + width + 2, 0);
  const labels = lines.map(({ label }) => fitLine(label, { ...options, columns: Math.max(8, room) }));
  const labelWidth = widest(labels);
  const row = (words: readonly string[]): string =>
    words.map((word, index) => `  ${word.padStart(widths[index] ?? 0)}`).join('');
  const unit = (word: string): string => (hasUnits ? `  ${word}` : '');
  const note = (words: string): string => options.style.dim(fitLine(`  ${words}`, options));
  return [
    options.style.dim(`${' '.repeat(2 + labelWidth)}${row(COLUMNS)}${unit(UNIT_HEAD)}`),
    ...lines.map(
      ({ mark }, index) =>
        `${mark} ${padCells(labels[index] ?? '', labelWidth)}${row(figures[index] ?? [])}${unit(units[index] ?? '')}`,
    ),
    ...(left > 0 ? [note(`and ${count(left, 'more group')} with lower values`)] : []),
    ...(new Set(units).size > 1 ? [note('different units on one axis: each line counts in its own')] : []),
  ];
}
