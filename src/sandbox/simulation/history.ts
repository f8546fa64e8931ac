import type { Ability } from './capacity.ts';
import { TICK_MS, tickAt } from './ticks.ts';

/** From `at` on (epoch milliseconds of the simulation) the pipe is able to do this. */
export interface Turn {
  readonly at: number;
  readonly ability: Ability;
}

/** What a pipe was able to do, in order of time. A tick goes by the latest turn before it, so that it never changes afterwards. */
export interface History {
  readonly turns: readonly Turn[];
  /** Puts turns to come in the place of those that were still to come. `next` is in order of time, none before `now`. */
  note(now: number, next: readonly Turn[]): void;
  /** Folds everything that is decided by that tick into one turn. */
  fold(tick: number): void;
}

export function createHistory(first: Ability): History {
  let turns: readonly Turn[] = [{ at: Number.NEGATIVE_INFINITY, ability: first }];
  return {
    get turns() {
      return turns;
    },
    note(now, next) {
      const past = turns.filter(({ at }) => at < now);
      turns = [...past, ...next].filter((turn, index, all) => {
        const later = all[index + 1];
        // Of the turns between two ticks only the last one matters.
        return later === undefined || tickAt(later.at) !== tickAt(turn.at);
      });
    },
    fold(tick) {
      const decided = turns.findLastIndex(({ at }) => at < (tick + 1) * TICK_MS);
      if (decided > 0) turns = turns.slice(decided);
    },
  };
}
