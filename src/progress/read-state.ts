import type { ReadProgress } from '../model/event.ts';
import { markPace, type Pace } from './pace.ts';

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
  return { ...state, done, total, failed, pace: markPace(state.pace, { at, done }) };
}
