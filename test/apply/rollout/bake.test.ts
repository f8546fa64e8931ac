import { describe, expect, it } from 'vitest';
import { movingPipe, runGuarded, verdictsOf } from '../guarded-run.ts';

describe('counting the measurements of a bake', () => {
  const pipes = [movingPipe('a')];
  const limits = { bakeMs: 150_000, failureLimit: 1, inconclusiveLimit: 1, consecutiveErrorLimit: 1 };

  it.each<[string, readonly ('pass' | 'fail' | 'no-data' | 'error')[], string, number]>([
    ['as many failures as allowed', ['fail', 'pass', 'pass', 'pass', 'pass'], 'passed', 5],
    ['one failure more than allowed', ['fail', 'pass', 'fail', 'pass', 'pass'], 'failed', 3],
    ['no pass at all, within the limits', ['error', 'fail', 'error', 'no-data', 'error'], 'failed', 5],
  ])('%s', async (_, lag, verdict, measured) => {
    const { run, checkCalls } = await runGuarded({ pipes, rollout: limits, says: { lag } });
    expect(verdictsOf(run)).toEqual([verdict]);
    expect(checkCalls).toHaveLength(measured);
    expect(run.checks).toMatchObject([{ gate: verdict === 'passed' ? 'open' : 'closed' }]);
  });

  it('counts each check separately', async () => {
    const { run, checkCalls } = await runGuarded({
      pipes,
      rollout: { ...limits, after: ['lag', 'alert'] },
      says: { lag: ['fail', 'pass'], alert: ['pass', 'fail', 'pass'] },
    });
    expect(verdictsOf(run)).toEqual(['passed']);
    expect(checkCalls).toHaveLength(10);
  });

  it('counts an internal error in a check as an error of the check', async () => {
    const { run, deeds } = await runGuarded({ pipes, rollout: limits, says: { lag: ['throw', 'pass', 'throw'] } });
    expect(run.checks[0]?.counts).toEqual({ pass: 1, fail: 0, 'no-data': 0, error: 3 });
    expect(verdictsOf(run)).toEqual(['failed']);
    expect(deeds.at(-1)).toBe('run_done');
  });
});
