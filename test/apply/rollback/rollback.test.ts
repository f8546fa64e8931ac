import { describe, expect, it } from 'vitest';
import { NO_WRITE_POLICIES } from '../../../src/apply/ports.ts';
import type { DesiredPipe } from '../../../src/model/fleet.ts';
import type { JsonObject } from '../../../src/model/json/json.ts';
import { NO_ALLOWANCES } from '../../../src/plan/policy/plan-policy.ts';
import { answered, codes, failure, idOf, onlyPipe, place, statusesOf, valuesOf } from '../../plan/samples.ts';
import type { FakeService, ServiceOptions } from '../fake-service.ts';
import { codesOf, type LivePair, movingPipe, movingPipes, runGuarded, setValues } from '../guarded-run.ts';
import { growingPipe } from '../journaled-run.ts';
import { runPlan } from '../run-plan.ts';
import { pathOf, planBack, ran } from './rollback-plan.ts';

const ID = idOf('a');

const THREADS = { settings: { db_max_threads: 8 } };
const SIZE = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
const CPU = { scaling: { replicaCpuMillicores: 500 } };

/** CPU from 250 to 500. */
const SIZED = movingPipe('a', CPU, { settings: { db_max_threads: 4 }, scaling: SIZE });

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

/** Rolls the run of one pipe back later, by a plan. */
async function rollBackLater({ pipe = movingPipe('a'), service: options, meanwhile }: Case) {
  const { run, service, desired } = await ran([pipe], options);
  meanwhile?.(service);
  const plan = planBack(run, desired, service);
  const undone = await runPlan(plan, service, { rollsBack: run.id });
  return { ...onlyPipe(undone.run), service, live: service.truth(ID) };
}

interface Ending {
  /** Whether everything is restored, nothing had to be, or only a part or nothing could be. */
  readonly ends: 'restored' | 'nothing to do' | 'partly' | 'not at all';
  /** The bodies of the requests of the rollback. */
  readonly sent?: readonly JsonObject[];
  /** The settings after it; default: as before the run. */
  readonly settings?: JsonObject;
  readonly problem?: string;
}

const moving = (wanted: Parameters<typeof movingPipe>[1], shown?: Parameters<typeof movingPipe>[2]) => ({
  pipe: movingPipe('a', wanted, shown),
});

describe.each([
  [
    'in the run, after a failed wave',
    rollBack,
    { restored: 'rolled-back', 'nothing to do': 'rolled-back', partly: 'failed', 'not at all': 'applied' },
  ],
  [
    'later, by a plan',
    rollBackLater,
    { restored: 'applied', 'nothing to do': 'unchanged', partly: 'applied', 'not at all': 'refused' },
  ],
] as const)('a rollback %s', (_, undo, statuses) => {
  const two = { settings: { db_max_threads: 4, db_max_insert_threads: 1 } };
  const unset = { ...moving(THREADS, { settings: { db_max_insert_threads: 1 } }) };
  const settings = { db_max_insert_threads: 1 };

  it.each<[string, Case, Ending]>([
    ['restores the earlier value', {}, { ends: 'restored', sent: [{ db_max_threads: 4 }] }],
    [
      'keeps what someone else added',
      { meanwhile: (service) => service.edit(ID, { theirs: 7 }) },
      { ends: 'restored', sent: [{ db_max_threads: 4, theirs: 7 }], settings: { db_max_threads: 4, theirs: 7 } },
    ],
    [
      'keeps a field that someone else changed, and reports it',
      {
        ...moving({ settings: { db_max_threads: 8, db_max_insert_threads: 3 } }, two),
        meanwhile: (service) => service.edit(ID, { db_max_threads: 16 }),
      },
      {
        ends: 'restored',
        sent: [{ db_max_threads: 16, db_max_insert_threads: 1 }],
        settings: { db_max_threads: 16, db_max_insert_threads: 1 },
        problem: 'rollback-left: settings.db_max_threads: wrote 8, now 16',
      },
    ],
    [
      'keeps a field that someone else unset',
      { meanwhile: (service) => service.edit(ID, { db_max_threads: null }) },
      { ends: 'nothing to do', settings: {}, problem: 'rollback-left: settings.db_max_threads: wrote 8, now unset' },
    ],
    [
      'sends nothing when the field has its earlier value again',
      { meanwhile: (service) => service.edit(ID, { db_max_threads: 4 }) },
      { ends: 'nothing to do' },
    ],
    [
      'unsets a setting that was unset, where PUT merges, too',
      { ...unset, service: { put: 'merge' } },
      { ends: 'restored', sent: [{ db_max_threads: null, db_max_insert_threads: 1 }], settings },
    ],
    [
      'sends CPU and memory together',
      { pipe: SIZED },
      { ends: 'restored', sent: [{ replicaCpuMillicores: 250, replicaMemoryGb: 1 }] },
    ],
    [
      'cannot restore a size that was not shown before',
      moving({ scaling: { replicas: 3 } }, {}),
      {
        ends: 'not at all',
        settings: {},
        problem: 'rollback-incomplete: scaling.replicas: wrote 3, but the earlier value is not known',
      },
    ],
    [
      'restores the others beside one that it cannot, with an error',
      moving({ ...THREADS, scaling: { replicas: 3 } }),
      {
        ends: 'partly',
        sent: [{ db_max_threads: 4 }],
        problem: 'rollback-incomplete: scaling.replicas: wrote 3, but the earlier value is not known',
      },
    ],
    [
      'sends no settings where the service no longer shows any',
      { ...moving({ settings: { db_max_threads: null } }), meanwhile: (service) => service.hideSettings(ID) },
      {
        ends: 'not at all',
        settings: {},
        problem: 'rollback-incomplete: settings.db_max_threads: wrote unset, but the current value is not available',
      },
    ],
    ...[0, null].map((replicaCpuMillicores): [string, Case, Ending] => [
      `does not know who wrote a size that is shown as ${replicaCpuMillicores}`,
      { pipe: SIZED, meanwhile: (service) => service.edit(ID, {}, { replicaCpuMillicores }) },
      {
        ends: 'not at all',
        problem: 'rollback-incomplete: scaling.replicaCpuMillicores: wrote 500, but the current value is not available',
      },
    ]),
    ...([0, 'unreadable'] as const).map((replicaCpuMillicores): [string, Case, Ending] => [
      `does not take ${replicaCpuMillicores} for unset, where the run unset the size`,
      {
        ...moving({ scaling: { replicaCpuMillicores: null } }, { scaling: { replicaCpuMillicores: 250 } }),
        meanwhile: (service) => service.edit(ID, {}, { replicaCpuMillicores }),
      },
      {
        ends: 'not at all',
        settings: {},
        problem:
          'rollback-incomplete: scaling.replicaCpuMillicores: wrote unset, but the current value is not available',
      },
    ]),
    [
      'leaves a pipe that was renamed',
      { meanwhile: (service) => service.rename(ID, 'other') },
      {
        ends: 'not at all',
        settings: { db_max_threads: 8 },
        problem: 'rollback-incomplete: name: was "a", now "other"; source: was kafka, now kafka',
      },
    ],
  ])('%s', async (_name, given, { ends, sent = [], settings: expected = { db_max_threads: 4 }, problem }) => {
    const { status, diagnostics, requests, service, live } = await undo(given);
    const found = diagnostics.filter(({ code }) => code !== 'unusual-size');
    expect(found.map(({ code, detail }) => `${code}: ${detail}`)).toEqual(problem === undefined ? [] : [problem]);
    expect(status).toBe(statuses[ends]);
    expect(service.writes.map(({ body }) => body).slice(service.writes.length - sent.length)).toEqual(sent);
    expect(requests.filter(({ purpose }) => undo === rollBackLater || purpose === 'rollback')).toHaveLength(
      sent.length,
    );
    expect(setValues(live).settings).toEqual(expected);
  });
});

describe('the rollback of a failed wave', () => {
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
      expect(codes(diagnostics)).toEqual(['circuit-open', 'rollback-incomplete']);
    },
  );

  it('sends no value back that the service has masked since', async () => {
    const { status, diagnostics, live, service } = await rollBack({
      meanwhile: (fake) => fake.edit(ID, { 'sasl.password': '********' }),
    });
    expect([status, service.writes.length]).toEqual(['applied', 1]);
    expect(codes(diagnostics)).toEqual(['carried-setting', 'rollback-incomplete']);
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

  it.each([
    [{}, 'applied', 1],
    [{ db_max_threads: 8 }, 'failed', 3],
  ])('is none while a size stays whose window ended, even if %j is restored', async (settings, expected, writes) => {
    const { status, diagnostics, live, service, run } = await rollBack({
      ...moving({ settings, scaling: { replicas: 6 } }, { settings: { db_max_threads: 4 }, scaling: { replicas: 2 } }),
      ended: ['replicas'],
    });
    expect([status, valuesOf(live), live.scaling.replicas]).toEqual([expected, { db_max_threads: 4 }, 6]);
    expect(service.writes).toHaveLength(writes);
    expect(diagnostics).toMatchObject([{ code: 'rollback-left', detail: 'scaling.replicas: wrote 6' }]);
    expect(run.diagnostics[0]?.summary).toContain('1 of 1 pipe could not be restored');
  });

  it('is done only when a read shows it, even if the update never showed', async () => {
    for (const shows of ['zero', 'old'] as const) {
      for (const waitTimeoutMs of [0, 3_000, 10_000]) {
        const trial = await rollBack({ pipe: SIZED, service: { settling: { reads: 6, shows } }, waitTimeoutMs });
        const { replicaCpuMillicores, replicaMemoryGb } = trial.live.scaling;
        const waits = [200, 400, 800, 1_600];
        // Until the update shows, before what it shows can be restored, and until the restored size shows.
        if (waitTimeoutMs === 3_000)
          expect(trial.clock.slept).toEqual([...waits, ...(shows === 'zero' ? [200] : []), ...waits]);
        // A 0 that was read only once does not cause a write.
        const isBack = shows === 'old' || waitTimeoutMs > 0;
        expect([replicaCpuMillicores, replicaMemoryGb]).toEqual([isBack ? 250 : 500, 1]);
        expect(trial.status).toBe(
          waitTimeoutMs === 10_000 ? 'rolled-back' : waitTimeoutMs === 0 ? 'unknown' : 'failed',
        );
      }
    }
  });

  it('starts from the live values when the pipe changes between the two reads', async () => {
    const onRequest: ServiceOptions['onRequest'] = ({ method, nth }, fake) => {
      // The update reads twice; the rollback compares with the third read and confirms with the fourth.
      if (method === 'GET' && nth === 4) fake.edit(ID, { future_switch: true });
    };
    const { status, live, diagnostics } = await rollBack({ service: { onRequest } });
    expect([status, valuesOf(live)]).toEqual(['rolled-back', { db_max_threads: 4, future_switch: true }]);
    expect(diagnostics).toEqual([]);
  });

  it.each<[string, ServiceOptions]>([
    ['restores a write that was committed and found', { writes: ['lost-after-commit'] }],
    ['sends a write that was not committed again, then restores it', { writes: ['lost-before-commit'] }],
    ['has nothing to restore when the write is never committed', { writes: Array(3).fill('lost-before-commit') }],
    ['finds a lost restore by a read', { writes: ['none', 'reset-after-commit'] }],
    ['has nothing to restore when the write was accepted and ignored', { writes: ['ignored'] }],
  ])('after a lost answer %s', async (_, service) => {
    const { status, live } = await rollBack({ service });
    expect([status, valuesOf(live)]).toEqual(['rolled-back', { db_max_threads: 4 }]);
  });

  it('restores a write that no read confirmed, when it shows', async () => {
    // The answer is lost, and every read fails until the wave has failed.
    const reads = ['none', 'lost', 'none'] as const;
    const trial = await rollBack({ service: { writes: ['reset-after-commit'], reads }, waitTimeoutMs: 0 });
    expect(trial.run.rollout?.waves[0]?.reason).toBe('the result of pipe a is unknown');
    expect([trial.status, valuesOf(trial.live)]).toEqual(['rolled-back', { db_max_threads: 4 }]);
    expect(trial.requests.map(({ outcome }) => outcome)).toEqual(['unknown', 'accepted']);
  });

  it.each<[string, ServiceOptions, string, RegExp]>([
    [
      'cannot read the pipe',
      { reads: ['none', 'none', 'lost'] },
      'applied',
      /\(the pipe could not be read, so it was not/,
    ],
    ['is rejected', { writes: ['none', 'rejected'] }, 'failed', /could not be rolled back/],
    [
      'is accepted and ignored',
      { writes: ['none', 'ignored'] },
      'failed',
      /^settings\.db_max_threads: should be restored to 4$/m,
    ],
    [
      'may be done, when its answer is lost and no read shows it',
      { writes: ['none', 'lost-after-commit'], reads: [...Array(4).fill('none'), ...Array(99).fill('lost')] },
      'unknown',
      /may not have been rolled back: no read has confirmed it/,
    ],
  ])('is reported when it %s', async (_, service, status, words) => {
    const { status: ended, diagnostics, run, code } = await rollBack({ service });
    const last = diagnostics.at(-1);
    expect(ended).toBe(status);
    expect(last).toMatchObject({ code: 'rollback-incomplete', severity: 'error' });
    expect(`${last?.summary}\n${last?.detail}`).toMatch(words);
    expect(run.diagnostics[0]?.summary).toMatch(/1 of 1 pipe could not be restored\.$/);
    expect(code).toBe(5);
  });

  it('of a pipe is unknown after an internal error; the other pipes are rolled back', async () => {
    const { run, deeds, bugs } = await runGuarded({
      pipes: movingPipes('a', 'b'),
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

describe('the plan of a rollback', () => {
  it('has the earlier values and the same requests as any update', async () => {
    const { run, service, desired } = await ran([growingPipe('a')]);
    const plan = planBack(run, desired, service);
    expect(onlyPipe(plan)).toMatchObject({
      status: 'update',
      changes: [
        { path: 'settings.db_max_threads', before: 8, after: 4 },
        { path: 'scaling.replicas', before: 3, after: 2 },
      ],
      requests: [
        { method: 'PUT', path: `${pathOf('a')}/settings`, body: { db_max_threads: 4, other: 1 } },
        { method: 'PATCH', path: `${pathOf('a')}/scaling`, body: { replicas: 2 } },
      ],
    });
    expect(plan.summary).toMatchObject({ update: 1, changes: 2, requests: 2 });
    expect(codes(plan.diagnostics)).toEqual(['rollback-against-configuration']);
  });

  it('rolls back a rollback, repeatedly', async () => {
    const pipes = [growingPipe('a'), movingPipe('b')];
    const before = pipes.map(({ live }) => setValues(live));
    const { run, service, desired } = await ran(pipes);
    const truth = () => pipes.map(({ live }) => setValues(service.truth(live.id)));
    const after = truth();
    let last = run;
    for (const expected of [before, after, before]) {
      const plan = planBack(last, desired, service);
      last = (await runPlan(plan, service, { rollsBack: last.id })).run;
      expect(last.pipes.map(({ status }) => status)).toEqual(['applied', 'applied']);
      expect(truth()).toEqual(expected);
    }
    // The rollback is marked as one, and the values are as before, so there is nothing to do.
    expect(last.rollsBack).not.toBeNull();
    expect(planBack(run, desired, service).summary).toMatchObject({ total: 2, unchanged: 2, update: 0 });
  });

  it('has only values that a partly failed run sent and that are live', async () => {
    const pipes = [growingPipe('a'), ...movingPipes('b', 'c')];
    const { run, service, desired } = await ran(pipes, { writes: ['none', 'rejected', 'none', 'rejected'] });
    expect(statusesOf(run)).toEqual({ a: 'failed', b: 'applied', c: 'failed' });
    const plan = planBack(run, desired, service);
    expect(plan.pipes.map(({ name, status, requests }) => [name, status, requests.map(({ body }) => body)])).toEqual([
      ['a', 'update', [{ replicas: 2 }]],
      ['b', 'update', [{ db_max_threads: 4 }]],
    ]);
  });

  it('restores a size that the run unset, also while the pipe settles', async () => {
    const { run, service, desired } = await ran([
      movingPipe('a', { scaling: { replicas: null } }, { scaling: { replicas: 2 } }),
    ]);
    const read = ({ id }: DesiredPipe) => answered({ ...service.truth(id), state: 'Modifying' });
    const planned = onlyPipe(planBack(run, desired, service, { read }));
    expect(planned.requests.map(({ body }) => body)).toEqual([{ replicas: 2 }]);
    expect(codes(planned.diagnostics)).toEqual(['pipe-in-transition']);
  });

  it('restores what the configuration acknowledges, whatever name and kind it asks for', async () => {
    const { run, service, desired } = await ran([movingPipe('a')]);
    const known = {
      path: 'settings.db_max_threads',
      reason: 'load test',
      until: '2099-01-01',
      location: place(9),
    } as const;
    const now = desired.map((pipe) => ({ ...pipe, liveName: 'z', source: 'kinesis' as const, acknowledge: [known] }));
    const pipe = onlyPipe(planBack(run, now, service));
    expect(pipe).toMatchObject({ status: 'update', acknowledged: [], changes: [{ before: 8, after: 4 }] });
  });

  it('refuses a pipe that is no longer configured, and does not read it', async () => {
    const { run, service } = await ran([movingPipe('a')]);
    const read = (): never => {
      throw new Error('it was read');
    };
    const pipe = onlyPipe(planBack(run, [], service, { read }));
    expect([pipe.status, pipe.requests, codes(pipe.diagnostics)]).toEqual(['refused', [], ['rollback-incomplete']]);
  });

  it('has an error for a pipe that cannot be read', async () => {
    const { run, service, desired } = await ran([movingPipe('a')]);
    const read = () => ({ ok: false, failure: failure('server') }) as const;
    expect(onlyPipe(planBack(run, desired, service, { read }))).toMatchObject({ status: 'error', requests: [] });
  });

  it('holds to policies: protection, unless it is allowed, and the limit of changed pipes', async () => {
    const { run, service, desired } = await ran(movingPipes('a', 'b'));
    const guarded = desired.map((pipe) => ({ ...pipe, protect: pipe.name === 'a' }));
    expect(statusesOf(planBack(run, guarded, service))).toEqual({ a: 'refused', b: 'update' });
    const allowances = { ...NO_ALLOWANCES, protectedPipes: new Set(['a']) };
    expect(statusesOf(planBack(run, guarded, service, { allowances }))).toEqual({ a: 'update', b: 'update' });
    const plan = planBack(run, desired, service, { policy: { maxChangedPipes: { count: 1 }, minPipes: 0 } });
    expect(codes(plan.diagnostics)).toContain('too-many-changes');
    await runPlan(plan, service);
    expect(service.writes).toHaveLength(2);
  });
});
