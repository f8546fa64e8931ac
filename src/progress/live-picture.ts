import { renderToString } from 'ink';
import type { ReactNode } from 'react';
import { createScreen, type FrameSize } from './screen.ts';
import type { ViewOptions } from './view.ts';

/** A picture that is redrawn while something runs. */
export interface LivePicture {
  /** Something changed: draws soon, however often it is called. */
  refresh(): void;
  /** Puts a last picture in place, to stay; null leaves nothing behind. */
  finish(last: ((size: FrameSize) => ReactNode) | null): Promise<void>;
}

/** Ten frames a second look alive and cost little. */
const FRAME_MS = 100;

/** Clocks in the picture move without any event. */
const TICK_MS = 500;

/**
 * Draws with ink, one frame at a time, and places the frames itself: ink's own loop erases by count of lines, which leaves
 * debris when a terminal is made narrower, and wipes the scrollback when a frame is taller than the terminal.
 * The first frame comes after `delayMs`, so that what is over at once shows nothing. No timer keeps the process alive.
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
