import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseExitCode } from '../../src/cli/output/choose-exit-code.ts';
import { REPLICAS } from '../../src/model/field/field.ts';
import type { Fleet } from '../../src/model/fleet.ts';
import { addDigest } from '../../src/model/json/document.ts';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import type { Origin } from '../../src/model/origin.ts';
import type { Run } from '../../src/model/run.ts';
import { mergeReports } from '../../src/plan/saved/merge-reports.ts';
import { checkProperty } from '../effort.ts';
import { triples } from '../plan/arbitraries.ts';
import {
  baseOf,
  desiredPipe,
  fleetOf,
  idOf,
  livePipe,
  onlyPipe,
  pair,
  place,
  planOf,
  statusesOf,
  valuesOf,
} from '../plan/samples.ts';
import { reviewed } from '../plan/saved/review.ts';
import { FakeService, type ServiceOptions } from './fake-service.ts';
import { runPlan } from './run-plan.ts';
import { findFaults } from './schemas.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const SHOWN = { db_max_threads: 4, future: 'kept' };
const desired = NAMES.map((name) => desiredPipe({ name, settings: { db_max_threads: 8 } }));
const fleet = fleetOf(desired);
const shown = NAMES.map((name) => livePipe({ name, settings: SHOWN }));
const saved = planOf(desired.map((pipe, index) => pair(pipe, shown[index] ?? livePipe())));

function service(options: ServiceOptions = {}): FakeService {
  return new FakeService(shown, options);
}

function code(run: Run): number {
  return chooseExitCode({ kind: 'report', report: run });
}

/** The configuration with another value for one pipe. */
function moved(name: string, threads: number): Fleet {
  return fleetOf(
    desired.map((pipe) => (pipe.name === name ? desiredPipe({ name, settings: { db_max_threads: threads } }) : pipe)),
  );
}

describe('a saved plan', () => {
  it('sends requests that are built again, never those of the file', async () => {
    const evil = saved.pipes.map((pipe) => ({
      ...pipe,
      requests: pipe.requests.map((request) => ({ ...request, body: { db_max_threads: 64, future: 'mine' } })),
    }));
    const fake = service();
    const { run } = await runPlan(reviewed({ ...saved, pipes: evil }, fleet), fake);
    expect(fake.writes.map(({ body }) => body)).toEqual(NAMES.map(() => ({ db_max_threads: 8, future: 'kept' })));
    expect(run.pipes.flatMap(({ requests }) => requests.map(({ body }) => body))).toEqual(
      fake.writes.map(({ body }) => body),
    );
  });

  it('sends nothing that is out of range, and other pipes continue', async () => {
    const evil = saved.pipes.map((pipe) =>
      pipe.name === 'b' ? { ...pipe, changes: pipe.changes.map((change) => ({ ...change, after: 65 })) } : pipe,
    );
    const fake = service();
    const { run } = await runPlan(reviewed({ ...saved, pipes: evil }, moved('b', 65)), fake);
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'refused', c: 'applied', d: 'applied' });
    expect(fake.received.map(({ id }) => id)).not.toContain(idOf('b'));
    expect(code(run)).toBe(5);
  });

  it('sends nothing for a made-up basis', async () => {
    const evil = saved.pipes.map((pipe) => ({
      ...pipe,
      live: { settings: { db_max_threads: 4, future: 'mine' }, scaling: {} },
    }));
    const fake = service();
    const { run } = await runPlan(reviewed({ ...saved, pipes: evil }, fleet), fake);
    expect(fake.writes).toEqual([]);
    expect(Object.values(statusesOf(run))).toEqual(['stale', 'stale', 'stale', 'stale']);
    expect(code(run)).toBe(4);
  });
});

describe('a stale pipe', () => {
  it('is not read when the configuration changed, and other pipes continue', async () => {
    const fake = service();
    const { run, story } = await runPlan(reviewed(saved, moved('b', 6)), fake);
    expect(statusesOf(run)).toEqual({ a: 'applied', b: 'stale', c: 'applied', d: 'applied' });
    expect(fake.received.map(({ id }) => id)).not.toContain(idOf('b'));
    expect(story).toContain('diagnostic b plan-outdated');
    expect(code(run)).toBe(4);
    expect(findFaults('run', addDigest(run))).toEqual([]);
  });

  it.each(['configuration', 'live'])('stops the run with --fail-fast when stale by %s', async (by) => {
    const fake = service();
    if (by === 'live') fake.edit(idOf('a'), { future: 'moved' });
    const plan = reviewed(saved, by === 'live' ? fleet : moved('d', 6));
    const { run } = await runPlan(plan, fake, { failFast: true });
    const [stale, ...skipped] = by === 'live' ? NAMES : [...NAMES].reverse();
    expect(statusesOf(run)).toEqual({
      ...Object.fromEntries(skipped.map((name) => [name, 'skipped'])),
      [stale ?? '']: 'stale',
    });
    expect(fake.writes).toEqual([]);
    expect(code(run)).toBe(4);
    expect(findFaults('run', addDigest(run))).toEqual([]);
  });

  it('is not caused by an acknowledged scaling value that changed', async () => {
    const known = { path: REPLICAS, reason: 'the sale', until: '2026-12-01', location: place(9) };
    const wanted = desiredPipe({
      name: 'a',
      scaling: { replicas: 2, replicaCpuMillicores: 500 },
      acknowledge: [known],
    });
    const scaling = { replicas: 5, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
    const was = livePipe({ name: 'a', scaling });
    const fake = new FakeService([was]);
    fake.edit(idOf('a'), {}, { replicas: 7 });
    const { run } = await runPlan(reviewed(planOf([pair(wanted, was)]), fleetOf([wanted])), fake);
    expect(onlyPipe(run).status).toBe('applied');
    expect(fake.truth(idOf('a')).scaling).toMatchObject({
      replicas: 7,
      replicaCpuMillicores: 500,
      replicaMemoryGb: 1,
    });
  });
});

describe('policy', () => {
  it('allows a protected pipe of the plan by its name', async () => {
    const guarded = fleetOf(desired.map((pipe) => ({ ...pipe, protect: pipe.name === 'a' })));
    const plan = planOf(guarded.pipes.map((pipe, index) => pair(pipe, shown[index] ?? livePipe())));
    const [shut, open] = [service(), service()];
    expect(statusesOf((await runPlan(reviewed(plan, guarded), shut)).run)).toMatchObject({
      a: 'refused',
      b: 'applied',
    });
    expect(shut.commits).not.toContain(idOf('a'));
    const { run } = await runPlan(reviewed(plan, guarded, { allowances: { protectedPipes: new Set(['a']) } }), open);
    expect(statusesOf(run)).toMatchObject({ a: 'applied', b: 'applied' });
    expect(valuesOf(open.truth(idOf('a')))).toEqual({ db_max_threads: 8, future: 'kept' });
  });
});

describe('a plan applied by shards', () => {
  it('has the effect of one apply, and the runs merge into the run of one', async () => {
    const [whole, parts] = [service(), service()];
    const one = await runPlan(reviewed(saved, moved('b', 6)), whole);
    const runs: Run[] = [];
    for (const index of [1, 2, 3]) {
      const shard = { index, total: 3 };
      runs.push(
        (await runPlan(reviewed(saved, moved('b', 6), { selection: { shard } }), parts, { runId: `run-${index}` })).run,
      );
    }
    for (const name of NAMES) expect(parts.truth(idOf(name))).toEqual(whole.truth(idOf(name)));
    const merged = mergeReports(runs.map((report, index) => ({ name: `run-${index}.json`, report })));
    expect(merged.ok && merged.report.summary).toEqual(one.run.summary);
    expect(merged.ok && merged.report.pipes).toEqual(one.run.pipes);
    expect(merged.ok && merged.report.scope).toEqual(one.run.scope);
  });
});

describe('for any pipe, base and origins', () => {
  const origins = fc.subarray<Origin>(['config', 'drift', 'conflict']);

  it('applies exactly its changes, keeps every other live value, and the next plan finds none of them', async () => {
    await checkProperty(
      fc.asyncProperty(triples('a'), origins, fc.constantFrom('replace', 'merge'), async (triple, onlyOrigin, put) => {
        const { desired: wanted, base, live } = triple;
        const options = { base: baseOf([base]) };
        const fake = new FakeService([live], { put });
        const plan = planOf([pair(wanted, live)], options);
        const { run } = await runPlan(reviewed(plan, fleetOf([wanted]), { selection: { onlyOrigin } }), fake);
        const changed =
          plan.pipes[0]?.changes.filter(({ origin }) => origin !== null && onlyOrigin.includes(origin)) ?? [];
        expect(onlyPipe(run).status).toBe(changed.length > 0 ? 'applied' : 'unchanged');
        const after = fake.truth(idOf('a'));
        const asked = Object.fromEntries(changed.map((one) => [one.path, one.after]));
        expect(shownIn(allValuesOf(after))).toEqual(shownIn({ ...allValuesOf(live), ...asked }));
        const again = planOf([pair(wanted, after)], { ...options, selection: { onlyOrigin } });
        const paths = changed.map(({ path }) => path);
        expect(again.pipes[0]?.changes.filter(({ path }) => paths.includes(path))).toEqual([]);
        expect(findFaults('run', addDigest(run))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

/** Every setting and scaling value by its path. */
function allValuesOf(live: LivePipe): JsonObject {
  const entries = [
    ...Object.entries(valuesOf(live)).map(([key, value]) => [`settings.${key}`, value] as const),
    ...Object.entries(live.scaling).map(([key, value]) => [`scaling.${key}`, value] as const),
  ];
  return Object.fromEntries(entries);
}

/** Without unset values, which a service may show as null or not at all. */
function shownIn(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
