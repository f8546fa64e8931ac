// Home-made because `wrap-ansi` breaks between words only: here a line also breaks between cells, and continues past its mark (`~`, `2.`).

import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e…–]*$/;

/** Whether the text is printable ASCII, our ellipsis or our dash, one cell each. Nearly all text is, and the test is fast. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** The width of a text in terminal cells, without its colors. */
export function textWidth(text: string): number {
  if (isPlain(text)) return text.length;
  const visible = stripVTControlCharacters(text);
  return isPlain(visible) ? visible.length : stringWidth(visible);
}

let segmenter: Intl.Segmenter | null = null;

export function splitGraphemes(text: string): Intl.Segments {
  // Made when it is first needed: its tables take longer to load than most commands take to print.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Cuts a text to a width in terminal cells, ellipsis included. Wide characters are not split. */
export function truncate(text: string, columns: number, ellipsis: string): string {
  if (textWidth(text) <= columns) return text;
  const room = columns - textWidth(ellipsis);
  if (room < 0) return '';
  let width = 0;
  let kept = '';
  for (const { segment } of splitGraphemes(text)) {
    width += textWidth(segment);
    if (width > room) break;
    kept += segment;
  }
  return kept + ellipsis;
}

/** Pads to a width in terminal cells. */
export function padCells(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** The width in terminal cells of the widest text. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, textWidth(text)), 0);
}

/** Aligns cells, which may be painted, in columns. Empty columns are removed; columns from `right` on are right-aligned. */
export function alignCells(rows: readonly (readonly string[])[], right = Number.POSITIVE_INFINITY): readonly string[] {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0)
    return [
      only
        .filter((cell) => textWidth(cell) > 0)
        .join(CELL_GAP)
        .trimEnd(),
    ];
  const columns = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const widths = Array.from({ length: columns }, (_, column) => widest(rows.map((cells) => cells[column] ?? '')));
  const align = (cell: string, width: number, isRight: boolean): string =>
    isRight ? ' '.repeat(Math.max(0, width - textWidth(cell))) + cell : padCells(cell, width);
  return rows.map((cells) =>
    widths
      .flatMap((width, column) => (width === 0 ? [] : [align(cells[column] ?? '', width, column >= right)]))
      .join(CELL_GAP)
      .trimEnd(),
  );
}

/** Blanks, then a mark such as `~`, `=`, `-`, `!` or `2.`. Continuation lines are indented past it. */
const LEAD = /^ *(?:(?:[^\w\s"'`(/{[}]|\d+\.|x) +)?/;

/** Two or more blanks separate cells. */
const GAP = /((?<=[^ ]) {2,}(?=[^ ]))/;

/** A line may break here: not before a unit, and not around `->`. */
const BLANK = /(?<=[^ ])(?<!->) (?! |GB\b|->)/;

/** The mark of a line, which may be painted. */
const MARKED = /^(?:\x1b\[[\d;]*m| )*[^ ]+ */;

const CELL_GAP = '  ';
const HANGING = 2;

/** Breaks lines that are too wide between cells, else between words, with an indent. A long word, such as a path, is not split. `columns` may be below 1. */
export function fitLines(text: string, columns: number | null): string {
  if (columns === null) return text;
  return text
    .split('\n')
    .map((line) => (textWidth(line) <= columns ? line : breakLine(line, columns)))
    .join('\n');
}

function breakLine(line: string, columns: number): string {
  const mark = LEAD.exec(stripVTControlCharacters(line))?.[0] ?? '';
  const indent = ' '.repeat(Math.max(0, Math.min(textWidth(mark) + HANGING, Math.floor(columns / 3))));
  const lines: string[] = [];
  let current = '';
  const put = (piece: string, ...gaps: readonly string[]): void => {
    const gap = gaps.find((one) => textWidth(current) + one.length + textWidth(piece) <= columns);
    if (current === '') current = piece;
    else if (gap !== undefined) current += gap + piece;
    else {
      lines.push(current);
      current = indent + piece;
    }
  };
  // The mark of a line belongs to its first cell.
  const start = mark.trim() === '' ? '' : (MARKED.exec(line)?.[0] ?? '');
  let gap = '';
  for (const [index, part] of line.slice(start.length).split(GAP).entries()) {
    const cell = index === 0 ? start + part : part;
    if (index % 2 === 1) gap = lines.length === 0 ? part : CELL_GAP;
    else if (indent.length + textWidth(cell) <= columns) put(cell, gap, CELL_GAP);
    else for (const [at, word] of cell.split(BLANK).entries()) put(word, at === 0 ? CELL_GAP : ' ');
  }
  return [...lines, current].join('\n');
}
