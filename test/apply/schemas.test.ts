import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import { addDigest } from '../../src/model/json/document.ts';
import { emptyDrift, findDrift } from '../../src/plan/find-drift.ts';
import { emptyPlan } from '../../src/plan/plan-fleet.ts';
import { checkProperty } from '../effort.ts';
import { pairs } from '../plan/arbitraries.ts';
import { desiredPipe, failure, fleetOf, livePipe, NOW, pair, place, planOf, TOOL } from '../plan/samples.ts';
import { FakeService, type WriteFault } from './fake-service.ts';
import { runPlan } from './run-plan.ts';
import { findFaults, readSchema, SCHEMA_NAMES } from './schemas.ts';

/** Every `properties` map at any depth, with its path. */
function propertyMaps(schema: unknown, at = '#'): readonly (readonly [string, Record<string, unknown>])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, inner]) => {
    const here = `${at}/${key}`;
    // Conditions narrow properties that are described elsewhere.
    if (key === 'if' || key === 'then' || key === 'else') return [];
    const own = key === 'properties' ? [[here, inner as Record<string, unknown>] as const] : [];
    return [...own, ...propertyMaps(inner, here)];
  });
}

describe('the JSON Schemas', () => {
  it.each(SCHEMA_NAMES)('describe every property or refer to one that is described: %s', (name) => {
    const bare = propertyMaps(readSchema(name)).flatMap(([at, properties]) =>
      Object.entries(properties)
        .filter(([, value]) => {
          const { description, $ref } = value as { description?: string; $ref?: string };
          return (description ?? '') === '' && $ref === undefined;
        })
        .map(([key]) => `${at}/${key}`),
    );
    expect(bare).toEqual([]);
  });

  it('accept a document of their kind and no other', () => {
    const plan = addDigest(planOf([pair(desiredPipe({ settings: { db_max_threads: 8 } }), livePipe())]));
    expect(findFaults('plan', plan)).toEqual([]);
    expect(findFaults('run', plan)).not.toEqual([]);
    expect(findFaults('validation', plan)).not.toEqual([]);
    const [pipe] = plan.pipes;
    const spoilt: readonly object[] = [
      { ...plan, extra: 1 },
      { ...plan, formatVersion: 2 },
      { ...plan, createdAt: 'today' },
      { ...plan, pipes: [{ ...pipe, status: 'odd' }] },
      { ...plan, pipes: [{ ...pipe, requests: [] }] },
      { ...plan, pipes: [{ ...pipe, status: 'unchanged' }] },
      { ...plan, digest: undefined },
      { ...plan, scope: { ...plan.scope, shard: { index: 0, total: 2 } } },
      { ...plan, pipes: [{ ...pipe, basis: 'sha256:short' }] },
      { ...plan, pipes: [{ ...pipe, requests: [{ ...pipe?.requests[0], body: {} }] }] },
      { ...plan, diagnostics: [{ severity: 'error' }] },
    ];
    for (const document of spoilt) expect(findFaults('plan', document)).not.toEqual([]);
  });

  it('accept the documents of commands that fail early', () => {
    const problems = [
      diagnose('error', { code: 'usage', summary: 'No.' }),
      diagnose('note', { code: 'usage', summary: 'No.' }, place(4)),
    ];
    expect(findFaults('plan', addDigest(emptyPlan('production', problems, { now: NOW, tool: TOOL })))).toEqual([]);
    expect(findFaults('drift', addDigest(emptyDrift('production', problems, { now: NOW, tool: TOOL })))).toEqual([]);
    expect(findFaults('validation', { kind: 'validation', diagnostics: problems })).toEqual([]);
    expect(findFaults('validation', { kind: 'validation', diagnostics: [] })).toEqual([]);
  });

  it('accept any plan, any run and every event', () =>
    checkProperty(
      fc.asyncProperty(
        fc.tuple(pairs('a', ['Running', 'Modifying', 'Failed']), pairs('b'), pairs('c')),
        fc.array(fc.constantFrom<WriteFault>('none', 'lost-before-commit', 'lost-after-commit', 'rejected', 'ignored')),
        fc.constantFrom(0, 1),
        async (fleet, writes, minPipes) => {
          const unreadable = pair(desiredPipe({ name: 'd' }), failure('server', { status: 503 }));
          const service = new FakeService(
            fleet.map(({ live }) => live),
            { writes },
          );
          const policy = { maxReplicaFactor: 4, maxChangedPipes: { count: 2 }, minPipes: minPipes * 10 };
          const reads = [...fleet.map(({ desired, live }) => pair(desired, live)), unreadable];
          const plan = planOf(reads, { policy });
          const drift = findDrift(fleetOf(reads.map((read) => read.desired)), reads, { now: NOW, tool: TOOL });
          const { run, events } = await runPlan(plan, service);
          expect(findFaults('plan', addDigest(plan))).toEqual([]);
          expect(findFaults('drift', addDigest(drift))).toEqual([]);
          expect(findFaults('run', addDigest(run))).toEqual([]);
          expect(findFaults('run', run)).toEqual([]);
          for (const event of events) expect(findFaults('events', event)).toEqual([]);
        },
      ),
      { numRuns: 80 },
    ));
});
