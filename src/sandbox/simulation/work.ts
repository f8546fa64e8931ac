import type { Ability } from './capacity.ts';
import type { Measured } from './pipe-ring.ts';
import { TICK_SECONDS } from './ticks.ts';

// How many messages an insert holds at most: what is gathered for the next one is half of that on average.
const INSERT_MESSAGES = 4_000;
const OVERLOAD_ERRORS = 0.02;
// So many ticks of work waiting count as fully overloaded.
const OVERLOAD_TICKS = 4;

/**
 * One tick of a pipe that works. Every message is accounted for: `waiting` grows by what arrived and shrinks by what was
 * processed, and by nothing else.
 * @param waiting messages that waited before the tick.
 * @param arrived messages that came in during it.
 */
export function work({ capacity, gatherSeconds, troubled }: Ability, waiting: number, arrived: number): Measured {
  const perSecond = Math.min(arrived, capacity) / TICK_SECONDS;
  const gathered = Math.floor(Math.min(perSecond * gatherSeconds, INSERT_MESSAGES) / 2);
  const processed = Math.min(capacity, Math.max(0, waiting + arrived - gathered));
  const left = waiting + arrived - processed;
  const overload = Math.min(1, Math.max(0, left - INSERT_MESSAGES) / (capacity * OVERLOAD_TICKS));
  return {
    arrived,
    processed,
    waiting: left,
    failed: Math.round(processed * (troubled + OVERLOAD_ERRORS * overload)),
    utilization: processed / capacity,
  };
}
