import { arrangeLines, type Line } from './arrange-lines.ts';
import { answeredStepMs } from './bucket-times.ts';
import { type ChartGlyphs, createCanvas, type Paint } from './canvas.ts';
import { renderCaption } from './caption.ts';
import { type ChartOptions, fitLine } from './chart-options.ts';
import { drawLine } from './draw-line.ts';
import { renderLegend } from './legend.ts';
import type { SeriesReport } from './series-report.ts';
import { renderTimeAxis } from './time-axis.ts';
import { scaleValues, type ValueScale } from './value-scale.ts';

const USUAL_ROWS = 13;
const TALLEST_ROWS = 19;
const LOWEST_ROWS = 4;

/** Narrower than this no axis can be read. */
const NARROWEST = 24;

/** The condition of a check is drawn when it is no further above the values than so many times their highest. */
const FURTHEST_LIMIT = 3;

const MARKS: Readonly<Record<ChartGlyphs, readonly string[]>> = {
  unicode: ['●', '■', '▲', '◆', '○', '□', '△', '◇'],
  ascii: ['*', 'x', 'o', '#', '@', '%', '&', '$'],
};

/** Each series of each group is a line with a mark of its own, so that no colour is needed to tell them apart. */
export function renderChart(report: SeriesReport, options: ChartOptions): string {
  const columns = Math.max(NARROWEST, options.columns);
  const { lines, left } = arrangeLines(report);
  const caption = renderCaption(report, { ...options, columns });
  if (lines.length === 0) return `${[...caption, '', 'No data in this time.'].join('\n')}\n`;

  const pens = lines.map((_, index) => penOf(index, lines.length, options));
  const legend = renderLegend(
    lines.map((line, index) => ({ ...line, mark: pens[index]?.legend ?? '' })),
    left,
    { ...options, columns },
  );
  const unit = findSharedUnit(lines);
  const taken = caption.length + 1 + (unit === null ? 0 : 1) + 3 + legend.length;
  const mostRows = options.rows === null ? USUAL_ROWS : Math.min(TALLEST_ROWS, options.rows - taken);
  const limit = findLimit(report, lines);
  const values = scaleLines(lines, limit, Math.max(LOWEST_ROWS, mostRows));
  const gutter = Math.max('UTC'.length, ...[...values.ticks.values()].map((tick) => tick.length));
  const { startMs, endMs } = report.query;
  const times = { columns: columns - gutter - ' |'.length, startMs, endMs };

  const canvas = createCanvas(times.columns, values.rows);
  if (limit !== null) {
    for (let column = 0; column < times.columns; column += 1) {
      canvas.put(values.rowOf(limit), column, options.glyphs === 'ascii' ? '.' : '┄', options.style.dim);
    }
  }
  const axes = { times, values, stepMs: answeredStepMs(report.query, report.rows) };
  // The first of the legend is drawn last, over the others.
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index];
    const pen = pens[index];
    if (line !== undefined && pen !== undefined) drawLine(canvas, line, axes, pen);
  }
  const body = [
    ...(unit === null ? [] : [fitLine(unit, { ...options, columns }).padStart(gutter)]),
    ...canvas.render().map((row, index) => `${renderValueTick(values, index, gutter, options)}${row}`),
    ...renderTimeAxis(times, gutter, options),
  ];
  return `${[...caption, '', ...body, ...legend].map((line) => line.trimEnd()).join('\n')}\n`;
}

function penOf(index: number, lines: number, { style, glyphs }: ChartOptions) {
  const paints: readonly Paint[] = [style.cyan, style.yellow, style.magenta, style.green, style.blue, style.red];
  const paint = paints[index % paints.length] ?? style.cyan;
  const marks = MARKS[glyphs];
  const mark = lines === 1 ? null : (marks[index % marks.length] ?? '');
  // Marks of lines that run in one row stand beside each other, not over each other.
  const markDistance = Math.max(8, lines * 2);
  const line = glyphs === 'ascii' ? '-' : '─';
  const legend = paint(mark ?? line);
  return { paint, mark, glyphs, legend, markDistance, markOffset: Math.floor((index * markDistance) / lines) };
}

/** What all lines count, which heads the axis; null when that is not known, or differs. */
function findSharedUnit(lines: readonly Line[]): string | null {
  const [unit = null, ...others] = new Set(lines.map((line) => line.unit));
  return others.length === 0 ? unit : null;
}

/** The value that the checks of the query ask for, when it is one and near enough to the values to be drawn. */
function findLimit({ asked }: SeriesReport, lines: readonly Line[]): number | null {
  const limits = new Set(asked.map(({ pass }) => pass?.value ?? null));
  const [limit = null] = limits;
  if (limits.size !== 1 || limit === null) return null;
  const largest = lines.reduce((most, line) => Math.max(most, Math.abs(line.highest), Math.abs(line.lowest)), 0);
  return Math.abs(limit) <= largest * FURTHEST_LIMIT ? limit : null;
}

function scaleLines(lines: readonly Line[], limit: number | null, mostRows: number): ValueScale {
  const ends = lines.flatMap(({ lowest, highest }) => [lowest, highest]);
  const all = limit === null ? ends : [...ends, limit];
  return scaleValues(Math.min(...all), Math.max(...all), mostRows);
}

function renderValueTick(values: ValueScale, row: number, gutter: number, { style, glyphs }: ChartOptions): string {
  const tick = values.ticks.get(row);
  const [plain, ticked] = glyphs === 'ascii' ? ['|', '+'] : ['│', '┤'];
  return `${(tick ?? '').padStart(gutter)} ${style.dim(tick === undefined ? plain : ticked)}`;
}
