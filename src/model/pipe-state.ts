/** The groups that the field notes sort the known states into. `unknown` is any other string: legal, and shown as it came. */
export type StateGroup = 'settled' | 'transition' | 'trouble' | 'finished' | 'unknown';

const GROUPS: Readonly<Record<string, StateGroup>> = {
  Running: 'settled',
  Stopped: 'settled',
  Paused: 'settled',
  Provisioning: 'transition',
  Setup: 'transition',
  Snapshot: 'transition',
  Stopping: 'transition',
  Pausing: 'transition',
  Modifying: 'transition',
  Resync: 'transition',
  Degraded: 'trouble',
  Failed: 'trouble',
  InternalError: 'trouble',
  Completed: 'finished',
};

export function stateGroup(state: string | null): StateGroup {
  if (state === null || !Object.hasOwn(GROUPS, state)) return 'unknown';
  return GROUPS[state] ?? 'unknown';
}
