import type { History } from './history.ts';
import type { PipeRing } from './pipe-ring.ts';
import { TICK_MS, TICKS_PER_DAY } from './ticks.ts';
import { work } from './work.ts';

/** Where a pipe stood: how many messages waited after a tick. */
export interface Standing {
  readonly tick: number;
  readonly waiting: number;
}

/**
 * What of a pipe is kept for good, so that its last 24 hours can be computed again to the same numbers: its load, its history,
 * and where it stood at one moment that lies 24 hours back at least (and at most one more after it).
 */
export interface PipeTrack {
  /** Messages that come in during a tick. */
  readonly arrivals: (tick: number) => number;
  readonly history: History;
  /** Oldest first; never empty. */
  standings: readonly Standing[];
}

/**
 * Walks from where the pipe stood to a tick and writes the ring on the way.
 * @returns where it stands then.
 */
export function walk(track: PipeTrack, ring: PipeRing, from: Standing, toTick: number): Standing {
  const { arrivals, history } = track;
  const { turns } = history;
  const firstKept = toTick - TICKS_PER_DAY + 1;
  let { waiting } = from;
  let turn = 0;
  for (let tick = from.tick + 1; tick <= toTick; tick += 1) {
    while ((turns[turn + 1]?.at ?? Number.POSITIVE_INFINITY) < tick * TICK_MS) turn += 1;
    const ability = turns[turn]?.ability;
    const arrived = arrivals(tick);
    if (ability?.mode === 'works') {
      const measured = work(ability, waiting, arrived);
      waiting = measured.waiting;
      if (tick >= firstKept) ring.write(tick, measured);
    } else {
      waiting = ability?.mode === 'waits' ? waiting + arrived : 0;
      if (tick >= firstKept) ring.write(tick, null);
    }
    if (tick % TICKS_PER_DAY === 0) track.standings = [...track.standings, { tick, waiting }].slice(-2);
  }
  history.fold(track.standings[0]?.tick ?? toTick);
  return { tick: toTick, waiting };
}
