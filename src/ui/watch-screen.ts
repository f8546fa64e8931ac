import type { Narrowing } from './choose-view.ts';
import { createScreen, type FrameSize } from './screen.ts';

/** What fills a frame of so many columns and rows; further rows are left out. */
export type DrawFrame = (size: FrameSize) => string;

/** One picture that takes the place of the last one, for text that is drawn as a whole: no ink and no React. */
export interface WatchScreen {
  show(draw: DrawFrame): void;
  /** Leaves a last picture to stay, and the cursor below it. */
  close(last: DrawFrame): Promise<void>;
}

export function startWatchScreen(stream: NodeJS.WriteStream, narrowing: Narrowing): WatchScreen {
  const screen = createScreen(stream, narrowing);
  let current: DrawFrame = () => '';
  const frame = (draw: DrawFrame): string => {
    const size = screen.size();
    return draw(size).trimEnd().split('\n').slice(0, size.rows).join('\n');
  };
  const onResize = (): void => {
    screen.resized();
    screen.paint(frame(current));
  };
  stream.on('resize', onResize);
  return {
    show(draw) {
      current = draw;
      screen.paint(frame(draw));
    },
    async close(last) {
      stream.off('resize', onResize);
      await screen.leave(frame(last));
    },
  };
}
