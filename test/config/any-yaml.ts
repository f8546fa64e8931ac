import fc from 'fast-check';
import { Document, type ToStringOptions } from 'yaml';
import { anyCharacter } from '../any-character.ts';

const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' a',
    'a: b',
    'a #b',
    '-',
    '- a',
    '5s',
    '${A}',
    '$$',
    'yes',
    'null',
    '0x1',
    '1_0',
    '#',
    '~',
    '.',
    '..',
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: anyCharacter, maxLength: 3 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const name = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,4}$/), fc.string({ maxLength: 4 }));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
  ),
}));
const style = fc.record<ToStringOptions>({
  indent: fc.integer({ min: 1, max: 4 }),
  indentSeq: fc.boolean(),
  collectionStyle: fc.constantFrom('any', 'block', 'flow'),
  singleQuote: fc.constantFrom(true, false, null),
  lineWidth: fc.constantFrom(0, 20, 80),
});

/** A map as the library prints it. */
export const anyDocument: fc.Arbitrary<string> = fc
  .tuple(fc.dictionary(name, tree, { maxKeys: 5 }), style)
  .map(([value, options]) => new Document(value).toString(options));

// Pieces of YAML that are often valid together, and cover errors of indentation, quotes and brackets.
const PIECES = [
  ...'a|b|key|1|-1|.5|true|~|x y|a#b|a:b|${V:-x}|"q"|""|\'s\'|\'\'|"|\'|---|...|%|@|?|<<|='.split('|'),
  ...': |: |: |:| |  |    |\n|\n|\n|\n  |\n  |\n    |\n- |\n  - |\r\n|\r|- |\n\n| # c|#|\n# c\n|\t|>|&a |*a|!t '.split(
    '|',
  ),
  ...'[|]|{|}|, |,|{ k: v }|[x, y]|a: 1\n|  b: 2\n|c:\n|d: x|\n  f: |\ng:\n|\nh:\n  - i: 1\n    j: |\n    k: "l" # m\n'.split(
    '|',
  ),
  ..."\"k\": |'k': |\"q\\n\\\"\"|'s''t'|\\\\|\\\"|\\n|\\x|''".split('|'),
  ...'|\u00a0|\u0085|\u2028|\ufeff|\u{1f600}|\ud800'.split('|'),
  '|',
];
/** Text that may be YAML. */
export const anyText: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', 'a: ', 'a:\n  b: ', 'a:\n- '), fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }))
  .map(([start, parts]) => start + parts.join(''));
