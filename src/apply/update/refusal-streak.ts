import type { RequestRecord } from '../../model/run.ts';

/** Consecutive refusals or server errors of writes with the same status: the same answer again and again stops the run. */
export interface RefusalStreak {
  /** Call with the requests of each pipe when it ends. */
  note(requests: readonly RequestRecord[]): void;
  /** Why no further pipe is started; null while they are. */
  readonly reason: string | null;
}

/** A refused key is refused for every pipe. */
const OF_THE_KEY = [401, 403];
const KEY_REFUSALS = 5;
/** Other refusals may each be about their own pipe. */
const OTHER_REFUSALS = 10;

/** Counted for each method, since a key may be allowed to scale and not to change settings. */
export function createRefusalStreak(): RefusalStreak {
  const streaks = new Map<RequestRecord['method'], { readonly status: number; readonly count: number }>();
  let reason: string | null = null;
  return {
    get reason() {
      return reason;
    },
    note(requests) {
      for (const { method, outcome, httpStatus: status } of requests) {
        if (outcome === 'accepted' || outcome === 'found') streaks.delete(method);
        // The settings address of some kinds of pipes answers 404.
        if (!['rejected', 'unknown'].includes(outcome) || status === null || status === 404) continue;
        const last = streaks.get(method);
        const count = last?.status === status ? last.count + 1 : 1;
        streaks.set(method, { status, count });
        if (count < (OF_THE_KEY.includes(status) ? KEY_REFUSALS : OTHER_REFUSALS)) continue;
        reason ??= `stopped after ${count} consecutive ${outcome === 'rejected' ? 'refusals' : 'failures'} (${status})`;
      }
    },
  };
}
