import fc from 'fast-check';
import { anyCharacter } from '../any-character.ts';

/** Names that people and services may choose, each with a meaning in some format. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '| @team ::error::pwned',
  '`code` ``` ~~~ ` `` \\`',
  '</details></summary></table><script>alert(1)</script>',
  '--> <!-- x --!>',
  'two\n\n# lines\r\n::error::three\n::set-output name=x::y\n##[error]four',
  '\u001b[2J\u001b]0;owned\u0007\u009b31m',
  '\u202egnp.exe\u2066x\u2069\u200b\u{e0041}\ud800',
  '#123 GH-5 owner/repo#9 1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d',
  'https://example.test/?a=1&b=2 www.example.test mailto:a@example.test a@example.test',
  '@org/team @user',
  '$(touch /tmp/x) ${HOME} $x$ $$y$$',
  '=====',
  '- # > 1. heading ***bold*** __b__ ~~s~~',
  '[link](javascript:alert(1)) ![image](https://example.test/x.png) [^1]: note [^1]',
  '&lt;b&gt; &amp; &#60;b&#62; &copy;',
  '\\| \\\\| a\\',
  ':tada: [!NOTE] - [ ] task',
  ' leading and trailing ',
  '%0A::error::%25 a,b:c',
  "' onmouseover='x' \" onclick=\"y",
  '注文パイプ \u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
];

const PIECES = [
  ...['`', '``', '|', '\\', '\\|', '<', '>', '<b>', '</code>', '</details>', '<!--', '-->', '--', '&amp;', '&#64;'],
  ...['*', '_', '~~', '[', ']', '(', ')', '!', '#', '@', '@team', 'a@b.test', 'www.a.test', 'www.', 'http://a.test'],
  ...['GH-1', '#1', '[^1]', '$', '=', '-', '+', '1.', '\n', '\r\n', '\n\n', '\t', ' ', '  ', '::', '##[', '%0A', '%'],
  ...['##vso[', '##teamcity[', '--- ', '+++ ', '^^^ +++', '~~~ ', '##'],
  ...['::error::', '::stop-commands::x', '::add-mask::y', ',', ':', '\u202e', '\u0085', '\u2028', '\u0000', '\u001b['],
  ...['\ud800', '\u{1f600}', 'ä', 'abcdef0', 'word', 'two words'],
  ...['/close', '/merge', '\n/assign @all\n', '@all', '!1', '~bug', '~"a b"', '%1', '%"a b"', '$1', '&1', '$`', '`$'],
  ...['{+', '+}', '[[', ']]', '>>>', '<!channel>', '<@U1>', '<#C1>', '<!subteam^S1>', '<https://a.test|b>', ':tada:'],
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
