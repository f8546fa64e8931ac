import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import { listWords } from '../../src/model/list-words.ts';
import { renderDiagnosticBrief } from '../../src/report/text/diagnostics.ts';
import { cutText, padCells, widest } from '../../src/report/text/fit-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { formatFieldValue, highlightChange } from '../../src/report/view-model/change.ts';
import { count } from '../../src/report/view-model/count.ts';

const OFF = createStyle('off');
const ON = createStyle('on');

describe('a field value', () => {
  it.each([
    ['settings.streaming_max_insert_wait_ms', 5000, '5000 (5s)'],
    ['settings.db_min_insert_block_size_bytes', 67108864, '67108864 (64MiB)'],
    ['settings.db_min_insert_block_size_bytes', 67108865, '67108865'],
    ['settings.db_max_threads', 8, '8'],
    ['settings.db_parallel_view_processing', false, 'false'],
    ['scaling.replicaCpuMillicores', 250, '250m'],
    ['scaling.replicaMemoryGb', 0.5, '0.5 GB'],
    ['settings.db_max_threads', null, 'unset'],
    ['settings.db_max_threads', 'many\u001b[2J', '"many\\u001b[2J"'],
    ['settings.future', { a: [1] }, '{"a":[1]}'],
    ['settings.future', 5, '5'],
  ] as const)('%s %j: %s', (path, value, text) => {
    expect(formatFieldValue(path, value)).toBe(text);
  });
});

describe('what changed inside a value', () => {
  it('is marked in long values that are alike', () => {
    const marked = highlightChange('134217728 (128MiB)', '134217720', ON);
    expect(marked.before).toContain('\u001b[');
    expect(marked.before.replaceAll(/\u001b\[\d+m/g, '')).toBe('134217728 (128MiB)');
    expect(marked.after.replaceAll(/\u001b\[\d+m/g, '')).toBe('134217720');
  });

  it.each([
    ['short', '4', '8'],
    ['one short', 'unset', '60000 (1m)'],
    ['nothing alike', '10000000 ', 'abcdefghij'],
  ])('is left alone: %s', (_, before, after) => {
    expect(highlightChange(before, after, ON)).toEqual({ before, after });
  });

  it('is one stretch, not every digit for itself', () => {
    const mark = (text: string): string => ON.bold(ON.underline(text));
    expect(highlightChange('10737418000 bytes', '10737418240 bytes', ON)).toEqual({
      before: `10737418${mark('00')}0 bytes`,
      after: `10737418${mark('24')}0 bytes`,
    });
    expect(highlightChange('2147483648 (2GiB)', '4294967296 (4GiB)', ON).before).not.toContain('\u001b');
  });

  it('is not marked without color', () => {
    expect(highlightChange('134217728', '134217720', OFF)).toEqual({ before: '134217728', after: '134217720' });
  });
});

describe('counts and lists', () => {
  it.each([
    [0, '0 pipes'],
    [1, '1 pipe'],
    [1204, '1,204 pipes'],
  ])('%i: %s', (number, text) => {
    expect(count(number, 'pipe')).toBe(text);
  });

  it('takes another plural', () => {
    expect(count(2, 'entry', 'entries')).toBe('2 entries');
  });

  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('%j: %s', (words, text) => {
    expect(listWords(words)).toBe(text);
  });
});

describe('columns', () => {
  it('are counted in cells', () => {
    expect(padCells('注文', 6)).toBe('注文  ');
    expect(padCells('abc', 2)).toBe('abc');
    expect(padCells(ON.red('ab'), 4)).toBe(`${ON.red('ab')}  `);
    expect(widest(['a', '注文', 'abc'])).toBe(4);
    expect(widest([])).toBe(0);
  });
});

it('a brief diagnostic shows every part of it on lines of its own, made safe', () => {
  const words = { code: 'usage', summary: 'No\u001b[2J.', detail: 'one\ntwo\u202e', hint: 'Try.' } as const;
  expect(renderDiagnosticBrief(diagnose('warning', words), OFF, '  ')).toBe(
    '  warning[usage]: No\\x1b[2J.\n    one\n    two\\u202e\n    = help: Try.',
  );
});

it('cuts what is too long to show, and says how long it is', () => {
  expect(cutText('short', 5)).toBe('short');
  expect(cutText('x'.repeat(3000), 4)).toBe('xxxx… (3,000 characters)');
  expect(cutText('abc\u{1f600}def', 4)).toBe('abc… (8 characters)');
});
