import { HOUR_MS } from '../../model/clock.ts';
import type { LineRole, WeekChart } from '../block.ts';
import { alignCells, widest } from '../text/fit-text.ts';
import type { Glyphs, Style } from '../text/style.ts';
import { type ChartTarget, drawChart } from './draw-chart.ts';
import { drawLine, fillBelow, STROKES } from './draw-line.ts';

/** A day of a wider chart is as wide as the chart is high. */
const WIDEST = 110;

/** What fills the area of a demand. */
const AREAS: Readonly<Partial<Record<LineRole, Readonly<Record<Glyphs, string>>>>> = {
  peak: { unicode: '░', ascii: ':' },
  usual: { unicode: '▓', ascii: '#' },
};

const COLORS = { peak: 'cyan', usual: 'cyan', now: 'yellow', advised: 'green' } as const satisfies Record<
  LineRole,
  keyof Style
>;

/** A chart of a week, and below it what each line is. */
export function drawWeek({ title, values, times, lines }: WeekChart, target: ChartTarget): readonly string[] {
  const { style, glyphs } = target;
  const columns = Math.min(WIDEST, target.columns);
  const pens = lines.map(({ role, name, values: ofHours }) => {
    const strokes = STROKES[role === 'advised' ? 'heavy' : 'dotted'][glyphs];
    const area = AREAS[role]?.[glyphs];
    const points = ofHours.flatMap((value, hour) => (value === null ? [] : [{ bucketMs: hour * HOUR_MS, value }]));
    return { name, points, area, strokes, paint: style[COLORS[role]], mark: area ?? strokes.charAt(3) };
  });
  const body = drawChart(
    { values, scaleTimes: () => times, zone: '', limits: [] },
    (plot, scales) => {
      const inMs = { ...scales, columnOf: (ms: number) => scales.columnOf(ms / HOUR_MS) };
      for (const { points, area, strokes, paint } of pens) {
        if (area === undefined) {
          drawLine(plot, points, inMs, HOUR_MS, { paint, strokes, mark: null, markDistance: 1, markOffset: 0 });
        } else fillBelow(plot, points, inMs, HOUR_MS, { paint, mark: area });
      }
    },
    { ...target, columns },
  );
  const names = pens.map(({ mark, name, paint }) => `${paint(mark)} ${name}`);
  // Demand on the left, capacity on the right.
  const half = Math.ceil(names.length / 2);
  const pairs = alignCells(names.slice(0, half).map((name, index) => [name, names[half + index] ?? '']));
  const legend = widest(pairs) <= columns ? pairs : names;
  return [style.dim(title), ...body, ...legend].map((line) => line.trimEnd());
}
