import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { Drift } from '../../src/model/report.ts';
import { emptyDrift, findDrift } from '../../src/plan/find-drift.ts';
import { renderMetrics } from '../../src/report/prometheus.ts';
import { requireTool } from '../ci/tools.ts';
import { checkProperty } from '../effort.ts';
import { desiredPipe, failure, fleetOf, NOW, pair, TOOL } from '../plan/samples.ts';
import { driftOfAlerts, FINDINGS } from './sample-checks.ts';
import { cleanDrift, hostileDrift, sampleDrift } from './sample-reports.ts';

const PROBLEM = diagnose('error', { code: 'credentials-missing', summary: 'PIPEFORM_KEY_ID is not set.' });
const failed = (): Drift => emptyDrift('production', [PROBLEM], { now: NOW, tool: TOOL });

const sharded = (): Drift => {
  const drift = cleanDrift();
  const { scope } = drift;
  return { ...drift, scope: scope === null ? null : { ...scope, fleet: 12, shard: { index: 2, total: 4 } } };
};

const CASES: Readonly<Record<string, () => Drift>> = {
  sample: sampleDrift,
  clean: cleanDrift,
  hostile: () => hostileDrift(),
  shard: sharded,
  'not-loaded': failed,
  alerts: () => driftOfAlerts(),
};

const isComplete = (drift: Drift): string | undefined =>
  /^pipeform_drift_complete(?:\{.*\})? (\d)$/m.exec(renderMetrics(drift))?.[1];

describe('drift as Prometheus metrics', () => {
  it('has every metric', async () => {
    const drift = { ...sampleDrift(), checks: FINDINGS };
    await expect(renderMetrics(drift)).toMatchFileSnapshot('golden/prometheus/sample.prom');
  });

  it.each(Object.entries(CASES))('%s is valid for a parser of the format', (_, make) => {
    const families = parseMetrics(renderMetrics(make()));
    expect(families.length).toBeGreaterThanOrEqual(3);
    for (const { name, help, type, metrics } of families) {
      expect(name).toMatch(/^pipeform_[a-z_]+$/);
      expect(help).not.toBe('');
      expect(type).toBe('GAUGE');
      expect(metrics.length).toBeGreaterThan(0);
      expect(metrics.every(({ value }) => Number.isFinite(Number(value)))).toBe(true);
    }
  });

  it('is complete only when every pipe was read', () => {
    const broken = { ...cleanDrift(), diagnostics: [PROBLEM] };
    const documents = [cleanDrift(), sharded(), sampleDrift(), failed(), broken];
    expect(documents.map(isComplete)).toEqual(['1', '1', '0', '0', '0']);
  });

  it('counts no pipes when none was read, so that nothing counts as clean', () => {
    const names = parseMetrics(renderMetrics(failed())).map(({ name }) => name);
    expect(names).toEqual([
      'pipeform_build_info',
      'pipeform_drift_last_run_timestamp_seconds',
      'pipeform_drift_complete',
    ]);
  });

  it('counts fields by origin only with a base, and the counts add up', () => {
    const origins = (families: readonly Family[]) =>
      families.filter(({ name }) => name === 'pipeform_drift_fields_by_origin').flatMap(({ metrics }) => metrics);
    const drift = sampleDrift();
    const sum = origins(parseMetrics(renderMetrics(drift))).reduce((total, { value }) => total + Number(value), 0);
    expect(sum).toBe(drift.summary.changes);
    expect(origins(parseMetrics(renderMetrics(cleanDrift())))).toEqual([]);
  });

  it('labels every sample with environment and shard', () => {
    const families = parseMetrics(renderMetrics({ ...sharded(), environment: 'staging' }));
    for (const { labels } of families.flatMap(({ metrics }) => metrics))
      expect(labels).toMatchObject({ environment: 'staging', shard: '2/4' });
  });

  it('escapes any name, and no name adds a line', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({
        unit: fc.constantFrom('\\', '"', '\n', '\r', '{', '}', ',', '=', '#', ' ', 'n', '\u001b', '\u2028'),
      }),
    );
    checkProperty(
      fc.property(text, text, text, (name, service, environment) => {
        const [pipe] = sampleDrift().pipes.filter(({ status }) => status === 'drifted');
        if (pipe === undefined) throw new Error('the sample has no drifted pipe');
        const drift = { ...sampleDrift(), environment, pipes: [{ ...pipe, name, service }] };
        const families = parseMetrics(renderMetrics(drift));
        const [status] = families.filter((family) => family.name === 'pipeform_drift_pipe_status');
        expect(status?.metrics).toEqual([
          { labels: { environment, pipe: name, service, status: 'drifted' }, value: '1' },
        ]);
        expect(new Set(families.map((family) => family.name)).size).toBe(families.length);
        expect(families).toHaveLength(parseMetrics(renderMetrics({ ...drift, environment: 'plain' })).length);
      }),
    );
  });

  it('omits the number of fields when no pipe could be compared', () => {
    const [desired, reads] = [desiredPipe(), [pair(desiredPipe(), failure('service-idle'))]];
    const drift = findDrift(fleetOf([desired]), reads, { now: NOW, tool: TOOL });
    const names = parseMetrics(renderMetrics(drift)).map(({ name }) => name);
    expect(names).toContain('pipeform_drift_pipes');
    expect(names).not.toContain('pipeform_drift_fields');
    expect(names).not.toContain('pipeform_drift_acknowledged_fields');
    expect(isComplete(drift)).toBe('0');
  });

  it('writes lone surrogates as the replacement character', () => {
    const metrics = renderMetrics({ ...cleanDrift(), environment: 'a\ud800b' });
    expect(metrics).toContain('pipeform_drift_complete{environment="a\ufffdb"} 1\n');
  });
});

// Those of the hostile texts have every metric.
it('hostile texts are accepted by promtool', (context) => {
  requireTool('promtool', context);
  const options = { input: renderMetrics(hostileDrift()), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], options);
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
});

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: string }[];
}

// The package has no types, and Node does not recognize its module form.
const parse = createRequire(import.meta.url)('parse-prometheus-text-format') as (text: string) => readonly Family[];

/** The metric families of a text, read by a port of the Python client of Prometheus. */
function parseMetrics(text: string): readonly Family[] {
  return parse(text);
}
