import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { capitalize } from '../../src/model/text.ts';
import { renderReport } from '../../src/report/render-report.ts';
import { planOf } from '../plan/samples.ts';
import { largeFleet } from './sample-fleet.ts';
import { sampleDrift, samplePlan } from './sample-reports.ts';

const FORMATS = ['text', 'markdown', 'html'] as const;

/** The words of a report, whatever they look like, with one blank between them. */
async function wordsOf(report: Report, format: (typeof FORMATS)[number], summary = false): Promise<string> {
  const rendered = await renderReport(report, { format, summary });
  const words =
    format === 'html'
      ? rendered.replaceAll(/<style>[\s\S]*?<\/style>|<[^>]*>/g, ' ').replaceAll('&gt;', '>')
      : rendered.replaceAll(/[`*]|&#\d+;/g, '');
  return words.replaceAll(/\s+/g, ' ').replaceAll(/ (?=[,.)])|(?<=\() /g, '');
}

describe.each(FORMATS)('%s', (format) => {
  it.each([
    [
      'plan',
      samplePlan,
      [
        /Not planned[:–\s]+2 pipes/,
        /This branch changes[:–\s]+1 pipe, 5 fields/,
        /Applying also reverts[:–\s]+6 pipes, 8 fields/,
        /Conflicts[:–\s]+1 pipe, 1 field\b/,
        /Not changed/,
      ],
    ],
    [
      'drift report',
      sampleDrift,
      [
        /Not compared[:–\s]+1 pipe/,
        /Gone[:–\s]+1 pipe/,
        /Changed on this branch, not applied[:–\s]+1 pipe, 5 fields/,
        /Differs from the base[:–\s]+6 pipes, 8 fields/,
        /Conflicts[:–\s]+1 pipe, 1 field\b/,
        /Not changed/,
      ],
    ],
  ])('has the sections of a %s by origin, in order, with their counts', async (_, make, titles) => {
    const words = await wordsOf(make(), format);
    const places = titles.map((title) => words.search(title));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('says in the result how many pipes each origin has', async () => {
    expect(await wordsOf(samplePlan(), format)).toContain('This branch: 1 pipe. Also reverts: 5. Conflicts: 1.');
    expect(await wordsOf(sampleDrift(), format)).toContain(
      'This branch: 1 pipe. Differs from the base: 6. Conflicts: 1.',
    );
  });

  it('has neither without a base', async () => {
    const words = await wordsOf(planOf(largeFleet()), format);
    expect(words).not.toMatch(/This branch|Also reverts|compared with/);
  });

  it.each([
    ['plan', samplePlan],
    ['drift report', sampleDrift],
  ])('shows the three values of a conflict in a %s', async (_, make) => {
    const words = await wordsOf(make(), format);
    const values =
      /settings\.db_max_threads:? base 8\W+(?:settings\.db_max_threads: )?live 12\W+(?:settings\.db_max_threads: )?declared 16\b/;
    expect(words).toMatch(values);
  });

  it('says where it is from', async () => {
    const plan = samplePlan();
    const place = 'organization 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11, API http://127.0.0.1:4010';
    const base = 'compared with origin/main (4f2a9c1e8b7d)';
    expect(await wordsOf(plan, format)).toContain(`Environment production, ${place}, ${base}`);
    const scope = plan.scope === null ? null : { ...plan.scope, environments: ['production', 'staging'] };
    expect(await wordsOf({ ...plan, environment: null, scope }, format)).toContain(
      `No environment is chosen: the configuration has production, staging. ${capitalize(place)}, ${base}`,
    );
  });

  it('says when a pipe that drifted was changed', async () => {
    expect(await wordsOf(sampleDrift(), format)).toMatch(
      /orders\b.{0,40}kafka, Running, changed 2026-11-01 08:00:00 UTC/,
    );
  });

  it('names the pipes of a small plan in a summary, and counts those of a large one', async () => {
    const small = await wordsOf(samplePlan(), format, true);
    expect(small).toContain('8 changes in 6 pipes: payments, clicks, inventory, legacy, orders');
    const large = await wordsOf(planOf(largeFleet()), format, true);
    expect(large).toContain('in 37 pipes');
    expect(large).not.toContain('pipe-37');
  });
});

it('a comment shows each value of a change once', async () => {
  const plan = samplePlan();
  const page = await renderReport(plan, { format: 'markdown' });
  const sides = plan.pipes
    .flatMap(({ changes }) => changes)
    .flatMap(({ path, before, after }) => [
      ...(before === null ? [] : [`- ${path}`]),
      ...(after === null ? [] : [`+ ${path}`]),
    ]);
  const shown = [...page.matchAll(/^([-+] [\w.]+):/gm)].map(([, side]) => side);
  expect(shown.toSorted()).toEqual(sides.toSorted());
  expect(page).not.toMatch(/^\| .*(?:settings|scaling)\./m);
});
