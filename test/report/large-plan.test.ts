import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderDriftText } from '../../src/report/text/pipe-text.ts';
import { renderPlanText } from '../../src/report/text/plan-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { driftOf, planOf } from '../plan/samples.ts';
import { largeFleet } from './sample-fleet.ts';
import { samplePlan } from './sample-reports.ts';

const OFF = createStyle('off');

describe('a plan of many pipes as text', () => {
  const plan = planOf(largeFleet());

  it('puts errors and refusals first, then groups of equal changes with all their pipes, then the other changes', async () => {
    const text = renderPlanText(plan, OFF);
    await expect(text).toMatchFileSnapshot('golden/plan/large.txt');
    for (const { name } of plan.pipes) expect(text).toContain(name);
    expect(text).not.toContain('PUT');
  });

  it('fits the names of pipes to the terminal', async () => {
    const text = renderPlanText(plan, createStyle('off', 60));
    await expect(text).toMatchFileSnapshot('golden/narrow/plan-large.txt');
    expect(text.split('\n').filter((line) => line.length > 60 && !line.includes('/v1/'))).toEqual([]);
  });

  it('as a summary has only counts, groups and totals', async () => {
    await expect(renderPlanText(plan, OFF, { summary: true })).toMatchFileSnapshot('golden/plan/large-summary.txt');
    await expect(renderPlanText(samplePlan(), OFF, { summary: true })).toMatchFileSnapshot('golden/plan/summary.txt');
  });

  it('shows request bodies on demand, dim in color', async () => {
    await expect(renderPlanText(samplePlan(), OFF, { requests: true })).toMatchFileSnapshot('golden/plan/requests.txt');
    const painted = renderPlanText(samplePlan(), createStyle('on'), { requests: true });
    const bodies = painted.split('\n').filter((line) => /^ {4}\d\. |^ {8} "/.test(stripVTControlCharacters(line)));
    expect(bodies.length).toBeGreaterThan(5);
    expect(bodies.every((line) => line.startsWith('\x1b[2m'))).toBe(true);
  });

  it('paints old values red and new ones green', () => {
    const painted = renderPlanText(plan, createStyle('on'));
    expect(painted).toContain('settings.db_max_threads  \x1b[31m4\x1b[39m -> \x1b[32m8\x1b[39m');
  });

  it('groups drift in the same way', async () => {
    await expect(renderDriftText(driftOf(largeFleet()), OFF)).toMatchFileSnapshot('golden/drift/large.txt');
  });
});
