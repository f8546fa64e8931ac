import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNSAFE } from '../../../src/model/text.ts';
import { renderHtmlBlocks } from '../../../src/report/html/write-html.ts';
import { anyCharacter } from '../../any-character.ts';
import { checkProperty } from '../../effort.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { sampleBlocks } from '../sample-blocks.ts';
import { bodyOf } from './body-of.ts';

describe('renderHtmlBlocks', () => {
  it('writes every block', async () => {
    await expect(bodyOf(renderHtmlBlocks(sampleBlocks()))).toMatchFileSnapshot('golden/blocks.html');
  });

  it('makes no markup of any text of others', () => {
    // A name between backticks in a sentence becomes code, and nothing else.
    const tagsOf = (page: string) => (page.match(/<\/?[a-z0-9]+/g) ?? []).filter((tag) => !/^<\/?code$/.test(tag));
    const plain = tagsOf(renderHtmlBlocks(sampleBlocks(() => 'plain')));
    const anyText = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(...HOSTILE_TEXTS));
    checkProperty(
      fc.property(anyText, (text) => {
        const page = renderHtmlBlocks(sampleBlocks(() => `x${text}`));
        expect(tagsOf(page)).toEqual(plain);
        expect(bodyOf(page).replaceAll('\n', '').match(UNSAFE)).toBeNull();
      }),
      { numRuns: 40 },
    );
  });

  it('needs a verdict first', () => {
    expect(() => renderHtmlBlocks(sampleBlocks().slice(1))).toThrow('a page begins with its verdict');
  });
});
