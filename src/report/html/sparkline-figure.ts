import { formatMeasured } from '../../model/number.ts';
import { scaleSeries } from '../chart/sparkline.ts';
import { count } from '../view-model/count.ts';
import { html, type Markup, NOTHING } from './markup.ts';

/** Width between two values and height between the lowest and the highest, in pixels, within an edge for the stroke. */
const WIDTH = 116;
const HEIGHT = 22;
const EDGE = 3;

/** A series as a line with its last value marked, and the same in words; a gap is a gap. Nothing of fewer than two values. */
export function renderSparkline(values: readonly (number | null)[]): Markup {
  const known = values.flatMap((value) => (value === null ? [] : [value]));
  if (known.length < 2) return NOTHING;
  const step = WIDTH / (values.length - 1);
  const points = scaleSeries(values).map((height, index) =>
    height === null ? null : { x: round(EDGE + index * step), y: round(EDGE + (1 - height) * HEIGHT) },
  );
  const path = points.map((point, index) => {
    if (point === null) return '';
    // A value between two gaps is a line of no length, which round ends show as a dot.
    const isStart = index === 0 || points[index - 1] === null;
    return isStart ? `M${point.x} ${point.y}h0` : `L${point.x} ${point.y}`;
  });
  const last = points.findLast((point) => point !== null);
  const dot = last === undefined || last === null ? null : html`<circle cx="${last.x}" cy="${last.y}" r="2.6"/>`;
  const [width, height] = [WIDTH + 2 * EDGE, HEIGHT + 2 * EDGE];
  return html`<svg class="spark" role="img" aria-label="${describe(values, known)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path d="${path.join('')}"/>${dot}</svg>`;
}

/** `10 values from 3,100 to 12,400, the last one 12,400; 2 without a value`. */
function describe(values: readonly (number | null)[], known: readonly number[]): string {
  const lowest = known.reduce((low, value) => Math.min(low, value));
  const highest = known.reduce((high, value) => Math.max(high, value));
  const range = `${count(known.length, 'value')} from ${formatMeasured(lowest)} to ${formatMeasured(highest)}`;
  const gaps = values.length - known.length;
  const without = gaps === 0 ? '' : `; ${count(gaps, 'measurement')} without a value`;
  return `${range}, the last one ${formatMeasured(known.at(-1) ?? lowest)}${without}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
