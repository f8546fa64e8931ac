import { describe, expect, test } from 'vitest';
import type { SeriesDocument } from '../../src/report/chart/series-report.ts';
import { METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { readDocument } from './harness.ts';
import { MIDDAY, openObserved, questions, TOKEN_ONLY } from './observability.ts';

const MINUTE_MS = 60_000;
const AD_HOC = `series --source ${METRICS_SOURCE_ID} --agg max --where metric:lag`;

describe.concurrent('series', () => {
  test('sends a query for the local time, and another for the time of the service', async () => {
    const workspace = await openObserved();
    const { code, stdout, stderr } = await workspace.run('series lag --since 30m --format json', TOKEN_ONLY);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const body = (endTime: unknown, startTime: unknown) => ({
      ...{ startTime, endTime, granularity: '1m' },
      series: [{ sourceId: METRICS_SOURCE_ID, aggFn: 'max', where: 'pipe:orders-prod AND metric:lag', groupBy: [] }],
    });
    const [first, second, ...more] = questions(workspace);
    expect(first).toEqual(['POST /api/v2/charts/series', body(expect.any(Number), expect.any(Number))]);
    const [, asked] = second ?? [];
    const { startTime, endTime } = asked as { startTime: number; endTime: number };
    expect(asked).toEqual(body(endTime, startTime));
    expect(endTime - startTime).toBe(30 * MINUTE_MS);
    expect(Math.abs(endTime - MIDDAY)).toBeLessThan(MINUTE_MS);
    expect(more).toEqual([]);
    const document = readDocument<SeriesDocument>(stdout);
    expect(findFaults('series', document)).toEqual([]);
    expect(document.rows.length).toBeGreaterThan(28);
  });

  test('draws a chart with a line per group, 80 columns wide without a terminal', async () => {
    const { run } = await openObserved();
    const { code, stdout } = await run(`${AD_HOC} --group-by pipe --from 2026-06-01T11:00 --to 2026-06-01T12:00`);
    expect(code).toBe(0);
    expect(stdout).toContain('max where metric:lag by pipe\n2026-06-01 11:00 to 12:00 UTC, buckets of 1m\n');
    expect(stdout).toMatch(/^● .+ {2}[\d,.]+ {2}/m);
    expect(stdout).toContain('orders-prod');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBe(80);
    const narrow = await run(`${AD_HOC} --from 2026-06-01T11:00 --to 2026-06-01T12:00`, { COLUMNS: '60', LANG: 'C' });
    expect(narrow.stdout).toMatch(/^[\x20-\x7e\n]+$/);
    expect(Math.max(...narrow.stdout.split('\n').map((line) => line.length))).toBe(60);
  });

  test('prints a table and CSV with the same rows', async () => {
    const { run } = await openObserved();
    const range = '--from 2026-06-01T11:50 --to 2026-06-01T11:53 --granularity 1m';
    const table = await run(`${AD_HOC} --group-by pipe ${range} --format table`);
    const csv = await run(`${AD_HOC} --group-by pipe ${range} --format csv`);
    expect([table.code, csv.code]).toEqual([0, 0]);
    const lines = csv.stdout.split('\r\n');
    expect(lines[0]).toBe('time,pipe,max');
    expect(lines[1]).toMatch(/^2026-06-01T11:50:00\.000Z,[\w-]+,[\d.]*$/);
    expect(table.stdout.trimEnd().split('\n')).toHaveLength(lines.length - 1);
  });

  test('passes on the other keys of a series, and says which rows have no group', async () => {
    const workspace = await openObserved();
    const options =
      '--source ID --agg quantile --field lag --level 0.9 --metric-name lag --metric-data-type gauge --where-language lucene';
    const { code, stdout, stderr } = await workspace.run(
      `series ${options.replace('ID', METRICS_SOURCE_ID)} --group-by lower(pipe) --from 2026-06-01T11:50 --to 2026-06-01T12:00 --granularity 1m --format json`,
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^warning\[series-not-grouped\]: \d+ rows of the response have no group by lower\(pipe\); they are left out\./,
    );
    const keys = { whereLanguage: 'lucene', field: 'lag', metricName: 'lag', metricDataType: 'gauge', level: 0.9 };
    const asked = { sourceId: METRICS_SOURCE_ID, aggFn: 'quantile', where: '', ...keys };
    expect(questions(workspace)[0]?.[1]).toMatchObject({ series: [{ ...asked, groupBy: ['lower(pipe)'] }] });
    const document = readDocument<SeriesDocument>(stdout);
    expect(findFaults('series', document)).toEqual([]);
    expect(document).toMatchObject({ query: { series: [{ name: 'quantile 0.9 of lag', ...asked }] }, rows: [] });
  });

  test('reports an empty result without failing', async () => {
    const { run } = await openObserved();
    const { code, stdout } = await run('series nothing');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('\nNo data in this time.\n') });
  });

  test('1: a failed query, with the message of the service and the request id', async () => {
    const { run, sandbox } = await openObserved();
    const { code, stdout, stderr } = await run(`${AD_HOC.replace('metric:lag', '(((')} --since 10m`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^error\[observability-failed\]: Where cannot be parsed: .* \(the service refused the request; \S+ returned 500\)\.\n.*POST \S+ returned 500/m,
    );
    expect(sandbox.requests().length).toBeGreaterThan(0);
  });

  test('1: reports an invalid query immediately, and sends nothing', async () => {
    const workspace = await openObserved();
    const { code, stderr } = await workspace.run('series laag alert', { PIPEFORM_ACCESS_TOKEN: '' });
    expect(code).toBe(1);
    expect(stderr).toContain('Did you mean lag?');
    expect(stderr).toContain('alert is a check of an alert');
    expect(stderr).toContain('error[credentials-missing]');
    expect(questions(workspace)).toEqual([]);
    const json = await workspace.run('series --agg max --format json');
    expect(findFaults('error', readDocument(json.stdout))).toEqual([]);
  });
});
