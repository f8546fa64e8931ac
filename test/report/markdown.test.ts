import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/model/plan.ts';
import type { Report } from '../../src/model/report.ts';
import { safeText } from '../../src/model/text.ts';
import {
  renderCode,
  renderCodeBlock,
  renderHtmlCode,
  renderProse,
  renderSentence,
} from '../../src/report/markdown/markup.ts';
import { LONGEST_COMMENT, markdownMarker, renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { anyHostileText, HOSTILE_TEXTS } from './hostile-texts.ts';
import { GUARDED, HOSTILE, REPORTS } from './reports.ts';
import {
  bigPlan,
  cleanPlan,
  hostileDrift,
  hostilePlan,
  hostileRun,
  hugePipePlan,
  sampleDrift,
  samplePlan,
  sampleRun,
} from './sample-reports.ts';

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

/** All elements a page may have: no link, image, input or footnote. */
const ELEMENTS = new Set(
  ['h3', 'p', 'br', 'b', 'strong', 'code', 'pre', 'ul', 'li', 'details', 'summary'].concat([
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ]),
);

function expectWhole(markdown: string): void {
  const seen = seeMarkdown(markdown);
  expect(seen.elements.filter((name) => !ELEMENTS.has(name))).toEqual([]);
  expect(
    seen.attributes.filter((text) => !/^(?:code class=language-(?:sh|text)|t[hd] align=left)$/.test(text)),
  ).toEqual([]);
  for (const rows of seen.tables) expect(new Set(rows).size).toBe(1);
  expect(seen.comments.slice(1).filter((comment) => comment !== ' ')).toEqual([]);
  // The content of a code block is shown unchanged.
  const prose = markdown.replace(/^(`{3,})[a-z]*\n[\s\S]*?^\1$/gm, '');
  expect(prose.match(/^<details>$/gm)?.length).toBe(prose.match(/^<\/details>$/gm)?.length);
  expect(seen.elements.filter((name) => name === 'details').length).toBe(prose.match(/^<details>$/gm)?.length ?? 0);
  expect(markdown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
  expect(markdown).not.toMatch(/\p{Surrogate}/u);
}

describe('a report as Markdown', () => {
  it.each(Object.keys(CASES))('%s', async (name) => {
    await expect(pageOf(name)).toMatchFileSnapshot(`golden/markdown-${name}.md`);
  });

  it('cut', async () => {
    const page = renderMarkdown(bigPlan(150), APPLY);
    await expect(page.slice(page.lastIndexOf('</details>'))).toMatchFileSnapshot('golden/markdown-plan-cut.md');
  });

  it.each(Object.keys(CASES))('contains only plain elements: %s', (name) => {
    expectWhole(pageOf(name));
  });

  it('may have a command that looks like Markdown', () => {
    expectWhole(renderMarkdown(samplePlan(), { applyCommand: '</details>' }));
  });

  it('contains only plain elements, for any names', () => {
    fc.assert(
      fc.property(
        fc.array(anyHostileText(), { minLength: 1, maxLength: 2 }),
        fc.constantFrom(hostilePlan, hostileDrift, hostileRun),
        fc.nat({ max: 3 }),
        (texts, make, id) => {
          const [first = ''] = texts;
          expectWhole(renderMarkdown(make(texts), { applyCommand: first, id: id === 0 ? null : first }));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('does not show its time', () => {
    const [plan, drift, run] = [samplePlan(), sampleDrift(), sampleRun()];
    const later = '2031-01-01T00:00:00.000Z';
    const again: readonly (readonly [Report, Report])[] = [
      [plan, { ...plan, createdAt: later }],
      [drift, { ...drift, createdAt: later }],
      [run, { ...run, id: 'another', startedAt: later, finishedAt: later }],
    ];
    for (const [before, after] of again) expect(renderMarkdown(after, APPLY)).toBe(renderMarkdown(before, APPLY));
  });

  it('shows the command only for plans with changes', () => {
    const shown = Object.keys(CASES)
      .filter((name) => pageOf(name).includes('apply plan.json'))
      .sort();
    expect(shown).toEqual(['plan', 'plan-hostile', 'plan-huge-pipe', 'plan-recommended', 'plan-unfollowed']);
    expect(renderMarkdown(samplePlan(), { applyCommand: null })).not.toContain('```sh');
  });

  it('fits one screen when nothing differs', () => {
    for (const name of ['plan-clean', 'drift-clean']) expect(pageOf(name).split('\n').length).toBeLessThan(8);
  });
});

describe('a report that is too long', () => {
  it.each([95, 120, 150])('is cut between pipes, and the omitted of %i pipes are counted', (pipes) => {
    const markdown = renderMarkdown(bigPlan(pipes), APPLY);
    expect(markdown.length).toBeLessThanOrEqual(LONGEST_COMMENT);
    const shown = markdown.match(/^<details>$/gm)?.length ?? 0;
    const left = Number(/^\*\*(\d+) more pipe/m.exec(markdown)?.[1] ?? 0);
    expect(shown + left).toBe(pipes);
  });

  it('fits for any names', () => {
    const texts = Array.from({ length: 40 }, (_, index) => `${index} ${'|@`\\<'.repeat(50)}`);
    for (const given of [hostilePlan, hostileDrift, hostileRun]) {
      const markdown = renderMarkdown(given(texts), { applyCommand: texts.join('\n') });
      expect(markdown.length).toBeLessThanOrEqual(LONGEST_COMMENT);
      expect(markdown).toContain('more pipes with');
      // A run has every section that the others have.
      if (given === hostileRun) expectWhole(markdown);
    }
  });

  it('shows 2,600 pipes within the limit of GitHub, those that need attention first', () => {
    const markdown = renderMarkdown(bigPlan(2_600), APPLY);
    expect(markdown.length).toBeLessThanOrEqual(LONGEST_COMMENT);
    expect(markdown.length).toBeGreaterThan(LONGEST_COMMENT - 4_000);
    expectWhole(markdown);
    expect(markdown.indexOf('could not be read')).toBeLessThan(markdown.indexOf('<b>to update</b>'));
    expect(markdown).toMatch(/Not shown, with errors: `analytics\/pipe-02599`/);
  });

  it('does not let one pipe displace the rest', () => {
    const small = bigPlan(3);
    const markdown = renderMarkdown({ ...small, pipes: [...hugePipePlan().pipes, ...small.pipes] }, APPLY);
    expectWhole(markdown);
    expect(markdown).toContain('pipe-00002');
  });

  it('states where the rest is: in the source file, or in a file to save', () => {
    const plan = bigPlan(150);
    const cut = (source: 'file' | 'fresh'): string => renderMarkdown(plan, { ...APPLY, source });
    expect(cut('file')).toContain('The saved plan has all.');
    expect(cut('file')).not.toContain('--out');
    expect(cut('fresh')).toContain('Save the plan with `--out` to see them all.');
    expect(cut('fresh')).not.toContain('saved plan');
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

describe('the marker', () => {
  it('is the first line and one HTML comment, for any environment name', () => {
    fc.assert(
      fc.property(anyHostileText(), anyHostileText(), (environment, id) => {
        const marker = markdownMarker({ kind: 'plan', environment, scope: null }, id);
        expect(marker).toMatch(/^<!-- pipeform:plan environment=[\w.%]* id=[\w.%]* -->$/);
        const markdown = renderMarkdown({ ...cleanPlan(), environment }, { applyCommand: null, id });
        expect(markdown.split('\n')[0]).toBe(marker);
        expect(seeMarkdown(markdown).comments[0]).toBe(marker.slice(4, -3));
      }),
    );
  });

  it('is the same for a fleet of any size', () => {
    expect(markdownMarker({ kind: 'drift', environment: null, scope: WHOLE })).toBe('<!-- pipeform:drift -->');
  });

  it('differs by kind, environment, part of the fleet and id', () => {
    const markers = [
      markdownMarker({ kind: 'plan', environment: null, scope: null }),
      markdownMarker({ kind: 'drift', environment: null, scope: null }),
      markdownMarker({ kind: 'plan', environment: '', scope: null }),
      markdownMarker({ kind: 'plan', environment: 'a b', scope: null }),
      markdownMarker({ kind: 'plan', environment: 'a id=b', scope: null }),
      markdownMarker({ kind: 'plan', environment: 'a', scope: null }, 'b'),
      markdownMarker({ kind: 'plan', environment: null, scope: null }, 'b'),
      markdownMarker({ kind: 'plan', environment: null, scope: WHOLE }, 'c'),
      markdownMarker({ kind: 'plan', environment: null, scope: { ...WHOLE, target: ['a*'] } }),
      markdownMarker({ kind: 'plan', environment: null, scope: { ...WHOLE, exclude: ['a*'] } }),
      markdownMarker({ kind: 'plan', environment: null, scope: { ...WHOLE, shard: { index: 1, total: 2 } } }),
      markdownMarker({ kind: 'plan', environment: null, scope: { ...WHOLE, onlyOrigin: ['drift'] } }),
    ];
    expect(new Set(markers).size).toBe(markers.length);
  });
});

const TEXT_CASES = Object.entries({ renderCode, renderHtmlCode, renderProse });

/** The positions of a text, and the elements around it. */
const PLACES: Readonly<
  Record<string, { around: (text: string) => string; elements: readonly string[]; text: string }>
> = {
  paragraph: { around: (text) => `a ${text} z`, elements: ['p'], text: 'a * z' },
  heading: { around: (text) => `### a ${text}`, elements: ['h3'], text: 'a *' },
  item: { around: (text) => `- a ${text}\n  <br>${text}`, elements: ['ul', 'li', 'br'], text: '\na *\n*\n' },
  cell: {
    around: (text) => `| a | ${text} | z |\n| --- | --- | --- |\n| ${text} | b | ${text} |`,
    elements: ['table', 'thead', 'tr', 'th', 'th', 'th', 'tbody', 'tr', 'td', 'td', 'td'],
    text: 'a*z*b*',
  },
};

/** Longer than any generated text. */
const LONG = 1_000;

describe.each(TEXT_CASES)('%s', (_, mark) => {
  it.each(Object.entries(PLACES))('shows any text unchanged in a %s', (_, place) => {
    const bare = (text: string): string => text.replaceAll('\n', '');
    fc.assert(
      fc.property(anyHostileText(), (text) => {
        const seen = seeMarkdown(place.around(mark(text, LONG)));
        expect(seen.elements.filter((name) => name !== 'code')).toEqual(place.elements);
        expect(bare(seen.text)).toBe(bare(place.text).replaceAll('*', () => safeText(text)));
        expect(seen.attributes).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(HOSTILE_TEXTS)('shows %j unchanged', (text) => {
    const seen = seeMarkdown(`a ${mark(text)}`);
    expect(seen.text).toBe(`a ${safeText(text)}`);
    expect(new Set(seen.elements)).toEqual(new Set(['p', ...(mark(text) === text ? [] : ['code'])]));
  });
});

describe('code', () => {
  it('is a code element where Markdown does not apply', () => {
    fc.assert(
      fc.property(anyHostileText(), (text) => {
        const seen = seeMarkdown(`<details>\n<summary>${renderHtmlCode(text, LONG)}</summary>\n\nx\n\n</details>`);
        expect(seen.elements).toEqual(['details', 'summary', 'code', 'p']);
        expect(seen.codes).toEqual([safeText(text)]);
      }),
    );
  });

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

  it('uses code for what GitHub links otherwise: commits, tickets, issues and hosts', () => {
    for (const word of [
      '1a2b3c4d',
      'deadbeef',
      'GH-5',
      'PROJ-12',
      'www.',
      'a.test',
      ':tada:',
      '!5',
      '%5',
      '&5',
      '~a',
    ]) {
      expect(renderProse(`x ${word} y`)).toContain('`');
    }
  });
});

describe('a sentence', () => {
  const withoutTicks = (text: string): string => text.replaceAll('`', '').replaceAll('\n', '');

  it('has code for a name between single backticks, and shows no backtick', () => {
    const seen = seeMarkdown(renderSentence('Correct `id` or (`api.url`), then run `pipeform plan`. See `#12`.'));
    expect(seen.text).toBe('Correct id or (api.url), then run pipeform plan. See #12.');
    expect(seen.codes).toEqual(['id', 'api.url', 'pipeform plan', '#12']);
  });

  it.each(['a`b` c', '`a', '``a``', '` a `', '`a`b'])('keeps other backticks: %s', (text) => {
    expect(seeMarkdown(renderSentence(text)).text).toBe(text);
  });

  it.each(Object.entries(PLACES))('shows quoted text as plain text in a %s', (_, place) => {
    fc.assert(
      fc.property(anyHostileText(), anyHostileText(), (name, quote) => {
        const text = `${quote} \`${name}\` of ${quote}`;
        const seen = seeMarkdown(place.around(renderSentence(text, LONG)));
        expect(seen.elements.filter((element) => element !== 'code')).toEqual(place.elements);
        expect(withoutTicks(seen.text)).toBe(withoutTicks(place.text.replaceAll('*', () => safeText(text))));
        expect(seen.attributes).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a block', () => {
  it('cannot be closed by its content', () => {
    fc.assert(
      fc.property(fc.array(anyHostileText(), { minLength: 1 }), (texts) => {
        const lines = texts.map(safeText).join('\n');
        const seen = seeMarkdown(`<details>\n\n${renderCodeBlock(lines, 'text')}\n\n</details>`);
        expect(seen.elements).toEqual(['details', 'pre', 'code']);
        expect(seen.codes).toEqual([`${lines}\n`]);
      }),
    );
  });
});

type Node = DefaultTreeAdapterMap['node'];

/** A page of GitHub-flavored Markdown as a browser shows it, after GitHub's sanitizer. */
interface SeenPage {
  /** The names of all elements, in the order of the page. */
  readonly elements: readonly string[];
  readonly comments: readonly string[];
  readonly text: string;
  /** The text of each `code` element. */
  readonly codes: readonly string[];
  /** The number of cells in each table row. */
  readonly tables: readonly (readonly number[])[];
  /** `name=value` of all attributes. */
  readonly attributes: readonly string[];
}

function seeMarkdown(markdown: string): SeenPage {
  const html = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const all = [...walk(parseFragment(html))];
  return {
    elements: all.flatMap((node) => ('tagName' in node ? [node.tagName] : [])),
    comments: all.flatMap((node) => (node.nodeName === '#comment' && 'data' in node ? [node.data] : [])),
    text: textOf(all),
    codes: all.flatMap((node) => (node.nodeName === 'code' ? [textOf([...walk(node)])] : [])),
    tables: all
      .filter((node) => node.nodeName === 'table')
      .map((table) =>
        [...walk(table)]
          .filter((node) => node.nodeName === 'tr')
          .map((row) => [...walk(row)].filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th').length),
      ),
    attributes: all.flatMap((node) =>
      'attrs' in node ? node.attrs.map(({ name, value }) => `${node.tagName} ${name}=${value}`) : [],
    ),
  };
}

function* walk(node: Node): Generator<Node> {
  yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child);
}

function textOf(nodes: readonly Node[]): string {
  return nodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('');
}
