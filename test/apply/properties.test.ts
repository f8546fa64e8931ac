import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/model/json/json.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import type { PlannedPipe } from '../../src/model/plan.ts';
import { checkProperty, countCases } from '../effort.ts';
import { pairs } from '../plan/arbitraries.ts';
import { pair, planOf, setByPath, valuesOf } from '../plan/samples.ts';
import { FakeService, type ReadFault, type ServiceOptions, type Unreadable, type WriteFault } from './fake-service.ts';
import { keep, runPlan, type Trial } from './run-plan.ts';

const NAMES = ['a', 'b', 'c'] as const;

const WRITE_FAULTS: readonly WriteFault[] = [
  'none',
  'none',
  'none',
  'lost-before-commit',
  'lost-after-commit',
  'reset-after-commit',
  'late',
  'rejected',
  'ignored',
  'busy',
];

const UNREADABLE: readonly Unreadable[] = [
  'absent-settings',
  'unusable-settings',
  'absent-scaling',
  'unreadable-scaling',
];

const faults: fc.Arbitrary<ServiceOptions> = fc.record({
  put: fc.constantFrom('replace', 'merge'),
  null: fc.constantFrom('reset', 'reset', 'ignore'),
  settling: fc.option(
    fc.record({ reads: fc.integer({ min: 0, max: 9 }), shows: fc.constantFrom('zero' as const, 'old' as const) }),
    { nil: undefined },
  ),
  writes: fc.array(fc.constantFrom(...WRITE_FAULTS), { maxLength: 12 }),
  reads: fc.array(fc.constantFrom<ReadFault>('none', 'none', 'none', 'none', 'none', 'lost', ...UNREADABLE), {
    maxLength: 20,
  }),
  answers: fc.array(fc.constantFrom('none', 'none', 'none', 'none', ...UNREADABLE), { maxLength: 12 }),
  lateness: fc.integer({ min: 0, max: 6 }),
}) as fc.Arbitrary<ServiceOptions>;

/** An edit by someone else at the given request of the run. */
const intrusions = fc.option(
  fc.record({
    at: fc.integer({ min: 1, max: 12 }),
    value: fc.constantFrom(1, 2, 3, 'theirs' as const, 'unreadable' as const),
  }),
);

const interrupts = fc.option(
  fc.record({ stopAt: fc.integer({ min: 1, max: 10 }), abortAfter: fc.option(fc.integer({ min: 0, max: 6 })) }),
);

const settings = fc.record({
  fleet: fc.tuple(...NAMES.map((name) => pairs(name))),
  options: faults,
  intrusion: intrusions,
  interrupt: interrupts,
  waitTimeoutMs: fc.constantFrom(0, 5_000, 60_000),
  parallelism: fc.constantFrom(1, 3),
  failFast: fc.boolean(),
});

/** A setting of someone else, also next to an unreadable value. */
const THEIRS = { theirs: 'kept' };

/** The pipe that someone else edited, the request that followed, and its settings updates and threads until then. */
interface Edited {
  readonly id: string;
  readonly at: string;
  readonly updates: number;
  readonly before: JsonValue | undefined;
}

function editOf(value: number | 'theirs' | 'unreadable'): JsonObject {
  return typeof value === 'number' ? { db_max_threads: value } : THEIRS;
}

type Settings = typeof settings extends fc.Arbitrary<infer T> ? T : never;

async function tryOut(given: Settings): Promise<
  Trial & {
    readonly service: FakeService;
    readonly planned: readonly PlannedPipe[];
    readonly edited: Edited | null;
  }
> {
  const stop = new AbortController();
  const abort = new AbortController();
  let requests = 0;
  let edited: Edited | null = null;
  const onRequest: ServiceOptions['onRequest'] = ({ id, method }, service) => {
    requests += 1;
    if (requests === given.intrusion?.at) {
      const { value } = given.intrusion;
      edited = { id, at: method, updates: updatesOf(service, id), before: valuesOf(service.truth(id)).db_max_threads };
      if (value === 'unreadable') service.obscure(id, editOf(value));
      else service.edit(id, editOf(value));
    }
    if (given.interrupt === null) return;
    const { stopAt, abortAfter } = given.interrupt;
    if (requests === stopAt) stop.abort('SIGINT');
    if (abortAfter !== null && requests === stopAt + abortAfter) abort.abort();
  };
  const lives = given.fleet.map(({ live }) => live);
  const plan = planOf(given.fleet.map(({ desired, live }) => pair(desired, live)));
  const service = new FakeService(lives, { ...given.options, onRequest });
  const { waitTimeoutMs, parallelism, failFast } = given;
  const signals = { stop: stop.signal, abort: abort.signal };
  const trial = await runPlan(plan, service, { ...signals, waitTimeoutMs, parallelism, failFast });
  return { ...trial, service, planned: plan.pipes, edited };
}

/** The number of settings updates that the pipe has received. */
function updatesOf({ writes }: FakeService, id: string): number {
  return writes.filter((write) => write.id === id && write.method === 'PUT').length;
}

function shows(live: LivePipe, { changes }: PlannedPipe): boolean {
  const values = setByPath(live);
  return changes.every(({ path, after }) => (values[path] ?? null) === after);
}

/** Edits that could be seen. */
const seen = { planned: countCases(), unplanned: countCases(), theirs: countCases(), unreadable: countCases() };

type Check = (trial: Awaited<ReturnType<typeof tryOut>>, given: Settings) => void;

/** What holds for every run, whatever happens in it. */
const PROMISES: Readonly<Record<string, Check>> = {
  'reports applied only for pipes that are as planned': ({ run, service, planned }, given) => {
    for (const [index, pipe] of run.pipes.entries()) {
      const plan = planned[index];
      if (pipe.status !== 'applied' || plan === undefined) continue;
      expect(pipe.requests.every(({ outcome }) => outcome === 'accepted' || outcome === 'found')).toBe(true);
      // Someone else may change a pipe after the read that confirmed it.
      if (given.intrusion === null) expect(shows(service.truth(pipe.id), plan)).toBe(true);
    }
  },

  'loses no edit of settings, also of those that cannot be read, whether the service replaces or merges': (
    { service, planned, edited },
    { intrusion, options },
  ) => {
    const isLate = options.writes?.includes('late') ?? false;
    // An edit between the last answer about a pipe and a settings update cannot be seen.
    if (edited === null || intrusion === null || edited.at === 'PUT' || isLate) return;
    const { value } = intrusion;
    const change = planned
      .find(({ id }) => id === edited.id)
      ?.changes.find(({ path }) => path === 'settings.db_max_threads');
    if (typeof value === 'string') seen[value].add();
    // Setting what was there, or what the plan sets, cannot be told from no edit.
    else if (value === edited.before || value === change?.before || value === change?.after) return;
    else if (change !== undefined) {
      seen.planned.add();
      expect(updatesOf(service, edited.id)).toBe(edited.updates);
    } else seen.unplanned.add();
    expect(valuesOf(service.truth(edited.id))).toMatchObject(editOf(value));
  },

  'does not change a pipe that it reports as not sent': ({ run, service }) => {
    for (const pipe of run.pipes) {
      const untouched = pipe.requests.every(({ outcome }) => outcome === 'not-sent' || outcome === 'rejected');
      if (untouched) expect(service.commits).not.toContain(pipe.id);
      if (
        pipe.status === 'stale' ||
        pipe.status === 'skipped' ||
        pipe.status === 'refused' ||
        pipe.status === 'unchanged'
      ) {
        expect(service.commits).not.toContain(pipe.id);
        // A refusal for now, after which somebody changed the pipe.
        expect(pipe.requests.every(({ outcome }) => outcome === 'not-sent' || outcome === 'rejected')).toBe(true);
      }
    }
  },

  'writes only the requests of the plan, and only to pipes to update': ({ service, planned, edited }, given) => {
    for (const { id, method, body } of service.writes) {
      const request = planned.find((pipe) => pipe.id === id)?.requests.find((one) => one.method === method);
      // A setting that someone else set since is sent with the others.
      const carried = edited?.id === id && given.intrusion !== null ? editOf(given.intrusion.value) : {};
      if (method === 'PUT') expect([request?.body, { ...request?.body, ...carried }]).toContainEqual(body);
      else expect(request?.body).toMatchObject(body ?? {});
      expect(Object.keys(body ?? {})).not.toEqual([]);
    }
  },

  'reads a pipe before its first write': ({ service }) => {
    for (const id of service.writes.map((write) => write.id)) {
      expect(service.received.find((request) => request.id === id)?.method).toBe('GET');
    }
  },

  'sends a write again only after a lost answer or a refusal for now, and never when the value is already there': (
    { service },
    given,
  ) => {
    for (const [index, write] of service.writes.entries()) {
      const earlier = service.writes
        .slice(0, index)
        .findLast(({ id, method }) => id === write.id && method === write.method);
      if (earlier === undefined) continue;
      expect(['lost-before-commit', 'lost-after-commit', 'reset-after-commit', 'late', 'busy']).toContain(
        earlier.fault,
      );
      // Scaling that still shows old values cannot be seen; a late write may come at any time.
      const canBeSeen = write.method === 'PUT' && earlier.fault !== 'late' && given.intrusion === null;
      if (canBeSeen) expect(write.wasAlreadyThere).toBe(false);
    }
  },

  'gives a reason for exactly the pipes that did not end as planned': ({ run, planned }) => {
    for (const [index, pipe] of run.pipes.entries()) {
      const reasons = pipe.diagnostics.filter(({ code }) => code !== 'carried-setting-changed');
      const added = reasons.length - (planned[index]?.diagnostics.length ?? 0);
      const isWell = pipe.status === 'applied' || pipe.status === 'unchanged' || pipe.status === 'refused';
      expect(added > 0, `${pipe.status} with ${added} diagnostics`).toBe(!isWell);
    }
  },

  'reports counts that match the pipes, and events that match the run': ({ run, events, service }) => {
    const { total, requests, ...counts } = run.summary;
    expect(total).toBe(run.pipes.length);
    for (const [status, number] of Object.entries(counts)) {
      expect(run.pipes.filter((pipe) => pipe.status === status)).toHaveLength(number);
    }
    expect(requests).toBe(service.writes.length);
    expect(events.filter(({ type }) => type === 'request')).toHaveLength(service.received.length);
    expect(events.at(0)?.type).toBe('run_start');
    expect(events.at(-1)).toEqual({ type: 'run_done', at: run.finishedAt, run });
    const started = events.flatMap((event) => (event.type === 'pipe_start' ? [event.pipe] : []));
    const done = events.flatMap((event) => (event.type === 'pipe_done' ? [event.pipe] : []));
    expect([...done].sort()).toEqual([...started].sort());
    for (const event of events) {
      if (event.type !== 'pipe_done') continue;
      expect(run.pipes.find(({ name }) => name === event.pipe)?.status).toBe(event.status);
    }
  },

  'starts no pipe after the first interrupt': ({ run, service }, given) => {
    if (given.interrupt === null) {
      expect(run.interrupted).toBeNull();
      return;
    }
    const { stopAt, abortAfter } = given.interrupt;
    const early = new Set(service.received.slice(0, stopAt).map(({ id }) => id));
    const late = service.received.slice(stopAt).filter(({ id }) => !early.has(id));
    // Pipes that had started but not read yet may still read.
    expect(new Set(late.map(({ id }) => id)).size).toBeLessThan(given.parallelism);
    if (abortAfter !== null)
      expect(service.received.length).toBeLessThanOrEqual(stopAt + abortAfter + given.parallelism);
  },
};

it('keeps every promise under any faults', async () => {
  await checkProperty(
    fc.asyncProperty(settings, async (given) => {
      const trial = await tryOut(given);
      for (const [promise, check] of Object.entries(PROMISES)) keep(promise, () => check(trial, given));
    }),
    { numRuns: 1_200 },
  );
  for (const cases of Object.values(seen)) cases.expectSome();
});
