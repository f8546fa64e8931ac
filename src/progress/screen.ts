import { textWidth } from '../report/text/text-width.ts';
import type { Narrowing } from './choose-view.ts';

/** What a frame may fill: one row and one column less than the terminal. */
export interface FrameSize {
  readonly columns: number;
  readonly rows: number;
}

/** Repaints one block of lines at the bottom of what was printed so far. */
export interface Screen {
  size(): FrameSize;
  /** Puts the frame where the last one was. Writes nothing when it is the same. */
  paint(frame: string): void;
  /** To be called before the first paint at a new size. */
  resized(): void;
  /** Puts the last frame there, to stay, and shows the cursor. Resolves when it is written. */
  leave(frame: string): Promise<void>;
}

const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';

/** Terminals that know synchronized output show a frame whole; the others ignore the two. */
const BEGIN_FRAME = '\x1b[?2026h';
const END_FRAME = '\x1b[?2026l';

const ERASE_LINE = '\x1b[2K';
const ERASE_BELOW = '\x1b[J';
const ERASE_LINE_ABOVE = '\x1b[1A\x1b[2K';

const WIDEST_FRAME = 100;

/**
 * The cursor rests at the start of the line below the frame, so every repaint begins by going up. Two things make that
 * more than a count of lines, and both leave debris with a renderer that counts lines only:
 * - a terminal made narrower wraps the frame into more rows than it had (unless it cuts);
 * - a terminal made lower pushes the top of the frame out of reach, and gives it back when it grows again.
 * Therefore all lines that may still stand are remembered, by their width where they are out of reach. Only whole lines are
 * erased: tmux counts the erased end of a line as part of it when it wraps, and keeps a screen that is erased at once as history.
 */
export function createScreen(stream: NodeJS.WriteStream, narrowing: Narrowing): Screen {
  let shown = '';
  let standing: readonly string[] = [];
  let outOfReach: readonly number[] = [];
  let sizeChanged = false;
  let isCursorHidden = false;

  const columns = (): number => stream.columns || 80;
  const rows = (): number => stream.rows || 24;
  const rowsOf = (width: number): number => (narrowing === 'cuts' ? 1 : Math.max(1, Math.ceil(width / columns())));
  const restoreCursor = (): void => void stream.write(SHOW_CURSOR);

  /** After a change of size nothing of the old frame can be kept, so all of it that can be reached is erased. */
  function eraseReachable(): string {
    const widths = [...outOfReach, ...standing.map((line) => textWidth(line))];
    let room = rows() - 1;
    let left = widths.length;
    while (left > 0 && rowsOf(widths[left - 1] ?? 0) <= room) {
      left -= 1;
      room -= rowsOf(widths[left] ?? 0);
    }
    outOfReach = widths.slice(0, left);
    const cutThrough = outOfReach.at(-1);
    if (cutThrough !== undefined && room > 0) {
      outOfReach = [...outOfReach.slice(0, -1), (rowsOf(cutThrough) - room) * columns()];
      room = 0;
    }
    standing = [];
    sizeChanged = false;
    return ERASE_LINE_ABOVE.repeat(rows() - 1 - room);
  }

  function goToTop(): string {
    return standing.length === 0 ? '' : `\x1b[${standing.length}A`;
  }

  function replace(frame: string): string {
    const lines = frame === '' ? [] : frame.split('\n').map((line) => line.trimEnd());
    const top = sizeChanged ? eraseReachable() : goToTop();
    const body = lines.map((line, row) => (line === standing[row] ? '\r\n' : `${ERASE_LINE}${line}\r\n`)).join('');
    standing = lines;
    shown = frame;
    return `${BEGIN_FRAME}${top}\r${body}${ERASE_BELOW}${END_FRAME}`;
  }

  return {
    size: () => ({ columns: Math.max(1, Math.min(WIDEST_FRAME, columns() - 1)), rows: Math.max(1, rows() - 1) }),
    resized() {
      sizeChanged = true;
    },
    paint(frame) {
      if (frame === shown && !sizeChanged) return;
      const hide = isCursorHidden ? '' : HIDE_CURSOR;
      if (!isCursorHidden) process.once('exit', restoreCursor);
      isCursorHidden = true;
      stream.write(hide + replace(frame));
    },
    leave(frame) {
      process.off('exit', restoreCursor);
      const text = frame === shown && !sizeChanged ? '' : replace(frame);
      const show = isCursorHidden ? SHOW_CURSOR : '';
      isCursorHidden = false;
      return new Promise((resolve) => stream.write(text + show, () => resolve()));
    },
  };
}
