import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import { codes, desiredPipe, idOf, livePipe, pair } from '../plan/samples.ts';
import { codesOf, interrupter, movingPipe, movingPipes, runGuarded, statusesOf, verdictsOf } from './guarded-run.ts';

const THREE = movingPipes('a', 'b', 'c');
const WAVES = [{ pipes: 1 }, { pipes: 2 }, { share: 1 }] as const;

function updated(name: string): readonly string[] {
  return [`pipe_start ${name}`, `PUT ${name} 200`, `pipe_done ${name} applied`];
}

function restored(name: string): readonly string[] {
  return [`pipe_start ${name}`, `PUT ${name} 200`, `pipe_done ${name} rolled-back`];
}

function threadsOf({ service }: { readonly service: { truth(id: string): { readonly settings: object | null } } }) {
  return ['a', 'b', 'c'].map(
    (name) => (service.truth(idOf(name)).settings as { db_max_threads?: number }).db_max_threads,
  );
}

function doneWaves(events: readonly RunEvent[]): readonly (string | null)[] {
  return events.flatMap((event) => (event.type === 'wave_done' ? [event.reason] : []));
}

describe('a rollout whose waves pass', () => {
  it('goes wave by wave and bakes after each', async () => {
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

  it('works on as many pipes at once as it may, inside of a wave', async () => {
    const { story } = await runGuarded({
      pipes: THREE,
      rollout: { waves: [{ pipes: 2 }, { share: 1 }] },
      options: { parallelism: 3 },
    });
    const order = story.filter((line) => /^(pipe|wave)_/.test(line));
    expect(order.slice(0, 3)).toEqual(['wave_start 1 of 2: a b', 'pipe_start a', 'pipe_start b']);
    expect(order.indexOf('pipe_start c')).toBeGreaterThan(order.indexOf('wave_done 1 passed'));
  });

  it('bakes without checks, and measures once where no time is given', async () => {
    const quiet = await runGuarded({ pipes: movingPipes('a'), rollout: { after: [] } });
    expect(quiet.deeds.slice(-3)).toEqual(['bake_start 1 60000 0', 'wave_done 1 passed', 'run_done']);
    expect(quiet.clock.slept).toEqual([60_000]);
    expect(quiet.code).toBe(0);

    const brief = await runGuarded({ pipes: movingPipes('a'), rollout: { bakeMs: 0 } });
    expect(brief.deeds.slice(-4, -1)).toEqual(['bake_start 1 0 1', 'check after lag pass', 'wave_done 1 passed']);
    expect(brief.clock.slept).toEqual([]);
  });

  it('has nothing to guard without updates', async () => {
    const calm = pair(desiredPipe({ name: 'a' }), livePipe({ name: 'a' }));
    const { deeds, run, asked } = await runGuarded({
      pipes: [{ ...calm, live: livePipe({ name: 'a' }) }],
      rollout: { before: ['alert'] },
    });
    expect(deeds).toEqual(['run_start 0 0', 'run_done']);
    expect(run.rollout).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('a check that does not pass before the first wave', () => {
  it.each(['fail', 'no-data', 'error', 'throw'] as const)('%s: nothing is read or written', async (saying) => {
    const { deeds, run, code, service, asked } = await runGuarded({
      pipes: THREE,
      rollout: { before: ['lag', 'alert'], onFailure: 'rollback' },
      says: { alert: [saying] },
    });
    const verdict = saying === 'throw' ? 'error' : saying;
    expect(service.received).toEqual([]);
    expect(asked).toEqual(['lag', 'alert']);
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
  });

  it('is told with every other one that does not', async () => {
    const { run } = await runGuarded({
      pipes: THREE,
      rollout: { before: ['lag', 'errors', 'alert'] },
      says: { lag: ['fail'], alert: ['no-data'] },
    });
    expect(codes(run.diagnostics)).toEqual(['check-not-passed']);
    expect(run.diagnostics[0]?.detail).toMatch(/^lag .*\nalert /);
  });
});

describe('a check that fails while the second wave bakes', () => {
  // Four measurements of the first wave come before.
  const says = { lag: ['pass', 'pass', 'pass', 'pass', 'pass', 'fail', 'pass'] } as const;
  const rollout = { waves: WAVES, bakeMs: 120_000 };
  const wave2 = ['bake_start 2 120000 4', 'check after lag pass', 'check after lag fail', 'wave_done 2 failed'];

  it('ends the bake and the rollout, and leaves what was written', async () => {
    const trial = await runGuarded({ pipes: THREE, rollout, says });
    const { deeds, run, asked, code, events } = trial;
    expect(deeds.slice(deeds.indexOf('bake_start 2 120000 4'))).toEqual([
      ...wave2,
      'diagnostic null wave-failed',
      'run_done',
    ]);
    expect(asked).toHaveLength(6);
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'applied', c: 'skipped' });
    expect(codesOf(run, 'c')).toEqual(['rollout-stopped']);
    expect(threadsOf(trial)).toEqual([8, 8, 4]);
    expect(run.rollout?.status).toBe('failed');
    expect(run.rollout?.waves).toMatchObject([
      { verdict: 'passed', bakedMs: 120_000 },
      { verdict: 'failed', bakedMs: 60_000, reason: expect.stringMatching(/^lag failed once, failureLimit is 0: /) },
      { wave: 3, pipes: ['c'], verdict: 'not-started', reason: null, bakedMs: 0 },
    ]);
    expect(doneWaves(events)).toEqual(run.rollout?.waves.slice(0, 2).map(({ reason }) => reason));
    expect(run.checks.at(-1)).toMatchObject({ gate: 'closed', wave: 2, counts: { pass: 1, fail: 1 }, values: [1, 99] });
    expect(run.diagnostics[0]?.summary).toBe(
      'Wave 2 of 3 failed and the rollout stopped there; what was written stays.',
    );
    expect(code).toBe(5);
  });

  it('puts everything back with rollback, the latest first', async () => {
    const trial = await runGuarded({ pipes: THREE, rollout: { ...rollout, onFailure: 'rollback' }, says });
    const { deeds, run, asked, code } = trial;
    expect(deeds.slice(deeds.indexOf('bake_start 2 120000 4'))).toEqual([
      ...wave2,
      'rollback_start b a',
      ...restored('b'),
      ...restored('a'),
      'diagnostic null wave-failed',
      'run_done',
    ]);
    expect(asked).toHaveLength(6);
    expect(statusesOf(run)).toEqual({ a: 'rolled-back', b: 'rolled-back', c: 'skipped' });
    expect(threadsOf(trial)).toEqual([4, 4, 4]);
    expect(run.pipes[0]?.requests.map(({ purpose, outcome }) => [purpose, outcome])).toEqual([
      ['update', 'accepted'],
      ['rollback', 'accepted'],
    ]);
    expect(run.summary).toMatchObject({ 'rolled-back': 2, skipped: 1, applied: 0, requests: 4 });
    expect(run.diagnostics[0]?.summary).toMatch(/what this run wrote was put back\.$/);
    expect(code).toBe(5);
  });
});

describe('a pipe that does not come through', () => {
  const four = movingPipes('a', 'b', 'c', 'd');
  const waves = [{ pipes: 1 }, { pipes: 3 }] as const;

  it('fails its wave, which does not bake; what was written goes back', async () => {
    const { deeds, run, code, asked } = await runGuarded({
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
    expect(asked).toHaveLength(2);
    expect(code).toBe(3);
  });

  it('is 3 too when all of it was put back, and 1 when nothing was ever written', async () => {
    const ignored = await runGuarded({
      pipes: movingPipes('a'),
      rollout: { onFailure: 'rollback' },
      service: { writes: ['ignored'] },
    });
    expect(statusesOf(ignored.run)).toEqual({ a: 'rolled-back' });
    expect(ignored.code).toBe(3);
    const rejected = await runGuarded({ pipes: movingPipes('a'), service: { writes: ['rejected'] } });
    expect(rejected.run.diagnostics[0]?.summary).toMatch(/nothing was written\.$/);
    expect(rejected.code).toBe(1);
  });

  it('with --fail-fast leaves the rest of its wave alone', async () => {
    const { run, deeds } = await runGuarded({
      pipes: four,
      rollout: { waves: [{ share: 1 }] },
      service: { writes: ['none', 'rejected'] },
      options: { onFailure: 'stop' },
    });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'failed', c: 'skipped', d: 'skipped' });
    expect(codesOf(run, 'c')).toEqual(['not-attempted']);
    expect(deeds).not.toContain('pipe_start c');
    expect(verdictsOf(run)).toEqual(['failed']);
  });

  it('is not the end when it was only stale or refused', async () => {
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
    expect(run.rollout?.waves.map(({ verdict, bakedMs }) => [verdict, bakedMs])).toEqual([
      ['passed', 0],
      ['passed', 60_000],
    ]);
    expect(code).toBe(5);
  });

  it('with --fail-fast stops the rollout when it is stale: what was not attempted has not passed', async () => {
    const { run, deeds, code } = await runGuarded({
      pipes: four,
      rollout: { waves: [{ pipes: 2 }, { share: 1 }] },
      options: { onFailure: 'stop' },
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

  it('gets nothing of a mistake of ours onto the others', async () => {
    const { run, deeds } = await runGuarded({
      pipes: four,
      rollout: { waves: [{ share: 1 }] },
      service: {
        onRequest: ({ id, method }) => {
          if (id === idOf('b') && method === 'PUT') throw new TypeError('a mistake of ours');
        },
      },
    });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'unknown', c: 'applied', d: 'applied' });
    expect(codesOf(run, 'b')).toEqual(['internal']);
    expect(run.rollout?.waves[0]).toMatchObject({ verdict: 'failed', reason: 'pipe b is unknown' });
    expect(deeds.at(-1)).toBe('run_done');
  });
});

describe('an interrupt', () => {
  const rollout = { waves: WAVES, before: ['alert'], onFailure: 'rollback' } as const;

  it('before the first check: nothing is asked, read or written', async () => {
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

  it('while `before` is asked: it is broken off and says nothing', async () => {
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

  it('in the middle of a wave: what is in flight is brought to an end, nothing is rolled back', async () => {
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

  it('while a bake waits: it ends at once', async () => {
    const { signals, first } = interrupter();
    const { deeds, run, code, clock } = await runGuarded({
      pipes: THREE,
      rollout,
      options: signals,
      onSleep: (milliseconds) => (milliseconds === 30_000 ? first() : undefined),
    });
    expect(deeds.slice(-3)).toEqual(['bake_start 1 60000 2', 'wave_done 1 interrupted', 'run_done']);
    expect(clock.slept).toEqual([]);
    expect(run.rollout?.waves[0]).toMatchObject({ verdict: 'interrupted', reason: null, bakedMs: 0 });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'skipped', c: 'skipped' });
    expect(code).toBe(130);
  });

  it('while a check of a bake is asked: it is broken off, and what it said before is kept', async () => {
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

  it('during a rollback: the rollback goes on, and only the second breaks it off', async () => {
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

describe('the counting of a bake', () => {
  const pipes = [movingPipe('a')];
  const limits = { bakeMs: 150_000, failureLimit: 1, inconclusiveLimit: 1, consecutiveErrorLimit: 1 };

  it.each<[string, readonly ('pass' | 'fail' | 'no-data' | 'error')[], string, number]>([
    ['as many failures as allowed', ['fail', 'pass', 'pass', 'pass', 'pass'], 'passed', 5],
    ['one failure more', ['fail', 'pass', 'fail', 'pass', 'pass'], 'failed', 3],
    ['as often without data as allowed', ['pass', 'no-data', 'pass', 'pass', 'pass'], 'passed', 5],
    ['once more without data', ['no-data', 'no-data', 'pass', 'pass', 'pass'], 'failed', 2],
    ['errors that do not follow each other', ['error', 'pass', 'error', 'pass', 'error'], 'passed', 5],
    ['errors in a row', ['pass', 'error', 'error', 'pass', 'pass'], 'failed', 3],
    ['a bit of everything, within the limits', ['error', 'fail', 'error', 'no-data', 'pass'], 'passed', 5],
    ['nothing that ever passed, within the limits', ['error', 'fail', 'error', 'no-data', 'error'], 'failed', 5],
  ])('%s', async (_, lag, verdict, measured) => {
    const { run, asked } = await runGuarded({ pipes, rollout: limits, says: { lag } });
    expect(verdictsOf(run)).toEqual([verdict]);
    expect(asked).toHaveLength(measured);
    expect(run.checks).toMatchObject([{ gate: verdict === 'passed' ? 'open' : 'closed' }]);
  });

  it('takes as many measurements as a count says, and bakes at least until the last', async () => {
    const short = await runGuarded({ pipes, rollout: { bakeMs: 0, count: 3 } });
    expect(short.deeds).toContain('bake_start 1 90000 3');
    expect(short.clock.slept).toEqual([30_000, 30_000, 30_000]);
    const long = await runGuarded({ pipes, rollout: { bakeMs: 100_000, count: 2 } });
    expect(long.deeds).toContain('bake_start 1 100000 2');
    expect(long.clock.slept).toEqual([30_000, 30_000, 40_000]);
    expect(long.run.rollout?.waves[0]?.bakedMs).toBe(100_000);
  });

  it('watches each check by itself', async () => {
    const { run, asked } = await runGuarded({
      pipes,
      rollout: { ...limits, after: ['lag', 'alert'] },
      says: { lag: ['fail', 'pass'], alert: ['pass', 'fail', 'pass'] },
    });
    expect(verdictsOf(run)).toEqual(['passed']);
    expect(asked).toHaveLength(10);
  });

  it('takes a mistake of ours in a check for an error of the check', async () => {
    const { run, deeds } = await runGuarded({ pipes, rollout: limits, says: { lag: ['throw', 'pass', 'throw'] } });
    expect(run.checks[0]?.counts).toEqual({ pass: 1, fail: 0, 'no-data': 0, error: 3 });
    expect(verdictsOf(run)).toEqual(['failed']);
    expect(deeds.at(-1)).toBe('run_done');
  });
});
