import type { BlockOf } from '../block.ts';
import type { Glyphs } from '../text/style.ts';
import { drawHeights } from './sparkline.ts';

/** Values that one character shows, by the highest of them. */
const COLUMNS = 42;

/** A row of characters for each line, all on one scale: `demand   ▁▂▃`. */
export function drawLines({ lines }: BlockOf<'chart'>, glyphs: Glyphs): readonly string[] {
  const width = Math.max(...lines.map(({ name }) => name.length));
  const most = highestOf(lines);
  return lines.map(({ name, values }) => {
    const size = Math.ceil(values.length / COLUMNS);
    const columns = Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
      values.slice(at * size, (at + 1) * size).filter((value) => value !== null),
    );
    const heights = columns.map((known) => (known.length === 0 ? null : Math.max(...known) / most));
    return `${name.padEnd(width)}  ${drawHeights(heights, glyphs)}`.trimEnd();
  });
}

/** The top of the scale of all lines; above 0. */
export function highestOf(lines: BlockOf<'chart'>['lines']): number {
  return (
    lines.reduce((top, { values }) => values.reduce((most: number, value) => Math.max(most, value ?? 0), top), 0) || 1
  );
}
