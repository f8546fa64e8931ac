import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpolate } from '../../src/config/resolve/interpolate.ts';
import { CREDENTIAL_NAMES } from '../../src/model/secret/credential-variables.ts';
import { checkProperty } from '../effort.ts';

const VARIABLES = { A: 'one', EMPTY: '', BLANK: ' \t', B_2: '${A}' };

test.each([
  ['plain', 'plain'],
  ['${A}', 'one'],
  ['x-${A}-${A}-y', 'x-one-one-y'],
  ['$A', '$A'],
  ['$$', '$'],
  ['$${A}', '${A}'],
  ['a$', 'a$'],
  ['${EMPTY:-d}', 'd'],
  ['${BLANK:-d}', 'd'],
  ['${EMPTY:-}', ''],
  ['${A:-${EMPTY}}', 'one'],
  ['${NONE:-d}', 'd'],
  ['${NONE-d}', 'd'],
  ['${NONE:-}', ''],
  ['${NONE:-${A}}', 'one'],
  ['${NONE:-a${NONE:-b}c}d', 'abcd'],
  ['${NONE:-$$}', '$'],
  ['${NONE:-http://127.0.0.1:4010}', 'http://127.0.0.1:4010'],
  ['${A:-${NONE}}', 'one'],
  ['${B_2}', '${A}'],
  ['${CA_SECRET_FILE:-/etc/ca}', '/etc/ca'],
])('%s is %s', (text, value) => {
  expect(interpolate(text, VARIABLES)).toEqual({ value, problems: [] });
});

describe('problems', () => {
  test.each(CREDENTIAL_NAMES.flatMap((name) => [name, name.toLowerCase()]))('%s is refused', (name) => {
    expect(interpolate(`\${${name}:-x}`, { [name]: 's' })).toMatchObject({
      value: 'x',
      problems: [{ kind: 'refused', name }],
    });
  });

  test.each<[string, object]>([
    ['${NONE}', { kind: 'missing', name: 'NONE', message: null, start: 0, end: 7 }],
    ['ab ${NONE:?why not}', { kind: 'missing', name: 'NONE', message: 'why not', start: 3, end: 19 }],
    ['${EMPTY:?no}', { kind: 'empty', name: 'EMPTY', message: 'no', start: 0, end: 12 }],
    ...['${EMPTY}', 'http://${EMPTY}/x', '${EMPTY-d}', '${EMPTY?}', '${NONE:-${EMPTY}}'].map(
      (text): [string, object] => [text, { kind: 'empty', name: 'EMPTY', message: null }],
    ),
    ['${BLANK}', { kind: 'empty', name: 'BLANK' }],
    ['${MY_SECRET}', { kind: 'refused', name: 'MY_SECRET' }],
    ['${api_key:-x}', { kind: 'refused', name: 'api_key' }],
    ['${A:-${DB_PASSWORD}}', { kind: 'refused', name: 'DB_PASSWORD' }],
    ['${TOKEN}', { kind: 'refused', name: 'TOKEN' }],
    ['${PIPEFORM_KEY_ID_FILE}', { kind: 'refused', name: 'PIPEFORM_KEY_ID_FILE' }],
    ['${PIPEFORM_KEY_SECRET_FILE:-x}', { kind: 'refused', name: 'PIPEFORM_KEY_SECRET_FILE' }],
    ['${PIPEFORM_ACCESS_TOKEN_FILE}', { kind: 'refused', name: 'PIPEFORM_ACCESS_TOKEN_FILE' }],
    ['${A', { kind: 'syntax', name: 'A', end: 3 }],
    ['${}', { kind: 'syntax' }],
    ['${1}', { kind: 'syntax' }],
    ['${A:+x}', { kind: 'syntax' }],
    ['${NONE:-${}', { kind: 'syntax', start: 8 }],
  ])('%s', (text, problem) => {
    expect(interpolate(text, { ...VARIABLES, MY_SECRET: 's' }).problems).toMatchObject([problem]);
  });

  test('names of built-in properties are not variables', () => {
    expect(interpolate('${toString}', {}).problems).toHaveLength(1);
  });

  test('reports every missing variable', () => {
    expect(interpolate('${X} ${Y}', {}).problems.map(({ name }) => name)).toEqual(['X', 'Y']);
  });

  test('refuses endlessly nested defaults', () => {
    expect(interpolate('${A:-'.repeat(100_000), {}).problems).toHaveLength(1);
  });
});

test('text without a dollar sign is never changed, and nothing throws', () => {
  checkProperty(
    fc.property(fc.string(), (text) => {
      expect(interpolate(text.replaceAll('$', ''), {})).toEqual({ value: text.replaceAll('$', ''), problems: [] });
    }),
  );
  const fragments = fc.array(fc.constantFrom('$', '{', '}', ':', '-', '?', 'A', 'NONE', '${', ' '), { maxLength: 30 });
  checkProperty(
    fc.property(fragments, (parts) => {
      expect(() => interpolate(parts.join(''), VARIABLES)).not.toThrow();
    }),
  );
});

test('escaping every dollar sign keeps any text as it is', () => {
  checkProperty(
    fc.property(fc.string(), (text) => {
      expect(interpolate(text.replaceAll('$', '$$$$'), {})).toEqual({ value: text, problems: [] });
    }),
  );
});
