import { describe, expect, it } from 'vitest';
import type { FindFreeze } from '../../src/plan/policy/freeze.ts';
import { codes, place, statusesOf } from '../plan/samples.ts';
import { movingPipes, runGuarded } from './guarded-run.ts';

const until = { utc: '2027-01-03 00:00 UTC', local: null };

/** Nothing is frozen for so many questions, then everything is. */
function freezeAfter(questions: number): FindFreeze {
  let asked = 0;
  return () => {
    asked += 1;
    return asked > questions ? { reason: 'audit', location: place(3), until } : null;
  };
}

describe('a freeze that begins after the plan was shown', () => {
  it('refuses the plan before the first write', async () => {
    const { run, code, service } = await runGuarded({
      pipes: movingPipes('a', 'b'),
      options: { findFreeze: freezeAfter(0) },
    });
    expect(service.received).toEqual([]);
    expect(statusesOf(run)).toEqual({ a: 'refused', b: 'refused' });
    expect(codes(run.diagnostics)).toEqual(['frozen']);
    expect(code).toBe(5);
  });

  it('stops a rollout before its next wave, and what was written stays', async () => {
    const { run, code, service } = await runGuarded({
      pipes: movingPipes('a', 'b', 'c'),
      rollout: { waves: [{ pipes: 1 }, { share: 1 }], onFailure: 'rollback' },
      options: { findFreeze: freezeAfter(2) },
    });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'skipped', c: 'skipped' });
    expect(service.commits).toHaveLength(1);
    expect(run.rollout?.waves.map(({ verdict }) => verdict)).toEqual(['passed', 'not-started']);
    expect(run.diagnostics).toMatchObject([
      { code: 'frozen', summary: 'Changes are frozen until 2027-01-03 00:00 UTC; wave 2 of 2 was not started.' },
    ]);
    expect(code).toBe(5);
  });

  it('does not stop the rollback of a failed wave', async () => {
    const { run, service } = await runGuarded({
      pipes: movingPipes('a', 'b'),
      rollout: { onFailure: 'rollback' },
      says: { lag: ['fail'] },
      options: { findFreeze: freezeAfter(2) },
    });
    expect(statusesOf(run)).toEqual({ a: 'rolled-back', b: 'skipped' });
    expect(service.commits).toHaveLength(2);
  });
});
