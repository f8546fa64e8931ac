import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { joinHistories, parseHistory, printHistoryLine } from '../../src/history/history-lines.ts';
import type { DriftEntry, HistoryEntry } from '../../src/model/drift-history.ts';
import { checkProperty } from '../effort.ts';
import { anyHistory, driftEntry } from './any-history.ts';

const DETAILS = { drifted: [{ name: 'orders', fields: ['settings.db_max_threads' as const] }], unread: [], alerts: [] };

function printFile(entries: readonly HistoryEntry[]): readonly string[] {
  return entries.map((entry, index) => printHistoryLine(entry, entries.slice(0, index)));
}

const readLines = (lines: readonly string[]) => parseHistory(lines.map((line) => `${line}\n`).join(''));

describe('a history file', () => {
  it('is read as it was written, on lines of printable text', () => {
    checkProperty(
      fc.property(anyHistory, (entries) => {
        const lines = printFile(entries);
        expect(readLines(lines)).toEqual({ entries, damaged: [], isTorn: false });
        for (const line of lines) expect(line).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  it('names damaged lines and reads the others', () => {
    const anyDamage = fc.constantFrom<(line: string) => string>(
      (line) => line.slice(0, -1),
      (line) => line.slice(0, line.length / 2),
      () => '',
      () => '\0\0\0',
      () => 'null',
      () => '['.repeat(100_000),
      (line) => line.replace('{', '{"extra":1,'),
      (line) => line.replace('"formatVersion":1', '"formatVersion":2'),
      (line) => line.replace(/(?<="at":"\d{4})-\d\d/, '-99'),
      (line) => line.replace('{', '{"__proto__":{"id":"other"},'),
    );
    checkProperty(
      fc.property(anyHistory, fc.array(fc.option(anyDamage, { nil: null })), (entries, damages) => {
        // Text without any intact line is not a history.
        const intact = driftEntry({ id: 'intact' });
        const lines = printFile(entries).map((line, index) => damages[index]?.(line) ?? line);
        lines.push(...printFile([intact]));
        const isIntact = (_: unknown, index: number): boolean => (damages[index] ?? null) === null;
        const { entries: read, damaged } = readLines(lines);
        expect(damaged).toEqual(entries.flatMap((_, index) => (isIntact(_, index) ? [] : [index + 1])));
        const expected = [...entries.filter(isIntact), intact];
        expect(read.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        // What a damaged line said is unknown, and never taken from another line.
        for (const [index, entry] of read.entries()) {
          const { details } = entry as DriftEntry;
          expect(entry).toEqual(details === null ? { ...expected[index], details } : expected[index]);
        }
      }),
    );
  });

  test('the last line may be incomplete, or lack only its newline', () => {
    const [first = '', second = ''] = printFile([driftEntry({ id: 'a' }), driftEntry({ id: 'b' })]);
    for (let length = 1; length < second.length; length += 1) {
      const { entries, damaged, isTorn } = parseHistory(`${first}\n${second.slice(0, length)}`);
      expect([entries.length, damaged, isTorn]).toEqual([1, [2], true]);
    }
    expect(parseHistory(`${first}\n${second}`)).toMatchObject({ entries: [{ id: 'a' }, { id: 'b' }], damaged: [] });
    expect(parseHistory('')).toEqual({ entries: [], damaged: [], isTorn: false });
    expect(parseHistory(first.slice(0, 30))).toEqual({ entries: [], damaged: [1], isTorn: true });
    expect(parseHistory(`${first}\n${second.slice(0, 30)}\n`)).toMatchObject({ damaged: [2], isTorn: false });
  });

  test('other text is none', () => {
    for (const text of ['dear diary\n', 'null', '\0'])
      expect(() => parseHistory(text)).toThrow('It is not a history file: no line has the format of `--history`.');
  });
});

describe('unchanged details', () => {
  it('are written once', () => {
    const entries = Array.from({ length: 100 }, (_, index) =>
      driftEntry({ id: `drift-${index}`, state: 'drifted', details: DETAILS }),
    );
    const lines = printFile(entries);
    expect(lines.filter((line) => line.includes('orders'))).toEqual([lines[0]]);
    expect(lines[99]).toContain('"sameAs":"drift-0"');
  });

  it('are written again for another environment', () => {
    const here = driftEntry({ id: 'a', details: DETAILS });
    expect(printHistoryLine({ ...here, id: 'b', environment: 'staging' }, [here])).toContain('orders');
  });

  it('are unknown in a file that begins later; the state still counts', () => {
    const entries = ['a', 'b', 'c'].map((id) => driftEntry({ id, state: 'drifted', details: DETAILS }));
    const { entries: read } = readLines(printFile(entries).slice(1));
    expect(read).toEqual(entries.slice(1).map((entry) => ({ ...entry, details: null })));
    const next = driftEntry({ id: 'd', state: 'drifted', details: DETAILS });
    expect(printHistoryLine(next, read)).toContain('orders');
  });

  it('of a check in sync are empty, even when the line that has them is missing or damaged', () => {
    const entries = ['a', 'b', 'c', 'd'].map((id) => driftEntry({ id }));
    const drifted = driftEntry({ id: 'drifted', state: 'drifted', details: DETAILS });
    const [first = '', ...rest] = printFile([...entries.slice(0, 1), drifted, ...entries.slice(1)]);
    expect(rest.filter((line) => line.includes('"sameAs":"a"'))).toHaveLength(3);
    const expected = [drifted, ...entries.slice(1)];
    expect(readLines(rest).entries).toEqual(expected);
    expect(readLines([first.slice(1), ...rest])).toEqual({ entries: expected, damaged: [1], isTorn: false });
  });
});

describe('several files', () => {
  it('that overlap are one history, in order of time', () => {
    checkProperty(
      fc.property(anyHistory, fc.nat(), fc.nat(), (entries, one, other) => {
        const atOneTimeEach = [...new Map(entries.map((entry) => [entry.at, entry])).values()];
        const inOrder = atOneTimeEach.sort((a, b) => (a.at < b.at ? -1 : 1));
        const lines = printFile(inOrder);
        const cut = one % (lines.length + 1);
        const end = cut + (other % (lines.length + 1 - cut));
        const parts = [lines.slice(cut), lines.slice(0, end)].map((part) => readLines(part).entries);
        expect(joinHistories(parts).map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
        expect(joinHistories([...parts, inOrder]).toSorted(byId)).toEqual(inOrder.toSorted(byId));
      }),
    );
  });
});

function byId(a: HistoryEntry, b: HistoryEntry): number {
  return a.id < b.id ? -1 : 1;
}
