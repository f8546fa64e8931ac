import { EventEmitter } from 'node:events';
import { type Instance, render } from 'ink';
import type { ReactNode } from 'react';
import type { FrameSize, LivePicture } from './live-picture.ts';
import type { ViewOptions } from './view.ts';

/** What happens together is said together. */
const BREATH_MS = 300;

/** Who hears nothing for so long wonders whether it still runs. */
const LONGEST_SILENCE_MS = 30_000;

/** Nothing is cut off: a sentence may be long, and a list as long as it is. */
const UNBOUNDED: FrameSize = { columns: 80, rows: Number.POSITIVE_INFINITY };

/**
 * The picture for a screen reader: ink's screen-reader mode makes sentences of it (`aria-label`, `aria-hidden`), and each is
 * written once, on a line of its own, when it is new or has changed. ink's own loop would erase the frame and write all of it
 * again at every change, which a screen reader reads from the beginning each time. Nothing is ever erased here, and no line moves.
 */
export function startScreenReaderPicture(
  { stream }: Pick<ViewOptions, 'stream'>,
  delayMs: number,
  draw: (size: FrameSize) => ReactNode,
): LivePicture {
  const voice = createScreenReaderRenderer();
  let said: readonly string[] = [];
  let breath: NodeJS.Timeout | null = null;
  let silence: NodeJS.Timeout | null = null;

  const say = (sentences: readonly string[]): void => {
    if (sentences.length === 0) return;
    stream.write(sentences.map((sentence) => `${sentence}\n`).join(''));
    silence?.refresh();
  };
  const speak = (): void => {
    breath = null;
    const sentences = voice.read(draw(UNBOUNDED));
    say(sentences.filter((sentence) => !said.includes(sentence)));
    said = sentences;
  };

  let hasBegun = false;
  const begin = setTimeout(() => {
    hasBegun = true;
    silence = setInterval(() => say(said.slice(0, 1)), LONGEST_SILENCE_MS).unref();
    speak();
  }, delayMs).unref();

  return {
    refresh() {
      if (hasBegun) breath ??= setTimeout(speak, BREATH_MS).unref();
    },
    async finish(last) {
      clearTimeout(begin);
      if (breath !== null) clearTimeout(breath);
      if (silence !== null) clearInterval(silence);
      // What happened since the last breath is not lost.
      if (hasBegun && last !== null) speak();
      const sentences = last === null ? [] : voice.read(last(UNBOUNDED));
      voice.close();
      const heard = new Set(said);
      const text = sentences.filter((sentence) => !heard.has(sentence)).map((sentence) => `${sentence}\n`);
      await new Promise<void>((resolve) => stream.write(text.join(''), () => resolve()));
    },
  };
}

interface ScreenReaderRenderer {
  read(picture: ReactNode): readonly string[];
  close(): void;
}

/** ink draws for a screen reader only into a stream; with `debug` it writes each frame whole, at once and without escapes. */
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
