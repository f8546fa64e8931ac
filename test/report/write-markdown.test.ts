import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeText } from '../../src/model/text.ts';
import type { Block, Span } from '../../src/report/block.ts';
import { createPlaceRenderer } from '../../src/report/markdown/markup.ts';
import { renderMarkdownBlocks } from '../../src/report/markdown/write-markdown.ts';
import { STATUS_STYLES } from '../../src/report/view-model/status.ts';
import { checkProperty } from '../effort.ts';
import { anyHostileText, HOSTILE_TEXTS } from './hostile-texts.ts';
import { seeMarkdown } from './see-markdown.ts';

const FILES = 'https://github.test/team/fleet/blob/4f2a9c1e';

const write = (...blocks: readonly Block[]): string =>
  renderMarkdownBlocks(blocks, { renderPlace: createPlaceRenderer(FILES, 'infra'), hasDetails: true });

type Kind = (text: string) => Span;

/** Every span that shows a text of others; none of them is longer than the limit. */
const KINDS: readonly Kind[] = [
  (text) => ({ kind: 'code', text, limit: 1_000 }),
  (text) => ({ kind: 'sentence', text, limit: 1_000 }),
  (text) => ({ kind: 'painted', style: STATUS_STYLES.plan.error, text }),
];

/** A name between backticks becomes code, and a part of a text may begin with a command, which the text has elsewhere. */
const bare = (text: string): string =>
  text
    .replaceAll(/[`\n]/g, '')
    .replace(/\\x([2357][3abde])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The elements of each place, and the text around. */
const PLACES: readonly (readonly [string, readonly string[], string, (line: readonly Span[]) => Block])[] = [
  ['a paragraph', ['p'], '*', (line) => ({ kind: 'paragraph', line })],
  ['an item', ['ul', 'li'], '*', (line) => ({ kind: 'list', items: [line] })],
  [
    'a cell',
    ['table', 'thead', 'tr', 'th', 'th', 'tbody', 'tr', 'td', 'td'],
    'ab*c',
    (line) => ({ kind: 'table', head: ['a', 'b'], rows: [[line, ['c']]] }),
  ],
  [
    'a summary, where Markdown does not apply',
    ['details', 'summary', 'p'],
    '*a',
    (title) => ({ kind: 'details', title, isOpen: false, blocks: [{ kind: 'paragraph', line: ['a'] }] }),
  ],
];

/** A text alone, and a name that a sentence quotes. */
const anyText = fc.oneof(
  anyHostileText(),
  fc.tuple(anyHostileText(), anyHostileText()).map(([name, quote]) => `${quote} \`${name}\` of ${quote}`),
);

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

  it.each(PLACES)('show any text unchanged in %s', (_, elements, around, make) => {
    checkProperty(
      fc.property(anyText, fc.constantFrom(...KINDS), (text, span) => {
        const seen = seeMarkdown(write(make([span(text)])));
        expect(seen.elements.filter((name) => name !== 'code')).toEqual(elements);
        expect(bare(seen.text)).toBe(bare(around.replace('*', () => safeText(text))));
        expect(seen.attributes.filter((one) => !one.endsWith('align=left'))).toEqual([]);
      }),
      { numRuns: 150, examples: HOSTILE_TEXTS.flatMap((text) => KINDS.map((span): [string, Kind] => [text, span])) },
    );
  });

  it.each(['1. of 2', '1) of 2'])('begin no list with %s', (text) => {
    const { elements, text: shown } = seeMarkdown(write({ kind: 'paragraph', line: [{ kind: 'sentence', text }] }));
    expect([elements, shown]).toEqual([['p'], `${text}\n`]);
  });

  it('have our own words as they are', () => {
    const words = 'a_b_ *c* <b>d</b> | e [f](g) \\| `h`';
    const { text, elements } = seeMarkdown(write({ kind: 'paragraph', line: ['In ', words] }));
    expect([text, elements]).toEqual([`In ${words}\n`, ['p']]);
  });
});
