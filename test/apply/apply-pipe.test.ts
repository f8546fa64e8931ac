import { describe, expect, it } from 'vitest';
import type { ApplyOptions } from '../../src/apply/apply-plan.ts';
import { codes, desiredPipe, failure, idOf, livePipe, pair, planOf, valuesOf } from '../plan/samples.ts';
import { FakeService, type ServiceOptions } from './fake-service.ts';
import { fakeClock, onlyPipe, runPlan } from './run-plan.ts';

const ID = idOf('orders');
const SMALL = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
const LIVE = livePipe({ settings: { db_max_threads: 4, future_switch: true }, scaling: SMALL });

const SETTINGS = desiredPipe({ settings: { db_max_threads: 8 } });
const SIZE = desiredPipe({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 } });
const BOTH = desiredPipe({
  settings: { db_max_threads: 8 },
  scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 },
});
const PUT = { db_max_threads: 8, future_switch: true };
const PATCH = { replicaCpuMillicores: 500, replicaMemoryGb: 2 };

async function apply(desired = SETTINGS, options: ServiceOptions = {}, given: Partial<ApplyOptions> = {}, live = LIVE) {
  const plan = planOf([pair(desired, live)]);
  const service = new FakeService([live], options);
  const trial = await runPlan(plan, service, given);
  const pipe = onlyPipe(trial.run);
  const sent = service.writes.map(({ method, body }) => [method, body]);
  const outcomes = pipe.requests.map(({ method, outcome }) => `${method} ${outcome}`);
  return { ...trial, plan, service, pipe, sent, outcomes, status: pipe.status, codes: codes(pipe.diagnostics) };
}

describe('an update that goes well', () => {
  it('reads, writes, reads, and says so in order', async () => {
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

  it.each(['replace', 'merge'] as const)('loses nothing when PUT means %s', async (put) => {
    const { status, service } = await apply(SETTINGS, { put });
    expect([status, valuesOf(service.truth(ID))]).toEqual(['applied', PUT]);
  });

  it('takes a value away', async () => {
    const { status, service, sent } = await apply(desiredPipe({ settings: { db_max_threads: null } }));
    expect([status, valuesOf(service.truth(ID))]).toEqual(['applied', { future_switch: true }]);
    expect(sent).toEqual([['PUT', { db_max_threads: null, future_switch: true }]]);
  });

  it.each(['zero', 'old'] as const)('waits for scaling that shows %s values for a while', async (shows) => {
    const { status, service, clock } = await apply(SIZE, { settling: { reads: 6, shows } });
    expect([status, service.writes.length]).toEqual(['applied', 1]);
    expect(clock.slept).toEqual([200, 400, 800, 1600, 2000, 2000]);
  });

  it('sends exactly the bodies of the plan, whatever else has come to be known since', async () => {
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

describe('a pipe that moved since the plan', () => {
  const onceRead = (move: (service: FakeService) => void): ServiceOptions => ({
    onRequest: ({ method, nth }, service) => {
      if (method === 'GET' && nth === 1) move(service);
    },
  });

  it.each<[string, string, (service: FakeService) => void]>([
    ['a managed setting', 'settings.db_max_threads: planned from 4, now 6', (it) => it.edit(ID, { db_max_threads: 6 })],
    [
      'an unknown setting',
      'settings.future_switch: planned from true, now false',
      (it) => it.edit(ID, { future_switch: false }),
    ],
    ['a new setting', 'settings.other: planned from unset, now 1', (it) => it.edit(ID, { other: 1 })],
    [
      'managed scaling',
      'scaling.replicaMemoryGb: planned from 1, now 4',
      (it) => it.edit(ID, {}, { replicaMemoryGb: 4 }),
    ],
    ['its name', 'name: planned from "orders", now "orders-2"', (it) => it.rename(ID, 'orders-2')],
  ])('is not written: %s', async (_, said, move) => {
    const { status, service, pipe, outcomes } = await apply(BOTH, onceRead(move));
    expect([status, service.writes]).toEqual(['stale', []]);
    expect(outcomes).toEqual(['PATCH not-sent', 'PUT not-sent']);
    expect(pipe.diagnostics).toMatchObject([{ severity: 'error', code: 'pipe-moved', detail: said }]);
  });

  it('is written when only an unmanaged scaling value moved, or one inside its band', async () => {
    const desired = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: { min: 1, max: 5 } } });
    const move = onceRead((service) => service.edit(ID, {}, { replicas: 4, replicaMemoryGb: 2 }));
    expect((await apply(desired, move)).status).toBe('applied');
  });

  it('is not written when it cannot be read', async () => {
    const { status, service, codes } = await apply(SETTINGS, { reads: ['lost'] });
    expect([status, service.writes, codes]).toEqual(['failed', [], ['server-error']]);
  });
});

describe('a write that is refused', () => {
  it('fails with the words of the service, and the rest is not sent', async () => {
    const { status, outcomes, codes, pipe, service } = await apply(BOTH, { writes: ['rejected'] });
    expect([status, outcomes, codes]).toEqual(['failed', ['PATCH rejected', 'PUT not-sent'], ['request-rejected']]);
    expect(pipe.diagnostics[0]?.detail).toContain('answered 400: as scripted');
    expect(pipe.diagnostics[0]?.detail).toContain('Nothing was written to it.');
    expect(service.commits).toEqual([]);
  });

  it('names what was accepted before it', async () => {
    const { status, outcomes, pipe, service } = await apply(BOTH, { writes: ['none', 'rejected'] });
    expect([status, outcomes]).toEqual(['failed', ['PATCH accepted', 'PUT rejected']]);
    expect(pipe.diagnostics[0]?.detail).toContain(`Written before that: PATCH ${JSON.stringify(PATCH)}.`);
    expect(service.truth(ID).scaling).toMatchObject(PATCH);
  });

  it('is a failure even when what was accepted before it is not waited for', async () => {
    const options: ServiceOptions = { writes: ['none', 'rejected'], settling: { reads: 3, shows: 'old' } };
    expect((await apply(BOTH, options, { waitTimeoutMs: 0 })).status).toBe('failed');
  });
});

describe('a write that the rate limit holds back', () => {
  /** Answers 429 so many times before it lets a settings update through. */
  class Limited extends FakeService {
    turnedAway = 0;
    async limit(times: number, result: () => ReturnType<FakeService['replaceSettings']>) {
      if (this.turnedAway >= times) return result();
      this.turnedAway += 1;
      const refusal = failure('rate-limited', { method: 'PUT', status: 429, message: 'slow down' });
      return { outcome: 'rejected', failure: refusal, durationMs: 0 } as const;
    }
    override replaceSettings(...given: Parameters<FakeService['replaceSettings']>) {
      return this.limit(2, () => super.replaceSettings(...given));
    }
  }

  it('is sent again after a read that shows the pipe unchanged', async () => {
    const service = new Limited([LIVE]);
    const { run } = await runPlan(planOf([pair(SETTINGS, LIVE)]), service);
    expect(onlyPipe(run)).toMatchObject({ status: 'applied', requests: [{ outcome: 'accepted', attempts: 3 }] });
    // The first read, one before each further send, and the last.
    expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(4);
  });

  it('is found when a read made meanwhile shows it, whoever wrote it', async () => {
    const service = new Limited([LIVE], {
      onRequest: ({ method, nth }, fake) => {
        if (method === 'GET' && nth === 2) fake.edit(ID, { db_max_threads: 8 });
      },
    });
    const { run } = await runPlan(planOf([pair(SETTINGS, LIVE)]), service);
    expect(onlyPipe(run)).toMatchObject({ status: 'applied', requests: [{ outcome: 'found' }] });
    expect(service.writes).toEqual([]);
  });

  it('is not sent to a pipe that was renamed meanwhile', async () => {
    class Renamed extends Limited {
      override async readPipe(...given: Parameters<FakeService['readPipe']>) {
        const read = await super.readPipe(...given);
        return read.ok && this.turnedAway > 0 ? { ...read, pipe: { ...read.pipe, name: 'another' } } : read;
      }
    }
    const service = new Renamed([LIVE]);
    const { run } = await runPlan(planOf([pair(SETTINGS, LIVE)]), service);
    const pipe = onlyPipe(run);
    expect([pipe.status, codes(pipe.diagnostics), service.writes]).toEqual(['failed', ['wrong-pipe'], []]);
  });

  it('is given up after ten minutes in which only reads are let through', async () => {
    class Closed extends Limited {
      override replaceSettings(...given: Parameters<FakeService['replaceSettings']>) {
        return this.limit(Number.POSITIVE_INFINITY, () => FakeService.prototype.replaceSettings.apply(this, given));
      }
      override async readPipe(...given: Parameters<FakeService['readPipe']>) {
        await clock.sleep(60_000, new AbortController().signal);
        return super.readPipe(...given);
      }
    }
    const clock = fakeClock();
    const service = new Closed([LIVE]);
    const { run } = await runPlan(planOf([pair(SETTINGS, LIVE)]), service, {}, clock);
    const pipe = onlyPipe(run);
    expect([pipe.status, codes(pipe.diagnostics), service.turnedAway]).toEqual(['failed', ['rate-limited'], 11]);
  });

  it('is not sent again when someone else changed the pipe meanwhile: it is stale, and nothing was written', async () => {
    const service = new Limited([LIVE], {
      onRequest: ({ method, nth }, fake) => {
        if (method === 'GET' && nth === 2) fake.edit(ID, { future_switch: false });
      },
    });
    const { run } = await runPlan(planOf([pair(SETTINGS, LIVE)]), service);
    const pipe = onlyPipe(run);
    expect([pipe.status, codes(pipe.diagnostics)]).toEqual(['stale', ['pipe-moved']]);
    expect(pipe.requests).toMatchObject([{ outcome: 'rejected', httpStatus: 429 }]);
    expect(service.writes).toEqual([]);
    expect(valuesOf(service.truth(ID))).toMatchObject({ db_max_threads: 4, future_switch: false });
  });
});

describe('what had to stay', () => {
  const REPLICAS = desiredPipe({ scaling: { replicas: 4 } });

  it('is not there when the service changed memory that nobody manages', async () => {
    const options: ServiceOptions = {
      onRequest: ({ method, nth }, service) => {
        if (method === 'GET' && nth === 2) service.edit(ID, {}, { replicaMemoryGb: 8 });
      },
    };
    const { status, pipe } = await apply(REPLICAS, options, { waitTimeoutMs: 1_000 });
    expect(status).toBe('failed');
    expect(pipe.diagnostics[0]?.detail).toBe('scaling.replicaMemoryGb: asked for 1, found 8');
  });

  it('does not hold for replicas that nobody manages, which may be an autoscaler’s', async () => {
    const desired = desiredPipe({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 } });
    const options: ServiceOptions = {
      onRequest: ({ method, nth }, service) => {
        if (method === 'GET' && nth === 2) service.edit(ID, {}, { replicas: 5 });
      },
    };
    expect((await apply(desired, options)).status).toBe('applied');
  });
});

describe('a mistake of our own', () => {
  it('makes the pipe unknown, and the others go on', async () => {
    const others = ['a', 'b'].map((name) => livePipe({ name, settings: { db_max_threads: 4 } }));
    class Broken extends FakeService {
      override async replaceSettings(...given: Parameters<FakeService['replaceSettings']>) {
        if (given[0].id === idOf('a')) throw new RangeError('a mistake');
        return super.replaceSettings(...given);
      }
    }
    const plan = planOf(
      others.map((live) => pair(desiredPipe({ name: live.name, settings: { db_max_threads: 8 } }), live)),
    );
    const { run } = await runPlan(plan, new Broken(others));
    expect(run.pipes.map(({ status }) => status)).toEqual(['unknown', 'applied']);
    expect(codes(run.pipes[0]?.diagnostics ?? [])).toEqual(['internal']);
    expect(run.pipes[0]?.requests[0]?.outcome).toBe('unknown');
  });
});

describe('a write whose answer is lost', () => {
  it.each(['lost-after-commit', 'reset-after-commit'] as const)(
    'is found by a read, not sent again: %s',
    async (fault) => {
      const { status, outcomes, service, codes } = await apply(BOTH, { writes: [fault, fault] });
      expect([status, outcomes, codes]).toEqual(['applied', ['PATCH found', 'PUT found'], []]);
      // The first read, and one for each write, of which the second shows everything: requests are what is scarce.
      expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(3);
      expect(service.writes).toHaveLength(2);
    },
  );

  it('is sent again when a read that is newer than the write shows that it is missing', async () => {
    const { status, outcomes, sent, pipe, clock } = await apply(SETTINGS, { writes: ['lost-before-commit'] });
    expect([status, outcomes]).toEqual(['applied', ['PUT accepted']]);
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(30_000);
    expect(sent).toEqual([
      ['PUT', PUT],
      ['PUT', PUT],
    ]);
    expect(pipe.requests[0]?.attempts).toBe(2);
  });

  it.each([1, 2, 10])('is sent once when reads come from replicas that are behind for %d reads', async (behind) => {
    class Lagging extends FakeService {
      override async readPipe(...given: Parameters<FakeService['readPipe']>) {
        const read = await super.readPipe(...given);
        const after = this.received.filter(({ method }) => method === 'GET').length - 1;
        return read.ok && this.writes.length > 0 && after <= behind ? { ...read, pipe: LIVE } : read;
      }
    }
    const service = new Lagging([LIVE], { writes: ['lost-after-commit'] });
    const { run } = await runPlan(planOf([pair(SETTINGS, LIVE)]), service);
    expect(onlyPipe(run)).toMatchObject({ status: 'applied', requests: [{ outcome: 'found' }] });
    expect(service.writes).toHaveLength(1);
  });

  it('is unknown, and was sent once, when --wait-timeout ends while the service may still settle', async () => {
    const { status, outcomes, codes, service } = await apply(
      SETTINGS,
      { writes: ['lost-before-commit'] },
      { waitTimeoutMs: 20_000 },
    );
    expect([status, outcomes, codes]).toEqual(['unknown', ['PUT unknown'], ['write-unknown']]);
    expect(service.writes).toHaveLength(1);
  });

  it('is looked for several times when scaling shows late', async () => {
    const options: ServiceOptions = { writes: ['lost-after-commit'], settling: { reads: 3, shows: 'old' } };
    const { status, outcomes, service } = await apply(SIZE, options);
    expect([status, outcomes, service.writes.length]).toEqual(['applied', ['PATCH found'], 1]);
  });

  it('is waited for when scaling shows nothing yet, and then the rest is sent', async () => {
    const options: ServiceOptions = { writes: ['lost-after-commit'], settling: { reads: 8, shows: 'zero' } };
    const { status, outcomes, service, codes } = await apply(BOTH, options);
    expect([status, outcomes, codes]).toEqual(['applied', ['PATCH found', 'PUT accepted'], []]);
    expect(service.writes).toHaveLength(2);
  });

  it('is found, and an edit that the same read shows is not undone by the next request', async () => {
    const options: ServiceOptions = {
      writes: ['lost-after-commit'],
      onRequest: ({ method, nth }, service) => {
        if (method === 'GET' && nth === 2) service.edit(ID, { db_max_insert_threads: 3 });
      },
    };
    const { status, outcomes, service, codes, pipe } = await apply(BOTH, options);
    expect([status, outcomes, codes]).toEqual(['failed', ['PATCH found', 'PUT not-sent'], ['pipe-moved']]);
    expect(pipe.diagnostics[0]?.detail).toContain('settings.db_max_insert_threads: expected');
    expect(pipe.diagnostics[0]?.detail).toContain('Written before that: PATCH');
    expect(valuesOf(service.truth(ID))).toMatchObject({ db_max_insert_threads: 3 });
    // The first read and the look that showed the edit: nothing is waited for, since it will not go away.
    expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });

  it('is not sent again while the pipe is in transition, whatever values it shows meanwhile', async () => {
    class Transition extends FakeService {
      override async readPipe(...given: Parameters<FakeService['readPipe']>) {
        const read = await super.readPipe(...given);
        if (!read.ok || this.writes.length === 0) return read;
        return { ...read, pipe: { ...read.pipe, state: 'Modifying' } };
      }
    }
    const service = new Transition([LIVE], { writes: ['lost-after-commit'], settling: { reads: 8, shows: 'old' } });
    const { run } = await runPlan(planOf([pair(SIZE, LIVE)]), service);
    expect(onlyPipe(run)).toMatchObject({ status: 'applied', requests: [{ outcome: 'found' }] });
    expect(service.writes).toHaveLength(1);
  });

  it('is given up after three sends', async () => {
    const lost = 'lost-before-commit';
    const { status, outcomes, service } = await apply(SETTINGS, { writes: [lost, lost, lost] });
    expect([status, outcomes, service.writes.length]).toEqual(['unknown', ['PUT unknown'], 3]);
  });

  it('counts sends, not attempts that were answered with 429', async () => {
    class Busy extends FakeService {
      override async replaceSettings(...given: Parameters<FakeService['replaceSettings']>) {
        const result = await super.replaceSettings(...given);
        if (result.outcome === 'accepted') return result;
        return { ...result, failure: { ...result.failure, attempts: 5 } };
      }
    }
    const service = new Busy([LIVE], { writes: ['lost-before-commit'] });
    const { run } = await runPlan(planOf([pair(SETTINGS, LIVE)]), service);
    expect(onlyPipe(run)).toMatchObject({ status: 'applied', requests: [{ attempts: 6 }] });
  });

  it('is not sent again when someone else has changed the pipe since', async () => {
    const options: ServiceOptions = {
      writes: ['lost-before-commit'],
      onRequest: ({ method, nth }, service) => {
        if (method === 'GET' && nth === 2) service.edit(ID, { db_max_threads: 5 });
      },
    };
    const { status, service, outcomes, codes, pipe } = await apply(SETTINGS, options);
    expect([status, outcomes, service.writes.length]).toEqual(['unknown', ['PUT unknown'], 1]);
    expect(codes).toEqual(['write-unknown']);
    expect(pipe.diagnostics[0]?.detail).toContain('settings.db_max_threads: asked for 8, found 5');
    expect(valuesOf(service.truth(ID))).toMatchObject({ db_max_threads: 5 });
  });

  it('is unknown when no read can tell', async () => {
    const reads = ['none', ...new Array(200).fill('lost')] as const;
    const { status, outcomes, codes, service } = await apply(BOTH, { writes: ['lost-after-commit'], reads });
    expect([status, outcomes]).toEqual(['unknown', ['PATCH unknown', 'PUT not-sent']]);
    expect(codes).toEqual(['write-unknown']);
    expect(service.writes).toHaveLength(1);
  });

  it('may have been committed although the second send is refused', async () => {
    const { status, outcomes, service } = await apply(SETTINGS, { writes: ['late', 'rejected'], lateness: 1 });
    expect(valuesOf(service.truth(ID))).toEqual(PUT);
    expect([status, outcomes]).toEqual(['applied', ['PUT found']]);
  });

  it('is waited for when the second send is refused, since that does not say what became of the first', async () => {
    const { status, outcomes, codes, pipe } = await apply(SETTINGS, { writes: ['lost-before-commit', 'rejected'] });
    expect([status, outcomes, codes]).toEqual(['unknown', ['PUT unknown'], ['write-unknown']]);
    expect(pipe.diagnostics[0]?.detail).not.toContain('Nothing was written');
  });

  it('and that may still arrive is unknown, once the time to wait is over', async () => {
    const { status, codes } = await apply(SETTINGS, { writes: ['late', 'late', 'late'], lateness: 1000 });
    expect([status, codes]).toEqual(['unknown', ['write-unknown']]);
  });
});

describe('an update that is accepted and does not show', () => {
  it('fails with what was asked against what was found', async () => {
    const { status, codes, pipe, clock } = await apply(SETTINGS, { writes: ['ignored'] });
    expect([status, codes]).toEqual(['failed', ['not-converged']]);
    expect(pipe.diagnostics[0]?.detail).toBe('settings.db_max_threads: asked for 8, found 4');
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(120_000);
  });

  it('fails when a value that had to stay is gone', async () => {
    const options: ServiceOptions = {
      onRequest: ({ method, nth }, service) => {
        if (method === 'GET' && nth > 1) service.edit(ID, { future_switch: false });
      },
    };
    const { status, pipe } = await apply(SETTINGS, options);
    expect(status).toBe('failed');
    expect(pipe.diagnostics[0]?.detail).toBe('settings.future_switch: asked for true, found false');
  });

  it('explains a null that the service ignores', async () => {
    const { status, pipe } = await apply(desiredPipe({ settings: { db_max_threads: null } }), { nulls: 'ignore' });
    expect(status).toBe('failed');
    expect(pipe.diagnostics[0]?.hint).toContain('ignore null');
  });

  it('is not known when it cannot be read any more', async () => {
    const reads = ['none', ...new Array(200).fill('lost')] as const;
    const { status, codes } = await apply(SETTINGS, { reads });
    expect([status, codes]).toEqual(['unknown', ['server-error']]);
  });
});

describe('--no-wait', () => {
  const NO_WAIT = { waitTimeoutMs: 0 };

  it('reads once, and is applied when all shows', async () => {
    const { status, clock } = await apply(SETTINGS, {}, NO_WAIT);
    expect([status, clock.slept]).toEqual(['applied', []]);
  });

  it('is unknown, with a warning only, when it does not show yet', async () => {
    const { status, pipe } = await apply(SIZE, { settling: { reads: 3, shows: 'zero' } }, NO_WAIT);
    expect(status).toBe('unknown');
    expect(pipe.diagnostics).toMatchObject([{ severity: 'warning', code: 'not-waited-for' }]);
  });
});
