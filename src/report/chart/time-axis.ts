import type { ChartOptions } from './chart-options.ts';
import { type TimeScale, type TimeTick, tickTimes } from './time-scale.ts';

/** The line below the chart, the times under it and, where the range is of several days, the days under those. */
export function renderTimeAxis(
  times: TimeScale,
  gutter: number,
  { style, glyphs }: Pick<ChartOptions, 'style' | 'glyphs'>,
): readonly string[] {
  const ticks = tickTimes(times);
  const [corner, plain, ticked] = glyphs === 'ascii' ? ['+', '-', '+'] : ['└', '─', '┬'];
  const columns = new Set(ticks.map(({ column }) => column));
  const line = Array.from({ length: times.columns }, (_, column) => (columns.has(column) ? ticked : plain)).join('');
  const days = ticks.filter(({ day }, index) => day !== ticks[index - 1]?.day);
  const areDaysTold = days.length > 1 && days.some(({ day, label }) => day !== label);
  return [
    `${' '.repeat(gutter)} ${style.dim(`${corner}${line}`)}`,
    `${'UTC'.padStart(gutter)}  ${placeWords(ticks, times.columns)}`,
    ...(areDaysTold ? [' '.repeat(gutter + 2) + placeWords(days.map(asDay), times.columns)] : []),
  ];
}

function asDay(tick: TimeTick): TimeTick {
  return { ...tick, label: tick.day };
}

/** Words under their columns, in the middle where there is room; one that would touch the one before it is left out. */
function placeWords(ticks: readonly TimeTick[], columns: number): string {
  return ticks.reduce((placed, { column, label }) => {
    const start = Math.max(0, Math.min(column - Math.floor(label.length / 2), columns - label.length));
    return placed === '' || start > placed.length ? `${placed.padEnd(start)}${label}` : placed;
  }, '');
}
