import type { ReadProgress } from '../model/event.ts';

/** How many were done at a moment. */
interface PaceMark {
  /** Milliseconds of a clock that never goes back. */
  readonly at: number;
  readonly done: number;
}

/** Marks of the recent past, oldest first, about one a second: enough for a rate, and later for a sparkline. */
export type Pace = readonly PaceMark[];

const WINDOW_MS = 30_000;
const MARK_EVERY_MS = 1_000;

/** Under this time a rate would be noise. */
const SHORTEST_SPAN_MS = 1_000;

export function addPaceMark(pace: Pace, mark: PaceMark): Pace {
  const last = pace.at(-1);
  if (last !== undefined && mark.at - last.at < MARK_EVERY_MS) return pace;
  return [...pace.filter(({ at }) => mark.at - at <= WINDOW_MS), mark];
}

/** How many a second over the window that ends now, or null when there is too little to tell. */
export function rateOf(pace: Pace, now: PaceMark): number | null {
  const start = pace[0];
  if (start === undefined || now.at - start.at < SHORTEST_SPAN_MS || now.done <= start.done) return null;
  return ((now.done - start.done) * 1_000) / (now.at - start.at);
}

/** All that a view of a reading is drawn from. */
export interface ReadState extends ReadProgress {
  readonly pace: Pace;
  /** Milliseconds of a clock that never goes back. */
  readonly startedAt: number;
}

export function startReadState(at: number): ReadState {
  return { done: 0, total: 0, failed: 0, pace: [{ at, done: 0 }], startedAt: at };
}

export function reduceRead(state: ReadState, progress: ReadProgress, at: number): ReadState {
  const { done, total, failed } = progress;
  return { ...state, done, total, failed, pace: addPaceMark(state.pace, { at, done }) };
}
