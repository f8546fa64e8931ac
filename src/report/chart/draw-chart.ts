import { groupBy } from '../../model/group-by.ts';
import type { Axis, Tick } from '../block.ts';
import { widest } from '../text/fit-text.ts';
import type { Glyphs, Style } from '../text/style.ts';
import { Plot, type PlotScales } from './draw-line.ts';

/** The fewest rows of a plot, from the second on. */
const ROWS = 12;

interface Frame {
  readonly values: Axis;
  /** The axis is that of a plot with so many columns. `days`: below the times. */
  readonly scaleTimes: (columns: number) => Axis & { readonly days?: readonly Tick[] };
  /** Below the values: of the times. */
  readonly zone: string;
  /** Drawn as a dotted line across. `label`: beside it. */
  readonly limits: readonly { readonly value: number; readonly label: string }[];
}

export interface ChartTarget {
  readonly style: Style;
  readonly glyphs: Glyphs;
  /** No line is longer. */
  readonly columns: number;
}

/** A plot between its axes, a string for each line. Row 0 is the highest. */
export function drawChart(
  { values, scaleTimes, zone, limits }: Frame,
  draw: (plot: Plot, scales: PlotScales) => void,
  { style, glyphs, columns: most }: ChartTarget,
): readonly string[] {
  const intervals = Math.max(1, values.ticks.length - 1);
  const last = intervals * Math.ceil(ROWS / intervals);
  const rowOf = (value: number): number => {
    // Halves, because the distance of two finite numbers may overflow.
    const share = (values.to / 2 - value / 2) / (values.to / 2 - values.from / 2);
    return Math.min(last, Math.max(0, Math.round(share * last)));
  };
  const gutter = widest([zone, ...values.ticks.map(({ label }) => label)]);
  const labels = new Map(
    [...groupBy(limits, ({ value }) => rowOf(value))].map(([row, ofRow]) => {
      return [row, ` ${[...new Set(ofRow.map(({ label }) => label))].join(', ')}`.trimEnd()];
    }),
  );
  const columns = most - gutter - ' |'.length - widest([...labels.values()]);
  const times = scaleTimes(columns);
  const columnOf = (time: number): number => ((time - times.from) / (times.to - times.from)) * columns;
  const plot = new Plot(columns, last + 1);
  const [plain, ticked, corner, line, tick, dots] = (glyphs === 'ascii' ? '|++-+.' : '│┤└─┬┄') as Iterable<string>;
  for (const { value } of limits) {
    for (let column = 0; column < columns; column += 1) plot.put(rowOf(value), column, dots ?? '', style.dim);
  }
  draw(plot, { columns, rows: last + 1, columnOf, rowOf });
  const ticks = new Map(values.ticks.map(({ at, label }) => [rowOf(at), label]));
  const body = plot.render().map((row, index) => {
    const label = ticks.get(index);
    const axis = style.dim((label === undefined ? plain : ticked) ?? '');
    const beside = labels.get(index);
    return `${(label ?? '').padStart(gutter)} ${axis}${row}${beside === undefined ? '' : style.dim(beside)}`;
  });
  const marked = new Set(times.ticks.map(({ at }) => Math.floor(columnOf(at))));
  const below = Array.from({ length: columns }, (_, column) => (marked.has(column) ? tick : line)).join('');
  const place = (words: readonly Tick[]): string =>
    words.reduce((placed, { at, label }) => {
      // Centered, unless it would touch the one before.
      const wanted = Math.floor(columnOf(at)) - Math.floor(label.length / 2);
      const start = Math.max(0, Math.min(wanted, columns - label.length));
      return placed === '' || start > placed.length ? `${placed.padEnd(start)}${label}` : placed;
    }, '');
  const chart = [
    ...body,
    `${' '.repeat(gutter)} ${style.dim(`${corner}${below}`)}`,
    `${zone.padStart(gutter)}  ${place(times.ticks)}`,
  ];
  if (times.days?.length) chart.push(' '.repeat(gutter + 2) + place(times.days));
  return chart;
}
