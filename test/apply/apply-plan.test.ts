import { describe, expect, it } from 'vitest';
import { abandonRun } from '../../src/apply/apply-plan.ts';
import type { RunEvent } from '../../src/model/run.ts';
import { emptyPlan } from '../../src/plan/plan-fleet.ts';
import { sleepyClock } from '../api/fake-clock.ts';
import { codes, desiredPipe, failure, idOf, livePipe, NOW, pair, planOf, statusesOf, TOOL } from '../plan/samples.ts';
import { FakeService, type ServiceOptions } from './fake-service.ts';
import { interrupter } from './guarded-run.ts';
import { runPlan } from './run-plan.ts';

const NAMES = ['a', 'b', 'c', 'd'];

function pairOf(name: string) {
  return pair(
    desiredPipe({ name, settings: { db_max_threads: 8 } }),
    livePipe({ name, settings: { db_max_threads: 4 } }),
  );
}

function fleet(options: ServiceOptions = {}) {
  const service = new FakeService(
    NAMES.map((name) => livePipe({ name, settings: { db_max_threads: 4 } })),
    options,
  );
  return { plan: planOf(NAMES.map(pairOf)), service };
}

describe('a run', () => {
  it('writes only to the pipes to update, and reports all pipes in order', async () => {
    const plan = planOf([
      pairOf('a'),
      pair(
        desiredPipe({ name: 'b', settings: { db_max_threads: 4 } }),
        livePipe({ name: 'b', settings: { db_max_threads: 4 } }),
      ),
      pair(desiredPipe({ name: 'c', protect: true, settings: { db_max_threads: 8 } }), livePipe({ name: 'c' })),
      pair(desiredPipe({ name: 'd' }), failure('not-found')),
    ]);
    const service = new FakeService([livePipe({ name: 'a', settings: { db_max_threads: 4 } })]);
    const { run, story } = await runPlan(plan, service, { parallelism: 4 });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'unchanged', c: 'refused', d: 'failed' });
    expect(new Set(service.received.map(({ id }) => id))).toEqual(new Set([idOf('a')]));
    expect(story.slice(0, 3)).toEqual(['run_start 1 1', 'diagnostic c protected-pipe', 'diagnostic d pipe-not-found']);
    expect(run.summary).toEqual({
      total: 4,
      applied: 1,
      unchanged: 1,
      failed: 1,
      unknown: 0,
      stale: 0,
      refused: 1,
      skipped: 0,
      'rolled-back': 0,
      requests: 1,
    });
  });

  it('sends nothing when policy refuses the whole plan', async () => {
    const plan = planOf(NAMES.map(pairOf), { policy: { maxChangedPipes: { count: 1 }, minPipes: 0 } });
    const service = new FakeService([]);
    const { run, story } = await runPlan(plan, service);
    expect(service.received).toEqual([]);
    expect(new Set(run.pipes.map(({ status }) => status))).toEqual(new Set(['refused']));
    expect(run.pipes[0]?.requests).toMatchObject([{ outcome: 'not-sent' }]);
    expect(story).toEqual(['run_start 0 0', 'diagnostic null too-many-changes', 'run_done']);
  });

  it('emits both run events and its reason when it ends before it starts', () => {
    const events: RunEvent[] = [];
    const plan = emptyPlan(null, [], { now: NOW, tool: TOOL });
    const run = abandonRun(plan, sleepyClock(), {
      runId: 'run-1',
      rollsBack: null,
      emit: (event) => events.push(event),
      stop: AbortSignal.abort('SIGTERM'),
    });
    expect(events.map(({ type }) => type)).toEqual(['run_start', 'run_done']);
    expect(run).toMatchObject({ interrupted: 'SIGTERM', pipes: [] });
  });

  it('updates at most the given number of pipes at once', async () => {
    const { plan, service } = fleet();
    const { story } = await runPlan(plan, service, { parallelism: 2 });
    expect(story.filter((line) => line.startsWith('pipe_'))[1]).toBe('pipe_start b');
    const one = await runPlan(plan, fleet().service, { parallelism: 1 });
    expect(one.story.filter((line) => line.startsWith('pipe_'))[1]).toBe('pipe_done a applied');
  });
});

describe('when a pipe fails', () => {
  const writes = ['none', 'rejected'] as const;

  it('continues with the other pipes', async () => {
    const { plan, service } = fleet({ writes });
    const { run } = await runPlan(plan, service);
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'failed', c: 'applied', d: 'applied' });
  });

  it('starts no more pipes with --fail-fast, and reports why', async () => {
    const { plan, service } = fleet({ writes });
    const { run, story } = await runPlan(plan, service, { failFast: true });
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'failed', c: 'skipped', d: 'skipped' });
    expect(codes(run.pipes[2]?.diagnostics ?? [])).toEqual(['not-attempted']);
    expect(run.pipes[2]?.requests).toMatchObject([{ outcome: 'not-sent', attempts: 0 }]);
    expect(story).not.toContain('pipe_start c');
    expect(run.interrupted).toBeNull();
  });

  it('does not count a pipe as failed when it did not wait for it', async () => {
    const plan = planOf(
      ['a', 'b'].map((name) => pair(desiredPipe({ name, scaling: { replicaCpuMillicores: 500 } }), sized(name))),
    );
    const service = new FakeService(['a', 'b'].map(sized), { settling: { reads: 2, shows: 'zero' } });
    const { run } = await runPlan(plan, service, { failFast: true, waitTimeoutMs: 0 });
    expect(statusesOf(run)).toEqual({ a: 'unknown', b: 'unknown' });
  });
});

function sized(name: string) {
  return livePipe({ name, scaling: { replicas: 1, replicaCpuMillicores: 250, replicaMemoryGb: 1 } });
}

/** Acts at the given request of a pipe. */
function at(method: string, name: string, nth: number, act: () => void): NonNullable<ServiceOptions['onRequest']> {
  return (request) => {
    if (request.method === method && request.id === idOf(name) && request.nth === nth) act();
  };
}

// That it starts no pipe is in properties.test.ts, and what is reported then, in test/e2e/interrupts.test.ts.
describe('the first interrupt', () => {
  it('still waits for a pipe in flight', async () => {
    const { signals, first } = interrupter();
    const plan = planOf([pair(desiredPipe({ name: 'a', scaling: { replicaCpuMillicores: 500 } }), sized('a'))]);
    const service = new FakeService([sized('a')], {
      settling: { reads: 5, shows: 'zero' },
      onRequest: at('PATCH', 'a', 1, first),
    });
    expect(statusesOf((await runPlan(plan, service, signals)).run)).toEqual({ a: 'applied' });
  });
});

describe('the second interrupt', () => {
  it('writes nothing to the pipe when it comes before the first write', async () => {
    const { signals, second } = interrupter();
    const { plan, service } = fleet({ onRequest: at('GET', 'a', 1, second) });
    const { run, story } = await runPlan(plan, service, signals);
    expect(service.writes).toEqual([]);
    expect(statusesOf(run)).toEqual({ a: 'skipped', b: 'skipped', c: 'skipped', d: 'skipped' });
    expect(codes(run.pipes[0]?.diagnostics ?? [])).toEqual(['interrupted']);
    expect(run.pipes[0]?.requests).toMatchObject([{ outcome: 'not-sent' }]);
    expect(story).toEqual([
      'run_start 4 4',
      'pipe_start a',
      'GET a 200',
      'diagnostic a interrupted',
      'pipe_done a skipped',
      'run_done',
    ]);
  });

  it.each(['none', 'lost-before-commit'] as const)(
    'makes the pipe unknown when it comes during a write: %s',
    async (fault) => {
      const { signals, second } = interrupter();
      const { plan, service } = fleet({ writes: [fault], onRequest: at('PUT', 'a', 1, second) });
      const { run } = await runPlan(plan, service, signals);
      expect(statusesOf(run)).toEqual({ a: 'unknown', b: 'skipped', c: 'skipped', d: 'skipped' });
      expect(run.pipes[0]?.diagnostics).not.toEqual([]);
      expect(service.writes).toHaveLength(1);
    },
  );

  it('reports the unsent request when it comes between two writes', async () => {
    const { signals, second } = interrupter();
    const desired = desiredPipe({ name: 'a', settings: { db_max_threads: 8 }, scaling: { replicaCpuMillicores: 500 } });
    const plan = planOf([pair(desired, sized('a'))]);
    const service = new FakeService([sized('a')], { onRequest: at('PATCH', 'a', 1, second) });
    const { run } = await runPlan(plan, service, signals);
    expect(run.pipes[0]?.requests.map(({ outcome }) => outcome)).toEqual(['accepted', 'not-sent']);
    expect(run.pipes[0]?.status).toBe('unknown');
    expect(codes(run.pipes[0]?.diagnostics ?? [])).toContain('interrupted');
  });

  it('ends the wait', async () => {
    const { signals, second } = interrupter();
    const plan = planOf([pair(desiredPipe({ name: 'a', scaling: { replicaCpuMillicores: 500 } }), sized('a'))]);
    const service = new FakeService([sized('a')], {
      settling: { reads: 50, shows: 'zero' },
      onRequest: at('GET', 'a', 4, second),
    });
    const { run } = await runPlan(plan, service, signals);
    expect(statusesOf(run)).toEqual({ a: 'unknown' });
    expect(run.pipes[0]?.diagnostics.at(-1)).toMatchObject({
      summary: 'The wait for pipe a was interrupted before every new value was confirmed.',
      detail: expect.stringContaining('scaling.replicaCpuMillicores: asked for 500, found no value'),
    });
    expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(4);
  });
});
