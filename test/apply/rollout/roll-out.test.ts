import { describe, expect, it } from 'vitest';
import { NO_WRITE_POLICIES } from '../../../src/apply/ports.ts';
import type { LivePipe } from '../../../src/model/live-pipe.ts';
import { codes, desiredPipe, idOf, livePipe, pair, statusesOf, valuesOf } from '../../plan/samples.ts';
import { codesOf, movingPipes, runGuarded, updated, verdictsOf } from '../guarded-run.ts';
import type { Script } from '../scripted-checks.ts';

const THREE = movingPipes('a', 'b', 'c');
const WAVES = [{ pipes: 1 }, { pipes: 2 }, { share: 1 }] as const;

function restored(name: string): readonly string[] {
  return [`pipe_start ${name}`, `PUT ${name} 200`, `pipe_done ${name} rolled-back`];
}

function threadsOf({ service }: { readonly service: { truth(id: string): LivePipe } }) {
  return ['a', 'b', 'c'].map((name) => valuesOf(service.truth(idOf(name))).db_max_threads);
}

describe('a rollout with passing waves', () => {
  it('runs wave by wave and bakes after each', async () => {
    const { deeds, run, code, clock } = await runGuarded({
      pipes: THREE,
      rollout: { waves: WAVES, before: ['alert'] },
    });
    const baked = ['check after lag pass', 'check after lag pass'];
    expect(deeds).toEqual([
      'run_start 3 3',
      'check before alert pass',
      'wave_start 1 of 3: a',
      ...updated('a'),
      'bake_start 1 60000 2',
      ...baked,
      'wave_done 1 passed',
      'wave_start 2 of 3: b',
      ...updated('b'),
      'bake_start 2 60000 2',
      ...baked,
      'wave_done 2 passed',
      'wave_start 3 of 3: c',
      ...updated('c'),
      'bake_start 3 60000 2',
      ...baked,
      'wave_done 3 passed',
      'run_done',
    ]);
    expect(clock.slept).toEqual([30_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
    expect(run.rollout).toMatchObject({ status: 'passed', onFailure: 'stop' });
    expect(run.rollout?.waves[1]).toEqual({ wave: 2, pipes: ['b'], verdict: 'passed', reason: null, bakedMs: 60_000 });
    expect(run.checks.map(({ name, moment, wave, gate }) => [name, moment, wave, gate])).toEqual([
      ['alert', 'before', null, 'open'],
      ['lag', 'after', 1, 'open'],
      ['lag', 'after', 2, 'open'],
      ['lag', 'after', 3, 'open'],
    ]);
    expect(run.checks[1]).toMatchObject({ counts: { pass: 2, fail: 0 }, values: [1, 1], pipe: null });
    expect(run.diagnostics).toEqual([]);
    expect(code).toBe(0);
  });

  it('bakes without checks, and measures once when no duration is given', async () => {
    const quiet = await runGuarded({ pipes: movingPipes('a'), rollout: { after: [] } });
    expect(quiet.deeds.slice(-3)).toEqual(['bake_start 1 60000 0', 'wave_done 1 passed', 'run_done']);
    expect(quiet.clock.slept).toEqual([60_000]);
    expect(quiet.code).toBe(0);

    const brief = await runGuarded({ pipes: movingPipes('a'), rollout: { bakeMs: 0 } });
    expect(brief.deeds.slice(-4, -1)).toEqual(['bake_start 1 0 1', 'check after lag pass', 'wave_done 1 passed']);
    expect(brief.clock.slept).toEqual([]);
  });

  it('does nothing without updates', async () => {
    const calm = pair(desiredPipe({ name: 'a' }), livePipe({ name: 'a' }));
    const { deeds, run, checkCalls } = await runGuarded({
      pipes: [{ ...calm, live: livePipe({ name: 'a' }) }],
      rollout: { before: ['alert'] },
    });
    expect(deeds).toEqual(['run_start 0 0', 'run_done']);
    expect(run.rollout).toBeNull();
    expect(checkCalls).toEqual([]);
  });
});

describe('a check that does not pass before the first wave', () => {
  it.each(['fail', 'no-data', 'error', 'throw'] as const)(
    'stops the rollout before it reads or writes anything: %s',
    async (saying) => {
      const { deeds, run, code, service, checkCalls, bugs } = await runGuarded({
        pipes: THREE,
        rollout: { before: ['lag', 'alert'], onFailure: 'rollback' },
        says: { alert: [saying] },
      });
      const verdict = saying === 'throw' ? 'error' : saying;
      expect(service.received).toEqual([]);
      expect(bugs).toEqual(saying === 'throw' ? [new TypeError('a mistake of ours')] : []);
      expect(checkCalls).toEqual(['lag', 'alert']);
      expect([...deeds].sort()).toEqual(
        [
          'run_start 3 3',
          'check before lag pass',
          `check before alert ${verdict}`,
          'diagnostic null check-not-passed',
          'run_done',
        ].sort(),
      );
      expect(statusesOf(run)).toEqual({ a: 'skipped', b: 'skipped', c: 'skipped' });
      expect(codesOf(run, 'b')).toEqual(['rollout-stopped']);
      expect(run.rollout?.status).toBe('blocked');
      expect(verdictsOf(run)).toEqual(['not-started', 'not-started']);
      expect(run.checks.map(({ name, gate }) => [name, gate])).toEqual([
        ['lag', 'open'],
        ['alert', 'closed'],
      ]);
      expect(code).toBe(5);
    },
  );

  it('is reported with every other check that does not pass', async () => {
    const { run } = await runGuarded({
      pipes: THREE,
      rollout: { before: ['lag', 'errors', 'alert'] },
      says: { lag: ['fail'], alert: ['no-data'] },
    });
    expect(codes(run.diagnostics)).toEqual(['check-not-passed']);
    expect(run.diagnostics[0]?.summary).toContain('checks lag and alert did not pass');
    expect(run.diagnostics[0]?.detail).toMatch(/^lag .*\nalert /);
  });
});

describe('a check that fails during the bake of the second wave', () => {
  // Four measurements of the first wave come before.
  const says = { lag: ['pass', 'pass', 'pass', 'pass', 'pass', 'fail', 'pass'] } as const;
  const rollout = { waves: WAVES, bakeMs: 120_000 };
  const wave2 = ['bake_start 2 120000 4', 'check after lag pass', 'check after lag fail', 'wave_done 2 failed'];

  it('ends the bake and the rollout, and keeps what was written', async () => {
    const trial = await runGuarded({ pipes: THREE, rollout, says });
    const { deeds, run, checkCalls, code, events } = trial;
    expect(deeds.slice(deeds.indexOf('bake_start 2 120000 4'))).toEqual([
      ...wave2,
      'diagnostic null wave-failed',
      'run_done',
    ]);
    expect(checkCalls).toHaveLength(6);
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'applied', c: 'skipped' });
    expect(codesOf(run, 'c')).toEqual(['rollout-stopped']);
    expect(threadsOf(trial)).toEqual([8, 8, 4]);
    expect(run.rollout?.status).toBe('failed');
    expect(run.rollout?.waves).toMatchObject([
      { verdict: 'passed', bakedMs: 120_000 },
      { verdict: 'failed', bakedMs: 60_000, reason: expect.stringMatching(/^lag failed once, failureLimit is 0: /) },
      { wave: 3, pipes: ['c'], verdict: 'not-started', reason: null, bakedMs: 0 },
    ]);
    const reasons = run.rollout?.waves.slice(0, 2).map(({ reason }) => ({ reason })) ?? [];
    expect(events.filter(({ type }) => type === 'wave_done')).toMatchObject(reasons);
    expect(run.checks.at(-1)).toMatchObject({ gate: 'closed', wave: 2, counts: { pass: 1, fail: 1 }, values: [1, 99] });
    expect(run.diagnostics[0]?.summary).toBe('Wave 2 of 3 failed and stopped the rollout; what was written stays.');
    expect(code).toBe(5);
  });

  it('rolls everything back with rollback, the latest first', async () => {
    const trial = await runGuarded({ pipes: THREE, rollout: { ...rollout, onFailure: 'rollback' }, says });
    const { deeds, run, checkCalls, code } = trial;
    expect(deeds.slice(deeds.indexOf('bake_start 2 120000 4'))).toEqual([
      ...wave2,
      'rollback_start b a',
      ...restored('b'),
      ...restored('a'),
      'diagnostic null wave-failed',
      'run_done',
    ]);
    expect(checkCalls).toHaveLength(6);
    expect(statusesOf(run)).toEqual({ a: 'rolled-back', b: 'rolled-back', c: 'skipped' });
    expect(threadsOf(trial)).toEqual([4, 4, 4]);
    expect(run.pipes[0]?.requests.map(({ purpose, outcome }) => [purpose, outcome])).toEqual([
      ['update', 'accepted'],
      ['rollback', 'accepted'],
    ]);
    expect(run.summary).toMatchObject({ 'rolled-back': 2, skipped: 1, applied: 0, requests: 4 });
    expect(run.diagnostics[0]?.summary).toMatch(/earlier values were restored\.$/);
    expect(code).toBe(5);
  });
});

// How verdicts are counted is in test/health/count-verdicts.test.ts.
describe('the limits of a bake', () => {
  const rollout = { bakeMs: 150_000, failureLimit: 1, inconclusiveLimit: 1, consecutiveErrorLimit: 1 };
  const pipes = movingPipes('a');

  it.each<[string, Script, string, number]>([
    ['allow failures', { lag: ['fail', 'pass'] }, 'passed', 5],
    ['end the bake with one failure more', { lag: ['fail', 'pass', 'fail'] }, 'failed', 3],
    ['need a pass at the end', { lag: ['error', 'fail', 'error', 'no-data', 'error'] }, 'failed', 5],
    ['count each check', { lag: ['fail', 'pass'], alert: ['pass', 'fail', 'pass'] }, 'passed', 10],
  ])('%s', async (_, says, verdict, measured) => {
    const { run, checkCalls } = await runGuarded({ pipes, rollout: { ...rollout, after: Object.keys(says) }, says });
    expect(verdictsOf(run)).toEqual([verdict]);
    expect(checkCalls).toHaveLength(measured);
  });

  it('count an internal error in a check as an error of the check', async () => {
    const { run, deeds } = await runGuarded({ pipes, rollout, says: { lag: ['throw', 'pass', 'throw'] } });
    expect(run.checks[0]?.counts).toEqual({ pass: 1, fail: 0, 'no-data': 0, error: 3 });
    expect(verdictsOf(run)).toEqual(['failed']);
    expect(deeds.at(-1)).toBe('run_done');
  });
});

describe('a pipe that fails in a rollout', () => {
  const four = movingPipes('a', 'b', 'c', 'd');
  const waves = [{ pipes: 1 }, { pipes: 3 }] as const;

  it('fails its wave, which does not bake; what was written is rolled back', async () => {
    const { deeds, run, code, checkCalls } = await runGuarded({
      pipes: four,
      rollout: { waves, onFailure: 'rollback' },
      service: { writes: ['none', 'rejected', 'none'] },
    });
    expect(deeds.slice(deeds.indexOf('wave_start 2 of 3: b c'))).toEqual([
      'wave_start 2 of 3: b c',
      'pipe_start b',
      'PUT b 400',
      'diagnostic b request-rejected',
      'pipe_done b failed',
      ...updated('c'),
      'wave_done 2 failed',
      'rollback_start c a',
      ...restored('c'),
      ...restored('a'),
      'diagnostic null wave-failed',
      'run_done',
    ]);
    expect(statusesOf(run)).toEqual({ a: 'rolled-back', b: 'failed', c: 'rolled-back', d: 'skipped' });
    expect(run.rollout?.waves[1]).toMatchObject({ reason: 'pipe b failed', bakedMs: 0 });
    expect(checkCalls).toHaveLength(2);
    expect(code).toBe(3);
  });

  it('has written nothing when its only write was rejected', async () => {
    const { run, code } = await runGuarded({ pipes: movingPipes('a'), service: { writes: ['rejected'] } });
    expect(run.diagnostics[0]?.summary).toMatch(/nothing was written\.$/);
    expect(code).toBe(1);
  });

  it('does not end the rollout when it was only stale or refused', async () => {
    const { deeds, run, code } = await runGuarded({
      pipes: four,
      rollout: { waves: [{ pipes: 2 }, { share: 1 }] },
      ofPipe: { b: ['own'] },
      says: { own: ['fail'] },
      service: {
        onRequest: ({ id, nth }, service) => {
          if (id === idOf('a') && nth === 1) service.edit(id, { db_max_threads: 5 });
        },
      },
    });
    expect(statusesOf(run)).toEqual({ a: 'stale', b: 'refused', c: 'applied', d: 'applied' });
    expect(deeds).not.toContain('bake_start 1 60000 2');
    expect(deeds).toContain('bake_start 2 60000 2');
    expect(verdictsOf(run)).toEqual(['passed', 'passed']);
    expect(run.rollout?.waves.map(({ bakedMs }) => bakedMs)).toEqual([0, 60_000]);
    expect(code).toBe(5);
  });

  it('bakes when an earlier run of the plan wrote its pipes, since that run may have ended before the bake', async () => {
    const { deeds, run, code } = await runGuarded({
      pipes: four,
      rollout: { waves: [{ pipes: 2 }, { share: 1 }] },
      says: { lag: ['fail'] },
      service: {
        onRequest: ({ id, nth }, service) => {
          if ((id === idOf('a') || id === idOf('b')) && nth === 1) service.edit(id, { db_max_threads: 8 });
        },
      },
    });
    expect(statusesOf(run)).toEqual({ a: 'unchanged', b: 'unchanged', c: 'skipped', d: 'skipped' });
    expect(deeds).toContain('bake_start 1 60000 2');
    expect(verdictsOf(run)).toEqual(['failed', 'not-started']);
    expect(code).toBe(5);
  });

  it('stops the rollout when it is stale with --fail-fast, since skipped pipes have not passed', async () => {
    const { run, deeds, code } = await runGuarded({
      pipes: four,
      rollout: { waves: [{ pipes: 2 }, { share: 1 }] },
      options: { failFast: true },
      service: {
        onRequest: ({ id, method, nth }, service) => {
          if (id === idOf('b') && method === 'GET' && nth === 1) service.edit(id, { db_max_threads: 5 });
        },
      },
    });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'stale', c: 'skipped', d: 'skipped' });
    expect(run.rollout?.status).toBe('failed');
    expect(verdictsOf(run)).not.toEqual(['passed', 'passed']);
    expect(deeds).not.toContain('pipe_start c');
    expect(code).toBe(4);
  });

  /** Answers so many times, then throws. */
  const breakAfter = <T>(times: number, answer: T) => {
    let asked = 0;
    return (): T => {
      asked += 1;
      if (asked > times) throw new TypeError('a mistake of ours');
      return answer;
    };
  };

  it.each([
    ['the source of a promotion', 'failed', () => ({ findNotPromoted: breakAfter(1, Promise.resolve(new Map())) })],
    ['a freeze', 'skipped', () => ({ findFreeze: breakAfter(2, null) })],
  ])(
    'fails the wave before which %s cannot be read, sends nothing to it, and rolls back',
    async (_, left, optionsOf) => {
      const { run, code, deeds, bugs, service } = await runGuarded({
        pipes: four,
        rollout: { onFailure: 'rollback' },
        options: { writePolicies: { ...NO_WRITE_POLICIES, ...optionsOf() } },
      });
      expect(statusesOf(run)).toEqual({ a: 'rolled-back', b: left, c: left, d: left });
      expect(service.received.every(({ id }) => id === idOf('a'))).toBe(true);
      expect(verdictsOf(run)).toEqual(['passed', 'failed']);
      expect(bugs[0]).toEqual(new TypeError('a mistake of ours'));
      expect([code, deeds.at(-1)]).toEqual([3, 'run_done']);
    },
  );

  it('fails every pipe when the source of a promotion cannot be read, without a rollout', async () => {
    const findNotPromoted = breakAfter(0, Promise.resolve(new Map()));
    const { run, code, deeds, service } = await runGuarded({
      pipes: four,
      rollout: null,
      options: { writePolicies: { ...NO_WRITE_POLICIES, findNotPromoted } },
    });
    expect(statusesOf(run)).toEqual({ a: 'failed', b: 'failed', c: 'failed', d: 'failed' });
    expect(codesOf(run, 'b')).toEqual(['internal']);
    expect(service.received).toEqual([]);
    expect([code, deeds.at(-1)]).toEqual([1, 'run_done']);
  });
});
