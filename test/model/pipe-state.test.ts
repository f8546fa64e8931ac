import { describe, expect, it } from 'vitest';
import { isInTransition, isUnhealthy } from '../../src/model/live-pipe.ts';

describe('the state of a pipe', () => {
  it.each([
    ['transition', ['Provisioning', 'Setup', 'Snapshot', 'Stopping', 'Pausing', 'Modifying', 'Resync']],
    ['unhealthy', ['Degraded', 'Failed', 'InternalError']],
    [
      'other',
      ['Running', 'Stopped', 'Paused', 'Completed', 'Unknown', 'running', 'Hibernating', '', '__proto__', null],
    ],
  ])('is %s: %j', (group, states) => {
    for (const state of states) {
      expect(isInTransition({ state })).toBe(group === 'transition');
      expect(isUnhealthy({ state })).toBe(group === 'unhealthy');
    }
  });
});
