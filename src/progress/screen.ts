import { textWidth } from '../report/text/fit-text.ts';
import type { ResizeBehavior } from './choose-view.ts';
import { writeProgress } from './view.ts';

// Without ink and React, which `watch` does not need.

/** The room for a frame. */
export interface FrameSize {
  readonly columns: number;
  readonly rows: number;
}

/** A text that fits; rows that do not are left out. */
export type DrawFrame = (size: FrameSize) => string;

/** Shows one frame at a time, in place of the last one. */
export interface FrameOutput {
  show(draw: DrawFrame): void;
  /** Leaves a last frame of any height behind, or nothing. Resolves when it is written. */
  close(last: DrawFrame | null): Promise<void>;
}

const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const ENTER_ALTERNATE_SCREEN = '\x1b[?1049h';
const LEAVE_ALTERNATE_SCREEN = '\x1b[?1049l';
const GO_HOME = '\x1b[H';
const ERASE_LINE = '\x1b[2K';
const ERASE_REST_OF_LINE = '\x1b[K';
const ERASE_BELOW = '\x1b[J';
const ERASE_LINE_ABOVE = '\x1b[1A\x1b[2K';

/** Terminals that know synchronized output show a frame whole; the others ignore it. */
function synchronize(frame: string): string {
  return `\x1b[?2026h${frame}\x1b[?2026l`;
}

function drawLines(draw: DrawFrame, { columns, rows }: FrameSize): readonly string[] {
  const frame = draw({ columns, rows }).trimEnd();
  return frame === ''
    ? []
    : frame
        .split('\n')
        .slice(0, rows)
        .map((line) => line.trimEnd());
}

const WIDEST_FRAME = 100;

/**
 * Repaints lines below what was printed before. The cursor stays at the start of the line below the frame.
 *
 * `render` of ink 6.8 does not replace this. It goes back by the number of lines that it wrote, so that the tests of
 * `test/progress/ink-view.test.ts` that resize the terminal fail: made narrower, the wrapped lines of the old frame stay; made lower
 * than the frame, ink erases the scrollback, and the plan that was printed before with it. Here the lines that may still be
 * visible are remembered, and those out of reach by their width, because they come back when the terminal grows. Only whole
 * lines are erased: tmux counts the erased end of a line as part of it when it wraps, and keeps a cleared screen in its history.
 */
export function startInlineScreen(stream: NodeJS.WriteStream, narrowing: ResizeBehavior): FrameOutput {
  let current: DrawFrame | null = null;
  let shown: readonly string[] = [];
  let outOfReach: readonly number[] = [];
  let isResized = false;

  const columns = (): number => stream.columns || 80;
  const rows = (): number => stream.rows || 24;
  const rowsOf = (width: number): number => (narrowing === 'cuts' ? 1 : Math.max(1, Math.ceil(width / columns())));
  const restoreCursor = (): void => void writeProgress(stream, SHOW_CURSOR);

  /** After a change of size no line of the old frame can be kept, so all of it that can be reached is erased. */
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
    isResized = false;
    return ERASE_LINE_ABOVE.repeat(rows() - 1 - room);
  }

  function replace(lines: readonly string[]): string {
    const goToTop = isResized ? eraseReachable() : shown.length === 0 ? '' : `\x1b[${shown.length}A`;
    const body = lines.map((line, row) => (line === shown[row] ? '\r\n' : `${ERASE_LINE}${line}\r\n`)).join('');
    shown = lines;
    return synchronize(`${goToTop}\r${body}${ERASE_BELOW}`);
  }

  function linesOf(draw: DrawFrame, height: number): readonly string[] {
    return drawLines(draw, { columns: Math.max(1, Math.min(WIDEST_FRAME, columns() - 1)), rows: height });
  }

  function paint(): void {
    if (current === null) return;
    const lines = linesOf(current, Math.max(1, rows() - 1));
    const isSame = !isResized && lines.length === shown.length && lines.every((line, row) => line === shown[row]);
    if (!isSame) void writeProgress(stream, replace(lines));
  }

  function resize(): void {
    isResized = true;
    paint();
  }

  stream.on('resize', resize);
  return {
    show(draw) {
      if (current === null) {
        process.once('exit', restoreCursor);
        void writeProgress(stream, HIDE_CURSOR);
      }
      current = draw;
      paint();
    },
    close(last) {
      stream.off('resize', resize);
      process.off('exit', restoreCursor);
      const lines = last === null ? [] : linesOf(last, Number.POSITIVE_INFINITY);
      const isEmpty = lines.length + shown.length + outOfReach.length === 0;
      return writeProgress(stream, (isEmpty ? '' : replace(lines)) + (current === null ? '' : SHOW_CURSOR));
    },
  };
}

/**
 * Draws on the alternate screen of the terminal: a frame as high as the terminal would move into the scrollback whenever the
 * terminal becomes lower. The main screen and the cursor come back however the process ends.
 */
export function startWatchScreen(stream: NodeJS.WriteStream): FrameOutput {
  let current: DrawFrame | null = null;
  const linesOf = (draw: DrawFrame, rows: number): readonly string[] =>
    drawLines(draw, { columns: Math.max(1, (stream.columns || 80) - 1), rows });
  const leave = `${SHOW_CURSOR}${LEAVE_ALTERNATE_SCREEN}`;
  const restore = (): void => void writeProgress(stream, leave);
  const paint = (): void => {
    if (current === null) return;
    const body = linesOf(current, stream.rows || 24).map((line) => `${line}${ERASE_REST_OF_LINE}`);
    void writeProgress(stream, synchronize(`${GO_HOME}${body.join('\r\n')}${ERASE_BELOW}`));
  };
  stream.on('resize', paint);
  return {
    show(draw) {
      if (current === null) {
        process.once('exit', restore);
        void writeProgress(stream, `${ENTER_ALTERNATE_SCREEN}${HIDE_CURSOR}`);
      }
      current = draw;
      paint();
    },
    async close(last) {
      stream.off('resize', paint);
      process.off('exit', restore);
      if (current === null) return;
      const lines = last === null ? [] : linesOf(last, Number.POSITIVE_INFINITY);
      await writeProgress(stream, `${leave}${lines.map((line) => `${line}\n`).join('')}`);
    },
  };
}
