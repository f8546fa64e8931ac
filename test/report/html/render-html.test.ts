import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeText } from '../../../src/model/text.ts';
import { type Markup, sentence } from '../../../src/report/html/markup.ts';
import { renderHtml } from '../../../src/report/html/render-html.ts';
import { anyCharacter } from '../../any-character.ts';
import { checkProperty, inCi } from '../../effort.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { GUARDED, HOSTILE, REPORTS } from '../reports.ts';
import { bigPlan, hugePipePlan, samplePlan } from '../sample-reports.ts';
import { rolledBackRun } from '../sample-runs.ts';
import { bodyOf, mainOf, SCRIPT, STYLE } from './body-of.ts';

/** Every report, and the page of each, rendered once for all tests. */
const ALL = Object.entries({ ...REPORTS, ...GUARDED, ...HOSTILE }).map(([name, make]) => {
  const report = make();
  return { name, report, page: renderHtml(report) };
});

describe('renderHtml', () => {
  it('renders a plan, and a run in the same frame', async () => {
    await expect(bodyOf(renderHtml(samplePlan()))).toMatchFileSnapshot('golden/plan.html');
    await expect(mainOf(renderHtml(rolledBackRun()))).toMatchFileSnapshot('golden/run-rolled-back.html');
  });

  it('embeds the style sheet and the script unchanged', () => {
    const page = renderHtml(samplePlan());
    expect(page).toContain(`<style>${STYLE}</style>`);
    expect(page).toContain(`<script>${SCRIPT}</script>`);
  });

  it('gives the same bytes for the same report', () => {
    for (const { report, page } of ALL) expect(renderHtml(structuredClone(report))).toBe(page);
  });

  it('has a content security policy that allows only its own hashes', () => {
    const [policy = ''] = renderHtml(samplePlan()).match(/content="default-src[^>]*/) ?? [];
    expect(policy).toMatch(/^content="default-src &#39;none&#39;; style-src &#39;sha256-/);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  inCi('shows a pipe with very many details within a page', () => {
    expect(renderHtml(hugePipePlan()).length).toBeLessThan(500_000);
  });

  it('names each pipe once in a group, in few bytes', () => {
    const [small, large] = [bodyOf(renderHtml(bigPlan(100))), bodyOf(renderHtml(bigPlan(500)))];
    expect((large.length - small.length) / 400).toBeLessThan(60);
    expect(large.match(/pipe-00017/g)).toHaveLength(1);
    expect(large.match(/settings\.db_max_threads/g)).toHaveLength(1);
  });

  it('has request bodies only when they are requested, with the changed values in bold', () => {
    const [folded, shown] = [renderHtml(samplePlan()), renderHtml(samplePlan(), { requests: true })].map(bodyOf);
    expect(folded).not.toContain('PUT /v1');
    expect(shown).toContain('PUT /v1');
    expect(shown).toContain('1 unchanged value included');
    expect(shown).toContain('<b>     &quot;replicaCpuMillicores&quot;: 500,</b>\n');
  });

  it('has counts and groups without names in a summary', () => {
    const page = bodyOf(renderHtml(bigPlan(120), { summary: true }));
    expect(page).toContain('in 119 pipes\n');
    expect(page).not.toContain('pipe-00017');
    expect(page).not.toContain('id="controls"');
    expect(bodyOf(renderHtml(samplePlan(), { summary: true }))).toContain('5 changes in 1 pipe: clicks');
  });
});

const NAMES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#96': '`',
};

describe('markup', () => {
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc
      .array(
        fc.constantFrom('<', '>', '"', "'", '&', '`', '=', '/', '-->', ']]>', 'script', '\ud800', '\u202e', '\u0000'),
      )
      .map((parts) => parts.join('')),
  );

  it('turns text between single backticks into code, for any text around it', () => {
    const read = (page: Markup): string =>
      page
        .toString()
        .replace(/<[^>]*>/g, '')
        .replace(/&([^;]+);/g, (_, entity: string) => NAMES[entity] ?? '?');
    expect(sentence('Correct `id`, or (`<b>`).', 100).toString()).toBe(
      '<bdi>Correct <code>id</code>, or (<code>&lt;b&gt;</code>).</bdi>',
    );
    checkProperty(
      fc.property(anyText, anyText, (name, quote) => {
        const text = `${quote} \`${name}\` ${quote}`;
        const page = sentence(text, 10_000);
        const tags = page.toString().match(/<[^>]*>/g) ?? [];
        expect(tags.filter((tag) => !['<bdi>', '</bdi>', '<code>', '</code>'].includes(tag))).toEqual([]);
        expect(read(page).replaceAll('`', '')).toBe(safeText(text).replaceAll('`', ''));
      }),
    );
  });
});
