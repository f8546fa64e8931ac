import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggest } from '../../src/model/suggest.ts';
import { checkProperty } from '../effort.ts';

describe('did you mean', () => {
  it.each([
    ['replica', ['replicas', 'concurrency'], 'replicas'],
    ['db_max_thread', ['db_max_threads', 'db_max_insert_threads'], 'db_max_threads'],
    ['PLAN', ['plan', 'apply'], 'plan'],
    ['pln', ['plan', 'apply'], 'plan'],
    ['x', ['y', 'z'], 'y'],
    ['josn', ['text', 'json'], 'json'],
    ['yaml', ['text', 'json', 'html'], null],
    ['xy', ['ab'], null],
    ['orders', ['clicks', 'payments'], null],
    ['anything', [], null],
    ['', ['abc'], null],
  ])('suggests for %j among %j: %s', (name, known, expected) => {
    expect(suggest(name, known)).toBe(expected);
  });

  it('suggests the first of several equally near names', () => {
    expect(suggest('cat', ['bat', 'hat', 'rat'])).toBe('bat');
  });

  it('suggests only known names, and a known name for itself', () => {
    checkProperty(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 8 }), (name, known) => {
        const found = suggest(name, known);
        if (found !== null) expect(known).toContain(found);
        if (name !== '') expect(suggest(name, [...known, name])?.toLowerCase()).toBe(name.toLowerCase());
      }),
    );
  });
});
