import { describe, expect, it } from 'vitest';
import { idOf, statusesOf } from '../../plan/samples.ts';
import { codesOf, interrupter, movingPipes, runGuarded, updated, verdictsOf } from '../guarded-run.ts';

const THREE = movingPipes('a', 'b', 'c');
const WAVES = [{ pipes: 1 }, { pipes: 2 }, { share: 1 }] as const;

describe('an interrupt of a rollout', () => {
  const rollout = { waves: WAVES, before: ['alert'], onFailure: 'rollback' } as const;

  it('stops before the first check: nothing is queried, read or written', async () => {
    const { signals, first } = interrupter();
    first();
    const { deeds, run, code, service } = await runGuarded({ pipes: THREE, rollout, options: signals });
    expect(deeds).toEqual(['run_start 3 3', 'run_done']);
    expect(service.received).toEqual([]);
    expect(run.rollout).toMatchObject({ status: 'interrupted' });
    expect(verdictsOf(run)).toEqual(['not-started', 'not-started', 'not-started']);
    expect(codesOf(run, 'a')).toEqual(['interrupted']);
    expect(run.checks).toEqual([]);
    expect(code).toBe(130);
  });

  it('cancels a running `before` check and reports no result for it', async () => {
    const { signals, first } = interrupter();
    const { deeds, run, code } = await runGuarded({
      pipes: THREE,
      rollout,
      says: { alert: ['hang'] },
      onAsk: () => queueMicrotask(first),
      options: signals,
    });
    expect(deeds).toEqual(['run_start 3 3', 'run_done']);
    expect(run.rollout?.status).toBe('interrupted');
    expect(statusesOf(run)).toEqual({ a: 'skipped', b: 'skipped', c: 'skipped' });
    expect(code).toBe(130);
  });

  it('finishes the requests in flight during a wave and rolls nothing back', async () => {
    const { signals, first } = interrupter();
    const trial = await runGuarded({
      pipes: THREE,
      rollout: { ...rollout, waves: [{ pipes: 2 }, { share: 1 }] },
      options: signals,
      service: { onRequest: ({ method }) => (method === 'PUT' ? first() : undefined) },
    });
    expect(trial.deeds.slice(2)).toEqual([
      'wave_start 1 of 2: a b',
      ...updated('a'),
      'wave_done 1 interrupted',
      'run_done',
    ]);
    expect(statusesOf(trial.run)).toEqual({ a: 'applied', b: 'skipped', c: 'skipped' });
    expect(codesOf(trial.run, 'c')).toEqual(['interrupted']);
    expect(verdictsOf(trial.run)).toEqual(['interrupted', 'not-started']);
    expect(trial.code).toBe(130);
  });

  it('ends a waiting bake at once', async () => {
    const { signals, first } = interrupter();
    const { deeds, run, code, clock, checkCalls } = await runGuarded({
      pipes: THREE,
      rollout,
      options: signals,
      onSleep: (milliseconds) => (milliseconds === 30_000 ? first() : undefined),
    });
    expect(deeds.slice(-3)).toEqual(['bake_start 1 60000 2', 'wave_done 1 interrupted', 'run_done']);
    expect(clock.slept).toEqual([]);
    expect(run.rollout?.waves[0]).toMatchObject({ verdict: 'interrupted', reason: null, bakedMs: 0 });
    expect(checkCalls).toEqual(['alert']);
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'skipped', c: 'skipped' });
    expect(code).toBe(130);
  });

  it('cancels a running bake check and keeps its earlier results', async () => {
    const { signals, first } = interrupter();
    const { deeds, run, code } = await runGuarded({
      pipes: THREE,
      rollout,
      says: { lag: ['pass', 'hang'] },
      onAsk: (name, nth) => (name === 'lag' && nth === 2 ? queueMicrotask(first) : undefined),
      options: signals,
    });
    const end = ['bake_start 1 60000 2', 'check after lag pass', 'wave_done 1 interrupted', 'run_done'];
    expect(deeds.slice(-4)).toEqual(end);
    expect(run.checks.at(-1)).toMatchObject({ gate: 'open', counts: { pass: 1, fail: 0, 'no-data': 0, error: 0 } });
    expect(code).toBe(130);
  });

  it('is an interrupt, not a failure, when one check is running and another has just failed', async () => {
    const { signals, first } = interrupter();
    const { deeds, run } = await runGuarded({
      pipes: THREE,
      rollout: { ...rollout, after: ['lag', 'errors'] },
      says: { lag: ['fail'], errors: ['hang'] },
      onAsk: (name) => (name === 'errors' ? setImmediate(first) : undefined),
      options: signals,
    });
    expect(deeds.slice(-3)).toEqual(['check after lag fail', 'wave_done 1 interrupted', 'run_done']);
    expect(run.rollout?.status).toBe('interrupted');
  });

  it('ends the rest of a bake after its last measurement', async () => {
    const { signals, first } = interrupter();
    const { deeds, run } = await runGuarded({
      pipes: THREE,
      rollout: { ...rollout, bakeMs: 100_000, count: 1 },
      options: signals,
      onSleep: (milliseconds) => (milliseconds === 70_000 ? first() : undefined),
    });
    expect(deeds.slice(-3)).toEqual(['check after lag pass', 'wave_done 1 interrupted', 'run_done']);
    expect(run.rollout?.waves[0]?.bakedMs).toBe(30_000);
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
