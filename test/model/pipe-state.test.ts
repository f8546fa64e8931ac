import { describe, expect, it } from 'vitest';
import { stateGroup } from '../../src/model/live-pipe.ts';

describe('the state of a pipe', () => {
  it.each([
    ['settled', ['Running', 'Stopped', 'Paused']],
    ['transition', ['Provisioning', 'Setup', 'Snapshot', 'Stopping', 'Pausing', 'Modifying', 'Resync']],
    ['unhealthy', ['Degraded', 'Failed', 'InternalError']],
    ['finished', ['Completed']],
    ['unknown', ['Unknown', 'running', 'Hibernating', '', 'constructor', '__proto__', null]],
  ])('is %s: %j', (group, states) => {
    expect(new Set(states.map(stateGroup))).toEqual(new Set([group]));
  });
});
