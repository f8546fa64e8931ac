import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderReportText } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { driftOf, planOf } from '../plan/samples.ts';
import { fullFleet, largeFleet } from './sample-fleet.ts';
import { samplePlan } from './sample-reports.ts';

const OFF = createStyle('off');

describe('a plan of many pipes as text', () => {
  const plan = planOf(largeFleet());

  it('puts errors and refusals first, then groups of equal changes with all their pipes, then the other changes', async () => {
    const text = renderReportText(plan, OFF);
    await expect(text).toMatchFileSnapshot('golden/plan/large.txt');
    for (const { name } of plan.pipes) expect(text).toContain(name);
    expect(text).not.toContain('PUT');
  });

  it('fits the names of pipes to the terminal', () => {
    const text = renderReportText(plan, createStyle('off', 60));
    expect(text.split('\n').filter((line) => line.length > 60 && !line.includes('/v1/'))).toEqual([]);
  });

  it('as a summary has only counts, groups and totals', async () => {
    await expect(renderReportText(samplePlan(), OFF, { summary: true })).toMatchFileSnapshot('golden/plan/summary.txt');
    expect(renderReportText(plan, OFF, { summary: true }).split('\n').slice(2, 6)).toEqual([
      'settings.db_max_threads 4 -> 8 in 37 pipes',
      'settings.streaming_max_insert_wait_ms 10s (10000) -> 5s (5000) in 18 pipes',
      '4 other changes in 3 pipes: pipe-30, pipe-12, pipe-20',
      '1 pipe with errors: pipe-10',
    ]);
  });

  it('shows request bodies on demand, dim in color, and what changes bold', async () => {
    const clicks = planOf(fullFleet().filter(({ desired }) => desired.name === 'clicks'));
    await expect(renderReportText(clicks, OFF, { requests: true })).toMatchFileSnapshot('golden/plan/requests.txt');
    const painted = renderReportText(samplePlan(), createStyle('on'), { requests: true });
    const bodies = painted.split('\n').filter((line) => /^ {4}\d\. |^ {8} "/.test(stripVTControlCharacters(line)));
    expect(bodies.length).toBeGreaterThan(5);
    expect(bodies.filter((line) => !/^ *\x1b\[[12]m/.test(line))).toEqual([]);
    expect(painted).toContain('\x1b[1m     "db_max_threads": 16,\x1b[22m');
    expect(painted).toContain('\x1b[2m     "db_max_download_threads": 4\x1b[22m');
  });

  it('paints old values red and new ones green', () => {
    const painted = renderReportText(plan, createStyle('on'));
    expect(painted).toContain('settings.db_max_threads  \x1b[31m4\x1b[39m -> \x1b[32m8\x1b[39m');
  });

  it('groups drift in the same way', () => {
    const text = renderReportText(driftOf(largeFleet()), OFF);
    expect(text).toContain('\n~ settings.db_max_threads  live 4, declared 8  in 38 pipes: pipes/orders.yaml:10:7\n');
    expect(text).toContain('\nx  analytics/pipe-10  gone  pipes/orders.yaml:3:3\n');
    expect(text).toContain('\n\nOther pipes\n\n');
    expect(text).toMatch(/\nDrift: 1 pipe gone, 39 drifted \(59 fields\), 0 in sync\.\n$/);
  });
});
