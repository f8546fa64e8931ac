import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { renderChart } from '../../src/report/chart/chart.ts';
import { scaleValues } from '../../src/report/chart/scales.ts';
import {
  describeSeries,
  NO_DATA,
  renderSeriesCsv,
  renderSeriesTable,
  type SeriesReport,
} from '../../src/report/chart/series-report.ts';
import { drawSparkline, scaleSeries, sparkline } from '../../src/report/chart/sparkline.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { anyCharacter } from '../any-character.ts';
import { findFaults } from '../apply/schemas.ts';
import { checkProperty } from '../effort.ts';
import { START_MS, sampleReport, withGaps } from './sample-series.ts';

const OFF = createStyle('off');
const HOUR_MS = 3_600_000;
const LIMIT = { name: 'orders-lag', pass: { comparator: '<', value: 10_000 } } as const;
const THREE = ['orders', 'payments', 'clicks'];
const TWELVE = Array.from({ length: 12 }, (_, index) => `pipe-${index}`);

function draw(report: SeriesReport, about: { columns?: number; glyphs?: 'unicode' | 'ascii' } = {}) {
  return renderChart(report, { style: OFF, glyphs: 'unicode', columns: 80, ...about });
}

const CASES: Readonly<Record<string, () => string>> = {
  'check-80': () => draw(sampleReport({ check: LIMIT, valueAt: withGaps })),
  'groups-ascii': () => draw(sampleReport({ groups: THREE, valueAt: withGaps }), { glyphs: 'ascii' }),
  'groups-many-days': () =>
    draw(sampleReport({ groups: TWELVE, stepMs: HOUR_MS, granularity: '1h', valueAt: (_, group) => group * 500 }), {
      columns: 120,
    }),
  'dense-gap': () =>
    draw(sampleReport({ buckets: 500, valueAt: (b) => (b > 100 && b < 130 ? undefined : (b * 7_919) % 13) })),
  'flat-zero': () => draw(sampleReport({ buckets: 10, valueAt: (b) => (b % 2 === 1 ? undefined : 0) })),
  negative: () => draw(sampleReport({ valueAt: (b) => -0.004 + Math.sin(b / 6) / 500 })),
  'no-data': () => draw(sampleReport({ valueAt: () => undefined })),
};

describe('renderChart', () => {
  it.each(Object.entries(CASES))('%s', async (name, make) => {
    await expect(make()).toMatchFileSnapshot(`golden/series/${name}.txt`);
  });

  it('has the same text with and without color', () => {
    const report = sampleReport({ groups: THREE, check: LIMIT, valueAt: withGaps });
    const colored = renderChart(report, { style: createStyle('on'), glyphs: 'unicode', columns: 80 });
    expect(colored).toContain('\u001b[');
    expect(colored.replaceAll(/\u001b\[[0-9;]*m/g, '')).toBe(draw(report));
  });

  it('stays within its width when it counts the omitted groups', () => {
    const groups = Array.from({ length: 10_000 }, (_, index) => `g${index}`);
    const lines = draw(sampleReport({ buckets: 1, groups }), { columns: 40 }).split('\n');
    expect(lines.at(-2)).toBe('  and 9,992 more groups with lower valu…');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  it('stays within 40 columns with long names and a unit', () => {
    const groups = ['clickstream', 'invoices'];
    const report = sampleReport({ groups, check: LIMIT, units: ['messages'], valueAt: () => 37_354 });
    const lines = draw(report, { columns: 40 }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  it('has the unit of all lines above the axis, and in the legend the unit of each', () => {
    const alike = draw(sampleReport({ groups: THREE, units: ['messages waiting now'] }));
    expect(alike).toContain('\n\nmessages waiting now\n10K ┤');
    expect(alike).toMatch(/^▲ payments +7,767 +1,903 +7,900 {2}messages waiting now$/m);
    const mixed = draw(sampleReport({ functions: ['max', 'count'], units: ['ms', null] }))
      .trimEnd()
      .split('\n');
    expect(mixed.slice(-4)).toEqual([
      '         latest    min    max  unit',
      '● max     4,807  1,003  7,000  ms',
      '■ count   4,807  1,003  7,000  -',
      '  different units on one axis: each line counts in its own',
    ]);
  });

  it('has no long lines, NaN, control characters or, if requested, non-ASCII, for any values', () =>
    checkProperty(
      fc.property(
        fc.array(fc.option(fc.double({ noNaN: true }), { nil: null }), { maxLength: 40 }),
        fc.array(fc.string({ unit: anyCharacter }), { maxLength: 6 }),
        fc.integer({ min: 24, max: 140 }),
        fc.constantFrom('unicode', 'ascii'),
        (values, groups, columns, glyphs) => {
          const valueAt = (bucket: number, group: number) =>
            values[(bucket + group) % Math.max(1, values.length)] ?? null;
          const report = sampleReport({ buckets: values.length, valueAt, ...(groups.length > 0 ? { groups } : {}) });
          const text = draw(report, { columns, glyphs });
          expect(text).not.toMatch(/NaN|Infinity|undefined/);
          expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
          const widths = text.split('\n').map((line) => stringWidth(line));
          // The three values of the legend, of up to 24 columns each, are never truncated.
          expect(Math.max(...widths)).toBeLessThanOrEqual(Math.max(columns, 90));
          if (glyphs === 'ascii' && groups.length === 0) expect(text).toMatch(/^[\x20-\x7e\n]*$/);
        },
      ),
      { numRuns: 15 },
    ));
});

const TINY = Number.MIN_VALUE;

describe('scaleValues', () => {
  it('has any two numbers between its ends, with a different label at each tick', () => {
    // Most numbers are near zero, and random draws seldom are.
    const near = fc.integer({ min: -50, max: 50 }).map((count) => count * TINY);
    const value = fc.oneof(near, fc.double({ noNaN: true, min: -1e300, max: 1e300 }));
    checkProperty(
      fc.property(value, value, (one, other) => {
        const { from, to, ticks } = scaleValues(Math.min(one, other), Math.max(one, other));
        expect(from).toBeLessThan(to);
        const slack = 1e-9 * Math.max(Math.abs(from), Math.abs(to));
        expect(Math.min(one, other)).toBeGreaterThanOrEqual(from - slack);
        expect(Math.max(one, other)).toBeLessThanOrEqual(to + slack);
        expect(ticks.length).toBeLessThan(10);
        expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
      }),
      // These are at the limit of precision, where a scale may never end.
      {
        examples: [
          [-4 * TINY, 6 * TINY],
          [3e-310, 8e-310],
          [1e-300, 1.000001e-300],
        ],
      },
    );
  });
});

const FORMULAS = ['=1+1', '+1', '-1', '@x', 'a,b', 'say "x"', 'line\r\nbreak', '\u001b[2J'];

const short = sampleReport({
  buckets: 5,
  groups: ['orders', 'payments'],
  functions: ['max', 'count'],
  valueAt: (bucket, group, series) =>
    bucket === 2 || (bucket === 3 && group === 1)
      ? undefined
      : series === 1 && bucket === 4
        ? null
        : bucket * 1_250.5 - group,
});

describe('table', () => {
  it('shows the rows by time, blank without a value', async () => {
    await expect(renderSeriesTable(short, OFF)).toMatchFileSnapshot('golden/series/table.txt');
  });

  it('reports that there is no data', () => {
    expect(renderSeriesTable(sampleReport({ valueAt: () => undefined }), OFF)).toBe(`${NO_DATA.join('\n')}\n`);
  });
});

describe('units', () => {
  const withUnits = sampleReport({ buckets: 1, functions: ['max', 'max', 'count'], units: ['ms', 'ms', null] });

  it('are in the headers of the table and the CSV, which stay different', () => {
    expect(renderSeriesTable(withUnits, OFF).split('\n')[0]).toMatch(/^time +max \[ms\] +max \(2\) \[ms\] +count$/);
    expect(renderSeriesCsv(withUnits).split('\r\n')[0]).toBe('time,max [ms],max (2) [ms],count');
    const alike = sampleReport({ buckets: 1, functions: ['max [ms]', 'max'], units: [null, 'ms'] });
    expect(renderSeriesCsv(alike).split('\r\n')[0]).toBe('time,max [ms],max [ms] (2)');
  });

  it('are in the JSON of each series', () => {
    const document = describeSeries(withUnits);
    expect(document.query.series.map(({ name, unit }) => [name, unit])).toEqual([
      ['max', 'ms'],
      ['max (2)', 'ms'],
      ['count', null],
    ]);
    for (const one of [document, describeSeries(short), describeSeries(sampleReport({ valueAt: () => undefined }))])
      expect(findFaults('series', one)).toEqual([]);
  });
});

describe('csv', () => {
  it('has a header, ISO times, empty cells for missing values, and RFC 4180 line ends', () => {
    expect(renderSeriesCsv(short).split('\r\n')).toEqual([
      'time,pipe,max,count',
      '2026-11-20T10:00:00.000Z,orders,0,0',
      '2026-11-20T10:00:00.000Z,payments,-1,-1',
      '2026-11-20T10:01:00.000Z,orders,1250.5,1250.5',
      '2026-11-20T10:01:00.000Z,payments,1249.5,1249.5',
      '2026-11-20T10:03:00.000Z,orders,3751.5,3751.5',
      '2026-11-20T10:04:00.000Z,orders,5002,',
      '2026-11-20T10:04:00.000Z,payments,5001,',
      '',
    ]);
  });

  it('contains no spreadsheet formulas and no control characters', () => {
    const csv = renderSeriesCsv(sampleReport({ buckets: 1, groups: FORMULAS, valueAt: () => 1 }));
    expect(csv.split('\r\n').map((line) => line.slice(line.indexOf(',') + 1))).toEqual([
      'pipe,max',
      "'=1+1,1",
      "'+1,1",
      "'-1,1",
      "'@x,1",
      '"a,b",1',
      '"say ""x""",1',
      'line\\r\\nbreak,1',
      '\\x1b[2J,1',
      '',
    ]);
  });

  it('has only a header without data', () => {
    expect(renderSeriesCsv(sampleReport({ valueAt: () => undefined }))).toBe('time,max\r\n');
  });
});

describe('unexpected answers', () => {
  const rowAt = (bucketMs: number, group: readonly string[] = []) => ({ group, bucketMs, values: [1] });
  const cells = (rows: readonly ReturnType<typeof rowAt>[], report = sampleReport({ buckets: 3 })) =>
    renderSeriesCsv({ ...report, rows })
      .split('\r\n')
      .slice(1, -1);

  it('shows buckets by time as they are, and an invalid time too', () => {
    expect(cells([rowAt(START_MS + 60_000), rowAt(9e15), rowAt(START_MS + 1)])).toEqual([
      '2026-11-20T10:00:00.001Z,1',
      '2026-11-20T10:01:00.000Z,1',
      '9000000000000000,1',
    ]);
  });

  it('keeps a group with more values than requested columns', () => {
    const csv = renderSeriesCsv({ ...sampleReport({ buckets: 1 }), rows: [rowAt(START_MS, ['a', 'b'])] });
    expect(csv).toBe('time,group 1,group 2,max\r\n2026-11-20T10:00:00.000Z,a,b,1\r\n');
  });

  it('infers the granularity of auto from the buckets', () => {
    const { query, ...report } = sampleReport();
    const rows = [0, 1, 2, 4, 5].map((index) => rowAt(START_MS + index * 300_000));
    expect(draw({ ...report, query: { ...query, granularity: 'auto' }, rows })).toContain('buckets of 5m');
  });
});

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
  ])('shows %j', (values, unicode, ascii) => {
    expect(sparkline(values, 'unicode')).toBe(unicode);
    expect(sparkline(values, 'ascii')).toBe(ascii);
  });

  it('has one character per value, blank only for missing ones, and higher characters for higher values', () => {
    checkProperty(
      fc.property(anyValues, (values) => {
        const line = [...sparkline(values, 'unicode')];
        expect(line).toHaveLength(values.length);
        expect(line.join('')).toMatch(/^[ ▁▂▃▄▅▆▇█]*$/);
        values.forEach((value, index) => {
          expect(line[index] === ' ').toBe(value === null || !Number.isFinite(value));
        });
        for (const height of scaleSeries(values, null).heights) {
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

  it('has the scale of the values and the limit, which is drawn', () => {
    expect(drawSparkline([1, 2, 3], 'unicode', 8)).toBe('▁▂▃ limit █');
    expect(drawSparkline([4, 8, 9], 'unicode', 4)).toBe('▁▇█ limit ▁');
    expect(drawSparkline([4, 4, 4], 'ascii', 8)).toBe('___ limit #');
  });

  it('shows the latest of many values, and nothing for fewer than two', () => {
    expect(drawSparkline([...Array(40).fill(0), 1], 'ascii', null)).toBe(`${'_'.repeat(23)}#`);
    expect(drawSparkline([1, null], 'unicode', null)).toBe('');
    expect(drawSparkline([1, null, 2], 'unicode', null)).toBe('▁ █');
  });
});
