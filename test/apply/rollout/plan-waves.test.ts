import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planWaves } from '../../../src/apply/rollout/plan-waves.ts';
import type { WaveSize } from '../../../src/model/rollout.ts';
import { checkProperty } from '../../effort.ts';

interface Member {
  readonly name: string;
  readonly service: string;
}

/** `a1`, `a2` … of service `a`. */
function members(sizes: Readonly<Record<string, number>>): readonly Member[] {
  return Object.entries(sizes).flatMap(([service, size]) =>
    Array.from({ length: size }, (_, index) => ({ service, name: `${service}${index + 1}` })),
  );
}

function named(waves: readonly (readonly Member[])[]): readonly string[] {
  return waves.map((wave) => wave.map(({ name }) => name).join(' '));
}

describe('planning waves', () => {
  it.each<[string, readonly WaveSize[], readonly number[]]>([
    ['numbers and shares are counted from the start', [{ pipes: 1 }, { share: 0.25 }, { share: 1 }], [1, 24, 75]],
    ['the remaining pipes are one more wave', [{ pipes: 10 }], [10, 90]],
    ['a share is rounded up', [{ share: 0.001 }, { share: 0.011 }], [1, 1, 98]],
    ['a share that is a whole number of pipes is that number', [{ share: 0.07 }, { share: 0.29 }], [7, 22, 71]],
    ['an empty wave is left out', [{ pipes: 30 }, { share: 0.25 }, { share: 1 }], [30, 70]],
    ['a size larger than the fleet is the whole fleet', [{ pipes: 200 }, { share: 1 }], [100]],
    ['no sizes give one wave', [], [100]],
  ])('%s', (_, sizes, lengths) => {
    expect(planWaves(members({ a: 100 }), sizes).map(({ length }) => length)).toEqual(lengths);
  });

  it('starts with one pipe of every service, then continues in proportion', () => {
    const waves = planWaves(members({ a: 4, b: 2, c: 1 }), [{ pipes: 3 }, { pipes: 5 }]);
    expect(named(waves)).toEqual(['a1 b1 c1', 'a2 a3', 'b2 a4']);
  });
});

const fleets = fc
  .dictionary(fc.constantFrom('analytics', 'billing', 'Zeta', 'ä', 'constructor'), fc.integer({ min: 1, max: 9 }))
  .map(members);
const sizes = fc.array(
  fc.oneof(
    fc.record({ pipes: fc.integer({ min: 1, max: 50 }) }),
    fc.record({ share: fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100) }),
  ),
  { maxLength: 5 },
);

function always(check: (fleet: readonly Member[], waves: readonly WaveSize[]) => void) {
  checkProperty(fc.property(fleets, sizes, check), { numRuns: 100 });
}

describe('for any fleet and sizes', () => {
  it('puts every pipe in exactly one wave, and no wave is empty', () =>
    always((fleet, given) => {
      const waves = planWaves(fleet, given);
      expect([...waves.flat()].sort(byName)).toEqual([...fleet].sort(byName));
      expect(waves.every(({ length }) => length > 0)).toBe(true);
    }));

  it('does not depend on the order of the configuration', () =>
    checkProperty(
      fc.property(
        fleets.chain((fleet) =>
          fc.tuple(fc.constant(fleet), fc.shuffledSubarray([...fleet], { minLength: fleet.length })),
        ),
        sizes,
        ([fleet, shuffled], given) => {
          expect(planWaves(shuffled, given)).toEqual(planWaves(fleet, given));
        },
      ),
      { numRuns: 60 },
    ));

  it('ends each wave but the last at one of the sizes', () =>
    always((fleet, given) => {
      const ends = new Set(
        // In whole percents, so that only one rounding occurs.
        given.map((size) =>
          'pipes' in size ? size.pipes : Math.ceil((Math.round(size.share * 100) * fleet.length) / 100),
        ),
      );
      let end = 0;
      for (const { length } of planWaves(fleet, given)) {
        end += length;
        if (!ends.has(end)) expect(end).toBe(fleet.length);
      }
    }));

  it('keeps every service within one pipe of its share at any point', () =>
    always((fleet) => {
      const total = new Map<string, number>();
      for (const { service } of fleet) total.set(service, (total.get(service) ?? 0) + 1);
      const placed = new Map<string, number>();
      for (const { service } of planWaves(fleet, []).flat()) {
        placed.set(service, (placed.get(service) ?? 0) + 1);
        const shareOf = (one: string, less: number) => ((placed.get(one) ?? 0) - less) / (total.get(one) ?? 1);
        const least = Math.min(...[...total.keys()].map((other) => shareOf(other, 0)));
        expect(shareOf(service, 1)).toBeLessThanOrEqual(least + 1e-9);
      }
    }));

  it('orders the pipes of a service by name', () =>
    always((fleet) => {
      const order = planWaves(fleet, []).flat();
      for (const service of new Set(fleet.map((pipe) => pipe.service))) {
        const own = order.filter((pipe) => pipe.service === service);
        expect(own).toEqual([...own].sort(byName));
      }
    }));
});

function byName(a: Member, b: Member): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
