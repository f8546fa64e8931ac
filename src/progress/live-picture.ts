import { renderToString } from 'ink';
import type { ReactNode } from 'react';
import { textWidth } from '../report/text/fit-text.ts';
import type { ResizeBehavior } from './choose-view.ts';
import type { ViewOptions } from './view.ts';

/** A picture that is redrawn while something runs. */
export interface LivePicture {
  /** Something changed: draws soon, however often it is called. */
  refresh(): void;
  /** Puts a last picture in place, to stay; null leaves nothing behind. */
  finish(last: ((size: FrameSize) => ReactNode) | null): Promise<void>;
}

/** Ten frames a second are smooth and cheap. */
const FRAME_MS = 100;

/** The clock in the picture moves without an event. */
const TICK_MS = 500;

/**
 * Lets ink lay out each frame (`renderToString`) and places the frames itself. The loop of ink (`render`, `Static`) erases by
 * number of lines: it leaves debris when the terminal becomes narrower, and it clears the scrollback when a frame is taller than
 * the terminal. `createScreen` below is what replaces it, and no more.
 * The first frame comes after `delayMs`, so that work that ends at once shows nothing. No timer keeps the process alive.
 */
export function startLivePicture(
  options: Pick<ViewOptions, 'stream' | 'narrowing'>,
  delayMs: number,
  draw: (size: FrameSize) => ReactNode,
): LivePicture {
  const { stream } = options;
  const screen = createScreen(stream, options.narrowing);
  let frameTimer: NodeJS.Timeout | null = null;

  const paint = (): void => {
    frameTimer = null;
    const size = screen.size();
    screen.paint(drawFrame(draw(size), size));
  };
  const schedule = (milliseconds: number): void => {
    frameTimer ??= setTimeout(paint, milliseconds).unref();
  };
  const onResize = (): void => {
    screen.resized();
    if (tick !== null) paint();
  };

  let tick: NodeJS.Timeout | null = null;
  const begin = setTimeout(() => {
    tick = setInterval(() => schedule(0), TICK_MS).unref();
    paint();
  }, delayMs).unref();
  stream.on('resize', onResize);

  return {
    refresh() {
      if (tick !== null) schedule(FRAME_MS);
    },
    async finish(last) {
      clearTimeout(begin);
      if (tick !== null) clearInterval(tick);
      if (frameTimer !== null) clearTimeout(frameTimer);
      stream.off('resize', onResize);
      const size = { ...screen.size(), rows: Number.POSITIVE_INFINITY };
      await screen.leave(last === null ? '' : drawFrame(last(size), size));
    },
  };
}

/** A picture as text. A terminal too low even for what must be seen shows the top of it. */
export function drawFrame(picture: ReactNode, { columns, rows }: FrameSize): string {
  return renderToString(picture, { columns }).split('\n').slice(0, rows).join('\n');
}

/** The room for a frame: one row and one column less than the terminal. */
export interface FrameSize {
  readonly columns: number;
  readonly rows: number;
}

/** Repaints one block of lines at the bottom of what was printed so far. */
interface Screen {
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
 * The cursor stays at the start of the line below the frame, so every repaint begins by moving up. A count of lines is not
 * enough for that:
 * - a terminal that becomes narrower wraps the frame into more rows (unless it cuts lines off);
 * - a terminal that becomes lower moves the top of the frame out of reach, and shows it again when it grows.
 * So all lines that may still be visible are remembered, by their width where they are out of reach. Only whole lines are
 * erased: tmux counts the erased end of a line as part of the line when it wraps, and keeps a cleared screen in its history.
 */
function createScreen(stream: NodeJS.WriteStream, narrowing: ResizeBehavior): Screen {
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
