import { describe, expect, it } from 'vitest';
import { formatNumber, formatPercent } from '../../src/model/number.ts';
import type { Report } from '../../src/model/report.ts';
import { renderHtml } from '../../src/report/html/render-html.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { formatDeclared, formatDifference } from '../../src/report/view-model/change.ts';
import {
  countAffected,
  countedPipes,
  countUnknownSizes,
  everyPipe,
  listCapacityMoves,
} from '../../src/report/view-model/count.ts';
import { shortCommit } from '../../src/report/view-model/format.ts';
import { COMMIT } from './sample-fleet.ts';
import { cleanPlan, failedPlan, sampleDrift, samplePlan, sampleRun } from './sample-reports.ts';

const REPORTS: Readonly<Record<string, () => Report>> = { plan: samplePlan, drift: sampleDrift, run: sampleRun };

describe('how much of the fleet a report reaches', () => {
  it('is what was, or may have been, written to in a run: not what the service refused', () => {
    expect(countAffected(samplePlan())).toEqual({ title: 'Would change', pipes: 5, percent: '33.3%', rolledBack: 0 });
    expect(countAffected(sampleDrift())).toEqual({ title: 'Drifted', pipes: 6, percent: '40%', rolledBack: 0 });
    expect(countAffected(sampleRun())).toEqual({ title: 'Written to', pipes: 2, percent: '13.3%', rolledBack: 0 });
    expect(countAffected(failedPlan())).toEqual({ title: 'Would change', pipes: 0, percent: null, rolledBack: 0 });
  });

  it.each(Object.entries(REPORTS))('is the same in every format: %s', (_, make) => {
    const { title, pipes, percent } = countAffected(make());
    expect(renderMarkdown(make(), { applyCommand: null })).toContain(
      `| ${title} | ${pipes} of 15 pipes of the fleet (${percent})`,
    );
    expect(renderHtml(make())).toContain(`<dt>${title}</dt><dd>${pipes} pipes, ${percent} of the fleet</dd>`);
  });
});

describe('the changes that count', () => {
  it.each([
    ['plan', samplePlan()],
    ['drift', sampleDrift()],
  ] as const)('are as many as the summary of a %s says', (_, report) => {
    const changes = countedPipes(report).flatMap((pipe) => pipe.changes);
    expect(changes).toHaveLength(report.summary.changes);
  });

  it('are those that a run set out to make, whatever became of them', () => {
    const names = countedPipes(sampleRun()).flatMap(({ name, changes }) => (changes.length === 0 ? [] : [name]));
    expect(names).toEqual(['clicks', 'inventory', 'legacy', 'orders', 'uploads']);
  });

  it.each(Object.entries(REPORTS))('are what Markdown and HTML count: %s', (_, make) => {
    const report = make();
    const changes = countedPipes(report).flatMap((pipe) => pipe.changes);
    const [, row = ''] = /\| Origin[^|]*\| (.*) \|/.exec(renderMarkdown(report, { applyCommand: null })) ?? [];
    const told = [...row.matchAll(/(\d+) (?:config|drift|conflict|adopt) /g)].map(([, number]) => Number(number));
    expect(told.reduce((sum, number) => sum + number, 0)).toBe(changes.length);
    const threads = changes.filter(({ path }) => path === 'settings.db_max_threads').length;
    expect(renderHtml(report)).toContain(
      `settings.<wbr>db_<wbr>max_<wbr>threads</code></th><td><div class="with-bar"><span class="num">${threads}</span>`,
    );
  });
});

describe('capacity', () => {
  it('tells what moves and by how much, without the noise of fractions', () => {
    const before = { replicas: 4, cpuMillicores: 1_000, memoryGb: 0.1 + 0.2 };
    const after = { replicas: 6, cpuMillicores: 1_000, memoryGb: 0.1 };
    expect(
      listCapacityMoves({ before, after }).map(({ before, after, difference }) => [before, after, difference]),
    ).toEqual([
      ['4', '6', { direction: 'up', amount: '2' }],
      ['1,000m', '1,000m', null],
      ['0.3 GB', '0.1 GB', { direction: 'down', amount: '0.2 GB' }],
    ]);
    expect(countUnknownSizes(samplePlan())).toBe(0);
  });

  it('is no figure when nothing moves', () => {
    expect(renderHtml(cleanPlan())).not.toContain('class="capacity"');
    expect(renderHtml(samplePlan())).toContain('class="capacity"');
  });
});

describe('words that every format shares', () => {
  it('says the whole band as what is declared, in the unit of the field', () => {
    const change = {
      path: 'scaling.replicaCpuMillicores',
      before: 2_000,
      after: 1_000,
      band: { min: 250, max: 1_000 },
      origin: null,
      location: { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2 },
    } as const;
    expect(formatDeclared(change)).toBe('250m to 1000m');
    expect(formatDeclared({ ...change, band: null })).toBe('1000m');
    expect(formatDifference(change)).toBe('live 2000m, declared 250m to 1000m');
  });

  it('counts, shares and shortens', () => {
    expect([everyPipe(1), everyPipe(1_204), everyPipe(2, 'selected pipe')]).toEqual([
      'The pipe is',
      'All 1,204 pipes are',
      'All 2 selected pipes are',
    ]);
    expect([formatNumber(1_204), formatPercent(1, 3), formatPercent(2, 2)]).toEqual(['1,204', '33.3%', '100%']);
    expect(shortCommit(COMMIT)).toBe('4f2a9c1e8b7d');
  });
});
