import type { Pipe } from '../fleet/pipe.ts';

/** Pipes of which reads show an older state for a time, as from a replica that lags behind. */
export interface StaleReads {
  /** Until `until` (epoch milliseconds) reads show the pipe as it is now. */
  start(pipe: Pipe, until: number): void;
  /** The older state that a read at `now` (epoch milliseconds) shows of a pipe; undefined when it shows the pipe as it is. */
  find(id: string, now: number): Pipe | undefined;
  clear(): void;
}

export function createStaleReads(): StaleReads {
  const held = new Map<string, { readonly pipe: Pipe; readonly until: number }>();
  const find = (id: string, now: number): Pipe | undefined => {
    const stale = held.get(id);
    if (stale !== undefined && now < stale.until) return stale.pipe;
    held.delete(id);
    return undefined;
  };
  return {
    start: (pipe, until) => void held.set(pipe.id, { pipe, until }),
    find,
    clear: () => held.clear(),
  };
}
