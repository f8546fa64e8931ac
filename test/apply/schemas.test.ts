import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import { addDigest } from '../../src/model/json/document.ts';
import { emptyDrift } from '../../src/plan/find-drift.ts';
import { emptyPlan } from '../../src/plan/plan-fleet.ts';
import { desiredPipe, livePipe, NOW, pair, place, planOf, TOOL } from '../plan/samples.ts';
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
});
