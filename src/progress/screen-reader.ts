import type { DrawFrame, FrameOutput } from './screen.ts';
import { type ViewOptions, writeProgress } from './view.ts';

/** After this time without a change, the progress is repeated to show that the command still runs. */
const REPEAT_AFTER_MS = 30_000;

/** Sentences and lists are never cut off. */
const UNBOUNDED = { columns: 1_000, rows: Number.POSITIVE_INFINITY };

/**
 * Writes each sentence of a frame once, on its own line, when it is new. The screen-reader mode of ink (`render` with
 * `isScreenReaderEnabled`) erases and rewrites the whole frame at every change, and a screen reader starts over each time.
 */
export function startScreenReader(stream: NodeJS.WritableStream, clock: ViewOptions['clock']): FrameOutput {
  let written: readonly string[] = [];
  let writtenAt = clock.monotonicMs();

  const read = (draw: DrawFrame): readonly string[] =>
    draw(UNBOUNDED)
      .split('\n')
      .filter((line) => line.trim() !== '');
  const format = (sentences: readonly string[]): string => sentences.map((sentence) => `${sentence}\n`).join('');
  const isNew = (sentence: string): boolean => !written.includes(sentence);

  return {
    show(draw) {
      const sentences = read(draw);
      const isLate = clock.monotonicMs() - writtenAt >= REPEAT_AFTER_MS;
      const changed = sentences.filter(isNew);
      const text = format(changed.length === 0 && isLate ? sentences.slice(0, 1) : changed);
      written = sentences;
      if (text === '') return;
      void writeProgress(stream, text);
      writtenAt = clock.monotonicMs();
    },
    close(last) {
      const sentences = last === null ? [] : read(last);
      return writeProgress(stream, format(sentences.filter(isNew)));
    },
  };
}
