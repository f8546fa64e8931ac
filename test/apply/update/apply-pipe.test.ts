import { describe, expect, it } from 'vitest';
import { type ApplyPlanOptions, NO_WRITE_POLICIES } from '../../../src/apply/ports.ts';
import type { JsonObject } from '../../../src/model/json/json.ts';
import type { LivePipe, LiveScaling } from '../../../src/model/live-pipe.ts';
import { sleepyClock } from '../../api/fake-clock.ts';
import { codes, desiredPipe, idOf, livePipe, onlyPipe, pair, planOf, valuesOf } from '../../plan/samples.ts';
import { FakeService, type ServiceOptions, type WriteFault } from '../fake-service.ts';
import { movingPipes, runScenario } from '../guarded-run.ts';
import { runPlan } from '../run-plan.ts';

const ID = idOf('orders');
const SMALL = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
const LIVE = livePipe({ settings: { db_max_threads: 4, future_switch: true }, scaling: SMALL });

const SETTINGS = desiredPipe({ settings: { db_max_threads: 8 } });
const SIZE = desiredPipe({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 } });
const UNSET = desiredPipe({ scaling: { replicaCpuMillicores: null } });
const BOTH = desiredPipe({
  settings: { db_max_threads: 8 },
  scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 },
});
const PUT = { db_max_threads: 8, future_switch: true };
const PATCH = { replicaCpuMillicores: 500, replicaMemoryGb: 2 };

async function apply(
  desired = SETTINGS,
  options: ServiceOptions = {},
  given: Partial<ApplyPlanOptions> = {},
  live = LIVE,
  clock = sleepyClock(),
) {
  const plan = planOf([pair(desired, live)]);
  const service = new FakeService([live], options);
  const trial = await runPlan(plan, service, given, clock);
  const pipe = onlyPipe(trial.run);
  const sent = service.writes.map(({ method, body }) => [method, body]);
  const outcomes = pipe.requests.map(({ method, outcome }) => `${method} ${outcome}`);
  return { ...trial, plan, service, pipe, sent, outcomes, status: pipe.status, codes: codes(pipe.diagnostics) };
}

/** Someone else acts at the given read. */
function atRead(nth: number, act: (service: FakeService) => void): ServiceOptions {
  return {
    onRequest: (request, service) => {
      if (request.method === 'GET' && request.nth === nth) act(service);
    },
  };
}

/** Someone else edits the pipe before the first read. */
function editing(...edit: [JsonObject, Partial<LiveScaling>?]): ServiceOptions {
  return atRead(1, (service) => service.edit(ID, ...edit));
}

describe('a successful update', () => {
  it('reads, writes, reads again and reports each step in order', async () => {
    const { status, sent, story, pipe, run } = await apply(BOTH);
    expect(status).toBe('applied');
    expect(sent).toEqual([
      ['PATCH', PATCH],
      ['PUT', PUT],
    ]);
    expect(story).toEqual([
      'run_start 1 2',
      'pipe_start orders',
      'GET orders 200',
      'PATCH orders 200',
      'PUT orders 200',
      'GET orders 200',
      'pipe_done orders applied',
      'run_done',
    ]);
    expect(pipe.requests).toMatchObject([
      { method: 'PATCH', outcome: 'accepted', httpStatus: 200, attempts: 1, requestId: 'write-1' },
      { method: 'PUT', outcome: 'accepted', httpStatus: 200, attempts: 1, requestId: 'write-2' },
    ]);
    expect(run.summary).toMatchObject({ total: 1, applied: 1, requests: 2 });
  });

  it.each([
    ['the old size', SIZE, 'old'],
    ['0', SIZE, 'zero'],
    ['0, also for a size that should be unset', UNSET, 'zero'],
  ] as const)('waits while scaling shows %s', async (_, desired, shows) => {
    const { status, service, clock } = await apply(desired, { settling: { reads: 6, shows } });
    expect([status, service.writes.length]).toEqual(['applied', 1]);
    expect(clock.slept).toEqual([200, 400, 800, 1600, 2000, 2000]);
  });

  it('is confirmed by fractions in single precision, as a service may store them, and then nothing is left to do', async () => {
    const desired = desiredPipe({ settings: { ratio: 0.7 } });
    const shows = (live: LivePipe): LivePipe => ({
      ...live,
      settings: { status: 'known', values: { ...valuesOf(live), ratio: Math.fround(Number(valuesOf(live).ratio)) } },
    });
    const live = livePipe({ settings: { ratio: 0.5 } });
    const { status, service } = await apply(desired, { shows }, {}, live);
    expect(status).toBe('applied');
    expect(onlyPipe(planOf([pair(desired, shows(service.truth(ID)))])).status).toBe('unchanged');
  });

  it('sends exactly the request bodies of the plan, even when more is known by then', async () => {
    const live = livePipe({ settings: {}, scaling: { replicaMemoryGb: 1 } });
    const plan = planOf([pair(desiredPipe({ scaling: { replicaMemoryGb: 2 } }), live)]);
    const service = new FakeService([
      livePipe({ settings: {}, scaling: { replicaMemoryGb: 1, replicaCpuMillicores: 250 } }),
    ]);
    const { run } = await runPlan(plan, service);
    expect(service.writes.map(({ body }) => body)).toEqual(plan.pipes[0]?.requests.map(({ body }) => body));
    expect(onlyPipe(run).status).toBe('applied');
  });
});

describe('a pipe that changed since the plan', () => {
  it.each<[string, string, ServiceOptions]>([
    ['a managed setting', 'settings.db_max_threads: planned from 4, now 6', editing({ db_max_threads: 6 })],
    [
      'a setting that is unset now',
      'settings.db_max_threads: planned from 4, now unset',
      editing({ db_max_threads: null }),
    ],
    ['an unknown setting', 'settings.future_switch: planned from true, now false', editing({ future_switch: false })],
    ['a new setting', 'settings.other: planned from unset, now 0', editing({ other: 0 })],
    ['managed scaling', 'scaling.replicaMemoryGb: planned from 1, now 4', editing({}, { replicaMemoryGb: 4 })],
    ['a size of 0', 'scaling.replicaMemoryGb: planned from 1, now no value', editing({}, { replicaMemoryGb: 0 })],
    [
      'scaling that cannot be read',
      'scaling.replicaMemoryGb: planned from 1, cannot be read; the service returned "abc"',
      {
        shows: (live) => ({
          ...{ ...live, scaling: { ...live.scaling, replicaMemoryGb: 'unreadable' } },
          unreadable: [{ path: 'scaling.replicaMemoryGb', found: 'abc' }],
        }),
      },
    ],
    ['its name', 'name: planned from "orders", now "orders-2"', atRead(1, (it) => it.rename(ID, 'orders-2'))],
  ])('is not written: %s', async (_, said, move) => {
    const { status, service, pipe, outcomes } = await apply(BOTH, move);
    expect([status, service.writes]).toEqual(['stale', []]);
    expect(outcomes).toEqual(['PATCH not-sent', 'PUT not-sent']);
    expect(pipe.diagnostics).toMatchObject([{ severity: 'error', code: 'pipe-moved', detail: said }]);
  });

  it('is scaled after a setting was unset, although the service shows a default for it', async () => {
    const desired = desiredPipe({ settings: { db_max_threads: null }, scaling: { replicas: 1 } });
    const showDefault = (live: LivePipe): LivePipe => ({
      ...live,
      settings: { status: 'known', values: { db_max_threads: 16, ...valuesOf(live) } },
    });
    const { outcomes } = await apply(desired, { answer: (_, live) => showDefault(live), shows: showDefault });
    expect(outcomes).toEqual(['PUT accepted', 'PATCH accepted']);
  });

  it.each<[string, ServiceOptions]>([
    ['an unmanaged scaling value, or one inside its band', editing({}, { replicas: 4, replicaMemoryGb: 2 })],
    ['a null, which is unset', editing({ other: null })],
  ])('is written when only %s changed', async (_, move) => {
    const desired = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: { min: 1, max: 5 } } });
    expect((await apply(desired, move)).status).toBe('applied');
  });

  it.each<[string, JsonObject, string]>([
    ['nothing else changed', {}, 'unchanged'],
    ['a setting that is not managed changed', { future_switch: false }, 'unchanged'],
    ['another managed setting changed', { db_max_insert_threads: 3 }, 'stale'],
  ])('is not written when it has the planned values, and %s', async (_, edit, expected) => {
    const desired = desiredPipe({ settings: { db_max_threads: 8, db_max_insert_threads: 2 } });
    const live = livePipe({ settings: { ...valuesOf(LIVE), db_max_insert_threads: 2 } });
    const isManaged = (_pipe: unknown, path: string) => path === 'settings.db_max_insert_threads';
    const given = { writePolicies: { ...NO_WRITE_POLICIES, isManaged } };
    const { status, service } = await apply(desired, editing({ db_max_threads: 8, ...edit }), given, live);
    expect([status, service.writes]).toEqual([expected, []]);
  });

  it('is not written when it cannot be read', async () => {
    const { status, service, codes } = await apply(SETTINGS, { reads: ['lost'] });
    expect([status, service.writes, codes]).toEqual(['failed', [], ['server-error']]);
  });
});

describe('a rejected write', () => {
  it('fails with the message of the service, and the remaining requests are not sent', async () => {
    const { status, outcomes, codes, pipe, service } = await apply(BOTH, { writes: ['rejected'] });
    expect([status, outcomes, codes]).toEqual(['failed', ['PATCH rejected', 'PUT not-sent'], ['request-rejected']]);
    expect(pipe.diagnostics[0]?.summary).toContain('as scripted');
    expect(pipe.diagnostics[0]?.detail).toMatch(/returned 400 \(request id write-1\)$/m);
    expect(pipe.diagnostics[0]?.detail).toContain('Nothing was written to it.');
    expect(service.commits).toEqual([]);
  });

  it('names the requests that were accepted before it', async () => {
    const { status, outcomes, pipe, service } = await apply(BOTH, { writes: ['none', 'rejected'] });
    expect([status, outcomes]).toEqual(['failed', ['PATCH accepted', 'PUT rejected']]);
    expect(pipe.diagnostics[0]?.detail).toContain(
      'Written before that: scaling.replicaCpuMillicores 500, scaling.replicaMemoryGb 2.',
    );
    expect(service.truth(ID).scaling).toMatchObject(PATCH);
  });

  it('fails the pipe without waiting for the requests accepted before it', async () => {
    const options: ServiceOptions = { writes: ['none', 'rejected'], settling: { reads: 3, shows: 'old' } };
    expect((await apply(BOTH, options, { waitTimeoutMs: 0 })).status).toBe('failed');
  });
});

describe('a rate-limited write', () => {
  const limited = (times: number) => ({ writes: Array<WriteFault>(times).fill('limited') });
  const REJECTED = { outcome: 'rejected', httpStatus: 429, attempts: 1, requestId: 'write-1' };
  const readsOf = ({ received }: FakeService) => received.filter(({ method }) => method === 'GET').length;

  it('is sent again less and less often, each time after a read shows that the pipe is unchanged', async () => {
    const { pipe, service, clock } = await apply(SETTINGS, limited(6));
    expect(pipe).toMatchObject({ status: 'applied', requests: [{ outcome: 'accepted', attempts: 7 }] });
    expect(clock.slept).toEqual([200, 400, 800, 1_600, 3_200, 6_400]);
    // The first read, one before each further send, and the last.
    expect(readsOf(service)).toBe(8);
  });

  it.each([
    ['an interrupt while it waits', 'stop', 'sleep', 1],
    ['a second interrupt before the read', 'abort', 'sleep', 1],
    ['a second interrupt after the read', 'abort', 'read', 2],
  ] as const)('is rejected with the 429, and not sent again: %s', async (_, signal, moment, reads) => {
    const controller = new AbortController();
    const end = () => controller.abort('SIGINT');
    const clock = sleepyClock({ onSleep: moment === 'sleep' ? end : () => {} });
    const options = { ...limited(2), ...(moment === 'read' && atRead(2, end)) };
    const { pipe, service } = await apply(SETTINGS, options, { [signal]: controller.signal }, LIVE, clock);
    expect(pipe).toMatchObject({ status: 'failed', requests: [REJECTED] });
    expect(pipe.diagnostics.map(({ summary }) => summary)).toEqual(['The pipe could not be updated: interrupted.']);
    expect(pipe.diagnostics[0]?.detail).toMatch(
      /^PUT .* returned 429: as scripted \(request id write-1\)\nNothing was/,
    );
    expect([service.writes.length, service.commits, readsOf(service)]).toEqual([1, [], reads]);
  });

  it('is rejected with the 429 when the pipe cannot be read again', async () => {
    const { pipe } = await apply(SETTINGS, { ...limited(2), reads: ['none', 'lost'] });
    expect(pipe).toMatchObject({ status: 'failed', requests: [REJECTED], diagnostics: [{ code: 'server-error' }] });
    expect(pipe.diagnostics[0]?.detail).toMatch(/^GET /);
  });

  it('counts as written when a read in between shows the value, whoever wrote it', async () => {
    const edit = atRead(2, (it) => it.edit(ID, { db_max_threads: 8 }));
    const { status, outcomes, service } = await apply(SETTINGS, { ...limited(2), ...edit });
    expect([status, outcomes, service.writes.length]).toEqual(['applied', ['PUT found'], 1]);
  });

  it.each<[string, typeof SETTINGS, string, string, ServiceOptions]>([
    [
      'a pipe that was renamed',
      SETTINGS,
      'failed',
      'wrong-pipe',
      { shows: (live, read) => (read > 1 ? { ...live, name: 'another' } : live) },
    ],
    [
      'a setting that someone else changed',
      SETTINGS,
      'stale',
      'pipe-moved',
      atRead(2, (it) => it.edit(ID, { future_switch: false })),
    ],
    [
      'a size that someone else set',
      SIZE,
      'stale',
      'pipe-moved',
      atRead(2, (it) => it.edit(ID, {}, { replicaMemoryGb: 8 })),
    ],
  ])('is not sent again over %s in the meantime', async (_, desired, ended, code, options) => {
    const { status, codes, pipe, service } = await apply(desired, { ...limited(2), ...options });
    expect([status, codes]).toEqual([ended, [code]]);
    expect(pipe.requests).toMatchObject([REJECTED]);
    expect([service.writes.length, service.commits]).toEqual([1, []]);
  });

  it('is abandoned after ten minutes in which only reads are admitted', async () => {
    const clock = sleepyClock();
    const service = new FakeService([LIVE], limited(99));
    const read = service.readPipe.bind(service);
    service.readPipe = async (...given) => {
      await clock.sleep(60_000, new AbortController().signal);
      return read(...given);
    };
    const pipe = onlyPipe((await runPlan(planOf([pair(SETTINGS, LIVE)]), service, {}, clock)).run);
    expect([pipe.status, codes(pipe.diagnostics), service.writes.length]).toEqual(['failed', ['rate-limited'], 11]);
  });
});

describe('a write while another operation is in progress', () => {
  const busy = (times: number) => Array<WriteFault>(times).fill('busy');

  it('is sent again after growing pauses and a read that shows the pipe as it was', async () => {
    const { status, outcomes, pipe, story, clock } = await apply(BOTH, { writes: ['none', ...busy(4)] });
    expect([status, outcomes, pipe.diagnostics]).toEqual(['applied', ['PATCH accepted', 'PUT accepted'], []]);
    expect(clock.slept).toEqual([200, 400, 800, 1_600]);
    const again = ['PUT orders 409', 'GET orders 200'];
    expect(story.slice(3, -3)).toEqual([
      'PATCH orders 200',
      ...[...again, ...again, ...again, 'PUT orders 409', 'pipe_wait orders 409 1600', 'GET orders 200'],
      'PUT orders 200',
    ]);
  });

  it('waits as long as the service asks', async () => {
    const { status, story, clock } = await apply(SETTINGS, { writes: busy(2), busyMs: 30_000 });
    expect([status, clock.slept]).toEqual(['applied', [30_000, 30_000]]);
    expect(story.filter((line) => line.startsWith('pipe_wait'))).toHaveLength(2);
  });

  it.each<[string, ServiceOptions, number, number]>([
    ['--wait-timeout has passed', {}, 60_000, 60_000],
    ['the service asks for a longer wait', { busyMs: 61_000 }, 60_000, 0],
    ['two minutes have passed, with --no-wait', {}, 0, 120_000],
  ])('fails when %s', async (_, options, waitTimeoutMs, waitedMs) => {
    const writes = ['none', ...busy(99)] as const;
    const trial = await apply(BOTH, { ...options, writes }, { waitTimeoutMs });
    expect([trial.status, trial.outcomes]).toEqual(['failed', ['PATCH accepted', 'PUT rejected']]);
    expect(trial.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(waitedMs);
    expect(trial.pipe.diagnostics).toMatchObject([
      {
        code: 'pipe-busy',
        summary: 'as scripted (the pipe could not be updated: another operation is in progress; it returned 409).',
        hint: 'Run the command again when the operation is done; if operations take longer, raise --wait-timeout.',
      },
    ]);
    expect(trial.pipe.diagnostics[0]?.detail).toContain('Written before that: scaling.replicaCpuMillicores 500');
  });

  it('is found when the operation was the lost first attempt', async () => {
    const { status, outcomes } = await apply(SETTINGS, { writes: ['lost-before-commit', 'busy', 'lost-after-commit'] });
    expect([status, outcomes]).toEqual(['applied', ['PUT found']]);
  });
});

describe('values that must not change', () => {
  const REPLICAS = desiredPipe({ scaling: { replicas: 4 } });

  it('fails the update when the service changed unmanaged memory', async () => {
    const options: ServiceOptions = atRead(2, (it) => it.edit(ID, {}, { replicaMemoryGb: 8 }));
    const { status, pipe } = await apply(REPLICAS, options, { waitTimeoutMs: 1_000 });
    expect(status).toBe('failed');
    expect(pipe.diagnostics[0]?.detail).toBe('scaling.replicaMemoryGb: asked for 1, found 8');
  });

  it('does not include unmanaged replicas, which an autoscaler may change', async () => {
    const desired = desiredPipe({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 } });
    const options: ServiceOptions = atRead(2, (it) => it.edit(ID, {}, { replicas: 5 }));
    expect((await apply(desired, options)).status).toBe('applied');
  });
});

describe('an internal error', () => {
  it('makes the pipe unknown, and other pipes continue', async () => {
    const { run, bugs } = await runScenario({
      pipes: movingPipes('a', 'b'),
      service: {
        onRequest: ({ id, method }) => {
          if (id === idOf('a') && method === 'PUT') throw new RangeError('a mistake');
        },
      },
    });
    expect(run.pipes.map(({ status }) => status)).toEqual(['unknown', 'applied']);
    expect(run.pipes[0]?.diagnostics).toMatchObject([{ code: 'internal', detail: 'bug 1' }]);
    expect(bugs).toEqual([new RangeError('a mistake')]);
    expect(run.pipes[0]?.requests[0]?.outcome).toBe('unknown');
  });
});

describe('a write with a lost answer', () => {
  const LOST = 'lost-before-commit';
  const inTransition: NonNullable<ServiceOptions['shows']> = (live, read) =>
    read > 1 ? { ...live, state: 'Modifying' } : live;
  const scaling = (reads: number, shows: 'zero' | 'old') => ({
    ...{ writes: ['lost-after-commit'] as const, settling: { reads, shows } },
  });

  it.each<[string, typeof BOTH, ServiceOptions, string, number?]>([
    ['is sent again when a later read shows that it is missing', SETTINGS, { writes: [LOST] }, 'applied: PUT accepted'],
    ['is abandoned after three sends', SETTINGS, { writes: [LOST, LOST, LOST] }, 'unknown: PUT unknown'],
    [
      'is unknown when --wait-timeout ends while the service may still settle',
      SETTINGS,
      { writes: [LOST] },
      'unknown: PUT unknown',
      20_000,
    ],
    ['is read several times when scaling shows late', SIZE, scaling(3, 'old'), 'applied: PATCH found'],
    [
      'is awaited when scaling shows nothing yet, and then the remaining requests are sent',
      BOTH,
      scaling(8, 'zero'),
      'applied: PATCH found, PUT accepted',
    ],
    [
      'is not sent again while the pipe is in transition, whatever values it shows',
      SIZE,
      { ...scaling(8, 'old'), shows: inTransition },
      'applied: PATCH found',
    ],
    [
      'is sent once when reads come from replicas that lag',
      SETTINGS,
      { writes: ['lost-after-commit'], shows: (live, read) => (read > 1 && read <= 11 ? LIVE : live) },
      'applied: PUT found',
    ],
    [
      'is unknown when no read can confirm it',
      BOTH,
      { writes: ['lost-after-commit'], reads: ['none', ...new Array(200).fill('lost')] },
      'unknown: PATCH unknown, PUT not-sent',
    ],
    [
      'may have been committed even if the second send is rejected',
      SETTINGS,
      { writes: ['late', 'rejected'], lateness: 20 },
      'applied: PUT found',
    ],
    [
      'is awaited when the second send is rejected, since the first may still arrive',
      SETTINGS,
      { writes: [LOST, 'rejected'] },
      'unknown: PUT unknown',
    ],
  ])('%s', async (_, desired, options, expected, waitTimeoutMs = 120_000) => {
    const { status, outcomes, service, codes, pipe } = await apply(desired, options, { waitTimeoutMs });
    expect(`${status}: ${outcomes.join(', ')}`).toBe(expected);
    expect(codes).toEqual(status === 'unknown' ? ['write-unknown'] : []);
    expect(pipe.diagnostics[0]?.detail ?? '').not.toContain('Nothing was written');
    // Every write with a result of the script is sent, and the one after a lost one that is missing.
    const isSentAgain = expected.endsWith('accepted');
    const { writes = [] } = options;
    expect(service.writes).toHaveLength(waitTimeoutMs < 30_000 ? 1 : writes.length + (isSentAgain ? 1 : 0));
  });

  it.each(['lost-after-commit', 'reset-after-commit'] as const)(
    'is found by a read and not sent again: %s',
    async (fault) => {
      const { status, outcomes, service, codes } = await apply(BOTH, { writes: [fault, fault] });
      expect([status, outcomes, codes]).toEqual(['applied', ['PATCH found', 'PUT found'], []]);
      // The first read, and one for each write; the second shows everything. Requests are scarce.
      expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(3);
      expect(service.writes).toHaveLength(2);
    },
  );

  it('is sent again no sooner than after half a minute', async () => {
    const { sent, pipe, clock } = await apply(SETTINGS, { writes: [LOST] });
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(30_000);
    expect(sent).toEqual([
      ['PUT', PUT],
      ['PUT', PUT],
    ]);
    expect(pipe.requests[0]?.attempts).toBe(2);
  });

  it('is found, and the next request does not undo an edit that the same read shows', async () => {
    const options: ServiceOptions = {
      writes: ['lost-after-commit'],
      ...atRead(2, (it) => it.edit(ID, { db_max_threads: 3, db_max_insert_threads: 3 })),
    };
    const { status, outcomes, service, codes, pipe } = await apply(BOTH, options);
    expect([status, outcomes, codes]).toEqual(['failed', ['PATCH found', 'PUT not-sent'], ['pipe-moved']]);
    expect(pipe.diagnostics[0]?.detail).toContain('settings.db_max_threads: expected');
    expect(pipe.diagnostics[0]?.detail).toContain('Written before that: scaling.replicaCpuMillicores 500');
    expect(valuesOf(service.truth(ID))).toMatchObject({ db_max_threads: 3, db_max_insert_threads: 3 });
    // The first read and the one that showed the edit. There is no wait, since the edit will not go away.
    expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });

  it('is found, and a scaling update after it does not undo an edit of scaling that the same read shows', async () => {
    // A decrease comes after the settings.
    const desired = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 2 } });
    const live = livePipe({ settings: { db_max_threads: 4 }, scaling: { replicas: 3 } });
    const options: ServiceOptions = {
      writes: ['lost-after-commit'],
      ...atRead(2, (it) => it.edit(ID, {}, { replicas: 5 })),
    };
    const { outcomes, service } = await apply(desired, options, {}, live);
    expect(outcomes).toEqual(['PUT found', 'PATCH not-sent']);
    expect(service.truth(ID).scaling.replicas).toBe(5);
  });

  it('counts sends, not attempts answered with 429', async () => {
    const service = new FakeService([LIVE], { writes: [LOST] });
    const replace = service.replaceSettings.bind(service);
    service.replaceSettings = async (...given) => {
      const result = await replace(...given);
      return result.outcome === 'accepted' ? result : { ...result, failure: { ...result.failure, attempts: 5 } };
    };
    const { run } = await runPlan(planOf([pair(SETTINGS, LIVE)]), service);
    expect(onlyPipe(run)).toMatchObject({ status: 'applied', requests: [{ attempts: 6 }] });
  });

  it('is not sent again when someone else changed the pipe', async () => {
    const options: ServiceOptions = { writes: [LOST], ...atRead(2, (it) => it.edit(ID, { db_max_threads: 5 })) };
    const { status, service, codes, pipe } = await apply(SETTINGS, options);
    expect([status, codes, service.writes.length]).toEqual(['unknown', ['write-unknown'], 1]);
    expect(pipe.diagnostics[0]?.detail).toContain('settings.db_max_threads: asked for 8, found 5');
    expect(valuesOf(service.truth(ID))).toMatchObject({ db_max_threads: 5 });
  });
});

describe('an accepted update that does not show', () => {
  it('fails with the requested and the found values', async () => {
    const { status, codes, pipe, clock } = await apply(SETTINGS, { writes: ['ignored'] });
    expect([status, codes]).toEqual(['failed', ['not-converged']]);
    expect(pipe.diagnostics[0]?.detail).toBe('settings.db_max_threads: asked for 8, found 4');
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(120_000);
  });

  it.each([
    [null, 'failed', 'not-converged', 'settings.future_switch: asked for true, found unset'],
    [false, 'applied', 'carried-setting-changed', 'settings.future_switch: sent true, now false'],
  ])('and a setting that was only sent back is %j', async (future_switch, ...expected) => {
    const options: ServiceOptions = {
      onRequest: ({ method, nth }, service) => {
        if (method === 'GET' && nth > 1) service.edit(ID, { future_switch });
      },
    };
    const { status, pipe } = await apply(SETTINGS, options);
    expect([status, pipe.diagnostics[0]?.code, pipe.diagnostics[0]?.detail]).toEqual(expected);
  });

  it('explains a null that the service ignores', async () => {
    const { status, pipe } = await apply(desiredPipe({ settings: { db_max_threads: null } }), {
      put: 'merge',
      null: 'ignore',
    });
    expect(status).toBe('failed');
    expect(pipe.diagnostics[0]?.hint).toContain('ignore null');
  });

  it('is unknown when the pipe can no longer be read', async () => {
    const reads = ['none', ...new Array(200).fill('lost')] as const;
    const { status, codes, pipe } = await apply(SETTINGS, { reads });
    expect([status, codes]).toEqual(['unknown', ['server-error']]);
    // Without its name, so that pipes with the same cause are one line.
    expect(pipe.diagnostics[0]?.summary).toMatch(/\(the pipe was updated but could not be read afterwards/);
  });
});

describe('--no-wait', () => {
  const NO_WAIT = { waitTimeoutMs: 0 };

  it('reads once and reports applied when every value shows', async () => {
    const { status, clock } = await apply(SETTINGS, {}, NO_WAIT);
    expect([status, clock.slept]).toEqual(['applied', []]);
  });

  it('is unknown, with only a warning, when the values do not show yet', async () => {
    const { status, pipe } = await apply(SIZE, { settling: { reads: 3, shows: 'zero' } }, NO_WAIT);
    expect(status).toBe('unknown');
    expect(pipe.diagnostics).toMatchObject([{ severity: 'warning', code: 'not-waited-for' }]);
  });
});
