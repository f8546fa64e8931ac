import type { Glyphs, Style } from '../text/style.ts';

export interface Point {
  readonly bucketMs: number;
  readonly value: number;
}

/** The scales say where times and values are in a plot. */
export interface PlotScales {
  readonly columns: number;
  readonly rows: number;
  /** With a fraction; outside of the plot for a time outside of its range. */
  readonly columnOf: (timeMs: number) => number;
  readonly rowOf: (value: number) => number;
}

interface Pen {
  readonly paint: Style['dim'];
  /** Drawn along the line; null for a single line. */
  readonly mark: string | null;
  /** Marks are in columns where `column % markDistance === markOffset`, and at the end of the line. */
  readonly markDistance: number;
  readonly markOffset: number;
  readonly strokes: string;
}

/** A grid of cells. Later cells replace earlier ones. */
export class Plot {
  readonly #cells: { text: string; paint: Style['dim'] }[][];

  constructor(columns: number, rows: number) {
    const blank = { text: ' ', paint: (text: string) => text };
    this.#cells = Array.from({ length: rows }, () => Array(columns).fill(blank));
  }

  put(row: number, column: number, text: string, paint: Style['dim']): void {
    this.#cells[row]?.splice(column, 1, { text, paint });
  }

  render(): readonly string[] {
    return this.#cells.map((row) => {
      const stretches: { paint: Style['dim']; text: string }[] = [];
      for (const { text, paint } of row) {
        const last = stretches.at(-1);
        if (last?.paint === paint) last.text += text;
        else stretches.push({ paint, text });
      }
      return stretches.map(({ paint, text }) => paint(text)).join('');
    });
  }
}

/** A line within one column: its first and last point, and the rows that it touches. */
interface Passage {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly entry: number;
  readonly exit: number;
  readonly top: number;
  readonly bottom: number;
}

/** The sides of a cell that a stroke leads to, as bits. */
const LEFT = 1;
const RIGHT = 2;
const UP = 4;
const DOWN = 8;

/** The characters of a line by the bits of a stroke; the first is a single point. */
export const STROKES: Readonly<Record<'plain' | 'heavy' | 'dotted', Readonly<Record<Glyphs, string>>>> = {
  plain: { unicode: '∙╴╶─╵╯╰┴╷╮╭┬│┤├┼', ascii: '.- -|+++|+++|+++' },
  heavy: { unicode: '▪━━━┃┛┗┻┃┓┏┳┃┫┣╋', ascii: '====|+++|+++|+++' },
  dotted: { unicode: '∙┄┄┄┆┘└┴┆┐┌┬┆┤├┼', ascii: '....:...:...:...' },
};

/** Draws points, in time order, as a stepped line. A missing bucket breaks it; a column may have several buckets. */
export function drawLine(plot: Plot, points: readonly Point[], scales: PlotScales, stepMs: number, pen: Pen): void {
  const passages: Passage[] = [];
  for (const { bucketMs, value } of points) {
    const row = scales.rowOf(value);
    for (const column of columnsOf(bucketMs, scales, stepMs)) {
      const { firstMs = bucketMs, entry = row, top = row, bottom = row } = passages[column] ?? {};
      const touched = { top: Math.min(top, row), bottom: Math.max(bottom, row) };
      passages[column] = { firstMs, entry, lastMs: bucketMs, exit: row, ...touched };
    }
  }
  // A bucket narrower than a column ends within it, so a gap is half a cell.
  const isNarrow = scales.columnOf(stepMs) - scales.columnOf(0) < 1;
  const marks: (readonly [row: number, column: number])[] = [];
  passages.forEach((passage, column) => {
    const [before, after] = [passages[column - 1], passages[column + 1]];
    const hasPrevious = before !== undefined && passage.firstMs - before.lastMs <= stepMs;
    const hasNext = after !== undefined && after.firstMs - passage.lastMs <= stepMs;
    const entry = hasPrevious ? before.exit : passage.entry;
    const [top, bottom] = [Math.min(entry, passage.top), Math.max(entry, passage.bottom)];
    for (let row = top; row <= bottom; row += 1) {
      const bits =
        (row === entry && (hasPrevious || !isNarrow) ? LEFT : 0) +
        (row === passage.exit && (hasNext || !isNarrow) ? RIGHT : 0) +
        (row > top ? UP : 0) +
        (row < bottom ? DOWN : 0);
      plot.put(row, column, pen.strokes.charAt(bits), pen.paint);
    }
    if (!hasNext || column % pen.markDistance === pen.markOffset) marks.push([passage.exit, column]);
  });
  if (pen.mark === null) return;
  for (const [row, column] of marks) plot.put(row, column, pen.mark, pen.paint);
}

/** The columns with their middle in the bucket, else the column that contains the bucket. */
function columnsOf(bucketMs: number, { columns, columnOf }: PlotScales, stepMs: number): readonly number[] {
  const from = Math.max(0, columnOf(bucketMs));
  const to = Math.min(columns, columnOf(bucketMs + stepMs));
  if (to <= from) return [];
  const first = Math.ceil(from - 0.5);
  const after = Math.ceil(to - 0.5);
  if (after <= first) return [Math.min(columns - 1, Math.floor((from + to) / 2))];
  return Array.from({ length: after - first }, (_, index) => first + index);
}

/** Fills each column from the lowest row, which is zero, up to its highest value. */
export function fillBelow(
  plot: Plot,
  points: readonly Point[],
  scales: PlotScales,
  stepMs: number,
  { paint, mark }: Pick<Pen, 'paint'> & { readonly mark: string },
): void {
  for (const { bucketMs, value } of points) {
    if (value <= 0) continue;
    for (const column of columnsOf(bucketMs, scales, stepMs)) {
      for (let row = scales.rowOf(value); row < scales.rows; row += 1) plot.put(row, column, mark, paint);
    }
  }
}
