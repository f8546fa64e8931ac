import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeText } from '../../src/model/safe-text.ts';
import {
  renderCode,
  renderCodeBlock,
  renderHtmlCode,
  renderProse,
  renderSentence,
} from '../../src/report/markdown/escape.ts';
import { seeMarkdown } from './gfm.ts';
import { anyHostileText } from './hostile-arbitrary.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

const CASES = Object.entries({ renderCode, renderHtmlCode, renderProse });

/** The places that a text is put in, and the elements that are there without it. */
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

/** Longer than any text that is made here. */
const LONG = 1_000;

describe.each(CASES)('%s', (_, mark) => {
  it.each(Object.entries(PLACES))('shows any text as it is in a %s', (_, place) => {
    const bare = (text: string): string => text.replaceAll('\n', '');
    fc.assert(
      fc.property(anyHostileText(), (text) => {
        const seen = seeMarkdown(place.around(mark(text, LONG)));
        expect(seen.elements.filter((name) => name !== 'code')).toEqual(place.elements);
        expect(bare(seen.text)).toBe(bare(place.text).replaceAll('*', () => safeText(text)));
        expect(seen.attributes).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it.each(HOSTILE_TEXTS)('shows %j as it is', (text) => {
    const seen = seeMarkdown(`a ${mark(text)}`);
    expect(seen.text).toBe(`a ${safeText(text)}`);
    expect(new Set(seen.elements)).toEqual(new Set(['p', ...(mark(text) === text ? [] : ['code'])]));
  });
});

describe('code', () => {
  it('is a code element where Markdown is not read', () => {
    fc.assert(
      fc.property(anyHostileText(), (text) => {
        const seen = seeMarkdown(`<details>\n<summary>${renderHtmlCode(text, LONG)}</summary>\n\nx\n\n</details>`);
        expect(seen.elements).toEqual(['details', 'summary', 'code', 'p']);
        expect(seen.codes).toEqual([safeText(text)]);
      }),
    );
  });

  it('says how long a text is that is cut', () => {
    expect(renderCode('x'.repeat(1_000), 5)).toBe('`xxxxx… (1,000 characters)`');
  });

  it('uses a code span that is as short as it may be', () => {
    expect(renderCode('orders')).toBe('`orders`');
    expect(renderCode('a`b')).toBe('``a`b``');
    expect(renderCode('`a')).toBe('`` `a ``');
    expect(renderCode('a | b')).toBe('<code>a &#124; b</code>');
  });
});

describe('prose', () => {
  it('keeps words and marks what could be more than a word', () => {
    expect(renderProse('Pipe orders could not be read: the service is idle.')).toBe(
      'Pipe orders could not be read: the service is idle.',
    );
    expect(renderProse('Ask @team about settings.db_max_threads (see #12), or wait 10 minutes.')).toBe(
      'Ask `@team` about `settings.db_max_threads` (see `#12`), or wait 10 minutes.',
    );
  });

  it('makes code of what GitHub links outside of code: commits, tickets, issues and hosts', () => {
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

describe('a sentence of ours', () => {
  const withoutTicks = (text: string): string => text.replaceAll('`', '').replaceAll('\n', '');

  it('has code where a name stands between single backticks, and no backtick to be seen', () => {
    const seen = seeMarkdown(renderSentence('Correct `id` or (`api.url`), then run `pipeform plan`. See `#12`.'));
    expect(seen.text).toBe('Correct id or (api.url), then run pipeform plan. See #12.');
    expect(seen.codes).toEqual(['id', 'api.url', 'pipeform plan', '#12']);
  });

  it.each(['a`b` c', '`a', '``a``', '` a `', '`a`b'])('leaves other backticks as they are: %s', (text) => {
    expect(seeMarkdown(renderSentence(text)).text).toBe(text);
  });

  it.each(Object.entries(PLACES))('shows whatever it quotes as text in a %s', (_, place) => {
    fc.assert(
      fc.property(anyHostileText(), anyHostileText(), (name, quote) => {
        const text = `${quote} \`${name}\` of ${quote}`;
        const seen = seeMarkdown(place.around(renderSentence(text, LONG)));
        expect(seen.elements.filter((element) => element !== 'code')).toEqual(place.elements);
        expect(withoutTicks(seen.text)).toBe(withoutTicks(place.text.replaceAll('*', () => safeText(text))));
        expect(seen.attributes).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a block', () => {
  it('cannot be ended from within', () => {
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
