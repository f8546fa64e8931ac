import type { Clock } from '../model/clock.ts';
import type { ReadProgress, RunEvent } from '../model/run.ts';
import type { Glyphs } from '../report/text/style.ts';
import type { ColorMode } from './choose-view.ts';

export interface ViewOptions {
  /** stderr, because stdout carries the result. */
  readonly stream: NodeJS.WriteStream;
  /** Monotonic, because the wall clock may step. */
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly color: ColorMode;
  readonly glyphs: Glyphs;
}

export interface ApplyViewOptions extends ViewOptions {
  /** The names of the pipes to update. */
  readonly pipes: readonly string[];
  /** Whether the plan rolls back an earlier run. Default: false. */
  readonly isRollback?: boolean | undefined;
  /** A report of the run follows where the view is seen, so the view leaves no summary of its own. */
  readonly hasReport: boolean;
}

/** Never throws for an event. Nothing else may write to the stream until `stop` resolves. */
export interface ProgressView<Event> {
  emit(event: Event): void;
  /** Shows an urgent sentence until the next one. */
  notice(text: string): void;
  /** Prints a summary and restores the terminal. Resolves when all is written. */
  stop(): Promise<void>;
}

/** Writes progress. Resolves when the text is written. */
export function writeProgress(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()));
}

export type ApplyView = ProgressView<RunEvent>;
export type ReadView = ProgressView<ReadProgress>;
