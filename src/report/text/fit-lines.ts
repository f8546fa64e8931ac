import { stripVTControlCharacters } from 'node:util';
import { textWidth } from './text-width.ts';

/** Blanks, then a mark such as `~`, `=`, `-`, `!` or `2.`: what follows on further lines stands below the words after it. */
const LEAD = /^ *(?:(?:[^\w\s"'`(/{[}]|\d+\.|x) +)?/;

/** Cells of a row have two blanks or more between them. */
const GAP = /((?<=[^ ]) {2,}(?=[^ ]))/;

/** An amount keeps its unit, and a value the one that takes its place. */
const BLANK = /(?<=[^ ])(?<!->) (?! |GB\b|->)/;

const CELL_GAP = '  ';
const HANGING = 2;

/**
 * Lines that are wider than a terminal, broken where that harms least: between the cells of a row, else between words. What
 * follows is indented below the line that it belongs to. A word that is wider than the terminal, such as a path or an id,
 * stays whole, so that it can be copied. `columns`: null, and nothing is too wide.
 */
export function fitLines(text: string, columns: number | null): string {
  if (columns === null) return text;
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= columns ? line : breakLine(line, columns)))
    .join('\n');
}

function breakLine(line: string, columns: number): string {
  const lead = widthOf(LEAD.exec(stripVTControlCharacters(line))?.[0] ?? '') + HANGING;
  const indent = ' '.repeat(Math.min(lead, Math.floor(columns / 3)));
  const lines: string[] = [];
  let current = '';
  const put = (piece: string, gap: string): void => {
    if (current === '') current = lines.length === 0 ? piece : indent + piece;
    else if (widthOf(current) + gap.length + widthOf(piece) <= columns) current += gap + piece;
    else {
      lines.push(current);
      current = indent + piece;
    }
  };
  for (const { cell, gap } of splitCells(line)) {
    if (indent.length + widthOf(cell) <= columns) put(cell, lines.length === 0 ? gap : CELL_GAP);
    else for (const [index, word] of cell.split(BLANK).entries()) put(word, index === 0 ? CELL_GAP : ' ');
  }
  return [...lines, current].join('\n');
}

interface Cell {
  readonly cell: string;
  /** The blanks before it. */
  readonly gap: string;
}

/** The lead of a line belongs to its first cell. */
function splitCells(line: string): readonly Cell[] {
  const start = /^(?:\x1b\[[\d;]*m| )*[^ ]+ */.exec(line)?.[0].length ?? 0;
  const isMarked = LEAD.exec(stripVTControlCharacters(line))?.[0].trim() !== '';
  const lead = isMarked ? line.slice(0, start) : '';
  const cells: Cell[] = [];
  let gap = '';
  for (const [index, part] of line.slice(lead.length).split(GAP).entries()) {
    if (index % 2 === 1) gap = part;
    else cells.push({ cell: cells.length === 0 ? lead + part : part, gap });
  }
  return cells;
}

function widthOf(text: string): number {
  return textWidth(stripVTControlCharacters(text));
}
