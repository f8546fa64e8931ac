import type { FrameSize } from './live-picture.ts';

/** What fills a frame of so many columns and rows; further rows are left out. */
type DrawFrame = (size: FrameSize) => string;

/** Shows one text at a time in place of the last one: no ink and no React. */
interface WatchScreen {
  show(draw: DrawFrame): void;
  /** Leaves a last picture to stay below what stood there before, and the cursor below it. */
  close(last: DrawFrame): Promise<void>;
}

const ENTER = '\x1b[?1049h\x1b[?25l';
const LEAVE = '\x1b[?25h\x1b[?1049l';

/** Terminals that know synchronized output show a frame whole; the others ignore the two. */
const BEGIN_FRAME = '\x1b[?2026h';
const END_FRAME = '\x1b[?2026l';

const GO_HOME = '\x1b[H';
const ERASE_REST_OF_LINE = '\x1b[K';
const ERASE_BELOW = '\x1b[J';

/**
 * Draws on the alternate screen of the terminal: a picture as high as the terminal would move into the scrollback whenever the
 * terminal becomes smaller. The main screen and the cursor come back however the process ends.
 */
export function startWatchScreen(stream: NodeJS.WriteStream): WatchScreen {
  let current: DrawFrame | null = null;
  const size = (): FrameSize => ({ columns: Math.max(1, (stream.columns || 80) - 1), rows: stream.rows || 24 });
  const linesOf = (draw: DrawFrame, { columns, rows }: FrameSize): readonly string[] =>
    draw({ columns, rows }).trimEnd().split('\n').slice(0, rows);
  const paint = (): void => {
    if (current === null) return;
    const body = linesOf(current, size()).map((line) => `${line}${ERASE_REST_OF_LINE}`);
    stream.write(`${BEGIN_FRAME}${GO_HOME}${body.join('\r\n')}${ERASE_BELOW}${END_FRAME}`);
  };
  const restore = (): void => void stream.write(LEAVE);
  stream.on('resize', paint);
  return {
    show(draw) {
      if (current === null) {
        process.once('exit', restore);
        stream.write(ENTER);
      }
      current = draw;
      paint();
    },
    async close(last) {
      stream.off('resize', paint);
      if (current === null) return;
      process.off('exit', restore);
      const lines = linesOf(last, { ...size(), rows: Number.POSITIVE_INFINITY });
      const text = lines.map((line) => `${line}\n`).join('');
      await new Promise<void>((resolve) => stream.write(`${LEAVE}${text}`, () => resolve()));
    },
  };
}
