import { describe, expect, test } from 'vitest';
import type { PipeResult } from '../../../src/model/client.ts';
import type { DesiredPipe, Policy } from '../../../src/model/fleet.ts';
import type { LivePipe } from '../../../src/model/live-pipe.ts';
import { NO_ALLOWANCES } from '../../../src/plan/policy/plan-policy.ts';
import { answered, codes, failure, idOf, onlyPipe, place } from '../../plan/samples.ts';
import { movingPipe, movingPipes, setValues } from '../guarded-run.ts';
import { growingPipe } from '../journaled-run.ts';
import { runPlan } from '../run-plan.ts';
import { pathOf, planBack, ran } from './rollback-plan.ts';

describe('planning the rollback of a run', () => {
  test('plans the previous values with the same requests as any update', async () => {
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

  test('can roll back a rollback, repeatedly', async () => {
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

  test('plans only values that a partly failed run sent and that are live', async () => {
    const pipes = [growingPipe('a'), ...movingPipes('b', 'c')];
    const { run, service, desired } = await ran(pipes, { writes: ['none', 'rejected', 'none', 'rejected'] });
    expect(run.pipes.map(({ status }) => status)).toEqual(['failed', 'applied', 'failed']);
    const plan = planBack(run, desired, service);
    expect(plan.pipes.map(({ name, status, requests }) => [name, status, requests.map(({ body }) => body)])).toEqual([
      ['a', 'update', [{ replicas: 2 }]],
      ['b', 'update', [{ db_max_threads: 4 }]],
    ]);
  });

  test('keeps a field that someone else changed since, and reports it', async () => {
    const wanted = { settings: { db_max_threads: 8, db_max_insert_threads: 3 } };
    const shown = { settings: { db_max_threads: 4, db_max_insert_threads: 2 } };
    const { run, service, desired } = await ran([movingPipe('a', wanted, shown)]);
    service.edit(idOf('a'), { db_max_threads: 5, theirs: 7 });
    const pipe = onlyPipe(planBack(run, desired, service));
    expect(pipe.requests.map(({ body }) => body)).toEqual([{ db_max_threads: 5, db_max_insert_threads: 2, theirs: 7 }]);
    expect(codes(pipe.diagnostics)).toEqual(['rollback-left']);
    expect(pipe.diagnostics[0]?.detail).toBe('settings.db_max_threads: wrote 8, now 5');
  });

  test('keeps a field that someone else unset since', async () => {
    const { run, service, desired } = await ran([movingPipe('a')]);
    service.edit(idOf('a'), { db_max_threads: null });
    const pipe = onlyPipe(planBack(run, desired, service));
    expect(pipe).toMatchObject({ requests: [], diagnostics: [{ code: 'rollback-left' }] });
    expect(pipe.diagnostics[0]?.detail).toBe('settings.db_max_threads: wrote 8, now unset');
  });

  test('unsets a setting that was not set before', async () => {
    const { run, service, desired } = await ran([
      movingPipe('a', { settings: { db_max_threads: 8 } }, { settings: {} }),
    ]);
    expect(onlyPipe(planBack(run, desired, service)).requests.map(({ body }) => body)).toEqual([
      { db_max_threads: null },
    ]);
  });

  test('is not a success when a value was not shown before and cannot be restored', async () => {
    const wanted = { scaling: { replicas: 3 } };
    const { run, service, desired } = await ran([movingPipe('a', wanted, {})]);
    const pipe = onlyPipe(planBack(run, desired, service));
    expect(pipe).toMatchObject({ status: 'refused', requests: [] });
    expect(codes(pipe.diagnostics)).toEqual(['rollback-incomplete']);
  });

  test('restores the others when one value cannot be restored, with an error', async () => {
    const wanted = { settings: { db_max_threads: 8 }, scaling: { replicas: 3 } };
    const { run, service, desired } = await ran([movingPipe('a', wanted)]);
    const plan = planBack(run, desired, service);
    expect(onlyPipe(plan)).toMatchObject({
      status: 'update',
      changes: [{ path: 'settings.db_max_threads', after: 4 }],
    });
    expect(onlyPipe(plan).diagnostics).toMatchObject([{ code: 'rollback-incomplete', severity: 'error' }]);
    expect((await runPlan(plan, service)).run.pipes).toMatchObject([{ status: 'applied' }]);
  });

  test('restores a value that the run unset, also while the pipe settles', async () => {
    const pipe = movingPipe('a', { scaling: { replicas: null } }, { scaling: { replicas: 2 } });
    const { run, service, desired } = await ran([pipe]);
    const read = ({ id }: DesiredPipe) => answered({ ...service.truth(id), state: 'Modifying' });
    const planned = onlyPipe(planBack(run, desired, service, { read }));
    expect(planned.requests.map(({ body }) => body)).toEqual([{ replicas: 2 }]);
    expect(codes(planned.diagnostics)).toEqual(['pipe-in-transition']);
  });

  test('restores what the configuration acknowledges, whatever name and kind it asks for', async () => {
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

  const grown = movingPipe(
    'a',
    { settings: { db_max_threads: 8 }, scaling: { replicaCpuMillicores: 500 } },
    { settings: { db_max_threads: 4 }, scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 } },
  );

  test.each<[string, (live: LivePipe) => Partial<LivePipe>]>([
    ['no settings', () => ({ settings: { status: 'absent' } })],
    ['a size of 0', ({ scaling }) => ({ scaling: { ...scaling, replicaCpuMillicores: 0 } })],
    ['no size', ({ scaling }) => ({ scaling: { ...scaling, replicaCpuMillicores: null } })],
  ])('is not a success when the service shows %s now, so who wrote it is unknown', async (_, show) => {
    const { run, service, desired } = await ran([grown]);
    const read = ({ id }: DesiredPipe) => answered({ ...service.truth(id), ...show(service.truth(id)) });
    const { diagnostics } = onlyPipe(planBack(run, desired, service, { read }));
    expect(codes(diagnostics)).toEqual(['rollback-incomplete']);
    expect(diagnostics[0]?.detail).toContain('but the current value is not available');
  });

  test('is not a success when a size that the run unset is shown as 0, which is none yet', async () => {
    const { run, service, desired } = await ran([
      movingPipe('a', { scaling: { replicaCpuMillicores: null } }, { scaling: { replicaCpuMillicores: 250 } }),
    ]);
    service.edit(idOf('a'), {}, { replicaCpuMillicores: 0 });
    expect(codes(onlyPipe(planBack(run, desired, service)).diagnostics)).toEqual(['rollback-incomplete']);
  });
});

describe('a pipe that is not rolled back', () => {
  test('was renamed', async () => {
    const { run, service, desired } = await ran([movingPipe('a')]);
    service.rename(idOf('a'), 'another');
    const pipe = onlyPipe(planBack(run, desired, service));
    expect(pipe).toMatchObject({ status: 'refused', requests: [] });
    expect(pipe.diagnostics[0]?.summary).toContain('is a different pipe now');
  });

  test('is no longer configured, and is not read', async () => {
    const { run, service } = await ran(movingPipes('a', 'b'));
    const read = (): never => {
      throw new Error('it was read');
    };
    const plan = planBack(run, [], service, { read });
    expect(plan.pipes.map(({ status, requests }) => [status, requests])).toEqual([
      ['refused', []],
      ['refused', []],
    ]);
    expect(codes(plan.pipes.flatMap(({ diagnostics }) => diagnostics))).toEqual([
      'rollback-incomplete',
      'rollback-incomplete',
    ]);
  });

  test('is protected, unless that is allowed', async () => {
    const { run, service, desired } = await ran([movingPipe('a')]);
    const guarded = desired.map((pipe) => ({ ...pipe, protect: true }));
    const pipe = onlyPipe(planBack(run, guarded, service));
    expect([pipe.status, codes(pipe.diagnostics), pipe.requests]).toEqual(['refused', ['protected-pipe'], []]);
    const allowances = { ...NO_ALLOWANCES, protectedPipes: new Set(['a']) };
    expect(onlyPipe(planBack(run, guarded, service, { allowances })).status).toBe('update');
  });

  test.each(['not-found', 'service-idle', 'server', 'timeout'] as const)('cannot be read: %s', async (kind) => {
    const { run, service, desired } = await ran([movingPipe('a')]);
    const read = (): PipeResult => ({ ok: false, failure: failure(kind) });
    expect(onlyPipe(planBack(run, desired, service, { read }))).toMatchObject({ status: 'error', requests: [] });
  });

  test('exceeds the limit of changed pipes', async () => {
    const { run, service, desired } = await ran(movingPipes('a', 'b', 'c'));
    const policy: Partial<Policy> = { maxChangedPipes: { count: 2 }, minPipes: 0 };
    const plan = planBack(run, desired, service, { policy });
    expect(codes(plan.diagnostics)).toContain('too-many-changes');
    const { length } = service.writes;
    await runPlan(plan, service);
    expect(service.writes).toHaveLength(length);
  });
});
