import { EventEmitter } from 'node:events';
import { type Instance, render } from 'ink';
import type { ReactNode } from 'react';
import type { FrameSize, LivePicture } from './live-picture.ts';
import type { ViewOptions } from './view.ts';

/** Changes within this time are written together. */
const BATCH_MS = 300;

/** After this time without a change, the progress is repeated to show that the command still runs. */
const REPEAT_AFTER_MS = 30_000;

/** Sentences and lists are never cut off. */
const UNBOUNDED: FrameSize = { columns: 80, rows: Number.POSITIVE_INFINITY };

/**
 * The picture for a screen reader. The screen-reader mode of ink turns it into sentences (`aria-label`, `aria-hidden`), and each
 * sentence is written once, on its own line, when it is new or has changed. The loop of ink would erase and rewrite the whole
 * frame at every change, and a screen reader would start over each time. Here nothing is erased and no line moves.
 */
export function startScreenReaderPicture(
  { stream }: Pick<ViewOptions, 'stream'>,
  delayMs: number,
  draw: (size: FrameSize) => ReactNode,
): LivePicture {
  const renderer = createScreenReaderRenderer();
  let written: readonly string[] = [];
  let batch: NodeJS.Timeout | null = null;
  let repeat: NodeJS.Timeout | null = null;

  const write = (sentences: readonly string[]): void => {
    if (sentences.length === 0) return;
    stream.write(sentences.map((sentence) => `${sentence}\n`).join(''));
    repeat?.refresh();
  };
  const writeNew = (): void => {
    batch = null;
    const sentences = renderer.read(draw(UNBOUNDED));
    write(sentences.filter((sentence) => !written.includes(sentence)));
    written = sentences;
  };

  let hasBegun = false;
  const begin = setTimeout(() => {
    hasBegun = true;
    repeat = setInterval(() => write(written.slice(0, 1)), REPEAT_AFTER_MS).unref();
    writeNew();
  }, delayMs).unref();

  return {
    refresh() {
      if (hasBegun) batch ??= setTimeout(writeNew, BATCH_MS).unref();
    },
    async finish(last) {
      clearTimeout(begin);
      if (batch !== null) clearTimeout(batch);
      if (repeat !== null) clearInterval(repeat);
      // Changes since the last batch are not lost.
      if (hasBegun && last !== null) writeNew();
      const sentences = last === null ? [] : renderer.read(last(UNBOUNDED));
      renderer.close();
      const known = new Set(written);
      const text = sentences.filter((sentence) => !known.has(sentence)).map((sentence) => `${sentence}\n`);
      await new Promise<void>((resolve) => stream.write(text.join(''), () => resolve()));
    },
  };
}

interface ScreenReaderRenderer {
  read(picture: ReactNode): readonly string[];
  close(): void;
}

/** In this mode ink draws into a stream only; with `debug` it writes each frame whole, at once and without escapes. */
function createScreenReaderRenderer(): ScreenReaderRenderer {
  let frame = '';
  const sink = Object.assign(new EventEmitter(), {
    columns: UNBOUNDED.columns,
    write(text: string): boolean {
      frame = text;
      return true;
    },
  }) as unknown as NodeJS.WriteStream;
  let instance: Instance | null = null;
  return {
    read(picture) {
      if (instance !== null) instance.rerender(picture);
      else {
        const options = {
          stdout: sink,
          debug: true,
          isScreenReaderEnabled: true,
          exitOnCtrlC: false,
          patchConsole: false,
        };
        instance = render(picture, options);
      }
      return frame.split('\n').filter((line) => line.trim() !== '');
    },
    close: () => instance?.unmount(),
  };
}
