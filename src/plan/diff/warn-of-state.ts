import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { stateGroup } from '../../model/pipe-state.ts';

/** A warning when the pipe is in transition or in trouble (field notes, "States"); unknown states are shown as they came. */
export function warnOfState(desired: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  const group = stateGroup(live.state);
  if (group === 'transition') {
    return [
      diagnose(
        'warning',
        {
          code: 'pipe-in-transition',
          summary: `Pipe ${desired.name} is in transition (${live.state}); what is live may still move.`,
          hint: 'Wait until it has settled, then plan again.',
        },
        desired.location,
      ),
    ];
  }
  if (group === 'trouble') {
    return [
      diagnose(
        'warning',
        {
          code: 'pipe-in-trouble',
          summary: `Pipe ${desired.name} is in trouble (${live.state}).`,
          hint: 'Look at the pipe before changing it.',
        },
        desired.location,
      ),
    ];
  }
  return [];
}
