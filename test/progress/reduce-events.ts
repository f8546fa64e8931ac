import type { RunEvent } from '../../src/model/run.ts';
import { type ApplyState, reduceApply } from '../../src/progress/state.ts';

/** The state after these events, each received at its own time. */
export function reduceEvents(events: readonly RunEvent[], state: ApplyState): ApplyState {
  return events.reduce((before, event) => reduceApply(before, event, Date.parse(event.at)), state);
}
