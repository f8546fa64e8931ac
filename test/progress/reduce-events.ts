import type { RunEvent } from '../../src/model/event.ts';
import { type ApplyState, reduceApply } from '../../src/progress/apply-state.ts';

/** The state after these events, each of which came when it says that it happened. */
export function reduceEvents(events: readonly RunEvent[], state: ApplyState): ApplyState {
  return events.reduce((before, event) => reduceApply(before, event, Date.parse(event.at)), state);
}
