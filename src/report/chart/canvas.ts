/** Which characters a terminal can be trusted with. */
export type ChartGlyphs = 'unicode' | 'ascii';

export type Paint = (text: string) => string;

/** The sides of a cell that a stroke leads to, as bits. */
export const LEFT = 1;
export const RIGHT = 2;
export const UP = 4;
export const DOWN = 8;

/** By the bits of a stroke; the first is a point of its own. */
const STROKES: Readonly<Record<ChartGlyphs, string>> = {
  unicode: '∙╴╶─╵╯╰┴╷╮╭┬│┤├┼',
  ascii: '.- -|+++|+++|+++',
};

interface Cell {
  /** One terminal column wide. */
  readonly text: string;
  readonly paint: Paint;
}

/** A field of cells to draw on. What is drawn later covers what was drawn before. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  isEmpty(row: number, column: number): boolean;
  put(row: number, column: number, text: string, paint: Paint): void;
  /** The rows as text, each stretch of one paint painted once, without blanks at the end. */
  render(): readonly string[];
}

export function createCanvas(columns: number, rows: number): Canvas {
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, (): Cell | null => null));
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

export function strokeOf(bits: number, glyphs: ChartGlyphs): string {
  return STROKES[glyphs].charAt(bits);
}

function renderRow(row: readonly (Cell | null)[]): string {
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
