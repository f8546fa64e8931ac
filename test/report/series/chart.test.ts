import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { renderChart } from '../../../src/report/chart/chart.ts';
import type { SeriesReport } from '../../../src/report/chart/series-report.ts';
import { createStyle } from '../../../src/report/text/style.ts';
import { sampleReport, wave, withGaps } from './sample-series.ts';

const OFF = createStyle('off');
const HOUR_MS = 3_600_000;
const LIMIT = { name: 'orders-lag', pass: { comparator: '<', value: 10_000 } } as const;
const THREE = ['orders', 'payments', 'clicks'];
const TWELVE = Array.from({ length: 12 }, (_, index) => `pipe-${index}`);
const HOSTILE = ['\u001b[2Jboo', 'a\u202eb', 'line\nbreak', '', '日本語のパイプ'];

function draw(report: SeriesReport, about: { columns?: number; glyphs?: 'unicode' | 'ascii'; rows?: number } = {}) {
  return renderChart(report, { style: OFF, glyphs: 'unicode', columns: 80, rows: null, ...about });
}

const CASES: Readonly<Record<string, () => string>> = {
  'check-60': () => draw(sampleReport({ check: LIMIT, valueAt: withGaps }), { columns: 60 }),
  'check-80': () => draw(sampleReport({ check: LIMIT, valueAt: withGaps })),
  'check-120': () => draw(sampleReport({ check: LIMIT, valueAt: withGaps }), { columns: 120 }),
  'groups-60': () => draw(sampleReport({ groups: THREE, valueAt: withGaps }), { columns: 60 }),
  'groups-80': () => draw(sampleReport({ groups: THREE, valueAt: withGaps })),
  'groups-ascii': () => draw(sampleReport({ groups: THREE, valueAt: withGaps }), { glyphs: 'ascii' }),
  'groups-many-days': () =>
    draw(sampleReport({ groups: TWELVE, stepMs: HOUR_MS, granularity: '1h', valueAt: (_, group) => group * 500 }), {
      columns: 120,
    }),
  'unit-60': () => draw(sampleReport({ check: LIMIT, units: ['messages'], valueAt: withGaps }), { columns: 60 }),
  'unit-of-groups': () => draw(sampleReport({ groups: THREE, units: ['messages waiting now'] })),
  'units-differ': () => draw(sampleReport({ functions: ['max', 'count', 'avg'], units: ['ms', null, '%'] })),
  'units-hostile': () => draw(sampleReport({ units: ['\u001b[2J\u202e'] }), { columns: 40 }),
  'series-two': () => draw(sampleReport({ functions: ['max', 'avg'], valueAt: (b, _, s) => wave(b) / (s + 1) })),
  'dense-gap': () =>
    draw(sampleReport({ buckets: 500, valueAt: (b) => (b > 100 && b < 130 ? undefined : (b * 7_919) % 13) })),
  'flat-zero': () => draw(sampleReport({ buckets: 10, valueAt: (b) => (b % 2 === 1 ? undefined : 0) })),
  negative: () => draw(sampleReport({ valueAt: (b) => -0.004 + Math.sin(b / 6) / 500 })),
  'far-from-zero': () => draw(sampleReport({ valueAt: (b) => 1_000_000 + b })),
  'no-data': () => draw(sampleReport({ valueAt: () => undefined })),
  'only-nulls': () => draw(sampleReport({ valueAt: () => null })),
  hostile: () => draw(sampleReport({ groups: HOSTILE, where: 'x:\u001b]0;title\u0007' })),
  low: () => draw(sampleReport({ groups: THREE }), { rows: 14 }),
};

describe('renderChart', () => {
  it.each(Object.entries(CASES))('%s', async (name, make) => {
    await expect(make()).toMatchFileSnapshot(`../golden/series/${name}.txt`);
  });

  it('says the same with color and without', () => {
    const report = sampleReport({ groups: THREE, check: LIMIT, valueAt: withGaps });
    const colored = renderChart(report, { style: createStyle('on'), glyphs: 'unicode', columns: 80, rows: null });
    expect(colored).toContain('\u001b[');
    expect(colored.replaceAll(/\u001b\[[0-9;]*m/g, '')).toBe(draw(report));
  });

  it('is no wider than asked for where it counts the groups that it leaves out', () => {
    const groups = Array.from({ length: 10_000 }, (_, index) => `g${index}`);
    const lines = draw(sampleReport({ buckets: 1, groups }), { columns: 40 }).split('\n');
    expect(lines.at(-2)).toBe('  and 9,992 more groups with lower valu…');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  it('is no higher than asked for with a unit over its axis', () => {
    const heights = [[], ['messages']].map(
      (units) => draw(sampleReport({ groups: THREE, units }), { rows: 20 }).split('\n').length,
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(21);
  });

  it('breaks a line where a bucket is missing, however narrow the chart is', () => {
    const whole = sampleReport({ valueAt: () => 5 });
    const broken = sampleReport({ valueAt: (bucket) => (bucket === 30 ? undefined : 5) });
    for (const columns of [40, 60, 80, 120]) expect(draw(broken, { columns })).not.toBe(draw(whole, { columns }));
  });

  it('holds whatever the values are: no line too long, no NaN, no control character, ASCII where asked', () =>
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ noNaN: true }), { nil: null }), { maxLength: 40 }),
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }),
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
          // The three figures of the legend, of up to 24 columns each, are never cut.
          expect(Math.max(...widths)).toBeLessThanOrEqual(Math.max(columns, 90));
          if (glyphs === 'ascii' && groups.length === 0) expect(text).toMatch(/^[\x20-\x7e\n]*$/);
        },
      ),
      { numRuns: 15 },
    ));
});
