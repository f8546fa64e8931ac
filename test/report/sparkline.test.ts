import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCourse, scaleSeries, sparkline } from '../../src/report/chart/sparkline.ts';

const anyValues = fc.array(fc.option(fc.double({ noNaN: true }), { nil: null }), { maxLength: 80 });

describe('a sparkline', () => {
  it.each([
    [[0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█', '_.-~=+*#'],
    [[5, 5, 5], '▅▅▅', '==='],
    [[0], '▅', '='],
    [[10, null, 20], '▁ █', '_ #'],
    [[null, null], '  ', '  '],
    [[], '', ''],
    [[-Number.MAX_VALUE, 0, Number.MAX_VALUE], '▁▅█', '_=#'],
  ])('of %j', (values, unicode, ascii) => {
    expect(sparkline(values, 'unicode')).toBe(unicode);
    expect(sparkline(values, 'ascii')).toBe(ascii);
  });

  it('has one character a value, blank exactly for what is not known, and higher ones for higher values', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const line = [...sparkline(values, 'unicode')];
        expect(line).toHaveLength(values.length);
        expect(line.join('')).toMatch(/^[ ▁▂▃▄▅▆▇█]*$/);
        values.forEach((value, index) => {
          expect(line[index] === ' ').toBe(value === null || !Number.isFinite(value));
        });
        for (const height of scaleSeries(values)) {
          if (height !== null) expect(height >= 0 && height <= 1).toBe(true);
        }
        const known = values.flatMap((value, index) =>
          line[index] === ' ' ? [] : [{ value, mark: line[index] ?? '' }],
        );
        known.sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
        const marks = known.map(({ mark }) => mark);
        expect(marks).toEqual([...marks].sort());
      }),
    );
  });

  it('shows the latest of many values, and nothing of fewer than two', () => {
    expect(drawCourse([...Array(40).fill(0), 1], 'ascii')).toBe(`${'_'.repeat(23)}#`);
    expect(drawCourse([1, null], 'unicode')).toBeNull();
    expect(drawCourse([1, null, 2], 'unicode')).toBe('▁ █');
  });
});
