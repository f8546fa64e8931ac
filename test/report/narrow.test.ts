import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/report/block.ts';
import { textWidth } from '../../src/report/text/fit-text.ts';
import { createStyle, type Style } from '../../src/report/text/style.ts';
import { renderTextBlocks } from '../../src/report/text/write-text.ts';
import { sample } from '../effort.ts';
import { TEXTS } from './terminal-texts.ts';

/** Words of a line; a mark or number at its start stays with the next word. */
function wordsOf(line: string): readonly string[] {
  return line
    .replace(/^\s*(?:[^\w\s]|\d+\.|x)\s+/, '')
    .trim()
    .split(/\s+/);
}

describe.each(sample([60, 120, 80]))('on a terminal of %i columns', (columns) => {
  it.each(Object.entries(TEXTS))('%s fits the width, except for a long path or id', (_, render) => {
    const wide = render(createStyle('off', columns))
      .split('\n')
      .filter((line) => textWidth(line) > columns);
    expect(wide.filter((line) => wordsOf(line).length > 1)).toEqual([]);
  });

  // An excerpt and a chart show as much as fits, and some tables as many columns.
  const whole = Object.entries(TEXTS).filter(
    ([name]) => !['diagnostics', 'recommendations', 'runs', 'history'].includes(name),
  );

  it.each(whole)('%s has the same words as on a wide terminal', (_, render) => {
    // A table that does not fit repeats its heads, which are in capitals.
    const words = (style: Style): readonly string[] =>
      render(style)
        .split(/\s+/)
        .filter((word) => !/^\(?[A-Z]+\)?$/.test(word))
        .sort();
    expect(words(createStyle('off', columns))).toEqual(words(createStyle('off')));
  });
});

it.each([60, 80])('a value stays on one line with the value that replaces it, at %i columns', (columns) => {
  const lines = (TEXTS.plan?.(createStyle('off', columns)) ?? '').split('\n');
  expect(lines.filter((line) => line.includes(' -> ')).length).toBeGreaterThan(5);
  expect(lines.filter((line) => /^\s*->|->\s*$/.test(line))).toEqual([]);
});

it('a diagnostic breaks its words, and shows as much of its line as fits', async () => {
  const text = TEXTS.diagnostics?.(createStyle('off', 60)) ?? '';
  await expect(text).toMatchFileSnapshot('golden/narrow-diagnostics.txt');
});

describe('a table that does not fit', () => {
  const table: Block = {
    kind: 'table',
    head: ['Check', 'Value', 'Must be', 'Measured'],
    rows: [
      [['orders-lag'], ['12,400'], ['< 10,000'], ['3 pass, 1 fail, 1 no data']],
      [['orders-alert'], ['OK'], [], ['1 pass']],
    ],
  };
  const write = (block: Block, columns: number): readonly string[] =>
    renderTextBlocks([block], { style: createStyle('off', columns), glyphs: 'words' })
      .trimEnd()
      .split('\n');

  it('breaks its last column between words', () => {
    expect(write(table, 54)).toEqual([
      'CHECK         VALUE   MUST BE   MEASURED',
      'orders-lag    12,400  < 10,000  3 pass, 1 fail, 1 no',
      '                                  data',
      'orders-alert  OK                1 pass',
    ]);
  });

  it('has its last column below each row where it has too little room', () => {
    expect(write(table, 40)).toEqual([
      'CHECK         VALUE   MUST BE',
      'orders-lag    12,400  < 10,000',
      '    MEASURED 3 pass, 1 fail, 1 no data',
      'orders-alert  OK',
      '    MEASURED 1 pass',
    ]);
  });

  const records = [
    'CHECK orders-lag',
    '  VALUE 12,400',
    '  MUST BE < 10,000  MEASURED',
    '  3 pass, 1 fail, 1 no data',
    'CHECK orders-alert  VALUE OK',
    '  MEASURED 1 pass',
  ];

  it('has each value with its head where that is not enough', () => {
    expect(write(table, 28)).toEqual(records);
  });

  it('counts the indent below a title', () => {
    const details: Block = { kind: 'details', title: ['Checks'], blocks: [table], isOpen: true };
    expect(write(details, 32)).toEqual(['Checks', ...records.map((line) => `    ${line}`)]);
  });

  it('breaks that last column below its row, too', () => {
    const rows = [[['orders-lag'], ['12,400'], ['< 10,000'], ['3 pass, 1 fail and 1 without data']]] as const;
    expect(write({ ...table, rows }, 40).slice(1)).toEqual([
      'orders-lag  12,400  < 10,000',
      '    MEASURED 3 pass, 1 fail and 1',
      '      without data',
    ]);
  });

  it('leaves facts in their column', () => {
    const facts = [{ label: 'Capacity', value: ['replicas 24 to 30, CPU 6 to 9 cores'] }];
    expect(write({ kind: 'facts', facts, weight: 'main' }, 30)).toEqual([
      '  Capacity  replicas 24 to 30,',
      '              CPU 6 to 9 cores',
    ]);
  });
});
