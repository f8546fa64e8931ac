import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNodeFiles } from '../../src/config/resolve/file-system.ts';
import { createGlobSearch } from '../../src/config/resolve/glob-files.ts';
import { type ConfigNode, resolveScalar } from '../../src/config/yaml/node.ts';
import { readFullYaml } from '../../src/config/yaml/read-full-yaml.ts';
import { readSimpleYaml } from '../../src/config/yaml/read-simple-yaml.ts';
import { createSourceFile } from '../../src/config/yaml/source-file.ts';
import { checkProperty, WHOLE } from '../effort.ts';
import { anyDocument, anyText } from './any-yaml.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** A tree with the order of its keys, without its source. */
function plain(node: ConfigNode): unknown {
  const { source: _, ...rest } = node;
  if (node.kind === 'list') return { ...rest, items: node.items.map(plain) };
  if (node.kind !== 'map') return rest;
  const entries = [...node.entries].map(([name, { start, end, value }]) => [name, start, end, plain(value)]);
  return { ...rest, entries };
}

/** Reads in both ways and compares; returns whether the simple reader accepted the text. */
function readBothWays(text: string): boolean {
  const source = createSourceFile('a.yaml', text);
  const simple = readSimpleYaml(source);
  if (simple === null) return false;
  const { node, diagnostics } = readFullYaml(source);
  expect(diagnostics, text).toEqual([]);
  expect(node === null ? null : plain(node), text).toEqual(plain(simple));
  return true;
}

test.each([
  'a: 1',
  'a: 1\n',
  'a:\nb: # nothing\nc:   \n',
  'a: b c  # comment\n\n# another\n\nd: e#f:g\n',
  'a:\n  b:\n    c: ${X:-http://127.0.0.1:1}\n  # comment\n      # deeper\n# less deep\nd: 1\n',
  'a: [1, "two", \'three\', { x: 1, y: [], z: {} }]\nb: { min: 2, max: 6 } # band\n',
  'a:\n- 1\n- x: 1\n  y:\n  - 2\n  - - \nb: {}\n'.replace('  - - \n', ''),
  'a:\n  - b\n  - c: 1\n    d: [2]\n',
  'a: 1\r\nb:\r\n  c: "d"\r\n\r\n# e\r\n',
  'a: [1, 2,]\nb: { c: 3, }\nc: ""\nd: [\'\', "#"]\n',
  'a: -0\nb: .5\nc: 0x1F\nd: 1e3\ne: ~\nf: null\ng: True\nh: -.inf\ni: 0o17\n'.replace('h: -.inf\n', 'h: .inf\n'),
  'a: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11\nb: 2026-12-01\nc: 10:30:00\nd: 30%\ne: caf\u00e9 \u65e5\u672c\n',
  '"a": 1\n\'b c\': { "d#": 2, e: [3] }\n"2024":\n  - "f": 4\n  - "g"\n"<<":\n"h: i": ""\n',
])('simple text %# is read like the library reads it', (text) => {
  expect(readBothWays(text)).toBe(true);
});

test.each([
  '',
  '- a',
  'a: 1\n b: 2',
  'a:\n    b: 1\n  c: 2',
  'a: one\n  two',
  'a: &x 1\nb: *x',
  "a: 'it''s'",
  'a: { b: 1, b: 2 }',
  '1: a',
  'true: a',
  '<<: {}',
  'a:\tb',
  '---\na: 1',
])('text %# is passed to the library', (text) => {
  expect(readSimpleYaml(createSourceFile('a.yaml', text))).toBeNull();
});

/** More characters than recursion or an expression with a step for each could take. */
const ENDLESS = WHOLE ? 2_000_000 : 400_000;

test.each([
  ['blank lines', '\n'.repeat(ENDLESS)],
  ['comments', `${'#\n'.repeat(ENDLESS / 2)}a: 1\n`],
  ['a long value', `a: ${'x'.repeat(ENDLESS)}`],
  ['a value of many words', `a: ${'x '.repeat(ENDLESS / 2)}y`],
  ['number signs', `a: x${'#'.repeat(ENDLESS)}`],
  ['colons', `a: x${':'.repeat(ENDLESS)}y`],
  ['a long word in brackets', `a: [x${':'.repeat(ENDLESS)}y]`],
  ['blanks', `a: x${' '.repeat(ENDLESS)}y`],
  ['a long quoted value', `a: "${'x'.repeat(ENDLESS)}`],
  ['escapes', `a: "${'\\"'.repeat(ENDLESS / 2)}`],
  ['doubled quotes', `a: '${"''".repeat(ENDLESS / 2)}`],
  ['a quoted key', `"${'a'.repeat(ENDLESS)}": 1`],
  ['a long list', `a: [${'1,'.repeat(ENDLESS / 8)}1]`],
])('does not crash on endless %s', (_, text) => {
  expect(() => readSimpleYaml(createSourceFile('a.yaml', text))).not.toThrow();
});

test('the examples use the simple form', async () => {
  const paths = ((await createNodeFiles().glob(EXAMPLES, '[!c]*/**/*.yaml', createGlobSearch())) ?? []).toSorted();
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect([path, readBothWays(await readFile(path, 'utf8'))]).toEqual([path, true]);
});

test('reads the output of the library like the library does', () => {
  checkProperty(
    fc.property(anyDocument, (text) => {
      readBothWays(text);
    }),
    { numRuns: 300 },
  );
});

test('reads random text like the library does, or passes it to the library', () => {
  let simple = 0;
  const read = (part: string) => {
    if (readBothWays(part)) simple += 1;
  };
  checkProperty(fc.property(anyText, read), { numRuns: 5000 });
  expect(simple).toBeGreaterThan(10);
});

test('a plain scalar has the same value as in the library', () => {
  const number = fc.stringMatching(/^[-+]?(0[ox])?[0-9a-fA-F.]{0,4}([eE][-+]?[0-9]{0,2})?$/);
  const word = fc.constantFrom(
    'null',
    'Null',
    'NULL',
    'nULL',
    'true',
    'True',
    'tRUE',
    'FALSE',
    '.inf',
    '-.INF',
    '.NaN',
    '.nAn',
  );
  checkProperty(
    fc.property(fc.oneof(number, word, fc.stringMatching(/^[A-Za-z0-9.+_-]{1,5}$/)), (text) => {
      const { node } = readFullYaml(createSourceFile('a.yaml', `a: !x\n`.replace('!x', text)));
      const read = node?.kind === 'map' ? node.entries.get('a')?.value : undefined;
      if (read?.kind === 'scalar') expect(resolveScalar(text)).toEqual(read.value);
    }),
    { numRuns: 500 },
  );
});
