import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../src/model/check.ts';
import { METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { readDocument } from './harness.ts';
import { openObserved, questions, TOKEN_ONLY } from './observability.ts';

interface ChecksDocument {
  readonly checks: readonly CheckResult[];
}

describe.concurrent('check', () => {
  test('0: the named checks pass, and only their data is requested', async () => {
    const workspace = await openObserved();
    const { code, stdout, stderr } = await workspace.run('check lag-by-pipe alert', TOKEN_ONLY);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^✓ pass {3}lag-by-pipe/m);
    expect(stdout).toMatch(/^✓ pass {5}orders-prod/m);
    expect(stdout).toMatch(/\n\nHealthy: all 2 checks pass\.\n$/);
    const paths = new Set(questions(workspace).map(([path]) => path.replace(/[0-9a-f]{24}$/, 'ID')));
    expect(paths).toEqual(new Set(['POST /api/v2/charts/series', 'GET /api/v2/alerts/ID']));
  });

  test('5: one check fails and one has no data; the JSON document agrees', async () => {
    const { run } = await openObserved();
    const text = await run('check');
    expect(text.code).toBe(5);
    expect(text.stdout).toMatch(/^✗ fail {5}impossible/m);
    expect(text.stdout).toMatch(/^\? no data {2}nothing/m);
    expect(text.stdout).toContain('See what the query finds: pipeform series nothing --since 1d.');
    expect(text.stdout).toContain('Not healthy: of 5 checks, 1 failed, 1 had no data and 3 passed.');
    const { code, stdout } = await run('check --format json');
    expect(code).toBe(5);
    const document = readDocument<ChecksDocument>(stdout);
    expect(findFaults('checks', document)).toEqual([]);
    expect(Object.fromEntries(document.checks.map(({ name, verdict }) => [name, verdict]))).toEqual({
      ...{ alert: 'pass', impossible: 'fail', lag: 'pass', 'lag-by-pipe': 'pass', nothing: 'no-data' },
    });
  });

  test('counts no rows as the value of `absent`, but not rows without their group or a failed query', async () => {
    const series = (where: string, groupBy: readonly string[] = []) => ({
      ...{ sourceId: METRICS_SOURCE_ID, aggFn: 'count', where, groupBy },
    });
    const counting = { window: '5m', granularity: '1m', reduce: 'sum', pass: '< 5', absent: 0 };
    const workspace = await openObserved({
      document: {
        observability: { url: '${PIPEFORM_API_URL}' },
        pipes: {},
        checks: {
          errors: { series: series('metric:nonsense'), ...counting },
          'errors-by-pipe': { series: series('metric:nonsense', ['pipe']), ...counting },
          expression: { series: series('metric:lag', ['lower(pipe)']), ...counting },
          failed: { series: series('((('), ...counting },
        },
      },
    });
    const { code, stdout } = await workspace.run('check --format json');
    expect(code).toBe(5);
    const { checks } = readDocument<ChecksDocument>(stdout);
    expect(checks).toMatchObject([
      { name: 'errors', verdict: 'pass', value: 0 },
      { name: 'errors-by-pipe', verdict: 'pass', value: 0 },
      { name: 'expression', verdict: 'no-data', reason: expect.stringContaining('not by an expression') },
      { name: 'failed', verdict: 'error' },
    ]);
    expect((await workspace.run('explain checks')).stdout).toContain('absent');
  });

  test('1: reports a mistyped name and a missing token immediately, and sends nothing', async () => {
    const workspace = await openObserved();
    const { code, stdout, stderr } = await workspace.run('check alrt', { PIPEFORM_ACCESS_TOKEN: '' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Did you mean alert?');
    expect(stderr).toContain('error[credentials-missing]');
    const json = await workspace.run('check alrt --format json');
    expect(json.code).toBe(1);
    expect(findFaults('checks', readDocument(json.stdout))).toEqual([]);
    expect(questions(workspace)).toEqual([]);
  });

  test('1: a configuration without checks does not pass, and needs no token', async () => {
    const { run } = await openObserved({ document: { pipes: {} } });
    expect(await run('check', { PIPEFORM_ACCESS_TOKEN: '' })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /The configuration has no checks, so nothing was checked\.\n(?:.*\n)*.*Add one under/,
      ),
    });
    const json = await run('check --format json');
    expect(json.code).toBe(1);
    expect(findFaults('checks', readDocument(json.stdout))).toEqual([]);
    expect(readDocument(json.stdout)).toMatchObject({ checks: [], diagnostics: [{ code: 'nothing-to-check' }] });
  });
});
