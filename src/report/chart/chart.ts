// The cells are ours, since `simple-ascii-chart` bridges gaps (or throws), tells lines apart by color only, labels each value in place
// of round ones, and has no size in columns. Scales and ticks are those of d3-scale.

import { formatCondition } from '../../model/check.ts';
import { formatDuration } from '../../model/field/units.ts';
import { count, formatMeasured } from '../../model/number.ts';
import type { SeriesRow } from '../../model/observability/reader.ts';
import { safeText } from '../../model/text.ts';
import type { DocumentTarget } from '../render-blocks.ts';
import { alignCells, truncate, widest } from '../text/fit-text.ts';
import type { Glyphs } from '../text/style.ts';
import { joinParts } from '../view-model/format.ts';
import { type ChartTarget, drawChart } from './draw-chart.ts';
import { drawLine, type Point, STROKES } from './draw-line.ts';
import { clampValue, formatRange, scaleTimes, scaleValues } from './scales.ts';
import {
  answeredStepMs,
  describeAggregate,
  groupRows,
  listGroup,
  NO_DATA,
  nameSeries,
  type RequestedSeries,
  renderSeriesTable,
  type SeriesReport,
} from './series-report.ts';

/** One series of one group, with at least one point, in time order. */
type ChartLine = ReturnType<typeof arrangeLines>['lines'][number];

const NARROWEST = 24;

/** A narrower chart has no words beside the limits of checks. */
const NARROWEST_WITH_LABELS = 50;

const MARKS: Readonly<Record<Glyphs, readonly string[]>> = {
  unicode: ['●', '■', '▲', '◆', '○', '□', '△', '◇'],
  ascii: ['*', 'x', 'o', '#', '@', '%', '&', '$'],
};

function fitLine(text: string, { columns, glyphs }: Pick<ChartTarget, 'columns' | 'glyphs'>): string {
  return truncate(safeText(text), columns, glyphs === 'ascii' ? '...' : '…');
}

/** The values of a wider chart are too far from the axis. */
const WIDEST = 160;

/** A chart, and a table for a screen reader. */
export function renderSeries(report: SeriesReport, { style, glyphs, columns }: DocumentTarget): string {
  if (glyphs === 'words') return renderSeriesTable(report, style);
  return renderChart(report, { style, glyphs, columns: Math.min(WIDEST, columns) });
}

/** Each series of each group is a line with its own mark, so that lines differ without color. */
export function renderChart(report: SeriesReport, given: ChartTarget): string {
  const options = { ...given, columns: Math.max(NARROWEST, given.columns) };
  const { glyphs, columns } = options;
  const isAscii = glyphs === 'ascii';
  const { lines, left } = arrangeLines(report);
  const caption = renderCaption(report, options);
  if (lines.length === 0) return `${[...caption, '', ...NO_DATA].join('\n')}\n`;

  const pens = lines.map((_, index) => penOf(index, lines.length, options));
  const legend = renderLegend(
    lines,
    pens.map(({ paint, mark }) => paint(mark ?? (isAscii ? '-' : '─'))),
    left,
    options,
  );
  const [unit = null, ...otherUnits] = new Set(lines.map((line) => line.unit));
  const title = unit === null || otherUnits.length > 0 ? [] : [unit];
  const limits = report.requested.flatMap(({ pass }) => (pass === null ? [] : [pass]));
  const ends = [...lines.flatMap(({ lowest, highest }) => [lowest, highest]), ...limits.map(({ value }) => value)];
  const values = scaleValues(Math.min(...ends), Math.max(...ends));
  const { startMs, endMs } = report.query;
  const stepMs = answeredStepMs(report.query, report.rows);
  const isNarrow = columns < NARROWEST_WITH_LABELS;
  const frame = {
    ...{ values, zone: 'UTC', scaleTimes: (width: number) => scaleTimes(startMs, endMs, width) },
    limits: limits.map((one) => ({ value: clampValue(one.value), label: isNarrow ? '' : formatCondition(one) })),
  };
  const body = drawChart(
    frame,
    (plot, scales) => {
      // The first line of the legend is drawn last, over the others.
      for (const [index, pen] of [...pens.entries()].reverse())
        drawLine(plot, lines[index]?.points ?? [], scales, stepMs, pen);
    },
    options,
  );
  const head = title.map((words) => fitLine(words, options));
  const all = [...caption, '', ...head, ...body, ...legend];
  return `${all.map((line) => line.trimEnd()).join('\n')}\n`;
}

function penOf(index: number, lines: number, { style, glyphs }: ChartTarget) {
  const paints = [style.cyan, style.yellow, style.magenta, style.green, style.blue, style.red];
  const paint = paints[index % paints.length] ?? style.cyan;
  const mark = lines === 1 ? null : (MARKS[glyphs][index % MARKS[glyphs].length] ?? '');
  // Lines in the same row place their marks in different columns.
  const markDistance = Math.max(8, lines * 2);
  return {
    paint,
    mark,
    strokes: STROKES.plain[glyphs],
    markDistance,
    markOffset: Math.floor((index * markDistance) / lines),
  };
}

function renderCaption({ query, requested, rows }: SeriesReport, options: ChartTarget): readonly string[] {
  const range = formatRange(query.startMs, query.endMs);
  const buckets = `buckets of ${formatDuration(answeredStepMs(query, rows))}`;
  return [
    ...requested.map((series) => options.style.bold(fitLine(describeQuery(series), options))),
    options.style.dim(fitLine(`${range}, ${buckets}`, options)),
  ];
}

/** `orders-lag < 10,000 messages: max where pipe:orders by service`. */
function describeQuery({ check, spec, pass, unit }: RequestedSeries): string {
  const condition = pass === null ? '' : ` ${formatCondition(pass, unit)}`;
  const words = [
    check === null ? '' : `${check}${condition}:`,
    describeAggregate(spec),
    spec.where === '' ? '' : `where ${spec.where}`,
    spec.groupBy.length === 0 ? '' : `by ${spec.groupBy.join(', ')}`,
  ];
  return joinParts(words, ' ');
}

const SHORTEST_LABEL = 4;

/** Each line's name, latest, lowest and highest value, and unit. `left`: the number of groups that are not drawn. */
function renderLegend(
  lines: readonly ChartLine[],
  marks: readonly string[],
  left: number,
  options: ChartTarget,
): readonly string[] {
  const { style, columns } = options;
  const values = lines.map(({ latest, lowest, highest }) => [latest, lowest, highest].map(formatMeasured));
  const hasUnits = lines.some(({ unit }) => unit !== null);
  const units = hasUnits ? lines.map(({ unit }) => safeText(unit ?? '-')) : [];
  const unitCells = hasUnits ? ['unit', ...units] : [];
  const figures = alignCells([['latest', 'min', 'max'], ...values], 0);
  const tails = alignCells(figures.map((row, index) => [row, unitCells[index] ?? '']));
  const room = Math.max(SHORTEST_LABEL, columns - widest(tails) - '● '.length - '  '.length);
  const names = lines.map(({ label }, index) => `${marks[index]} ${fitLine(label, { ...options, columns: room })}`);
  const [head = '', ...rows] = alignCells(['', ...names].map((name, index) => [name, tails[index] ?? '']));
  const note = (words: string): string => style.dim(fitLine(`  ${words}`, options));
  const legend = [style.dim(head), ...rows];
  if (left > 0) legend.push(note(`and ${count(left, 'more group')} with lower values`));
  if (new Set(units).size > 1) legend.push(note('different units on one axis: each line counts in its own'));
  return legend;
}

/** `pipe-2` before `pipe-10`. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

const MAX_LINES = 8;

/** The lines of the groups with the highest values, sorted by name so that marks are stable, and how many groups are omitted. */
function arrangeLines({ requested, rows }: SeriesReport) {
  const names = nameSeries(requested);
  const arranged = groupRows(rows)
    .map((ofGroup) => {
      const group = ofGroup[0]?.group ?? [];
      const name = listGroup(group);
      const lines = names.flatMap((series, index) => {
        const label = joinParts([name, group.length > 0 && names.length === 1 ? '' : series], ' ');
        const points = listPoints(ofGroup, index);
        const latest = points.at(-1)?.value;
        if (latest === undefined) return [];
        const lowest = points.reduce((least, { value }) => Math.min(least, value), latest);
        const highest = points.reduce((most, { value }) => Math.max(most, value), latest);
        return [{ label, unit: requested[index]?.unit ?? null, points, latest, lowest, highest }];
      });
      return { name, lines };
    })
    .filter(({ lines }) => lines.length > 0)
    .sort(({ lines: [one] }, { lines: [other] }) => (other?.highest ?? 0) - (one?.highest ?? 0));
  const shown = arranged.slice(0, Math.max(1, Math.floor(MAX_LINES / names.length)));
  const inOrder = shown.sort((one, other) => BY_NAME.compare(one.name, other.name));
  return { lines: inOrder.flatMap(({ lines }) => lines), left: arranged.length - shown.length };
}

function listPoints(rows: readonly SeriesRow[], index: number): readonly Point[] {
  return rows
    .map(({ bucketMs, values }) => ({ bucketMs, value: values[index] ?? Number.NaN }))
    .filter(({ value }) => Number.isFinite(value))
    .sort((one, other) => one.bucketMs - other.bucketMs);
}
