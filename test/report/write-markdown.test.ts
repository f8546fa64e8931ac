import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeText } from '../../src/model/text.ts';
import type { Block, Span } from '../../src/report/block.ts';
import { createPlaceRenderer } from '../../src/report/markdown/markup.ts';
import { renderMarkdownBlocks } from '../../src/report/markdown/write-markdown.ts';
import { STATUS_STYLES } from '../../src/report/view-model/status.ts';
import { checkProperty } from '../effort.ts';
import { anyHostileText } from './hostile-texts.ts';
import { seeMarkdown } from './see-markdown.ts';

const FILES = 'https://github.test/team/fleet/blob/4f2a9c1e';

const write = (...blocks: readonly Block[]): string =>
  renderMarkdownBlocks(blocks, { renderPlace: createPlaceRenderer(FILES, 'infra'), hasDetails: true });

describe('blocks as Markdown', () => {
  it('link the places of differences, at most 20', () => {
    const links = (lines: number): string | undefined => {
      const where = Array.from({ length: lines }, (_, line): Span => {
        return { kind: 'place', location: { file: line % 2 === 0 ? 'a.yaml' : 'main:a.yaml', line, column: 1 } };
      });
      const diff = { sign: '~', path: 'scaling.replicas', sides: [], note: '', origin: null, where } as const;
      const place = { file: 'a.yaml', line: 3, column: 1, endLine: 3, endColumn: 9 };
      const title = { style: STATUS_STYLES.plan.update, status: '', service: 's', name: 'orders', about: [], place };
      const rest = { names: null, blocks: [], digest: [], status: 'update', origins: [], isUrgent: false };
      return /^At .*$/m.exec(write({ kind: 'entries', entries: [{ title, diffs: [diff], ...rest }] }))?.[0];
    };
    expect(links(3)).toBe(`At [\`a.yaml:0\`](${FILES}/infra/a.yaml#L0) and [\`a.yaml:2\`](${FILES}/infra/a.yaml#L2)`);
    expect(links(50)).toMatch(/^At (?:\[`a\.yaml:\d+`\]\(\S+\),? ){20}and 5 more$/);
    expect(links(0)).toBeUndefined();
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
