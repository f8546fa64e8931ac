import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeText } from '../../src/model/text.ts';
import type { Block, Span } from '../../src/report/block.ts';
import { createPlaceRenderer } from '../../src/report/markdown/markup.ts';
import { renderMarkdownBlocks } from '../../src/report/markdown/write-markdown.ts';
import { checkProperty, sample } from '../effort.ts';
import { anyHostileText, HOSTILE_TEXTS } from './hostile-texts.ts';
import { sampleBlocks } from './sample-blocks.ts';
import { expectWhole, seeMarkdown } from './see-markdown.ts';

const write = (...blocks: readonly Block[]): string =>
  renderMarkdownBlocks(blocks, { renderPlace: createPlaceRenderer(null, ''), hasDetails: true });

const place = (file: string, line: number): Span => ({ kind: 'place', location: { file, line, column: 1 } });

describe('blocks as Markdown', () => {
  it('of every kind', async () => {
    const page = write(...sampleBlocks());
    await expect(page).toMatchFileSnapshot('golden/markdown-blocks.md');
    expectMarked(page);
  });

  it('link the places of differences, at most 20', () => {
    const files = 'https://github.test/team/fleet/blob/4f2a9c1e';
    const entries = sampleBlocks().flatMap((block) => (block.kind === 'section' ? block.blocks : []));
    const links = (lines: number): string | undefined => {
      const where = Array.from(
        { length: lines },
        (_, index): Span => place(index % 2 === 0 ? 'a.yaml' : 'main:a.yaml', index),
      );
      const blocks = entries.map((block) =>
        block.kind !== 'entries'
          ? block
          : {
              ...block,
              entries: block.entries.map((entry) => ({
                ...entry,
                diffs: entry.diffs.map((diff) => ({ ...diff, where })),
              })),
            },
      );
      return renderMarkdownBlocks(blocks, { renderPlace: createPlaceRenderer(files, 'infra'), hasDetails: true }).match(
        /^At .*$/m,
      )?.[0];
    };
    expect(links(2)).toBe(`At [\`a.yaml:0\`](${files}/infra/a.yaml#L0)`);
    expect(links(50)).toMatch(/^At (?:\[`a\.yaml:\d+`\]\(\S+\),? ){20}and 5 more$/);
    expect(links(0)).toBeUndefined();
  });

  it('are nothing without a block', () => {
    expect(write()).toBe('');
  });

  it.each(sample(HOSTILE_TEXTS, 5))('show %j as text', (text) => {
    expectSame(() => text);
  });

  it('are the same elements for any texts of others', () => {
    checkProperty(
      fc.property(fc.array(anyHostileText(), { minLength: 1, maxLength: 5 }), (texts) => {
        let next = -1;
        expectSame(() => {
          next += 1;
          return texts[next % texts.length] ?? '';
        });
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a paragraph', 'p', (line: readonly Span[]): Block => ({ kind: 'paragraph', line })],
    ['an item', 'li', (line: readonly Span[]): Block => ({ kind: 'list', items: [line] })],
  ])('show any text at the start of %s', (_, element, make) => {
    checkProperty(
      fc.property(anyHostileText(), fc.constantFrom('code', 'sentence'), (text, kind) => {
        const seen = seeMarkdown(write(make([{ kind, text, limit: 1_000 }])));
        expect(seen.elements.filter((name) => !['ul', 'code'].includes(name))).toEqual([element]);
        expect(seen.text.replaceAll(/[\n`]/g, '')).toBe(safeText(text).replaceAll('`', ''));
      }),
    );
    expect(seeMarkdown(write(make([{ kind: 'sentence', text: '1. of 2' }]))).elements).not.toContain('ol');
  });

  it('have our own words as they are', () => {
    const words = 'a_b_ *c* <b>d</b> | e [f](g) \\| `h`';
    const { text, elements } = seeMarkdown(write({ kind: 'paragraph', line: ['In ', words] }));
    expect([text, elements]).toEqual([`In ${words}\n`, ['p']]);
  });
});

/** The page may have a first comment. */
function expectMarked(page: string): void {
  expectWhole(`<!-- marker -->\n${page}`);
}

const outline = (markdown: string) => seeMarkdown(markdown).elements.filter((name) => name !== 'code');
const OUTLINE = outline(write(...sampleBlocks(() => 'word')));

/** The same page for any texts of others, code apart: a word in a sentence is code if it is not plain. */
function expectSame(other: () => string): void {
  const page = write(...sampleBlocks(other));
  expectMarked(page);
  expect(outline(page)).toEqual(OUTLINE);
}
