import { describe, expect, it } from 'vitest';
import { idOf, statusesOf, valuesOf } from '../../plan/samples.ts';
import { codesOf, interrupter, movingPipes, runGuarded, verdictsOf } from '../guarded-run.ts';
import { createMemoryJournal } from '../memory-journal.ts';

const pipes = movingPipes('a', 'b');

describe('the checks of a pipe', () => {
  it('run before and after its update', async () => {
    const { deeds, run, code } = await runGuarded({ pipes, rollout: null, ofPipe: { a: ['lag', 'errors'] } });
    expect(deeds).toEqual([
      'run_start 2 2',
      'check pipe-before a lag pass',
      'check pipe-before a errors pass',
      'pipe_start a',
      'PUT a 200',
      'pipe_done a applied',
      'check pipe-after a lag pass',
      'check pipe-after a errors pass',
      'pipe_start b',
      'PUT b 200',
      'pipe_done b applied',
      'run_done',
    ]);
    expect(run.checks.map(({ name, moment, wave, pipe, gate }) => [name, moment, wave, pipe, gate])).toEqual([
      ['lag', 'pipe-before', null, 'a', 'open'],
      ['errors', 'pipe-before', null, 'a', 'open'],
      ['lag', 'pipe-after', null, 'a', 'open'],
      ['errors', 'pipe-after', null, 'a', 'open'],
    ]);
    expect(run.rollout).toBeNull();
    expect(code).toBe(0);
  });

  it.each(['fail', 'no-data', 'error', 'throw'] as const)(
    'refuse the update and let other pipes continue when the check before it returns %s',
    async (saying) => {
      const { deeds, run, code, service } = await runGuarded({
        pipes,
        rollout: null,
        ofPipe: { a: ['lag'] },
        says: { lag: [saying] },
      });
      expect(deeds).toEqual([
        'run_start 2 2',
        `check pipe-before a lag ${saying === 'throw' ? 'error' : saying}`,
        'pipe_start a',
        'diagnostic a check-not-passed',
        'pipe_done a refused',
        'pipe_start b',
        'PUT b 200',
        'pipe_done b applied',
        'run_done',
      ]);
      expect(service.received.map(({ id }) => id)).not.toContain(idOf('a'));
      expect(statusesOf(run)).toEqual({ a: 'refused', b: 'applied' });
      expect(run.pipes[0]?.requests).toMatchObject([{ outcome: 'not-sent', attempts: 0 }]);
      expect(run.checks).toMatchObject([{ gate: 'closed' }]);
      expect(code).toBe(5);
    },
  );

  it('are reported together when several do not pass', async () => {
    const { run } = await runGuarded({
      pipes,
      rollout: null,
      ofPipe: { a: ['lag', 'errors', 'alert'] },
      says: { lag: ['fail'], errors: ['error'], alert: ['no-data'] },
    });
    const [refusal] = run.pipes[0]?.diagnostics ?? [];
    expect(refusal?.summary).toBe('Pipe a was not updated: its checks lag, errors and alert did not pass.');
    expect(refusal?.detail?.split('\n')).toHaveLength(3);
  });

  it.each(['fail', 'no-data', 'error', 'throw'] as const)(
    'keep the update and report an error when the check after it returns %s',
    async (saying) => {
      const journal = createMemoryJournal();
      const { deeds, run, code, service } = await runGuarded(
        { pipes, rollout: null, ofPipe: { a: ['lag'] }, says: { lag: ['pass', saying] } },
        journal,
      );
      const doneAt = deeds.indexOf('pipe_done a applied');
      expect(deeds[doneAt + 2]).toBe('diagnostic a check-not-passed');
      expect(statusesOf(run)).toEqual({ a: 'applied', b: 'applied' });
      expect(codesOf(run, 'a')).toEqual(['check-not-passed']);
      expect(run.pipes[0]?.requests).toMatchObject([{ outcome: 'accepted' }]);
      expect(valuesOf(service.truth(idOf('a')))).toEqual({ db_max_threads: 8 });
      expect(run.checks.map(({ gate }) => gate)).toEqual(['open', 'closed']);
      expect([code, journal.entries.at(-1)]).toMatchObject([5, { type: 'end', status: 'failed' }]);
    },
  );

  it('do not run after an update that was never sent', async () => {
    const { checkCalls } = await runGuarded({
      pipes,
      rollout: null,
      ofPipe: { a: ['lag'] },
      service: { onRequest: ({ id, nth }, fake) => (nth === 1 ? fake.edit(id, { db_max_threads: 5 }) : undefined) },
    });
    expect(checkCalls).toEqual(['lag']);
  });

  it('stop the remaining pipes with --fail-fast when they do not pass', async () => {
    for (const lag of [['fail'], ['pass', 'fail']] as const) {
      const ofPipe = { a: ['lag'] };
      const { run } = await runGuarded({ pipes, rollout: null, ofPipe, says: { lag }, options: { failFast: true } });
      expect(statusesOf(run)).toMatchObject({ b: 'skipped' });
    }
  });

  it('are queried once for pipes that share them at the same time, and again after each update', async () => {
    const ofPipe = { a: ['lag'], b: ['lag'] };
    const together = await runGuarded({ pipes, rollout: null, ofPipe, options: { parallelism: 2 } });
    expect(together.deeds.slice(1, 3)).toEqual(['check pipe-before a lag pass', 'check pipe-before b lag pass']);
    expect(together.checkCalls).toHaveLength(3);
    const inTurn = await runGuarded({ pipes, rollout: null, ofPipe });
    expect(inTurn.checkCalls).toHaveLength(4);
    expect(inTurn.run.checks).toHaveLength(4);
  });

  it('are canceled by an interrupt before anything is written', async () => {
    const { signals, first } = interrupter();
    const { run, service, code } = await runGuarded({
      pipes,
      rollout: null,
      ofPipe: { a: ['lag'] },
      says: { lag: ['hang'] },
      onAsk: () => queueMicrotask(first),
      options: { ...signals, rollsBack: 'run-0' },
    });
    expect(statusesOf(run)).toEqual({ a: 'skipped', b: 'skipped' });
    expect(codesOf(run, 'a')).toEqual(['interrupted']);
    expect(run.pipes[0]?.diagnostics[0]?.hint).toBe('Run `pipeform rollback run-0` again to continue.');
    expect(service.received).toEqual([]);
    expect(code).toBe(130);
  });

  it('are canceled by an interrupt after the update, which stays', async () => {
    const { signals, first } = interrupter();
    const { run } = await runGuarded({
      pipes,
      rollout: null,
      ofPipe: { a: ['lag'] },
      says: { lag: ['pass', 'hang'] },
      onAsk: (_, nth) => (nth === 2 ? queueMicrotask(first) : undefined),
      options: signals,
    });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'skipped' });
    expect(codesOf(run, 'a')).toEqual(['interrupted']);
  });
});

describe('the checks of a pipe in a rollout', () => {
  it('are part of the bake of its wave', async () => {
    const { deeds, run } = await runGuarded({ pipes, rollout: {}, ofPipe: { b: ['own', 'lag'] } });
    const second = deeds.slice(deeds.indexOf('wave_start 2 of 2: b') + 1, -1);
    const measured = ['check after lag pass', 'check after b own pass'];
    expect(second).toEqual([
      'check pipe-before b own pass',
      'check pipe-before b lag pass',
      'pipe_start b',
      'PUT b 200',
      'pipe_done b applied',
      'bake_start 2 60000 2',
      ...measured,
      ...measured,
      'wave_done 2 passed',
    ]);
    expect(run.checks.filter(({ moment }) => moment === 'after')).toMatchObject([
      { name: 'lag', wave: 1, pipe: null },
      { name: 'lag', wave: 2, pipe: null, counts: { pass: 2 } },
      { name: 'own', wave: 2, pipe: 'b', counts: { pass: 2 } },
    ]);
  });

  it('fail the wave and so the rollout', async () => {
    const { run, code } = await runGuarded({
      pipes,
      rollout: { onFailure: 'rollback' },
      ofPipe: { a: ['own'] },
      says: { own: ['pass', 'pass', 'fail'] },
    });
    expect(verdictsOf(run)).toEqual(['failed', 'not-started']);
    expect(statusesOf(run)).toEqual({ a: 'rolled-back', b: 'skipped' });
    expect(run.rollout?.waves[0]?.reason).toMatch(/^own failed once/);
    expect(code).toBe(5);
  });

  it('do not run during the bake for a pipe without writes', async () => {
    const { deeds } = await runGuarded({
      pipes,
      rollout: { waves: [{ share: 1 }] },
      ofPipe: { a: ['own'] },
      says: { own: ['fail'] },
    });
    expect(deeds.filter((line) => line.includes('own'))).toEqual(['check pipe-before a own fail']);
    expect(deeds).toContain('wave_done 1 passed');
  });
});
