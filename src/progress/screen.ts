import { textWidth } from '../report/text/fit-text.ts';
import type { ResizeBehavior } from './choose-view.ts';
import { writeProgress } from './view.ts';

// Does not load ink and React, which `watch` does not need.

/** The room for a frame. */
export interface FrameSize {
  readonly columns: number;
  readonly rows: number;
}

/** Returns a text; rows that do not fit are omitted. */
export type DrawFrame = (size: FrameSize) => string;

/** Replaces each frame with the next. */
interface FrameOutput {
  /** `above`: lines of any number that stay above the frame. */
  show(draw: DrawFrame, above?: DrawFrame): void;
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

/** Terminals with synchronized output show a complete frame; others ignore it. */
function synchronize(frame: string): string {
  return `\x1b[?2026h${frame}\x1b[?2026l`;
}

function drawLines(draw: DrawFrame, { columns, rows }: FrameSize): readonly string[] {
  const frame = draw({ columns, rows }).trimEnd();
  const lines = frame === '' ? [] : frame.split('\n').slice(0, rows);
  return lines.map((line) => line.trimEnd());
}

interface Painter {
  /** Written before the first frame, and after the last one or when the process ends. */
  readonly enter: string;
  readonly leave: string;
  getSize(): FrameSize;
  /** Returns the text that replaces the shown lines; empty when nothing changed. `above`: lines that stay. */
  replace(lines: readonly string[], isResized: boolean, above: readonly string[]): string;
  /** Returns the text that replaces the frame with the last lines. */
  finish(lines: readonly string[]): string;
}

function startScreen(stream: NodeJS.WriteStream, painter: Painter): FrameOutput {
  let current: DrawFrame | null = null;
  const restore = (): void => void writeProgress(stream, painter.leave);
  const drawAll = (draw: DrawFrame | null): readonly string[] =>
    draw === null ? [] : drawLines(draw, { ...painter.getSize(), rows: Number.POSITIVE_INFINITY });
  const paint = (isResized: boolean, above: DrawFrame | null = null): void => {
    const lines = current === null ? [] : drawLines(current, painter.getSize());
    const text = current === null ? '' : painter.replace(lines, isResized, drawAll(above));
    if (text !== '') void writeProgress(stream, text);
  };
  const resize = (): void => paint(true);
  stream.on('resize', resize);
  return {
    show(draw, above) {
      if (current === null) {
        process.once('exit', restore);
        void writeProgress(stream, painter.enter);
      }
      current = draw;
      paint(false, above);
    },
    close(last) {
      stream.off('resize', resize);
      process.off('exit', restore);
      const lines = drawAll(last);
      return writeProgress(stream, current === null ? joinLines(lines) : painter.finish(lines));
    },
  };
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

const WIDEST_FRAME = 100;

/**
 * Repaints lines below earlier output. The cursor stays at the start of the line below the frame.
 *
 * `render` of ink 6.8 fails the resize tests of `test/progress/ink-view.test.ts`: on a narrower terminal, wrapped lines of the
 * old frame remain; on a lower one, ink erases the scrollback with the printed plan. This function remembers the visible lines
 * and the widths of lines out of reach, which come back when the terminal grows. It erases only complete lines, because tmux
 * wraps the erased end of a line too, and keeps a cleared screen in its history.
 */
export function startInlineScreen(stream: NodeJS.WriteStream, narrowing: ResizeBehavior): FrameOutput {
  let shown: readonly string[] = [];
  let outOfReach: readonly number[] = [];

  const columns = (): number => stream.columns || 80;
  const rows = (): number => stream.rows || 24;
  const rowsOf = (width: number): number => (narrowing === 'cuts' ? 1 : Math.max(1, Math.ceil(width / columns())));

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

  function replace(lines: readonly string[], isResized: boolean, above: readonly string[] = []): string {
    const all = [...above, ...lines];
    if (!isResized && all.length === shown.length && all.every((line, row) => line === shown[row])) return '';
    const goToTop = isResized ? eraseReachable() : shown.length === 0 ? '' : `\x1b[${shown.length}A`;
    const body = all.map((line, row) => (line === shown[row] ? '\r\n' : `${ERASE_LINE}${line}\r\n`)).join('');
    shown = lines;
    return synchronize(`${goToTop}\r${body}${ERASE_BELOW}`);
  }

  return startScreen(stream, {
    enter: HIDE_CURSOR,
    leave: SHOW_CURSOR,
    getSize: () => ({
      columns: Math.max(1, Math.min(WIDEST_FRAME, columns() - 1)),
      rows: Math.max(1, rows() - 1),
    }),
    replace,
    finish: (lines) => `${replace(lines, false)}${SHOW_CURSOR}`,
  });
}

/** Draws on the alternate screen, so that a full frame never moves to the scrollback. Restores the main screen on exit. */
export function startWatchScreen(stream: NodeJS.WriteStream): FrameOutput {
  const leave = `${SHOW_CURSOR}${LEAVE_ALTERNATE_SCREEN}`;
  return startScreen(stream, {
    enter: `${ENTER_ALTERNATE_SCREEN}${HIDE_CURSOR}`,
    leave,
    getSize: () => ({ columns: Math.max(1, (stream.columns || 80) - 1), rows: stream.rows || 24 }),
    replace(lines) {
      const body = lines.map((line) => `${line}${ERASE_REST_OF_LINE}`).join('\r\n');
      return synchronize(`${GO_HOME}${body}${ERASE_BELOW}`);
    },
    finish: (lines) => `${leave}${joinLines(lines)}`,
  });
}
