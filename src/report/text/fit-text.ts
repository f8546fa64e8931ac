import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import type stringWidth from 'string-width';
import { formatNumber } from '../../model/number.ts';

const PLAIN = /^[\x20-\x7e]*$/;

let measure: typeof stringWidth | null = null;

/** Whether the text is printable ASCII, so that each character takes one cell. Nearly all text is, and the test is fast. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** How many terminal cells a text takes. Colors take none. */
export function textWidth(text: string): number {
  if (isPlain(text)) return text.length;
  const visible = stripVTControlCharacters(text);
  if (isPlain(visible)) return visible.length;
  // Loaded when it is first needed: its tables take longer to load than most commands take to print.
  measure ??= (createRequire(import.meta.url)('string-width') as { default: typeof stringWidth }).default;
  return measure(visible);
}

let segmenter: Intl.Segmenter | null = null;

/** The characters of a text as a reader counts them, each with where it begins. */
export function splitGraphemes(text: string): Intl.Segments {
  // Made when it is first needed: its tables take longer to load than most commands take to print.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The first characters of a text that is longer, and how long it is: live text may be of any length, a screen is not. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return `${text.slice(0, isHalved ? limit - 1 : limit)}… (${formatNumber(text.length)} characters)`;
}

/** Cut to at most so many terminal columns, with the ellipsis in place of what is missing. Wide characters stay whole. */
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

/** Pads to a width counted in terminal cells, so that wide characters keep columns straight. */
export function padCells(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** The width in terminal cells of the widest text. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, textWidth(text)), 0);
}

/** Rows of cells in straight columns, two blanks apart. Cells may be painted. */
export function alignCells(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, column) => widest(rows.map((cells) => cells[column] ?? '')));
  return rows.map((cells) =>
    cells
      .map((cell, column) => padCells(cell, widths[column] ?? 0))
      .join(CELL_GAP)
      .trimEnd(),
  );
}

/** `a, b and 3 more`: the first items of a list of any length. */
export function listFirst(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${formatNumber(items.length - most)} more` : shown;
}

/** Blanks, then a mark such as `~`, `=`, `-`, `!` or `2.`. Further lines are indented to the words after it. */
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
    .map((line) => (textWidth(line) <= columns ? line : breakLine(line, columns)))
    .join('\n');
}

function breakLine(line: string, columns: number): string {
  const lead = textWidth(LEAD.exec(stripVTControlCharacters(line))?.[0] ?? '') + HANGING;
  const indent = ' '.repeat(Math.min(lead, Math.floor(columns / 3)));
  const lines: string[] = [];
  let current = '';
  const put = (piece: string, gap: string): void => {
    if (current === '') current = lines.length === 0 ? piece : indent + piece;
    else if (textWidth(current) + gap.length + textWidth(piece) <= columns) current += gap + piece;
    else {
      lines.push(current);
      current = indent + piece;
    }
  };
  for (const { cell, gap } of splitCells(line)) {
    if (indent.length + textWidth(cell) <= columns) put(cell, lines.length === 0 ? gap : CELL_GAP);
    else for (const [index, word] of cell.split(BLANK).entries()) put(word, index === 0 ? CELL_GAP : ' ');
  }
  return [...lines, current].join('\n');
}

interface RowCell {
  readonly cell: string;
  /** The blanks before it. */
  readonly gap: string;
}

/** The lead of a line belongs to its first cell. */
function splitCells(line: string): readonly RowCell[] {
  const start = /^(?:\x1b\[[\d;]*m| )*[^ ]+ */.exec(line)?.[0].length ?? 0;
  const isMarked = LEAD.exec(stripVTControlCharacters(line))?.[0].trim() !== '';
  const lead = isMarked ? line.slice(0, start) : '';
  const cells: RowCell[] = [];
  let gap = '';
  for (const [index, part] of line.slice(lead.length).split(GAP).entries()) {
    if (index % 2 === 1) gap = part;
    else cells.push({ cell: cells.length === 0 ? lead + part : part, gap });
  }
  return cells;
}
