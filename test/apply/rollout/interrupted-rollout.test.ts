import { describe, expect, it } from 'vitest';
import { idOf, statusesOf } from '../../plan/samples.ts';
import { codesOf, interrupter, movingPipes, runGuarded, type Scenario, updated } from '../guarded-run.ts';

const THREE = movingPipes('a', 'b', 'c');
const WAVES = [{ pipes: 1 }, { pipes: 2 }, { share: 1 }] as const;

describe('an interrupt of a rollout', () => {
  const rollout = { waves: WAVES, before: ['alert'], onFailure: 'rollback' } as const;

  const skipped = { a: 'skipped', b: 'skipped', c: 'skipped' };
  const firstOnly = { a: 'applied', b: 'skipped', c: 'skipped' };

  it.each<[string, (first: () => void) => Partial<Scenario>, Record<string, string>, readonly string[], object]>([
    [
      'before it starts: nothing is queried, read or written',
      (first) => {
        first();
        return {};
      },
      skipped,
      ['run_start 3 3', 'run_done'],
      { checks: [], rollout: { waves: Array(3).fill({ verdict: 'not-started' }) } },
    ],
    [
      'during a `before` check, which is canceled without a result',
      (first) => ({ says: { alert: ['hang'] }, onAsk: () => queueMicrotask(first) }),
      skipped,
      ['run_start 3 3', 'run_done'],
      { checks: [] },
    ],
    [
      'during a wave: requests in flight finish, and nothing is rolled back',
      (first) => ({
        rollout: { ...rollout, waves: [{ pipes: 2 }, { share: 1 }] },
        service: { onRequest: ({ method }) => (method === 'PUT' ? first() : undefined) },
      }),
      firstOnly,
      ['wave_start 1 of 2: a b', ...updated('a'), 'wave_done 1 interrupted', 'run_done'],
      { rollout: { waves: [{ verdict: 'interrupted' }, { verdict: 'not-started' }] } },
    ],
    [
      'during the wait of a bake, which ends at once',
      (first) => ({ onSleep: (milliseconds) => (milliseconds === 30_000 ? first() : undefined) }),
      firstOnly,
      ['bake_start 1 60000 2', 'wave_done 1 interrupted', 'run_done'],
      { rollout: { waves: [{ verdict: 'interrupted', reason: null, bakedMs: 0 }, {}, {}] } },
    ],
    [
      'during a bake check, which keeps its earlier results',
      (first) => ({
        says: { lag: ['pass', 'hang'] },
        onAsk: (name, nth) => (name === 'lag' && nth === 2 ? queueMicrotask(first) : undefined),
      }),
      firstOnly,
      ['bake_start 1 60000 2', 'check after lag pass', 'wave_done 1 interrupted', 'run_done'],
      { checks: [{}, { gate: 'open', counts: { pass: 1, fail: 0, 'no-data': 0, error: 0 } }] },
    ],
    [
      'during a bake check, after another has just failed',
      (first) => ({
        rollout: { ...rollout, after: ['lag', 'errors'] },
        says: { lag: ['fail'], errors: ['hang'] },
        onAsk: (name) => (name === 'errors' ? setImmediate(first) : undefined),
      }),
      firstOnly,
      ['check after lag fail', 'wave_done 1 interrupted', 'run_done'],
      {},
    ],
    [
      'during the rest of a bake, after its last measurement',
      (first) => ({
        rollout: { ...rollout, bakeMs: 100_000, count: 1 },
        onSleep: (milliseconds) => (milliseconds === 70_000 ? first() : undefined),
      }),
      firstOnly,
      ['check after lag pass', 'wave_done 1 interrupted', 'run_done'],
      { rollout: { waves: [{ bakedMs: 30_000 }, {}, {}] } },
    ],
  ])('%s', async (_, scenarioOf, statuses, deeds, expected) => {
    const { signals, first } = interrupter();
    const trial = await runGuarded({ pipes: THREE, rollout, ...scenarioOf(first), options: signals });
    expect(trial.deeds.slice(-deeds.length)).toEqual(deeds);
    expect(statusesOf(trial.run)).toEqual(statuses);
    expect(codesOf(trial.run, 'c')).toEqual(['interrupted']);
    expect(trial.run).toMatchObject({ interrupted: 'SIGINT', ...expected });
    expect([trial.run.rollout?.status, trial.code]).toEqual(['interrupted', 130]);
    if (statuses === skipped) expect(trial.service.received).toEqual([]);
  });

  it('does not stop a rollback that the rate limit delays', async () => {
    const { signals, first } = interrupter();
    const { run, code } = await runGuarded({
      pipes: THREE,
      rollout: { onFailure: 'rollback' },
      says: { lag: ['fail'] },
      service: {
        writes: ['none', 'limited'],
        onRequest: ({ method, nth }) => (method === 'PUT' && nth === 2 ? first() : undefined),
      },
      options: signals,
    });
    expect(statusesOf(run)).toEqual({ a: 'rolled-back', b: 'skipped', c: 'skipped' });
    expect(code).toBe(130);
  });

  it('does not stop a rollback; only the second interrupt does', async () => {
    const failing = {
      pipes: THREE,
      rollout: { onFailure: 'rollback' as const, waves: WAVES },
      says: { lag: ['pass', 'pass', 'fail'] as const },
    };
    const atRestore = (act: () => void) => ({
      onRequest: ({ id, method, nth }: { id: string; method: string; nth: number }) =>
        id === idOf('b') && method === 'PUT' && nth === 2 ? act() : undefined,
    });
    const once = interrupter();
    const whole = await runGuarded({ ...failing, options: once.signals, service: atRestore(once.first) });
    expect(statusesOf(whole.run)).toEqual({ a: 'rolled-back', b: 'rolled-back', c: 'skipped' });
    expect(codesOf(whole.run, 'c')).toEqual(['rollout-stopped']);
    expect(whole.run).toMatchObject({ interrupted: 'SIGINT', rollout: { status: 'failed' } });
    expect(whole.code).toBe(130);

    const twice = interrupter();
    const part = await runGuarded({ ...failing, options: twice.signals, service: atRestore(twice.second) });
    expect(statusesOf(part.run)).toMatchObject({ a: 'applied', c: 'skipped' });
    expect(codesOf(part.run, 'a')).toEqual(['rollback-incomplete']);
    expect(part.service.writes.filter(({ id }) => id === idOf('a'))).toHaveLength(1);
    expect(part.deeds.at(-1)).toBe('run_done');
    expect(part.code).toBe(130);
  });
});
