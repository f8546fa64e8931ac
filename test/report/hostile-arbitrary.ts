import fc from 'fast-check';
import { anyCharacter } from '../any-character.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

const PIECES = [
  ...['`', '``', '|', '\\', '\\|', '<', '>', '<b>', '</code>', '</details>', '<!--', '-->', '--', '&amp;', '&#64;'],
  ...['*', '_', '~~', '[', ']', '(', ')', '!', '#', '@', '@team', 'a@b.test', 'www.a.test', 'www.', 'http://a.test'],
  ...['GH-1', '#1', '[^1]', '$', '=', '-', '+', '1.', '\n', '\r\n', '\n\n', '\t', ' ', '  ', '::', '##[', '%0A', '%'],
  ...['::error::', '::stop-commands::x', '::add-mask::y', ',', ':', '\u202e', '\u0085', '\u2028', '\u0000', '\u001b['],
  ...['\ud800', '\u{1f600}', 'ä', 'abcdef0', 'word', 'two words'],
];

/** Texts of characters with a meaning in some format, mixed with others. */
export function anyHostileText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...PIECES)).map((parts) => parts.join('')),
  );
}
