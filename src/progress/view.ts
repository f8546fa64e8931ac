import type { Clock } from '../model/clock.ts';
import type { PlannedPipe } from '../model/plan.ts';
import type { ReadProgress, RunEvent } from '../model/run.ts';
import type { Glyphs } from '../report/text/style.ts';
import type { ColorMode, ResizeBehavior } from './choose-view.ts';

/** Where a view shows itself, and what may be shown there. */
export interface ViewOptions {
  /** stderr: stdout carries the result. */
  readonly stream: NodeJS.WriteStream;
  /** A view shows how long things take; the wall clock may step. */
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly color: ColorMode;
  readonly glyphs: Glyphs;
  readonly narrowing: ResizeBehavior;
}

export interface ApplyViewOptions extends ViewOptions {
  /** All pipes of the plan. */
  readonly pipes: readonly PlannedPipe[];
}

/** Shows something while it runs. Never throws for an event; nothing may be written to the same stream until `stop` resolves. */
export interface ProgressView<Event> {
  emit(event: Event): void;
  /** A sentence that a person must see now; the next one takes its place. */
  notice(text: string): void;
  /** Leaves a summary behind and gives the terminal back. Resolves when all of it is written. */
  stop(): Promise<void>;
}

/** The one place where progress is written. Resolves when the text is out. */
export function writeProgress(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()));
}

export type ApplyView = ProgressView<RunEvent>;
export type ReadView = ProgressView<ReadProgress>;
