import { safeText } from '../model/safe-text.ts';
import { splitGraphemes, textWidth, truncate } from '../report/text/fit-text.ts';
import { createStyle, type Glyphs, type Style } from '../report/text/style.ts';
import type { ColorMode } from './choose-view.ts';

const UNICODE = {
  filled: '━',
  rest: '─',
  ellipsis: '…',
  dot: '·',
  alert: '▲',
  good: '✓',
  bad: '✗',
  doubt: '?',
  now: '●',
  later: '○',
};

type GlyphSet = Readonly<typeof UNICODE>;

const ASCII: GlyphSet = {
  filled: '#',
  rest: '-',
  ellipsis: '...',
  dot: '|',
  alert: '!',
  good: '+',
  bad: 'x',
  doubt: '?',
  now: '*',
  later: 'o',
};

/** How everything looks: the colors and the characters. */
export interface Theme {
  readonly style: Style;
  readonly glyphs: GlyphSet;
  /** Which characters the glyphs are of. */
  readonly characters: Glyphs;
}

export function createTheme(color: ColorMode, glyphs: Glyphs): Theme {
  return { style: createStyle(color), glyphs: glyphs === 'ascii' ? ASCII : UNICODE, characters: glyphs };
}

/** Cut or filled up to exactly so many terminal columns. */
export function cell(text: string, columns: number, ellipsis: string): string {
  const fitted = truncate(text, columns, ellipsis);
  return fitted + ' '.repeat(Math.max(0, columns - textWidth(fitted)));
}

/** Columns that the longest name takes once it is safe to print. */
export function widestOf(pipes: readonly { readonly name: string }[]): number {
  return pipes.reduce((widest, { name }) => Math.max(widest, textWidth(safeText(name))), 1);
}

/** How wide the column of names is: two fifths of the frame at most. */
export function nameColumnsAt(columns: number, widestName: number): number {
  return Math.min(widestName, Math.floor(columns * 0.4));
}

/** Words in lines of at most so many columns; a word that is longer than a line is cut into pieces. */
export function wrapWords(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function pieces(word: string, columns: number): readonly string[] {
  if (textWidth(word) <= columns) return [word];
  const parts: string[] = [];
  let part = '';
  for (const { segment } of splitGraphemes(word)) {
    if (part !== '' && textWidth(part + segment) > columns) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}
