import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldPath } from '../../src/model/field/field.ts';
import type { Band } from '../../src/model/fleet.ts';
import type { JsonValue } from '../../src/model/json/json.ts';
import type { Origin } from '../../src/model/origin.ts';
import type { PlannedPipe } from '../../src/model/plan.ts';
import { findDesired } from '../../src/plan/attribute-changes.ts';
import { checkProperty, countCases } from '../effort.ts';
import { type Triple, triples } from './arbitraries.ts';
import { baseOf, planOne, setByPath } from './samples.ts';

const RUNS = { numRuns: 250 };
const ORIGINS: readonly Origin[] = ['config', 'drift', 'conflict'];

describe('for any pipe and any base', () => {
  const withoutOrigins = (pipe: PlannedPipe) => ({
    ...pipe,
    changes: pipe.changes.map(({ base: _, ...change }) => ({ ...change, origin: null })),
    diagnostics: pipe.diagnostics.filter(({ code }) => code !== 'no-longer-managed'),
  });

  it('a base only adds origins, its values of conflicts, and notes', () => {
    checkProperty(
      fc.property(triples('orders'), ({ desired, base, live }) => {
        const alone = planOne(desired, live);
        const based = planOne(desired, live, { base: baseOf([base]) });
        expect(alone.changes.every(({ origin }) => origin === null)).toBe(true);
        expect(based.changes.every(({ origin }) => origin !== null && ORIGINS.includes(origin))).toBe(true);
        expect(based.changes.filter((change) => 'base' in change)).toEqual(
          based.changes.filter(({ origin }) => origin === 'conflict'),
        );
        expect(withoutOrigins(based)).toEqual(withoutOrigins(alone));
      }),
      RUNS,
    );
  });

  it('the origin of every difference is by what the base wanted, and whether that is live', () => {
    const seen = { config: countCases(), drift: countCases(), conflict: countCases() };
    checkProperty(
      fc.property(triples('orders'), (triple) => {
        const { desired, base, live } = triple;
        for (const { path, origin, base: was } of planOne(desired, live, { base: baseOf([base]) }).changes) {
          const expected = expectOrigin(path, triple);
          expect([path, origin, was !== undefined]).toEqual([path, expected, expected === 'conflict']);
          seen[expected].add();
        }
      }),
      { numRuns: 2_000 },
    );
    for (const cases of Object.values(seen)) cases.expectSome(20);
  });

  it('plans restricted by origin together hold every difference, and each writes nothing else', () => {
    checkProperty(
      fc.property(triples('orders'), (triple) => {
        const { desired, base, live } = triple;
        const all = planOne(desired, live, { base: baseOf([base]) });
        const parts = ORIGINS.map((origin) => planOnly(triple, [origin]));
        const paths = parts.flatMap(({ changes }) => changes.map(({ path }) => path));
        expect([...paths].sort()).toEqual(all.changes.map(({ path }) => path).sort());
        for (const [index, part] of parts.entries()) {
          expect(part.changes).toEqual(all.changes.filter(({ origin }) => origin === ORIGINS[index]));
          expect(part.status).toBe(part.changes.length > 0 ? 'update' : 'unchanged');
        }
      }),
      RUNS,
    );
  });

  it('differences left out by --only-origin are listed', () => {
    checkProperty(
      fc.property(triples('orders'), fc.constantFrom(...ORIGINS), (triple, origin) => {
        const { desired, base, live } = triple;
        const left = planOne(desired, live, { base: baseOf([base]) }).changes.filter((one) => one.origin !== origin);
        const said = planOnly(triple, [origin]).diagnostics.filter(({ code }) => code === 'not-selected');
        expect(said).toHaveLength(left.length > 0 ? 1 : 0);
        for (const change of left) expect(said[0]?.summary).toContain(`${change.path} (${change.origin})`);
      }),
      RUNS,
    );
  });
});

/** A value is the band from itself to itself, and a field that the base does not have is new. */
function expectOrigin(path: FieldPath, { desired, base, live }: Triple) {
  const edgesOf = (value: JsonValue | Band | undefined) =>
    typeof value === 'object' && value !== null && 'min' in value ? [value.min, value.max] : [value, value];
  const [was, wanted] = [findDesired(base, path), findDesired(desired, path)];
  if (was === undefined) return 'config';
  const [least, most] = edgesOf(was);
  if (JSON.stringify(edgesOf(wanted)) === JSON.stringify([least, most])) return 'drift';
  const shown = setByPath(live)[path] ?? null;
  const isInside = typeof shown === 'number' && Number(least) <= shown && shown <= Number(most);
  return shown === was || (was !== null && isInside) ? 'config' : 'conflict';
}

function planOnly({ desired, base, live }: Triple, onlyOrigin: readonly Origin[]): PlannedPipe {
  return planOne(desired, live, { base: baseOf([base]), selection: { onlyOrigin } });
}
