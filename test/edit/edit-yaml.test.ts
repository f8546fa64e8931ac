import { diffLines } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { editYaml, type YamlOperation, type YamlValue } from '../../src/edit/edit-yaml.ts';
import { checkProperty, countCases } from '../effort.ts';
import { ANY_KEY, commentsOf, writtenDocument } from './written-document.ts';

function edit(text: string, ...operations: readonly YamlOperation[]): string {
  const edited = editYaml(text, operations);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return edited.text;
}

const set = (path: string, value: YamlValue): YamlOperation => ({ path: path.split('.'), value });
const NEW = set('pipes.orders', { service: 'analytics', settings: { db_max_threads: 4 }, scaling: { replicas: 2 } });
const ORDERS =
  '  orders:\n    service: analytics\n    settings:\n      db_max_threads: 4\n    scaling:\n      replicas: 2\n';

describe('replaces a value in place', () => {
  test.each([
    ['plain, with a comment', 'a:\n  b: 1   # why\n', 'a:\n  b: 2   # why\n', 2],
    ['in double quotes', 'a: { b: "5s" }\n', 'a: { b: "10s" }\n', '10s'],
    ['in single quotes', "a: {b: '5s'}\n", "a: {b: '10s'}\n", '10s'],
    ['a number loses its quotes', 'a: { b: "5s" }\n', 'a: { b: 5001 }\n', 5001],
    ['nothing', 'a:\n  b: # unset\n', 'a:\n  b: 3 # unset\n', 3],
    ['nothing between braces', 'a: { b, c: 1 }\n', 'a: { b: 3, c: 1 }\n', 3],
    ['by null', 'a:\n  b: 7', 'a:\n  b: null', null],
    ['a range by null', 'a:\n  b: { min: 1, max: 2 } # x\n', 'a:\n  b: null # x\n', null],
    ['a range on several lines by null', 'a:\n  b:\n    min: 1\n    max: 2\n  c: 1\n', 'a:\n  b: null\n  c: 1\n', null],
    ['by a range', 'a:\n  b: 3 # x\n', 'a:\n  b: { min: 1, max: 4 } # x\n', { min: 1, max: 4 }],
    ['one limit of a range', 'a:\n  b: { min: 1, max: 4 } # x\n', 'a:\n  b: { min: 1, max: 9 } # x\n', { max: 9 }],
    ['with CRLF', 'a:\r\n  b: 1\r\n', 'a:\r\n  b: 2\r\n', 2],
    ['behind a byte order mark', '\ufeffa:\n  b: 1\n', '\ufeffa:\n  b: 2\n', 2],
    ['in a block of text', 'a:\n  b: >-\n    5s\n  c: 1\n', 'a:\n  b: 10s\n  c: 1\n', '10s'],
    ['in a block at the end, with CRLF', 'a:\r\n  b: |\r\n    5s\r\n\r\n# end\r\n', 'a:\r\n  b: 2\r\n\r\n# end\r\n', 2],
    ['in a block that keeps its line ends', 'a:\n  b: |+\n    5s\n\nc: 1\n', 'a:\n  b: 2\n\nc: 1\n', 2],
    ['on a line of its own', 'a:\n  b:\n    # why\n    1 # x\n  c: 1\n', 'a:\n  b:\n    # why\n    2 # x\n  c: 1\n', 2],
    [
      'beside a merge key',
      'x: &x { b: 3, c: 1 }\na:\n  <<: *x\n  b: 1\n',
      'x: &x { b: 3, c: 1 }\na:\n  <<: *x\n  b: 2\n',
      2,
    ],
    ['by what it is', 'a:\n  b: 0x10\n', 'a:\n  b: 0x10\n', 16],
  ])('%s', (_, before, after, value) => {
    expect(edit(before, set('a.b', value))).toBe(after);
  });
});

const WINDOWS = [{ days: ['mon', 'tue'], hours: '07:00-19:00', replicas: 6 }, { replicas: 3 }];
const ITEMS = ['{ days: [mon, tue], hours: "07:00-19:00", replicas: 6 }', '{ replicas: 3 }'];
const BLOCK = ITEMS.map((item) => `    - ${item}\n`).join('');

describe('writes a list as a whole', () => {
  test.each([
    ['new', 'a:\n  c: 1 # x\n', `a:\n  c: 1 # x\n  b:\n${BLOCK}`],
    ['below a key without a value', 'a:\n  b:\n  c: 1\n', `a:\n  b:\n${BLOCK}  c: 1\n`],
    ['in place of a list', 'a:\n  b:\n    - { replicas: 1 }\n  c: 1 # x\n', `a:\n  b:\n${BLOCK}  c: 1 # x\n`],
    ['in place of a list on one line', 'a:\n  b: [{ replicas: 1 }]\n', `a:\n  b:\n${BLOCK}`],
    ['between braces', 'a: { b: [1], c: 1 }\n', `a: { b: [${ITEMS.join(', ')}], c: 1 }\n`],
    ['new between braces', 'a: { c: 1 }\n', `a: { c: 1, b: [${ITEMS.join(', ')}] }\n`],
    ['with CRLF', 'a:\r\n  b: [1]\r\n', `a:\r\n  b:\r\n${BLOCK.replaceAll('\n', '\r\n')}`],
  ])('%s', (_, before, after) => {
    const edited = edit(before, set('a.b', WINDOWS));
    expect(edited).toBe(after);
    expect(edit(edited, set('a.b', WINDOWS))).toBe(after);
  });

  test.each([
    ['comments', 'a:\n  b:\n    - 1 # why\n'],
    ['variable', 'a:\n  b:\n    - ${N}\n'],
    ['anchor', 'a:\n  b: &list [1]\n'],
  ])('unless %s would be lost', (reason, text) => {
    expect(editYaml(text, [set('a.b', WINDOWS)])).toMatchObject({ ok: false, problems: [{ reason }] });
  });
});

describe('adds a new entry in its place', () => {
  test.each([
    ['no key', 'version: 1\n', `version: 1\n\npipes:\n${ORDERS}`],
    ['no line end', 'version: 1', `version: 1\n\npipes:\n${ORDERS.trimEnd()}`],
    ['an empty map', 'pipes: {} # none yet\npolicy: {}\n', `pipes: # none yet\n${ORDERS}policy: {}\n`],
    ['null', 'pipes: ~\n', `pipes:\n${ORDERS}`],
    [
      'comments alone',
      'pipes:\n  # orders:\n  #   id: x\n\npolicy: {}\n',
      `pipes:\n  # orders:\n  #   id: x\n${ORDERS}\npolicy: {}\n`,
    ],
    ['an empty text', '', `pipes:\n${ORDERS}`],
    ['an empty document', '{}\n', `pipes:\n${ORDERS}`],
    ['others', 'pipes:\n  a:\n    id: 1\n  # retired\n', `pipes:\n  a:\n    id: 1\n  # retired\n\n${ORDERS}`],
    ['others, close together', 'pipes:\n  a: {}\n  b: {}\n', `pipes:\n  a: {}\n  b: {}\n${ORDERS}`],
    [
      'braces',
      'pipes: { a: {} }\n',
      'pipes: { a: {}, orders: { service: analytics, settings: { db_max_threads: 4 }, scaling: { replicas: 2 } } }\n',
    ],
  ])('%s', (_, before, after) => {
    expect(edit(before, NEW)).toBe(after);
  });

  test('writes keys in canonical order, with the indentation and the line ends of the file', () => {
    const before =
      'version: 1\r\nservices:\r\n    a: b\r\n\r\n# all of them\r\npipes:\r\n    orders:\r\n        # sized by hand\r\n        scaling:\r\n            replicas: 2 # two\r\n';
    const after = edit(
      before,
      set('pipes.orders.settings.db_max_threads', 4),
      set('pipes.orders.scaling.replicaMemoryGb', 1),
      set('presets.p.source', 'kafka'),
    );
    expect(after).toBe(
      'version: 1\r\nservices:\r\n    a: b\r\n\r\npresets:\r\n    p:\r\n        source: kafka\r\n\r\n# all of them\r\npipes:\r\n    orders:\r\n        settings:\r\n            db_max_threads: 4\r\n        # sized by hand\r\n        scaling:\r\n            replicas: 2 # two\r\n            replicaMemoryGb: 1\r\n',
    );
  });

  test('keeps the comments at the beginning of a file', () => {
    expect(edit('# yaml-language-server: x\npipes:\n  a: {}\n', set('presets.p.source', 'kafka'))).toBe(
      '# yaml-language-server: x\npresets:\n  p:\n    source: kafka\n\npipes:\n  a: {}\n',
    );
  });

  test('quotes names that mean something else in YAML', () => {
    const after = edit(
      'pipes: {}\n',
      ...['123', 'true', 'null', '1e3', 'a'].map((name) => set(`pipes.${name}.protect`, true)),
    );
    expect(Object.keys(parse(after).pipes)).toEqual(['123', 'true', 'null', '1e3', 'a']);
  });

  test('quotes texts that older YAML parsers read as something else', () => {
    const texts = ['no', 'Off', 'y', '2026-01-01', '2026-1-1 10:00', '1_000', '0777', '0b11', 'orders'];
    const after = edit('', ...texts.map((text) => set(`pipes.${text}.name`, text)));
    expect(parse(after, { version: '1.1' })).toEqual(parse(after));
    expect(Object.keys(parse(after).pipes).sort()).toEqual([...texts].sort());
    expect(after).toContain('\n  orders:\n    name: orders\n');
    const id = '20261201-1111-4111-8111-111111111111';
    expect(edit('', set('pipes.orders.id', id))).toContain(`id: ${id}\n`);
  });
});

describe('shared or computed values are not changed, and all are reported at once', () => {
  test.each([
    ['a variable', 'a:\n  b: ${N:-3} # n\n', 'variable'],
    ['an alias', 'x: &x 1\na:\n  b: *x\n', 'alias'],
    ['an anchor', 'a:\n  b: &x 1\nc: *x\n', 'anchor'],
    ['the map of an anchor', 'a: &x\n  b: 1\nc: *x\n', 'anchor'],
    ['the map of an alias', 'x: &x { b: 1 }\na: *x\n', 'alias'],
    ['a merge key', 'a:\n  <<: { b: 1 }\n', 'merge-key'],
    ['a tag', 'a:\n  b: !!str 1\n', 'tag'],
    ['a list', 'a: [1]\n', 'not-a-map'],
    ['invalid YAML', 'a: [1\n', 'syntax'],
    ['a key without a colon, which no edit can place', '? a\n', 'read-back'],
  ])('%s', (_, text, reason) => {
    const edited = editYaml(text, [set('a.b', 2), set('z.fine', 1)]);
    expect(edited).toMatchObject({ ok: false, problems: [{ reason }] });
  });

  test('a comment beside the header of a block scalar', () => {
    const edited = editYaml('a:\n  b: >- # why\n    5s\n', [set('a.b', '10s')]);
    expect(edited).toMatchObject({ ok: false, problems: [{ reason: 'comments', path: ['a', 'b'] }] });
  });

  test('a comment that would be lost', () => {
    const edited = editYaml('a:\n  b:\n    min: 1 # low\n    max: 2\n', [set('a.b', null)]);
    expect(edited).toMatchObject({ ok: false, problems: [{ reason: 'comments', path: ['a', 'b'] }] });
  });
});

/** The same edit on plain values. */
function lay(value: unknown, path: readonly string[], put: YamlValue): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return put;
  const map = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { ...map, [first]: lay(map[first], rest, put) };
}

/** Whether the path leads to a scalar or to nothing: an edit cannot replace a scalar with a map or the reverse, or write into a list. */
function fits(value: unknown, path: readonly string[]): boolean {
  const [first, ...rest] = path;
  if (typeof value !== 'object' || value === null) return path.length === 0 && typeof value !== 'object';
  if (first === undefined || Array.isArray(value)) return false;
  const map = value as Record<string, unknown>;
  return !Object.hasOwn(map, first) || fits(map[first], rest);
}

test('property: sets the requested values, keeps every comment and unrelated line, and is idempotent', () => {
  const value = fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.constantFrom('5s', 'two words', '#', "it's", '64MiB', ': x'),
    fc.boolean(),
  );
  const change = fc.record({ path: fc.array(ANY_KEY, { minLength: 1, maxLength: 4 }), value });
  const edits = countCases();
  checkProperty(
    fc.property(
      writtenDocument,
      fc.constantFrom('\n', '\r\n'),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      ({ text }, lineEnd, wanted) => {
        const before = text.replaceAll('\n', lineEnd);
        let expected: unknown = parse(before);
        const operations = wanted.filter((one) => {
          if (!fits(expected, one.path)) return false;
          expected = lay(expected, one.path, one.value);
          return true;
        });
        const edited = editYaml(before, operations);
        if (!edited.ok) {
          expect(edited.problems.map(({ reason }) => reason)).toEqual(edited.problems.map(() => 'variable'));
          return;
        }
        const after = edited.text;
        if (after !== before) edits.add();
        expect(parse(after)).toEqual(expected);
        expect(edit(after, ...operations)).toBe(after);
        expect(commentsOf(after)).toEqual(commentsOf(before));
        const lines = (part: string) => part.trimEnd().split(/\r?\n/);
        const removed = diffLines(before, after).flatMap((part) => (part.removed ? lines(part.value) : []));
        for (const line of removed)
          expect([line, operations.some(({ path }) => path.some((name) => line.includes(name)))]).toEqual([line, true]);
        if (lineEnd === '\r\n') expect(after.replaceAll('\r\n', '')).not.toContain('\n');
      },
    ),
    { numRuns: 120 },
  );
  edits.expectSome();
});
