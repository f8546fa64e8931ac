import { textWidth } from '../report/text/fit-text.ts';
import type { ResizeBehavior } from './choose-view.ts';
import { writeProgress } from './view.ts';

// Does not load ink and React, which watched series do not need.

/** The room for a frame. */
export interface FrameSize {
  readonly columns: number;
  readonly rows: number;
}

/** Returns a text; rows that do not fit are omitted. */
export type DrawFrame = (size: FrameSize) => string;

/** Replaces each frame with the next. */
interface Screen {
  /** `above`: lines of any number that stay above the frame. */
  show(draw: DrawFrame, above?: DrawFrame): void;
  /** Leaves a last frame of any height behind. Resolves when it is written. */
  close(last: DrawFrame): Promise<void>;
}

const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const ERASE_LINE = '\x1b[2K';
const ERASE_BELOW = '\x1b[J';
const ERASE_LINE_ABOVE = '\x1b[1A\x1b[2K';

/** Terminals with synchronized output show a complete frame; others ignore it. */
function synchronize(frame: string): string {
  return `\x1b[?2026h${frame}\x1b[?2026l`;
}

function drawLines(draw: DrawFrame, { columns, rows }: FrameSize): readonly string[] {
  const frame = draw({ columns, rows }).trimEnd();
  const lines = frame === '' ? [] : frame.split('\n').slice(0, rows);
  return lines.map((line) => line.trimEnd());
}

/**
 * Repaints lines below earlier output. The cursor stays at the start of the line below the frame.
 *
 * `render` of ink 6.8 fails the resize tests of `test/progress/ink-view.test.ts`: on a narrower terminal, wrapped lines of the
 * old frame remain; on a lower one, ink erases the scrollback with the printed plan. This function remembers the visible lines
 * and the widths of lines out of reach, which come back when the terminal grows. It erases only complete lines, because tmux
 * wraps the erased end of a line too, and keeps a cleared screen in its history.
 */
export function startScreen(stream: NodeJS.WriteStream, narrowing: ResizeBehavior): Screen {
  let current: DrawFrame | null = null;
  let shown: readonly string[] = [];
  let outOfReach: readonly number[] = [];

  const columns = (): number => stream.columns || 80;
  const rows = (): number => stream.rows || 24;
  const rowsOf = (width: number): number => (narrowing === 'cuts' ? 1 : Math.max(1, Math.ceil(width / columns())));
  const draw = (frame: DrawFrame, most: number): readonly string[] =>
    drawLines(frame, { columns: Math.max(1, columns() - 1), rows: most });

  /** After a resize, no line of the old frame is reusable. */
  function eraseReachable(): string {
    const widths = [...outOfReach, ...shown.map(textWidth)];
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
    shown = [];
    return ERASE_LINE_ABOVE.repeat(rows() - 1 - room);
  }

  /** The text that replaces the shown lines; empty when nothing changed. */
  function replace(lines: readonly string[], above: readonly string[], isResized: boolean): string {
    const all = [...above, ...lines];
    if (!isResized && all.length === shown.length && all.every((line, row) => line === shown[row])) return '';
    const goToTop = isResized ? eraseReachable() : shown.length === 0 ? '' : `\x1b[${shown.length}A`;
    const body = all.map((line, row) => (line === shown[row] ? '\r\n' : `${ERASE_LINE}${line}\r\n`)).join('');
    shown = lines;
    return synchronize(`${goToTop}\r${body}${ERASE_BELOW}`);
  }

  function paint(frame: DrawFrame, above: readonly string[], isResized: boolean): void {
    const text = replace(draw(frame, Math.max(1, rows() - 1)), above, isResized);
    if (text !== '') void writeProgress(stream, text);
  }

  const resize = (): void => {
    if (current !== null) paint(current, [], true);
  };
  const showCursor = (): void => void writeProgress(stream, SHOW_CURSOR);
  stream.on('resize', resize);
  return {
    show(frame, above = () => '') {
      if (current === null) {
        process.once('exit', showCursor);
        void writeProgress(stream, HIDE_CURSOR);
      }
      current = frame;
      paint(frame, draw(above, Number.POSITIVE_INFINITY), false);
    },
    close(last) {
      stream.off('resize', resize);
      process.off('exit', showCursor);
      const text = replace(draw(last, Number.POSITIVE_INFINITY), [], false);
      return writeProgress(stream, current === null ? text : `${text}${SHOW_CURSOR}`);
    },
  };
}
