import { maskUserinfo } from '../../model/mask-userinfo.ts';
import { safeText } from '../../model/safe-text.ts';
import { splitGraphemes } from './graphemes.ts';
import { isPlain, textWidth } from './text-width.ts';

/** A stretch of one line ready to print, and the stretch under it that is meant, in terminal cells. */
export interface Excerpt {
  readonly text: string;
  readonly caretStart: number;
  /** At least 1. */
  readonly caretWidth: number;
}

interface Cell {
  readonly text: string;
  readonly width: number;
  /** Offset in the line of the first UTF-16 unit. */
  readonly offset: number;
}

const WIDEST_EXCERPT = 100;

/** Narrower than this, nobody could tell what is meant. */
const NARROWEST_EXCERPT = 20;

/** The most of an excerpt that is for what stands before what is meant. */
const SHARE_BEFORE = 0.4;

const TAB_WIDTH = 4;
const CUT = '…';
/** A line may be cut at both ends. */
const CUTS = 2;

// How much of a very long line is looked at: enough to fill the excerpt whatever the characters are.
const LOOK_BEHIND = 400;
const LOOK_AHEAD = 1200;

// How much more of it is looked at for an address that begins or ends beyond.
const LOOK_ASIDE = 4000;

/**
 * One line of a file, cut around the columns that are meant. Tabs become spaces, characters that cannot be shown become
 * escapes, passwords in addresses become stars, and the caret stays under what it points at. `room`: cells that it may take, the
 * signs of a cut included; null for a text that may be wide.
 */
export function excerptLine(line: string, startColumn: number, endColumn: number, room: number | null = null): Excerpt {
  const widest = room === null ? WIDEST_EXCERPT : Math.max(NARROWEST_EXCERPT, Math.min(WIDEST_EXCERPT, room - CUTS));
  const start = Math.min(startColumn - 1, line.length);
  const end = Math.max(start, Math.min(endColumn - 1, line.length));
  const cells = splitCells(line, Math.max(0, start - LOOK_BEHIND), start + LOOK_AHEAD);
  const before = cells.filter((cell) => cell.offset < start);
  const meant = cells.filter((cell) => cell.offset >= start && cell.offset < end);
  const after = cells.filter((cell) => cell.offset >= end && cell.offset >= start);

  const fits = widthOf(cells) <= widest && before[0]?.offset !== undefined;
  const mostBefore = Math.floor(widest * SHARE_BEFORE);
  const shownBefore = fits || widthOf(before) <= mostBefore ? before : takeEnd(before, mostBefore);
  const cutBefore = shownBefore.length < before.length || (cells[0]?.offset ?? 0) > 0;
  const left = widest - widthOf(shownBefore);
  const shownMeant = takeStart(meant, left);
  const shownAfter = takeStart(after, left - widthOf(shownMeant));
  const last = shownAfter.at(-1) ?? shownMeant.at(-1) ?? shownBefore.at(-1);
  const cutAfter = last !== undefined && nextOffset(cells, last, line.length) < line.length;
  const shown = [...shownBefore, ...shownMeant, ...shownAfter].map((cell) => cell.text).join('');
  return {
    text: `${cutBefore ? CUT : ''}${shown}${cutAfter ? CUT : ''}`,
    caretStart: widthOf(shownBefore) + (cutBefore ? 1 : 0),
    caretWidth: Math.max(1, widthOf(shownMeant)),
  };
}

function splitCells(line: string, from: number, to: number): Cell[] {
  const aside = Math.max(0, from - LOOK_ASIDE);
  const part = maskUserinfo(line.slice(aside, to + LOOK_ASIDE)).slice(from - aside, to - aside);
  if (isPlain(part)) return Array.from(part, (text, index) => ({ text, width: 1, offset: from + index }));
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of splitGraphemes(part)) {
    const text = segment === '\t' ? ' '.repeat(TAB_WIDTH - (column % TAB_WIDTH)) : safeText(segment);
    const width = textWidth(text);
    cells.push({ text, width, offset: from + index });
    column += width;
  }
  return cells;
}

function nextOffset(cells: readonly Cell[], cell: Cell, length: number): number {
  return cells[cells.indexOf(cell) + 1]?.offset ?? length;
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((width, cell) => width + cell.width, 0);
}

function takeStart(cells: readonly Cell[], room: number): readonly Cell[] {
  let width = 0;
  const end = cells.findIndex((cell) => {
    width += cell.width;
    return width > room;
  });
  return end === -1 ? cells : cells.slice(0, end);
}

function takeEnd(cells: readonly Cell[], room: number): readonly Cell[] {
  return takeStart(cells.toReversed(), room).toReversed();
}
