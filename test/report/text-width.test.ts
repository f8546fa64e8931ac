import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { textWidth } from '../../src/report/text/fit-text.ts';

it('is the width that the terminal gives it, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
      expect(textWidth(text)).toBe(stringWidth(text));
    }),
  );
});
