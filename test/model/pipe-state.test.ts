import { describe, expect, it } from 'vitest';
import { hidesSize, isInTransition, isUnhealthy } from '../../src/model/live-pipe.ts';

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

  it.each(['Stopping', 'Stopped', 'pausing', 'PAUSED'])('hides the sizes of a pipe that is halted: %s', (state) => {
    const scaling = { replicas: 0, replicaCpuMillicores: null, replicaMemoryGb: 2, concurrency: 'absent' } as const;
    const keys = ['replicas', 'replicaCpuMillicores', 'replicaMemoryGb', 'concurrency'] as const;
    expect(keys.map((key) => hidesSize({ state, scaling }, key))).toEqual([true, true, false, true]);
    expect(keys.map((key) => hidesSize({ state: 'Running', scaling }, key))).toEqual([false, false, false, false]);
  });
});
