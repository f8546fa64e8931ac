import type { Glyphs } from '../text/style.ts';
import { columnAt, type TimeScale, type ValueScale } from './axes.ts';

export interface Point {
  readonly bucketMs: number;
  readonly value: number;
}

/** One series of one group: what is drawn as one line. It has at least one point, in order of time. */
export interface ChartLine {
  readonly label: string;
  /** What its values count, or null when nobody said. */
  readonly unit: string | null;
  readonly points: readonly Point[];
  readonly latest: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Where a line runs through one column, in rows of the chart. */
interface Passage {
  readonly column: number;
  readonly first: Point;
  readonly last: Point;
  readonly top: number;
  readonly bottom: number;
}

interface Axes {
  readonly times: TimeScale;
  readonly values: ValueScale;
  /** Milliseconds of one bucket. */
  readonly stepMs: number;
}

/** The color and the mark of a line. */
interface Pen {
  readonly paint: Paint;
  /** Set on the line here and there, or null for a line that is alone. */
  readonly mark: string | null;
  /** A mark stands in every column that leaves `markOffset` when divided by `markDistance`, and where the line ends. */
  readonly markDistance: number;
  readonly markOffset: number;
  readonly glyphs: Glyphs;
}

/**
 * Draws a line in steps, since the value of a bucket is that of all its time. A bucket that is missing breaks the line. Where
 * a column holds several buckets, the stroke reaches from the lowest to the highest of them.
 */
export function drawLine(canvas: Canvas, line: ChartLine, axes: Axes, pen: Pen): void {
  const passages = findPassages(line, axes);
  const byColumn = new Map(passages.map((passage) => [passage.column, passage]));
  // A bucket narrower than a column ends within it, so that a gap shows as half a cell.
  const isNarrow = columnAt(axes.times, axes.times.startMs + axes.stepMs) < 1;
  const marked: Passage[] = [];
  for (const passage of passages) {
    const before = byColumn.get(passage.column - 1);
    const after = byColumn.get(passage.column + 1);
    const isLed = before !== undefined && areNeighbours(before.last, passage.first, axes);
    const isGoingOn = after !== undefined && areNeighbours(passage.last, after.first, axes);
    const entry = axes.values.rowOf(isLed ? before.last.value : passage.first.value);
    const exit = axes.values.rowOf(passage.last.value);
    const top = Math.min(entry, passage.top);
    const bottom = Math.max(entry, passage.bottom);
    for (let row = top; row <= bottom; row += 1) {
      const bits =
        (row === entry && (isLed || !isNarrow) ? LEFT : 0) +
        (row === exit && (isGoingOn || !isNarrow) ? RIGHT : 0) +
        (row > top ? UP : 0) +
        (row < bottom ? DOWN : 0);
      canvas.put(row, passage.column, strokeOf(bits, pen.glyphs), pen.paint);
    }
    if (!isGoingOn || passage.column % pen.markDistance === pen.markOffset) marked.push(passage);
  }
  if (pen.mark === null) return;
  for (const { column, last } of marked) canvas.put(axes.values.rowOf(last.value), column, pen.mark, pen.paint);
}

function areNeighbours(one: Point, other: Point, { stepMs }: Axes): boolean {
  return other.bucketMs - one.bucketMs <= stepMs;
}

function findPassages(line: ChartLine, axes: Axes): readonly Passage[] {
  const passages = new Map<number, Passage>();
  for (const point of line.points) {
    const row = axes.values.rowOf(point.value);
    for (const column of columnsOf(point, axes)) {
      const known = passages.get(column);
      const first = known?.first ?? point;
      const top = Math.min(row, known?.top ?? row);
      passages.set(column, { column, first, last: point, top, bottom: Math.max(row, known?.bottom ?? row) });
    }
  }
  return [...passages.values()];
}

/** The columns whose middle is in the bucket; for a bucket with no such column the one that it is in. */
function columnsOf({ bucketMs }: Point, { times, stepMs }: Axes): readonly number[] {
  const from = Math.max(0, columnAt(times, bucketMs));
  const to = Math.min(times.columns, columnAt(times, bucketMs + stepMs));
  if (to <= from) return [];
  const first = Math.ceil(from - 0.5);
  const after = Math.ceil(to - 0.5);
  if (after <= first) return [Math.min(times.columns - 1, Math.floor((from + to) / 2))];
  return Array.from({ length: after - first }, (_, index) => first + index);
}

export type Paint = (text: string) => string;

/** The sides of a cell that a stroke leads to, as bits. */
const LEFT = 1;
const RIGHT = 2;
const UP = 4;
const DOWN = 8;

/** By the bits of a stroke; the first is a point of its own. */
const STROKES: Readonly<Record<Glyphs, string>> = {
  unicode: '∙╴╶─╵╯╰┴╷╮╭┬│┤├┼',
  ascii: '.- -|+++|+++|+++',
};

interface CanvasCell {
  /** One terminal column wide. */
  readonly text: string;
  readonly paint: Paint;
}

/** A field of cells to draw on. What is drawn later covers what was drawn before. */
interface Canvas {
  readonly columns: number;
  readonly rows: number;
  isEmpty(row: number, column: number): boolean;
  put(row: number, column: number, text: string, paint: Paint): void;
  /** The rows as text, each stretch of one paint painted once, without blanks at the end. */
  render(): readonly string[];
}

export function createCanvas(columns: number, rows: number): Canvas {
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, (): CanvasCell | null => null));
  return {
    columns,
    rows,
    isEmpty: (row, column) => (cells[row]?.[column] ?? null) === null,
    put(row, column, text, paint) {
      const line = cells[row];
      if (line !== undefined && column >= 0 && column < columns) line[column] = { text, paint };
    },
    render: () => cells.map(renderRow),
  };
}

function strokeOf(bits: number, glyphs: Glyphs): string {
  return STROKES[glyphs].charAt(bits);
}

function renderRow(row: readonly (CanvasCell | null)[]): string {
  let out = '';
  let stretch = '';
  let paint: Paint | null = null;
  const flush = (): void => {
    out += paint === null || stretch === '' ? stretch : paint(stretch);
    stretch = '';
  };
  for (const cell of row.slice(0, row.findLastIndex((each) => each !== null) + 1)) {
    const next = cell?.paint ?? null;
    if (next !== paint) flush();
    paint = next;
    stretch += cell?.text ?? ' ';
  }
  flush();
  return out;
}
