import { describe, expect, it } from 'vitest';
import { NO_WRITE_POLICIES } from '../../src/apply/ports.ts';
import type { FindFreeze } from '../../src/plan/policy/freeze.ts';
import { summarizeRollout } from '../../src/report/view-model/rollout.ts';
import { codes, place, statusesOf } from '../plan/samples.ts';
import { interrupter, movingPipe, movingPipes, runGuarded } from './guarded-run.ts';

const until = { utc: '2027-01-03 00:00 UTC', local: null };

/** Nothing is frozen for so many questions, then everything is. */
function freezeAfter(questions: number): FindFreeze {
  let asked = 0;
  return () => {
    asked += 1;
    return asked > questions ? { reason: 'audit', location: place(3), until } : null;
  };
}

/** Each takes seconds to show its update. */
const slowPipes = ['a', 'b', 'c', 'd'].map((name) => movingPipe(name, { scaling: { replicas: 4 } }));
const slowly = { settling: { reads: 6, shows: 'old' } } as const;

/** A freeze begins at the first pause. */
function freezeSoon() {
  let hasBegun = false;
  let asked = 0;
  return {
    asked: () => asked,
    onSleep: () => {
      hasBegun = true;
    },
    findFreeze: () => {
      asked += 1;
      return hasBegun ? { reason: 'audit', location: place(3), until } : null;
    },
  };
}

describe('a freeze that begins after the plan was shown', () => {
  it('refuses the plan before the first write', async () => {
    const { run, code, service } = await runGuarded({
      pipes: movingPipes('a', 'b'),
      options: { writePolicies: { ...NO_WRITE_POLICIES, findFreeze: freezeAfter(0) } },
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
      options: { writePolicies: { ...NO_WRITE_POLICIES, findFreeze: freezeAfter(2) } },
    });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'skipped', c: 'skipped' });
    expect(service.commits).toHaveLength(1);
    expect(run.rollout?.waves.map(({ verdict }) => verdict)).toEqual(['passed', 'not-started']);
    expect(run.diagnostics).toMatchObject([
      { code: 'frozen', summary: 'Changes are frozen until 2027-01-03 00:00 UTC; wave 2 of 2 was not started.' },
    ]);
    expect(summarizeRollout(run)).toBe('stopped by a freeze before wave 2 of 2');
    expect(code).toBe(5);
  });

  it('does not stop the rollback of a failed wave', async () => {
    const { run, service } = await runGuarded({
      pipes: movingPipes('a', 'b'),
      rollout: { onFailure: 'rollback' },
      says: { lag: ['fail'] },
      options: { writePolicies: { ...NO_WRITE_POLICIES, findFreeze: freezeAfter(2) } },
    });
    expect(statusesOf(run)).toEqual({ a: 'rolled-back', b: 'skipped' });
    expect(service.commits).toHaveLength(2);
  });

  it('lets the pipes in flight finish without a rollout, and starts no other', async () => {
    const { asked, onSleep, findFreeze } = freezeSoon();
    const { run, code, service } = await runGuarded({
      ...{ pipes: slowPipes, rollout: null, service: slowly, onSleep },
      options: { parallelism: 2, writePolicies: { ...NO_WRITE_POLICIES, findFreeze } },
    });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'applied', c: 'skipped', d: 'skipped' });
    expect(service.commits).toHaveLength(2);
    expect(run.diagnostics).toMatchObject([
      {
        code: 'frozen',
        severity: 'error',
        summary: 'Changes are frozen until 2027-01-03 00:00 UTC; 2 of 4 pipes were not started.',
        detail: 'Reason: audit',
      },
    ]);
    expect(run.pipes[3]?.diagnostics).toMatchObject([
      { code: 'frozen', severity: 'note', summary: 'Pipe d was not attempted: a freeze began before this pipe.' },
    ]);
    expect(code).toBe(5);
    expect(asked()).toBe(3);
  });

  it('is not asked for again within a second', async () => {
    let asked = 0;
    const findFreeze: FindFreeze = () => {
      asked += 1;
      return null;
    };
    const pipes = movingPipes('a', 'b', 'c', 'd');
    const { run } = await runGuarded({
      pipes,
      rollout: null,
      options: { writePolicies: { ...NO_WRITE_POLICIES, findFreeze } },
    });
    expect(run.summary.applied).toBe(4);
    expect(asked).toBe(2);
  });

  it('does not hide an interrupt', async () => {
    const { signals, first } = interrupter();
    const { onSleep, findFreeze } = freezeSoon();
    const { run, code } = await runGuarded({
      ...{ pipes: slowPipes, rollout: null, onSleep },
      service: { ...slowly, onRequest: ({ nth }) => nth === 4 && first() },
      options: { ...signals, writePolicies: { ...NO_WRITE_POLICIES, findFreeze } },
    });
    expect(codes(run.pipes[1]?.diagnostics ?? [])).toEqual(['interrupted']);
    expect([run.diagnostics, code]).toEqual([[], 130]);
  });
});
