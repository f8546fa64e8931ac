import type { IBufferCell, Terminal } from '@xterm/headless';

/** The eight colors of a terminal, by their numbers. */
export const COLOR_NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
export type ColorName = (typeof COLOR_NAMES)[number];

/** How the characters of a run look. `color`: null for that of the terminal. */
export interface Look {
  readonly color: ColorName | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isUnderlined: boolean;
}

/** Characters side by side that look alike. */
export interface Run extends Look {
  readonly text: string;
  /** From 0. */
  readonly column: number;
  /** Cells that the text takes. */
  readonly width: number;
}

export type Row = readonly Run[];

/** What is on the screen of a terminal, without the empty lines at the end. */
export function readRows(terminal: Terminal): readonly Row[] {
  const first = terminal.buffer.active.baseY;
  const rows = Array.from({ length: terminal.rows }, (_, line) => readRow(terminal, first + line));
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}

function readRow(terminal: Terminal, number: number): Row {
  const line = terminal.buffer.active.getLine(number);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column++) {
    const cell = line?.getCell(column);
    // The second half of a wide character has no width of its own.
    if (cell === undefined || cell.getWidth() === 0) continue;
    const next = { ...lookOf(cell), text: cell.getChars() || ' ', column, width: cell.getWidth() };
    const last = runs.at(-1);
    if (last !== undefined && looksLike(last, next)) {
      runs[runs.length - 1] = { ...last, text: last.text + next.text, width: last.width + next.width };
    } else runs.push(next);
  }
  return runs.flatMap(trimRun);
}

/** Blanks around a text need no drawing, unless they are underlined. */
function trimRun(run: Run): readonly Run[] {
  if (run.isUnderlined) return [run];
  const text = run.text.trim();
  if (text === '') return [];
  const before = run.text.length - run.text.trimStart().length;
  const after = run.text.length - run.text.trimEnd().length;
  return [{ ...run, text, column: run.column + before, width: run.width - before - after }];
}

function lookOf(cell: IBufferCell): Look {
  return {
    color: cell.isFgPalette() ? (COLOR_NAMES[cell.getFgColor() % COLOR_NAMES.length] ?? null) : null,
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
    isUnderlined: cell.isUnderline() !== 0,
  };
}

function looksLike(a: Look, b: Look): boolean {
  return a.color === b.color && a.isBold === b.isBold && a.isDim === b.isDim && a.isUnderlined === b.isUnderlined;
}
