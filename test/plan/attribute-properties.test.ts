import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Origin } from '../../src/model/origin.ts';
import type { PlannedPipe } from '../../src/model/plan.ts';
import { checkProperty } from '../effort.ts';
import { type Triple, triples } from './arbitraries.ts';
import { attributed, baseOf, carriedOut, planOne } from './samples.ts';

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

  it('every difference is drift when the configuration did not change', () => {
    checkProperty(
      fc.property(triples('orders'), ({ desired, live }) => {
        const found = Object.values(attributed(structuredClone(desired), desired, live));
        expect(found.every((origin) => origin === 'drift')).toBe(true);
      }),
      RUNS,
    );
  });

  it('every difference is config when live is as the base declares, and of a field that the base does not have', () => {
    checkProperty(
      fc.property(triples('orders'), ({ desired, base, live }) => {
        const synced = carriedOut(planOne(base, live), live);
        const found = Object.values(attributed(base, desired, synced));
        expect(found.every((origin) => origin === 'config')).toBe(true);
        for (const [path, origin] of Object.entries(attributed(base, desired, live))) {
          const [section, key] = path.split('.') as ['settings' | 'scaling', string];
          if (!Object.hasOwn(base[section], key)) expect(origin).toBe('config');
        }
      }),
      RUNS,
    );
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

function planOnly({ desired, base, live }: Triple, onlyOrigin: readonly Origin[]): PlannedPipe {
  return planOne(desired, live, { base: baseOf([base]), selection: { onlyOrigin } });
}
