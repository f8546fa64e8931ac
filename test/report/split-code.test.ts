import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SentencePart, splitCode } from '../../src/report/view-model/format.ts';
import { anyHostileText } from './hostile-arbitrary.ts';

function join(parts: readonly SentencePart[]): string {
  return parts
    .map((part) => (part.kind === 'words' ? part.text : `${part.open}\`${part.code}\`${part.close}`))
    .join(' ');
}

describe('the code of a sentence', () => {
  it('is what stands between single backticks, without the punctuation around it', () => {
    expect(splitCode('Set `api.url` (or `-e`), then run `plan`.')).toEqual([
      { kind: 'words', text: 'Set' },
      { kind: 'code', open: '', code: 'api.url', close: '' },
      { kind: 'words', text: '(or' },
      { kind: 'code', open: '', code: '-e', close: '),' },
      { kind: 'words', text: 'then run' },
      { kind: 'code', open: '', code: 'plan', close: '.' },
    ]);
    expect(splitCode('(`a b`) `c`')).toEqual([
      { kind: 'code', open: '(', code: 'a b', close: ')' },
      { kind: 'code', open: '', code: 'c', close: '' },
    ]);
  });

  it.each(['', 'no code', 'a`b` c', '``a``', '` a `', '`a`b', 'one ` alone'])('is not in %j', (text) => {
    expect(splitCode(text)).toEqual([{ kind: 'words', text }]);
  });

  it('loses nothing of any text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyHostileText(), fc.constantFrom(' ', '`', ' `a` ', '`a`.'))), (pieces) => {
        const text = pieces.join('');
        expect(join(splitCode(text))).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });
});
