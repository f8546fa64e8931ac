import type { Clock } from '../model/clock.ts';
import type { ReadProgress, RunEvent } from '../model/event.ts';
import type { PlannedPipe } from '../model/plan.ts';
import type { Glyphs } from '../report/text/style.ts';
import type { ColorMode, ResizeBehavior } from './choose-view.ts';

/** A view shows how long things take; the wall clock may step. */
export type ViewClock = Pick<Clock, 'monotonicMs'>;

/** Where a view shows itself, and what may be shown there. */
export interface ViewOptions {
  /** stderr: stdout carries the result. */
  readonly stream: NodeJS.WriteStream;
  readonly clock: ViewClock;
  readonly color: ColorMode;
  readonly glyphs: Glyphs;
  readonly narrowing: ResizeBehavior;
  /** Whether the picture is looked at, or said by a screen reader. */
  readonly medium: 'screen' | 'speech';
}

export interface ApplyViewOptions extends ViewOptions {
  /** The pipes of the plan: those to update are counted, and their requests are what a running pipe does next. */
  readonly pipes: readonly PlannedPipe[];
}

/** Shows an apply while it runs. Never throws for an event; nothing may be written to the same stream until `stop` resolves. */
export interface ApplyView {
  emit(event: RunEvent): void;
  /** A sentence that a person must see now; the next one takes its place. */
  notice(text: string): void;
  /** Leaves a summary behind and gives the terminal back. Resolves when all of it is written. */
  stop(): Promise<void>;
}

/** Shows the reading of a fleet while it runs. */
export interface ReadView {
  progress(progress: ReadProgress): void;
  notice(text: string): void;
  stop(): Promise<void>;
}
