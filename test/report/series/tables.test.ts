import { describe, expect, it } from 'vitest';
import { describeSeries, renderSeriesCsv, renderSeriesTable } from '../../../src/report/chart/series-report.ts';
import { createStyle } from '../../../src/report/text/style.ts';
import { findFaults } from '../../apply/schemas.ts';
import { START_MS, sampleReport } from './sample-series.ts';

const OFF = createStyle('off');
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
  it('shows every group in every bucket, blank where there is none', async () => {
    await expect(renderSeriesTable(short, OFF)).toMatchFileSnapshot('../golden/series/table.txt');
  });

  it('says so when there is nothing', () => {
    expect(renderSeriesTable(sampleReport({ valueAt: () => undefined }), OFF)).toBe('No data in this time.\n');
  });
});

describe('units', () => {
  const withUnits = sampleReport({ buckets: 1, functions: ['max', 'max', 'count'], units: ['ms', 'ms', null] });

  it('stand in the heads of the table and of the csv, which stay different', () => {
    expect(renderSeriesTable(withUnits, OFF).split('\n')[0]).toMatch(/^time +max \[ms\] +max \(2\) \[ms\] +count$/);
    expect(renderSeriesCsv(withUnits).split('\r\n')[0]).toBe('time,max [ms],max (2) [ms],count');
    const alike = sampleReport({ buckets: 1, functions: ['max [ms]', 'max'], units: [null, 'ms'] });
    expect(renderSeriesCsv(alike).split('\r\n')[0]).toBe('time,max [ms],max [ms] (2)');
  });

  it('are told in the json of each series', () => {
    const document = describeSeries(withUnits);
    expect(document.query.series.map(({ name, unit }) => [name, unit])).toEqual([
      ['max', 'ms'],
      ['max (2)', 'ms'],
      ['count', null],
    ]);
    expect(findFaults('series', document)).toEqual([]);
  });
});

describe('many groups of few rows', () => {
  it('are shown without the gaps between them, which would be more than memory holds', () => {
    const groups = Array.from({ length: 10_000 }, (_, index) => `g${index}`);
    const valueAt = (bucket: number, group: number) => (bucket === group % 60 ? group : undefined);
    const lines = renderSeriesCsv(sampleReport({ groups, valueAt })).trimEnd().split('\r\n');
    expect(lines).toHaveLength(10_001);
    expect(lines.slice(0, 3)).toEqual([
      'time,pipe,max',
      '2026-11-20T10:00:00.000Z,g0,0',
      '2026-11-20T10:00:00.000Z,g60,60',
    ]);
  });
});

describe('csv', () => {
  it('has a head, ISO times and empty cells for gaps, and lines that end as in RFC 4180', () => {
    expect(renderSeriesCsv(short).split('\r\n')).toEqual([
      'time,pipe,max,count',
      '2026-11-20T10:00:00.000Z,orders,0,0',
      '2026-11-20T10:00:00.000Z,payments,-1,-1',
      '2026-11-20T10:01:00.000Z,orders,1250.5,1250.5',
      '2026-11-20T10:01:00.000Z,payments,1249.5,1249.5',
      '2026-11-20T10:02:00.000Z,orders,,',
      '2026-11-20T10:02:00.000Z,payments,,',
      '2026-11-20T10:03:00.000Z,orders,3751.5,3751.5',
      '2026-11-20T10:03:00.000Z,payments,,',
      '2026-11-20T10:04:00.000Z,orders,5002,',
      '2026-11-20T10:04:00.000Z,payments,5001,',
      '',
    ]);
  });

  it('gives no spreadsheet a formula and no terminal a control character', () => {
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

  it('is only a head when there is nothing', () => {
    expect(renderSeriesCsv(sampleReport({ valueAt: () => undefined }))).toBe('time,max\r\n');
  });
});

describe('answers that are not as expected', () => {
  const rowAt = (bucketMs: number, group: readonly string[] = []) => ({ group, bucketMs, values: [1] });
  const cells = (rows: readonly ReturnType<typeof rowAt>[], report = sampleReport({ buckets: 3 })) =>
    renderSeriesCsv({ ...report, rows })
      .split('\r\n')
      .slice(1, -1);

  it('a first bucket that begins before the range stands on the same grid', () => {
    expect(cells([rowAt(START_MS - 20_000), rowAt(START_MS + 100_000)])).toEqual([
      '2026-11-20T09:59:40.000Z,1',
      '2026-11-20T10:00:40.000Z,',
      '2026-11-20T10:01:40.000Z,1',
      '2026-11-20T10:02:40.000Z,',
    ]);
  });

  it('buckets on no grid are shown as they came, and so is a time that is none', () => {
    expect(cells([rowAt(START_MS + 1), rowAt(START_MS + 60_000), rowAt(9e15)])).toEqual([
      '2026-11-20T10:00:00.001Z,1',
      '2026-11-20T10:01:00.000Z,1',
      '9000000000000000,1',
    ]);
  });

  it('a group with more values than columns were asked for keeps them', () => {
    const csv = renderSeriesCsv({ ...sampleReport({ buckets: 1 }), rows: [rowAt(START_MS, ['a', 'b'])] });
    expect(csv).toBe('time,group 1,group 2,max\r\n2026-11-20T10:00:00.000Z,a,b,1\r\n');
  });

  it('auto takes the buckets that came for what the service made of it', () => {
    const auto = { ...sampleReport({ buckets: 60 }).query, granularity: 'auto' } as const;
    const rows = [0, 1, 2, 4, 5].map((index) => rowAt(START_MS + index * 300_000));
    const times = renderSeriesCsv({ ...sampleReport(), query: auto, rows })
      .split('\r\n')
      .slice(1, -1);
    expect(times).toHaveLength(12);
    expect(times[3]).toBe('2026-11-20T10:15:00.000Z,');
  });
});

describe('json', () => {
  it('is as its schema says', () => {
    expect(findFaults('series', describeSeries(short))).toEqual([]);
    expect(findFaults('series', describeSeries(sampleReport({ valueAt: () => undefined })))).toEqual([]);
    expect(findFaults('series', { ...describeSeries(short), rows: [{ time: 'now' }] })).not.toEqual([]);
  });

  it('gives no two series one name', () => {
    const { query } = describeSeries(sampleReport({ functions: ['max', 'max'] }));
    expect(query.series.map(({ name }) => name)).toEqual(['max', 'max (2)']);
  });
});
