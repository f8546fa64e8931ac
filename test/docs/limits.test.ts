import { expect, test } from 'vitest';
import { parsePipe } from '../../src/api/pipes/parse-pipe.ts';
import type { PipeResult, WriteResult } from '../../src/model/client.ts';
import { redactAll } from '../../src/model/secret/redact.ts';
import { FakeService, type ServiceOptions } from '../apply/fake-service.ts';
import { movingPipe } from '../apply/guarded-run.ts';
import { planBack, ran } from '../apply/rollback/rollback-plan.ts';
import { runPlan } from '../apply/run-plan.ts';
import {
  desiredPipe,
  failure,
  idOf,
  livePipe,
  liveSettings,
  onlyPipe,
  pair,
  planOf,
  SERVICE_ID,
  valuesOf,
} from '../plan/samples.ts';

// The limits in docs/guarantees.md that no other file shows. A change that removes a limit fails its test.

const ID = idOf('orders');
const LIVE = livePipe({ settings: { db_max_threads: 4, theirs: 1 }, scaling: { replicas: 2 } });
const WANTED = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 3 } });

/** Someone else sets `theirs` to 2 when the nth request of a method arrives, after all reads except the last. */
function editAt(at: 'GET' | 'PUT' | 'PATCH', nth = 1): NonNullable<ServiceOptions['onRequest']> {
  return (request, service) => {
    if (request.method === at && request.nth === nth) service.edit(ID, { theirs: 2 });
  };
}

async function apply(service: FakeService) {
  const { run } = await runPlan(planOf([pair(WANTED, LIVE)]), service);
  return onlyPipe(run).status;
}

test('an edit after the last read before a settings update is lost when PUT means replace', async () => {
  const service = new FakeService([LIVE], { onRequest: editAt('PUT') });
  expect(await apply(service)).toBe('applied');
  expect(valuesOf(service.truth(ID))).toEqual({ db_max_threads: 8, theirs: 1 });
});

test.each([
  ['while the rate limit held it back', 'limited'],
  ['while its lost response was searched for', 'lost-before-commit'],
] as const)('an edit that is read before the second update is not lost: %s', async (_, fault) => {
  const service = new FakeService([LIVE], {
    writes: [fault, 'none'],
    onRequest: (request, asked) => {
      if (request.method === 'GET' && request.nth === 2) asked.edit(ID, { theirs: 2 });
    },
  });
  expect(await apply(service)).toBe('applied');
  expect(valuesOf(service.truth(ID))).toEqual({ db_max_threads: 8, theirs: 2 });
});

test('an edit right after the last update is not lost, but is reported as a change by the service', async () => {
  const service = new FakeService([LIVE], { onRequest: editAt('GET', 2) });
  expect(await apply(service)).toBe('applied');
  expect(valuesOf(service.truth(ID))).toEqual({ db_max_threads: 8, theirs: 2 });
});

test('an edit that was undone before the pipe is read again has no effect', async () => {
  const service = new FakeService([LIVE]);
  const plan = planOf([pair(WANTED, LIVE)]);
  service.edit(ID, { db_max_threads: 6 });
  service.edit(ID, { db_max_threads: 4 });
  expect(onlyPipe((await runPlan(plan, service)).run).status).toBe('applied');
});

test('a write whose response was lost may arrive after the run and undo later changes', async () => {
  const service = new FakeService([LIVE], { writes: ['none', 'late'], lateness: 20 });
  expect(await apply(service)).toBe('applied');
  expect(service.writes.map(({ method }) => method)).toEqual(['PATCH', 'PUT', 'PUT']);
  service.edit(ID, { db_max_threads: 6 });
  const address = { serviceId: SERVICE_ID, id: ID };
  for (let read = 0; read < 20; read += 1) await service.readPipe(address);
  expect(valuesOf(service.truth(ID))).toMatchObject({ db_max_threads: 8 });
});

test('rollback also restores a value that someone else set again to the value of the run', async () => {
  const { run, service, desired } = await ran([movingPipe('a')]);
  for (const theirs of [6, 8]) service.edit(idOf('a'), { db_max_threads: theirs });
  const [pipe] = planBack(run, desired, service).pipes;
  expect(pipe?.changes).toMatchObject([{ path: 'settings.db_max_threads', before: 8, after: 4 }]);
});

test('a service whose reads show wrong values is believed', async () => {
  class Liar extends FakeService {
    override async readPipe(...given: Parameters<FakeService['readPipe']>): Promise<PipeResult> {
      const read = await super.readPipe(...given);
      if (!read.ok || this.writes.length === 0) return read;
      const settings = liveSettings({ ...valuesOf(read.pipe), db_max_threads: 8 });
      return { ...read, pipe: { ...read.pipe, settings, scaling: { ...read.pipe.scaling, replicas: 3 } } };
    }
  }
  const service = new Liar([LIVE], { writes: ['ignored', 'ignored'] });
  expect(await apply(service)).toBe('applied');
  expect(service.truth(ID)).toEqual(LIVE);
});

test('a service that rejects a write but applies it is believed', async () => {
  class TwoFaced extends FakeService {
    override async changeScaling(...given: Parameters<FakeService['changeScaling']>): Promise<WriteResult> {
      await super.changeScaling(...given);
      return { outcome: 'rejected', failure: failure('rejected', { method: 'PATCH', status: 400 }), durationMs: 1 };
    }
  }
  const service = new TwoFaced([LIVE]);
  const { run } = await runPlan(planOf([pair(WANTED, LIVE)]), service);
  expect(onlyPipe(run)).toMatchObject({
    status: 'failed',
    requests: [{ outcome: 'rejected' }, { outcome: 'not-sent' }],
  });
  expect(service.truth(ID).scaling.replicas).toBe(3);
});

test('a decimal with more digits than a double holds is sent as the nearest double', () => {
  const body = JSON.parse(`{"result":{"id":"${ID}","settings":{"ratio":0.12345678901234567891}}}`);
  const asked = { serviceId: SERVICE_ID, id: ID, redact: (text: string) => text };
  expect(parsePipe(body, asked)).toMatchObject({
    ok: true,
    pipe: { settings: { values: { ratio: 0.12345678901234568 } } },
  });
});

test('a secret that a service echoes in two parts or reversed is not recognized', () => {
  const redact = redactAll(['canary-4711-canary']);
  for (const echo of ['canary-4711', 'yranac-1174-yranac', 'c a n a r y']) expect(redact(echo)).toBe(echo);
});
