import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { DiagnosticCode } from '../../src/model/diagnostic-codes.ts';
import type { Plan, Scope } from '../../src/model/plan.ts';
import type { Report } from '../../src/model/report.ts';
import { safeText } from '../../src/model/text.ts';
import { markdownMarker } from '../../src/report/markdown/marker.ts';
import {
  createPlaceRenderer,
  renderCode,
  renderCodeBlock,
  renderProse,
  renderSentence,
} from '../../src/report/markdown/markup.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { checkProperty, sample } from '../effort.ts';
import { desiredPipe, livePipe, pair, pairOf, planOf } from '../plan/samples.ts';
import { anyHostileText } from './hostile-texts.ts';
import { GUARDED, HOSTILE, REPORTS } from './reports.ts';
import { largeFleet } from './sample-fleet.ts';
import { cleanPlan, hugePipePlan, sampleDrift, samplePlan, sampleRun } from './sample-reports.ts';
import { expectWhole, seeMarkdown } from './see-markdown.ts';

const APPLY = { applyCommand: 'pipeform apply plan.json' };

const CASES: Readonly<Record<string, () => Report>> = {
  ...{ ...REPORTS, ...GUARDED, ...HOSTILE },
  'plan-huge-pipe': hugePipePlan,
};

const PAGES = new Map<string, string>();

/** The page of a case, rendered once for all tests. */
function pageOf(name: string): string {
  const page = PAGES.get(name) ?? renderMarkdown((CASES[name] ?? cleanPlan)(), APPLY);
  PAGES.set(name, page);
  return page;
}

describe('a report as Markdown', () => {
  it.each(['plan', 'run-rolled-back'])('%s', async (name) => {
    await expect(pageOf(name)).toMatchFileSnapshot(`golden/markdown-${name}.md`);
  });

  it('shows problems that differ only in their place once, with the first places', () => {
    const words = { code: 'unusual-size', summary: 'Unusual.', hint: 'Mind it.' } as const;
    const diagnostics = Array.from({ length: 28 }, (_, index) => {
      return diagnose('warning', words, {
        file: 'a.yaml',
        line: index + 1,
        column: 1,
        endLine: index + 1,
        endColumn: 2,
      });
    });
    const page = renderMarkdown({ ...cleanPlan(), diagnostics }, APPLY);
    expect(page.split('Unusual.')).toHaveLength(2);
    expect(page).toContain('Unusual. (`a.yaml:1`, `a.yaml:2`, `a.yaml:3` and 25 more)');
  });

  it('shows first what many pipes have in common', () => {
    const page = renderMarkdown(planOf(largeFleet()), APPLY);
    const group = '- settings.db_max_threads: 4\n+ settings.db_max_threads: 8';
    expect(page).toContain(`\n**In 37 pipes: \`pipes/orders.yaml:10\`**\n\n\`\`\`diff\n${group}\n\`\`\`\n`);
    expect(page).toContain('<summary><code>analytics</code> 27 and <code>billing</code> 10</summary>');
  });

  it('as a summary has only counts, groups and totals', () => {
    const page = renderMarkdown(planOf(largeFleet()), { ...APPLY, detail: { summary: true } });
    expect(page).toContain('in 37 pipes');
    expect(page).not.toContain('pipe-37');
  });

  it('shows request bodies on demand, folded', () => {
    const page = renderMarkdown(samplePlan(), { ...APPLY, detail: { requests: true } });
    expect(page).toContain('PUT settings {');
    expectWhole(page);
    expect(pageOf('plan')).not.toContain('PUT settings {');
  });

  it.each(sample(Object.keys({ ...HOSTILE, ...CASES })))('contains only plain elements: %s', (name) => {
    expectWhole(pageOf(name));
  });

  it('says since when a pipe of a drift is as it is', () => {
    expect(pageOf('drift')).toMatch(/^@@ .* drifted {2}live as clicks-prod, .*, changed 2026-11-01 08:00:00 UTC$/m);
  });

  it('does not show its time', () => {
    const [plan, drift, run] = [samplePlan(), sampleDrift(), sampleRun()];
    const later = '2031-01-01T00:00:00.000Z';
    const again: readonly (readonly [Report, Report])[] = [
      [plan, { ...plan, createdAt: later }],
      [drift, { ...drift, createdAt: later }],
      // How long it took, a comment shows.
      [run, { ...run, id: 'another', startedAt: later, finishedAt: '2031-01-01T00:00:04.200Z' }],
    ];
    for (const [before, after] of again) expect(renderMarkdown(after, APPLY)).toBe(renderMarkdown(before, APPLY));
  });

  it('shows the command only for plans with changes', () => {
    const names = ['plan', 'plan-clean', 'plan-refused', 'plan-failed', 'drift', 'run'];
    expect(names.filter((name) => pageOf(name).includes('apply plan.json'))).toEqual(['plan']);
    expect(renderMarkdown(samplePlan(), { applyCommand: null })).not.toContain('```sh');
  });

  it('has a line for the policy when there is one', () => {
    const pairs = ['audit', 'carts'].map((name) => pairOf(name));
    const pageFor = (policy: object): string => renderMarkdown(planOf(pairs, { policy }), APPLY);
    expect(pageFor({ maxChangedPipes: { count: 1 }, minPipes: 0 })).toContain('| Policy | passed |');
    expect(pageFor({})).not.toContain('Policy');
    expect(pageOf('plan')).toContain('| Policy | refuses 1 pipe (protected-pipe) |');
    expect(pageOf('plan-refused')).toContain('| Policy | refuses the plan (too-many-changes, protected-pipe) |');
  });

  it.each<[DiagnosticCode, string]>([
    ['too-many-changes', 'the plan'],
    ['fleet-not-seen', 'the plan'],
    ['too-much-drift', 'the plan'],
    ['unmanaged-pipes', 'the plan'],
    ['frozen', 'the plan'],
    ['not-promoted', '1 pipe'],
    ['drift-returns', '1 pipe'],
    ['protected-pipe', '1 pipe'],
    ['replica-factor', '1 pipe'],
    ['policy-rule', '1 pipe'],
  ])('names the policy that refuses: %s', (code, refused) => {
    const error = [diagnose('error', { code, summary: 'No.' })];
    const plan = planOf([pair(desiredPipe(), livePipe())]);
    const pipes = plan.pipes.map((pipe) => ({ ...pipe, diagnostics: error }));
    const page = renderMarkdown(refused === 'the plan' ? { ...plan, diagnostics: error } : { ...plan, pipes }, APPLY);
    expect(page).toContain(`| Policy | refuses ${refused} (${code}) |`);
  });

  it('counts what a run wrote or may have written, not what the service rejected', () => {
    expect(pageOf('run')).toContain('| Written to | 2 of 15 pipes of the fleet (13.3%); the policy allows 7 |');
  });

  it('fits one screen when nothing differs', () => {
    for (const name of ['plan-clean', 'drift-clean']) expect(pageOf(name).split('\n').length).toBeLessThan(8);
  });
});

describe('a link', () => {
  const filesUrl = 'https://github.test/team/fleet/blob/4f2a9c1e';

  it('leads from each place to its line at the commit', () => {
    const page = renderMarkdown(samplePlan(), { ...APPLY, filesUrl, folder: 'infra/pipes' });
    expect(page).toContain(`[\`pipes/clicks.yaml:10\`](${filesUrl}/infra/pipes/pipes/clicks.yaml#L10)`);
    expect(page.match(/[^[]`pipes\/\w+\.yaml:\d+`/g)).toBe(null);
  });

  it('does not lead to a file at a git ref or outside the repository', () => {
    const renderPlace = createPlaceRenderer(filesUrl, 'a');
    expect(renderPlace({ file: 'main:pipes/a.yaml', line: 3 })).toBe('`main:pipes/a.yaml:3`');
    expect(renderPlace({ file: '../../a.yaml', line: 3 })).toBe('`../../a.yaml:3`');
    expect(renderPlace({ file: '../a.yaml', line: 3 })).toBe(`[\`../a.yaml:3\`](${filesUrl}/a.yaml#L3)`);
  });

  it('to the whole report is above the summary', () => {
    const page = renderMarkdown(cleanPlan(), { ...APPLY, link: 'https://ci.test/run/1?a=(b)|c&d#`e`' });
    const lines = page.split('\n');
    expect(lines.findIndex((line) => line.startsWith('[The whole report]'))).toBeLessThan(8);
    expect(lines).toContain('[The whole report](https://ci.test/run/1?a=%28b%29%7Cc&d#%60e%60)');
    expect(seeMarkdown(page).attributes).toContain('a href=https://ci.test/run/1?a=%28b%29%7Cc&d#%60e%60');
  });

  it('shows any file name unchanged, and cannot be ended by it', () => {
    checkProperty(
      fc.property(anyHostileText(), (text) => {
        fc.pre(!text.includes(':') && !/^(?:\/|\.\.)/.test(text));
        const seen = seeMarkdown(`| a |\n| - |\n| ${createPlaceRenderer(filesUrl, '')({ file: text, line: 8 })} |`);
        expect(seen.elements.filter((name) => name === 'a' || name === 'td')).toEqual(['td', 'a']);
        expect(seen.codes.join('')).toBe(safeText(`${text}:8`));
        expect(seen.attributes.filter((one) => one.startsWith('a '))).toEqual([
          expect.stringMatching(/^a href=https:\/\/github\.test\/team\/fleet\/blob\/4f2a9c1e\/[\w.%/~,+=-]*#L8$/),
        ]);
      }),
    );
  });
});

const WHOLE: Scope = {
  fleet: 3,
  configuration: `sha256:${'0'.repeat(64)}`,
  changeLimit: null,
  target: [],
  exclude: [],
  onlyOrigin: null,
  shard: null,
  run: null,
};

const IN_GIT = { path: 'teams/a', repository: { remote: 'github.com/acme/fleet', folder: 'teams/a' } };

describe('the marker', () => {
  const mark = (changes: Partial<Plan> = {}, id?: string) => markdownMarker({ ...cleanPlan(), ...changes }, id);

  it('is the first line and one HTML comment, for any environment name', () => {
    checkProperty(
      fc.property(anyHostileText(), anyHostileText(), anyHostileText(), (environment, id, path) => {
        const named = { environment, project: { ...IN_GIT, path } };
        const marker = mark({ ...named, scope: null }, id);
        expect(marker).toMatch(
          /^<!-- pipeform:plan repository=github.com%2Facme%2Ffleet path=[\w.%]* environment=[\w.%]* id=[\w.%]* -->$/,
        );
        const markdown = renderMarkdown({ ...cleanPlan(), ...named }, { applyCommand: null, id });
        expect(markdown.split('\n')[0]).toBe(marker);
        expect(seeMarkdown(markdown).comments[0]).toBe(marker.slice(4, -3));
      }),
    );
  });

  it('is the same for a fleet of any size, and outside of a repository for the same services', () => {
    expect(mark({ project: IN_GIT, scope: WHOLE })).toBe(
      '<!-- pipeform:plan repository=github.com%2Facme%2Ffleet path=teams%2Fa environment=production -->',
    );
    expect(mark({ project: IN_GIT, scope: WHOLE, pipes: [] })).toBe(mark({ project: IN_GIT, scope: WHOLE }));
    const outside = { path: 'a', repository: null };
    const [pipe, ...others] = cleanPlan().pipes.filter(({ service }) => service === 'analytics');
    expect(others.length).toBeGreaterThan(0);
    expect(mark({ project: outside, pipes: others })).toBe(mark({ project: outside, pipes: pipe ? [pipe] : [] }));
  });

  it('differs by kind, configuration, environment, part of the fleet and id', () => {
    const { api } = cleanPlan();
    const outside = { path: 'a', repository: null };
    const markers = [
      mark(),
      mark({ project: IN_GIT }),
      mark({ project: { ...IN_GIT, path: 'teams/b' } }),
      mark({ project: { ...IN_GIT, repository: { ...IN_GIT.repository, remote: 'github.com/acme/other' } } }),
      mark({ project: { ...IN_GIT, repository: { ...IN_GIT.repository, remote: null } } }),
      mark({ project: outside }),
      mark({ project: { ...outside, path: 'b' } }),
      mark({ project: outside, api: api && { ...api, organization: 'another' } }),
      mark({ project: outside, pipes: [] }),
      markdownMarker({ ...sampleDrift(), environment: null, scope: null }),
      mark({ environment: '' }),
      mark({ environment: 'a b' }),
      mark({ environment: 'a id=b' }),
      mark({ environment: 'a' }, 'b'),
      mark({}, 'b'),
      mark({ scope: WHOLE }, 'c'),
      mark({ scope: { ...WHOLE, target: ['a*'] } }),
      mark({ scope: { ...WHOLE, exclude: ['a*'] } }),
      mark({ scope: { ...WHOLE, shard: { index: 1, total: 2 } } }),
      mark({ scope: { ...WHOLE, onlyOrigin: ['drift'] } }),
    ];
    expect(new Set(markers).size).toBe(markers.length);
  });
});

describe('code', () => {
  it('shows the length of a truncated text', () => {
    expect(renderCode('x'.repeat(1_000), 5)).toBe('`xxxxx… (1,000 characters)`');
  });

  it('uses the shortest possible code span', () => {
    expect(renderCode('orders')).toBe('`orders`');
    expect(renderCode('a`b')).toBe('``a`b``');
    expect(renderCode('`a')).toBe('`` `a ``');
    expect(renderCode('a | b')).toBe('<code>a &#124; b</code>');
  });
});

describe('prose', () => {
  it('keeps words and escapes what could be markup', () => {
    expect(renderProse('Pipe orders could not be read: the service is idle.')).toBe(
      'Pipe orders could not be read: the service is idle.',
    );
    expect(renderProse('Ask @team about settings.db_max_threads (see #12), or wait 10 minutes.')).toBe(
      'Ask `@team` about `settings.db_max_threads` (see `#12`), or wait 10 minutes.',
    );
  });
});

describe('a sentence', () => {
  it('has code for a name between single backticks, and shows no backtick', () => {
    const seen = seeMarkdown(renderSentence('Correct `id` or (`api.url`), then run `pipeform plan`. See `#12`.'));
    expect(seen.text).toBe('Correct id or (api.url), then run pipeform plan. See #12.');
    expect(seen.codes).toEqual(['id', 'api.url', 'pipeform plan', '#12']);
  });

  it.each(['a`b` c', '`a', '``a``', '` a `', '`a`b'])('keeps other backticks: %s', (text) => {
    expect(seeMarkdown(renderSentence(text)).text).toBe(text);
  });
});

describe('a block', () => {
  it('cannot be closed by its content', () => {
    checkProperty(
      fc.property(fc.array(anyHostileText(), { minLength: 1 }), (texts) => {
        const lines = texts.map(safeText).join('\n');
        const seen = seeMarkdown(`<details>\n\n${renderCodeBlock(lines, 'text')}\n\n</details>`);
        expect(seen.elements).toEqual(['details', 'pre', 'code']);
        expect(seen.codes).toEqual([`${lines}\n`]);
      }),
    );
  });
});
