import { formatMeasured } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import { withUnit } from '../../model/series-unit.ts';
import { formatDuration } from '../../model/units.ts';
import { padCells, widest } from '../text/fit-text.ts';
import type { Glyphs } from '../text/style.ts';
import { count } from '../view-model/count.ts';
import { type ChartOptions, fitLine, formatRange, renderTimeAxis, scaleValues, type ValueScale } from './axes.ts';
import { type ChartLine, createCanvas, drawLine, type Paint, type Point } from './draw-line.ts';
import { type AskedSeries, answeredStepMs, nameSeries, type SeriesReport } from './series-report.ts';

const USUAL_ROWS = 13;
const TALLEST_ROWS = 19;
const LOWEST_ROWS = 4;

/** Narrower than this no axis can be read. */
const NARROWEST = 24;

/** The condition of a check is drawn when it is no further above the values than so many times their highest. */
const FURTHEST_LIMIT = 3;

const MARKS: Readonly<Record<Glyphs, readonly string[]>> = {
  unicode: ['●', '■', '▲', '◆', '○', '□', '△', '◇'],
  ascii: ['*', 'x', 'o', '#', '@', '%', '&', '$'],
};

/** Each series of each group is a line with a mark of its own, so that no color is needed to tell them apart. */
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
function findSharedUnit(lines: readonly ChartLine[]): string | null {
  const [unit = null, ...others] = new Set(lines.map((line) => line.unit));
  return others.length === 0 ? unit : null;
}

/** The value that the checks of the query ask for, when it is one and near enough to the values to be drawn. */
function findLimit({ asked }: SeriesReport, lines: readonly ChartLine[]): number | null {
  const limits = new Set(asked.map(({ pass }) => pass?.value ?? null));
  const [limit = null] = limits;
  if (limits.size !== 1 || limit === null) return null;
  const largest = lines.reduce((most, line) => Math.max(most, Math.abs(line.highest), Math.abs(line.lowest)), 0);
  return Math.abs(limit) <= largest * FURTHEST_LIMIT ? limit : null;
}

function scaleLines(lines: readonly ChartLine[], limit: number | null, mostRows: number): ValueScale {
  const ends = lines.flatMap(({ lowest, highest }) => [lowest, highest]);
  const all = limit === null ? ends : [...ends, limit];
  return scaleValues(Math.min(...all), Math.max(...all), mostRows);
}

function renderValueTick(values: ValueScale, row: number, gutter: number, { style, glyphs }: ChartOptions): string {
  const tick = values.ticks.get(row);
  const [plain, ticked] = glyphs === 'ascii' ? ['|', '+'] : ['│', '┤'];
  return `${(tick ?? '').padStart(gutter)} ${style.dim(tick === undefined ? plain : ticked)}`;
}

/** What was asked for, a line for each series, and of which time. */
function renderCaption(report: SeriesReport, options: ChartOptions): readonly string[] {
  const { query, asked, rows } = report;
  const step = formatDuration(answeredStepMs(query, rows));
  return [
    ...asked.map((series) => options.style.bold(fitLine(describeQuery(series), options))),
    options.style.dim(fitLine(`${formatRange(query.startMs, query.endMs)}, buckets of ${step}`, options)),
  ];
}

/** `orders-lag < 10,000 messages: max where pipe:orders by service`. */
function describeQuery({ check, spec, pass, unit }: AskedSeries): string {
  const condition = pass === null ? '' : ` ${pass.comparator} ${withUnit(formatMeasured(pass.value), unit)}`;
  const words = [
    check === null ? '' : `${check}${condition}:`,
    spec.aggFn,
    spec.where === '' ? '' : `where ${spec.where}`,
    spec.groupBy.length === 0 ? '' : `by ${spec.groupBy.join(', ')}`,
  ];
  return words.filter((word) => word !== '').join(' ');
}

const COLUMNS = ['latest', 'min', 'max'] as const;
const UNIT_HEAD = 'unit';

/** A line of the chart with what it is marked by. */
interface MarkedLine extends ChartLine {
  readonly mark: string;
}

/** Names each line, its latest, lowest and highest value, and the unit where one is known. `left`: how many groups are not drawn. */
function renderLegend(lines: readonly MarkedLine[], left: number, options: ChartOptions): readonly string[] {
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

/** The values of a group in one line, safe to print; a value that is empty is said to be. */
export function listGroup(group: readonly string[]): string {
  return group.map((value) => (value === '' ? '(empty)' : safeText(value))).join(', ');
}

interface ArrangedLines {
  /** Group by group in order of name, so that each keeps its mark when it is drawn anew; the series of a group in their order. */
  readonly lines: readonly ChartLine[];
  /** How many groups are not among the lines. */
  readonly left: number;
}

/** `pipe-2` before `pipe-10`. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

/** More lines cannot be distinguished. */
const MOST_LINES = 8;

/** The lines of the largest groups, by the highest value of the first series that has any; groups without a value are none. */
function arrangeLines(report: SeriesReport): ArrangedLines {
  const names = nameSeries(report.asked);
  const groups = new Map<string, { readonly group: readonly string[]; readonly points: readonly Point[][] }>();
  for (const { group, bucketMs, values } of report.rows) {
    const key = JSON.stringify(group);
    const known = groups.get(key) ?? { group, points: names.map((): Point[] => []) };
    groups.set(key, known);
    values.forEach((value, index) => {
      if (value !== null && Number.isFinite(value)) known.points[index]?.push({ bucketMs, value });
    });
  }
  const arranged = [...groups.values()]
    .map(({ group, points }) => ({
      name: listGroup(group),
      lines: points.flatMap(
        (own, index) =>
          toLine({ label: labelLine(names, index, group), unit: report.asked[index]?.unit ?? null }, own) ?? [],
      ),
    }))
    .filter(({ lines }) => lines.length > 0)
    .sort(({ lines: [one] }, { lines: [other] }) => (other?.highest ?? 0) - (one?.highest ?? 0));
  const shown = arranged.slice(0, Math.max(1, Math.floor(MOST_LINES / names.length)));
  const inOrder = shown.sort((one, other) => BY_NAME.compare(one.name, other.name));
  return { lines: inOrder.flatMap(({ lines }) => lines), left: arranged.length - shown.length };
}

function labelLine(names: readonly string[], series: number, group: readonly string[]): string {
  const name = names[series] ?? '';
  if (group.length === 0) return name;
  return names.length === 1 ? listGroup(group) : `${listGroup(group)} ${name}`;
}

function toLine(about: Pick<ChartLine, 'label' | 'unit'>, unsorted: readonly Point[]): ChartLine | null {
  const points = [...unsorted].sort((one, other) => one.bucketMs - other.bucketMs);
  const latest = points.at(-1);
  if (latest === undefined) return null;
  return {
    ...about,
    points,
    latest: latest.value,
    lowest: points.reduce((least, { value }) => Math.min(least, value), latest.value),
    highest: points.reduce((most, { value }) => Math.max(most, value), latest.value),
  };
}
