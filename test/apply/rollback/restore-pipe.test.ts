import { describe, expect, it } from 'vitest';
import { NO_WRITE_POLICIES } from '../../../src/apply/ports.ts';
import type { LivePipe } from '../../../src/model/live-pipe.ts';
import { failure, idOf, onlyPipe, statusesOf, valuesOf } from '../../plan/samples.ts';
import type { FakeService, ServiceOptions } from '../fake-service.ts';
import { codesOf, type GuardedTrial, type LivePair, movingPipe, runGuarded } from '../guarded-run.ts';

const ID = idOf('a');

/** CPU from 250 to 500. */
const SIZED = movingPipe(
  'a',
  { scaling: { replicaCpuMillicores: 500 } },
  { settings: { db_max_threads: 4 }, scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 } },
);

interface Case {
  readonly pipe?: LivePair;
  readonly service?: ServiceOptions;
  /** The event between the update and the rollback. */
  readonly meanwhile?: (service: FakeService) => void;
  readonly waitTimeoutMs?: number;
  /** The scaling fields whose window ends between the update and the rollback. */
  readonly ended?: readonly string[];
}

/** Updates one pipe whose check fails during the bake, so that it is rolled back. */
async function rollBack({ pipe = movingPipe('a'), service, meanwhile, waitTimeoutMs = 120_000, ended = [] }: Case) {
  let current: FakeService | null = null;
  let isBaking = false;
  const onRequest: ServiceOptions['onRequest'] = (request, fake) => {
    current = fake;
    service?.onRequest?.(request, fake);
  };
  const trial = await runGuarded({
    pipes: [pipe],
    rollout: { onFailure: 'rollback' },
    says: { lag: ['fail'] },
    service: { ...service, onRequest },
    options: {
      waitTimeoutMs,
      writePolicies: {
        ...NO_WRITE_POLICIES,
        hasWindowEnded: (_, keys) => isBaking && keys.some((key) => ended.includes(key)),
      },
    },
    onSleep: (milliseconds) => {
      if (milliseconds !== 30_000 || current === null) return;
      isBaking = true;
      meanwhile?.(current);
    },
  });
  return { ...onlyPipe(trial.run), ...trial, live: trial.service.truth(ID) };
}

function bodies({ service }: Pick<GuardedTrial, 'service'>) {
  return service.writes.map(({ body }) => body);
}

function sizeOf({ scaling }: LivePipe) {
  return [scaling.replicaCpuMillicores, scaling.replicaMemoryGb];
}

describe('a pipe that is rolled back', () => {
  it.each(['readPipe', 'replaceSettings'] as const)(
    'keeps the request that an open circuit stops: %s',
    async (step) => {
      const stopped = failure('circuit-open', { attempts: 0, message: 'stopped after 8 consecutive failures' });
      const { requests, diagnostics } = await rollBack({
        meanwhile: (service) => {
          const read = service.readPipe.bind(service);
          let reads = 0;
          service.readPipe = async (...request) => {
            reads += 1;
            return step === 'readPipe' && reads > 1 ? { ok: false, failure: stopped } : read(...request);
          };
          service.replaceSettings = async () => ({ outcome: 'rejected', failure: stopped, durationMs: 0 });
        },
      });
      expect(requests).toMatchObject([
        { purpose: 'update', outcome: 'accepted' },
        { purpose: 'rollback', outcome: 'not-sent' },
      ]);
      expect(diagnostics.map(({ code }) => code)).toEqual(['circuit-open', 'rollback-incomplete']);
    },
  );

  it('sends no value back that the service has masked since', async () => {
    const { status, diagnostics, live, ...trial } = await rollBack({
      meanwhile: (service) => service.edit(ID, { 'sasl.password': '********' }),
    });
    expect(status).toBe('applied');
    expect(bodies(trial)).toEqual([{ db_max_threads: 8 }]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['carried-setting', 'rollback-incomplete']);
    expect(valuesOf(live)).toEqual({ db_max_threads: 8, 'sasl.password': '********' });
  });

  it('has the requests of all tries', async () => {
    const { status, requests, live } = await rollBack({
      service: {
        writes: ['none', 'limited'],
        onRequest: ({ method, nth }, service) => {
          if (method === 'PUT' && nth === 2) service.edit(ID, { future_switch: true });
        },
      },
    });
    expect(status).toBe('rolled-back');
    expect(requests.map(({ purpose, outcome, httpStatus }) => [purpose, outcome, httpStatus])).toEqual([
      ['update', 'accepted', 200],
      ['rollback', 'rejected', 429],
      ['rollback', 'accepted', 200],
    ]);
    expect(valuesOf(live)).toEqual({ db_max_threads: 4, future_switch: true });
  });

  it('keeps a field that someone else changed since, and reports it', async () => {
    const { status, diagnostics, live, service } = await rollBack({
      pipe: movingPipe(
        'a',
        { settings: { db_max_threads: 8, db_max_insert_threads: 3 } },
        { settings: { db_max_threads: 4, db_max_insert_threads: 1 } },
      ),
      meanwhile: (fake) => fake.edit(ID, { db_max_threads: 16 }),
    });
    expect(status).toBe('rolled-back');
    expect(valuesOf(live)).toEqual({ db_max_threads: 16, db_max_insert_threads: 1 });
    expect(service.writes).toHaveLength(2);
    expect(diagnostics).toMatchObject([
      { code: 'rollback-left', severity: 'warning', detail: 'settings.db_max_threads: wrote 8, now 16' },
    ]);
  });

  it('is not rolled back while it keeps a size whose window ended, even if the other fields are restored', async () => {
    for (const [settings, expected, writes] of [
      [{}, 'applied', 1],
      [{ db_max_threads: 8 }, 'failed', 3],
    ] as const) {
      const pipe = movingPipe(
        'a',
        { settings, scaling: { replicas: 6 } },
        { settings: { db_max_threads: 4 }, scaling: { replicas: 2 } },
      );
      const { status, diagnostics, live, service, run } = await rollBack({ pipe, ended: ['replicas'] });
      expect([status, valuesOf(live), live.scaling.replicas]).toEqual([expected, { db_max_threads: 4 }, 6]);
      expect(service.writes).toHaveLength(writes);
      expect(diagnostics).toMatchObject([{ code: 'rollback-left', detail: 'scaling.replicas: wrote 6' }]);
      expect(run.diagnostics[0]?.summary).toContain('1 of 1 pipe could not be restored');
    }
  });

  it('needs no request when the field already has its previous value', async () => {
    const { status, service, diagnostics } = await rollBack({
      meanwhile: (fake) => fake.edit(ID, { db_max_threads: 4 }),
    });
    expect(status).toBe('rolled-back');
    expect(service.writes).toHaveLength(1);
    expect(diagnostics).toEqual([]);
  });

  it('gets null for a setting that was unset, whatever PUT means', async () => {
    for (const put of ['replace', 'merge'] as const) {
      const pipe = movingPipe('a', { settings: { db_max_threads: 8 } }, { settings: { db_max_insert_threads: 1 } });
      const trial = await rollBack({ pipe, service: { put } });
      expect(trial.status).toBe('rolled-back');
      expect(bodies(trial)[1]).toEqual({ db_max_threads: null, db_max_insert_threads: 1 });
      expect(valuesOf(trial.live)).toEqual({ db_max_insert_threads: 1 });
    }
  });

  it('gets back CPU and memory together', async () => {
    const trial = await rollBack({ pipe: SIZED });
    expect(trial.status).toBe('rolled-back');
    expect(bodies(trial)).toEqual([
      { replicaCpuMillicores: 500, replicaMemoryGb: 1 },
      { replicaCpuMillicores: 250, replicaMemoryGb: 1 },
    ]);
  });

  it('is reported as rolled back only when a read shows it, even if the update never showed', async () => {
    for (const shows of ['zero', 'old'] as const) {
      for (const waitTimeoutMs of [0, 3_000, 10_000]) {
        const trial = await rollBack({ pipe: SIZED, service: { settling: { reads: 6, shows } }, waitTimeoutMs });
        const isBack = JSON.stringify(sizeOf(trial.live)) === '[250,1]';
        const waits = [200, 400, 800, 1_600];
        // Until the update shows, before what it shows can be restored, and until the restored size shows.
        if (waitTimeoutMs === 3_000)
          expect(trial.clock.slept).toEqual([...waits, ...(shows === 'zero' ? [200] : []), ...waits]);
        // A 0 that was read only once does not cause a write.
        expect(isBack).toBe(shows === 'old' || waitTimeoutMs > 0);
        expect(trial.status).toBe(
          waitTimeoutMs === 10_000 ? 'rolled-back' : waitTimeoutMs === 0 ? 'unknown' : 'failed',
        );
      }
    }
  });

  it('is restored from the live values when it changes between the two reads', async () => {
    const onRequest: ServiceOptions['onRequest'] = ({ method, nth }, fake) => {
      // The update reads twice; the rollback compares with the third read and confirms with the fourth.
      if (method === 'GET' && nth === 4) fake.edit(ID, { future_switch: true });
    };
    const trial = await rollBack({ service: { onRequest } });
    expect(trial.status).toBe('rolled-back');
    expect(valuesOf(trial.live)).toEqual({ db_max_threads: 4, future_switch: true });
    expect(trial.diagnostics).toEqual([]);
  });
});

describe('rolling back a write with a lost answer', () => {
  it.each<[string, ServiceOptions, string]>([
    ['restores a write that was committed and found', { writes: ['lost-after-commit'] }, 'rolled-back'],
    ['sends a write that was not committed again, then restores it', { writes: ['lost-before-commit'] }, 'rolled-back'],
    [
      'has nothing to restore when the write is never committed',
      { writes: Array(3).fill('lost-before-commit') },
      'rolled-back',
    ],
    ['finds a lost restore by a read', { writes: ['none', 'reset-after-commit'] }, 'rolled-back'],
  ])('%s', async (_, service, status) => {
    const trial = await rollBack({ service });
    expect(trial.status).toBe(status);
    expect(valuesOf(trial.live)).toEqual({ db_max_threads: 4 });
  });

  it('restores a write that no read confirmed, when it shows', async () => {
    // The answer is lost, and every read fails until the wave has failed.
    const reads = ['none', 'lost', 'none'] as const;
    const trial = await rollBack({ service: { writes: ['reset-after-commit'], reads }, waitTimeoutMs: 0 });
    expect(trial.run.rollout?.waves[0]?.reason).toBe('the result of pipe a is unknown');
    expect(trial.status).toBe('rolled-back');
    expect(valuesOf(trial.live)).toEqual({ db_max_threads: 4 });
    expect(trial.requests.map(({ outcome }) => outcome)).toEqual(['unknown', 'accepted']);
  });

  it('has nothing to restore when the write was accepted and ignored', async () => {
    const trial = await rollBack({ service: { writes: ['ignored'] } });
    expect(trial.status).toBe('rolled-back');
    expect(trial.service.writes).toHaveLength(1);
    expect(codesOf(trial.run, 'a')).toEqual(['not-converged']);
    expect(trial.code).toBe(3);
  });
});

describe('a pipe that is not rolled back', () => {
  async function expectIncomplete(given: Case, status: string, words: RegExp): Promise<void> {
    const trial = await rollBack(given);
    expect(trial.status).toBe(status);
    const last = trial.diagnostics.at(-1);
    expect(last).toMatchObject({ code: 'rollback-incomplete', severity: 'error' });
    expect(`${last?.summary}\n${last?.detail}`).toMatch(words);
    expect(trial.run.diagnostics[0]?.summary).toMatch(/1 of 1 pipe could not be restored\.$/);
    expect(trial.code).toBe(trial.run.checks.length > 0 ? 5 : 3);
  }

  it('had a size that was not shown before, so the previous size is unknown', () =>
    expectIncomplete(
      { pipe: movingPipe('a', { scaling: { replicas: 2 } }, {}) },
      'applied',
      /^scaling\.replicas: wrote 2, but the earlier value is not known$/m,
    ));

  it('never shows its size again', () =>
    expectIncomplete(
      { pipe: SIZED, service: { settling: { reads: 50, shows: 'zero' } }, waitTimeoutMs: 3_000 },
      'failed',
      /^scaling\.replicaCpuMillicores: wrote 500, but the current value is not available$/m,
    ));

  it('shows no settings at all, so others would be lost', async () => {
    const put: string[] = [];
    await expectIncomplete(
      {
        pipe: movingPipe('a', { settings: { db_max_threads: null } }),
        service: { onRequest: ({ method }) => put.push(method) },
        meanwhile: (service) => service.hideSettings(ID),
        waitTimeoutMs: 3_000,
      },
      'applied',
      /^settings\.db_max_threads: wrote unset, but the current value is not available$/m,
    );
    expect(put.filter((method) => method === 'PUT')).toHaveLength(1);
  });

  it('cannot be read', () =>
    expectIncomplete(
      { service: { reads: ['none', 'none', 'lost'] } },
      'applied',
      /\(the pipe could not be read, so it was not/,
    ));

  it('was renamed in the meantime', () =>
    expectIncomplete(
      { meanwhile: (service) => service.rename(ID, 'other') },
      'applied',
      /^name: was "a", now "other"; source: was kafka, now kafka$/m,
    ));

  it('has its restore rejected by the service', async () => {
    await expectIncomplete({ service: { writes: ['none', 'rejected'] } }, 'failed', /could not be rolled back/);
    const { run } = await rollBack({ service: { writes: ['none', 'rejected'] } });
    expect(codesOf(run, 'a')).toEqual(['request-rejected', 'rollback-incomplete']);
  });

  it('may be rolled back, when the answer to its restore is lost and no read shows it', () =>
    expectIncomplete(
      {
        service: {
          writes: ['none', 'lost-after-commit'],
          reads: [...Array(4).fill('none'), ...Array(99).fill('lost')],
        },
      },
      'unknown',
      /may not have been rolled back: no read has confirmed it/,
    ));

  it('has its restore accepted and ignored by the service', () =>
    expectIncomplete(
      { service: { writes: ['none', 'ignored'] } },
      'failed',
      /^settings\.db_max_threads: should be restored to 4$/m,
    ));

  it('is unknown after an internal error; the other pipes are rolled back', async () => {
    const { run, deeds, bugs } = await runGuarded({
      pipes: [movingPipe('a'), movingPipe('b')],
      rollout: { waves: [{ share: 1 }], onFailure: 'rollback' },
      says: { lag: ['fail'] },
      service: {
        onRequest: ({ id, method, nth }) => {
          if (id === idOf('b') && method === 'PUT' && nth === 2) throw new TypeError('a mistake of ours');
        },
      },
    });
    expect(statusesOf(run)).toEqual({ a: 'rolled-back', b: 'unknown' });
    expect(codesOf(run, 'b')).toEqual(['internal']);
    expect(bugs).toEqual([new TypeError('a mistake of ours')]);
    expect(deeds.at(-1)).toBe('run_done');
  });
});
