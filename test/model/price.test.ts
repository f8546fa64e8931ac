import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, formatCost, monthlyCents } from '../../src/model/price.ts';
import { checkProperty } from '../effort.ts';

/** A decimal with its digits apart, so that the expected cost is computed without its text. */
const decimals = (most: number) =>
  fc.tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 9 })).map(([digits, scale]) => ({
    digits: BigInt(digits),
    unit: 10n ** BigInt(scale),
    value: Number(`${digits}e-${scale}`),
  }));

const costOf = (replicas: number, cpuMillicores: number, memoryGb: number, cpuHour: number, memoryGbHour: number) =>
  monthlyCents([{ share: 1, size: { replicas, cpuMillicores, memoryGb } }], { cpuHour, memoryGbHour });

describe('the cost of a month', () => {
  it('is that of exact fractions, rounded once', () => {
    checkProperty(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 64_000 }),
        ...([decimals(64_000), decimals(1e9), decimals(1e9)] as const),
        (replicas, cpu, memory, cpuHour, memoryGbHour) => {
          const unit = cpuHour.unit * memory.unit * memoryGbHour.unit * 1000n;
          const cpuPart = BigInt(cpu) * cpuHour.digits * memory.unit * memoryGbHour.unit;
          const memoryPart = memory.digits * memoryGbHour.digits * cpuHour.unit * 1000n;
          const hundred = 100n * 730n * BigInt(replicas) * (cpuPart + memoryPart);
          const half = hundred % unit >= unit - (hundred % unit) ? 1n : 0n;
          expect(costOf(replicas, cpu, memory.value, cpuHour.value, memoryGbHour.value)).toBe(
            Number(hundred / unit + half),
          );
        },
      ),
    );
  });

  it.each([
    ['a core', costOf(1, 1000, 0, 0.04, 0.005), 2920],
    ['two replicas', costOf(2, 250, 1, 0.04, 0.005), 2190],
    ['half a cent, up', costOf(1, 1000, 0, 0.0005, 0), 37],
    ['less than half a cent', costOf(1, 1000, 0, 0.000_006, 0), 0],
    ['a very small price', costOf(10, 2000, 8, 1e-7, 2e-8), 0],
    ['a very large one', costOf(10, 2000, 8, 1e6, 1e6), 7_300_000_000_000],
    ['nothing', costOf(0, 0, 0, 0.04, 0.005), 0],
  ])('of %s', (_, cents, expected) => {
    expect(cents).toBe(expected);
  });

  it('is the mean of sizes for shares of the time', () => {
    const size = (replicas: number) => ({ replicas, cpuMillicores: 1000, memoryGb: 4 });
    const pricing = { currency: 'USD', cpuHour: 0.04, memoryGbHour: 0.005 };
    const parts = [
      { share: 0.25, size: size(8) },
      { share: 0.75, size: size(4) },
    ];
    const expected = monthlyCents([{ share: 1, size: size(5) }], pricing);
    expect(monthlyCents(parts, pricing)).toBe(expected);
    const hours = parts.map(({ share, ...part }) => ({ ...part, share: share * 168 }));
    expect(monthlyCents(hours, pricing)).toBe(expected);
  });
});

it('has two decimals as text', () => {
  expect([0, 7, 70, 123_450, 1e12].map(formatCents)).toEqual(['0.00', '0.07', '0.70', '1,234.50', '10,000,000,000.00']);
  expect([-7, -250, -123_450].map(formatCents)).toEqual(['-0.07', '-2.50', '-1,234.50']);
  expect(formatCost(123_450, 'USD')).toBe('USD 1,234.50');
});
