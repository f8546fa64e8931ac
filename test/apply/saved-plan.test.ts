import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_WRITE_POLICIES } from '../../src/apply/ports.ts';
import { chooseExitCode } from '../../src/cli/output/choose-exit-code.ts';
import type { Fleet } from '../../src/model/fleet.ts';
import { addDigest } from '../../src/model/json/document.ts';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { LiveScaling } from '../../src/model/live-pipe.ts';
import type { Origin } from '../../src/model/origin.ts';
import type { Run } from '../../src/model/run.ts';
import { checkProperty } from '../effort.ts';
import { triples } from '../plan/arbitraries.ts';
import {
  baseOf,
  changedBy,
  desiredPipe,
  fleetOf,
  idOf,
  livePipe,
  onlyPipe,
  pair,
  planOf,
  setByPath,
  statusesOf,
} from '../plan/samples.ts';
import { reviewed } from '../plan/saved/review.ts';
import { FakeService, type ServiceOptions } from './fake-service.ts';
import { runPlan } from './run-plan.ts';
import { findFaults } from './schemas.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const SHOWN = { db_max_threads: 4, future: 'kept' };
const WRITTEN = { db_max_threads: 8, db_max_insert_threads: 2 };
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

describe('a stale pipe', () => {
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
});

it.each<[string, JsonObject, Partial<LiveScaling>, string, readonly string[]]>([
  ['all its values', { ...WRITTEN, future: 'moved' }, { replicas: 3 }, 'unchanged', []],
  ['those of one request', {}, { replicas: 3 }, 'applied', ['PUT']],
  ['one value of a request', { db_max_threads: 8 }, {}, 'applied', ['PATCH', 'PUT']],
  [
    'all its values, and another one of a field that did not change',
    WRITTEN,
    { replicas: 3, replicaMemoryGb: 4 },
    'stale',
    [],
  ],
  ['some of its values, and another one', { ...WRITTEN, db_max_insert_threads: 3 }, {}, 'stale', []],
])('a plan whose pipe has %s already is continued, or left alone', async (_, settings, scaling, status, sent) => {
  const wanted = desiredPipe({ name: 'a', settings: WRITTEN, scaling: { replicas: 3, replicaMemoryGb: 1 } });
  const before = livePipe({ name: 'a', settings: SHOWN, scaling: { replicas: 2, replicaMemoryGb: 1 } });
  const fake = new FakeService([before]);
  fake.edit(idOf('a'), settings, scaling);
  const writePolicies = { ...NO_WRITE_POLICIES, isManaged: (__: unknown, path: string) => path !== 'settings.future' };
  const { run } = await runPlan(reviewed(planOf([pair(wanted, before)]), fleetOf([wanted])), fake, { writePolicies });
  expect([onlyPipe(run).status, fake.writes.map(({ method }) => method)]).toEqual([status, sent]);
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
        expect(setByPath(after)).toEqual(changedBy(changed, live));
        const again = planOf([pair(wanted, after)], { ...options, selection: { onlyOrigin } });
        const paths = changed.map(({ path }) => path);
        expect(again.pipes[0]?.changes.filter(({ path }) => paths.includes(path))).toEqual([]);
        expect(findFaults('run', addDigest(run))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
