import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ReadJournal, readIntactEnd, readJournal } from '../../src/journal/read-journal.ts';
import type { JournalEntry } from '../../src/model/journal.ts';
import { runScenario } from '../apply/guarded-run.ts';
import { growingPipe, writeText } from '../apply/journaled-run.ts';
import { createMemoryJournal } from '../apply/memory-journal.ts';

const NAME = '.pipeform/runs/run-1.jsonl';
const ID = 'run-1';

async function lines(): Promise<string[]> {
  const journal = createMemoryJournal();
  await runScenario({ pipes: [growingPipe('a')] }, journal);
  return writeText(journal.entries).slice(0, -1).split('\n');
}

const read = (all: readonly string[]): ReadJournal =>
  readJournal(all.map((line) => `${line}\n`).join(''), { id: ID, name: NAME });

function said(result: ReadJournal) {
  return result.ok ? 'read' : `${result.diagnostic.code}: ${result.diagnostic.summary}`;
}

describe('an invalid journal', () => {
  test.each([
    ['empty', ''],
    ['an empty line', '\n'],
    ['a partial first line', '{"type":"run"'],
    ['zeros', '\0\0\0\0'],
    ['another document', '{"kind":"run"}\n'],
    ['null', 'null\n'],
    ['a number', '12\n'],
  ])('%s', (_, text) => {
    expect(said(readJournal(text, { id: ID, name: NAME }))).toBe(
      `journal-unreadable: ${NAME}, line 1, is not a valid entry.`,
    );
  });

  const damages: Readonly<Record<string, (line: string) => string>> = {
    'a partial line': (line) => line.slice(0, 40),
    'an empty line': () => '',
    zeros: () => '\0'.repeat(64),
    'an unknown line type': (line) => line.replace('"type":"intent"', '"type":"dream"'),
    'a second head': () => 'HEAD',
    'an unknown key': (line) => line.replace('{', '{"extra":1,'),
    'a __proto__ key': (line) => line.replace('{', '{"__proto__":{"status":"applied"},'),
    'an unknown method': (line) => line.replace('"method":"PATCH"', '"method":"DELETE"'),
  };
  test.each(Object.entries(damages))('damaged in its middle: %s', async (_, damage) => {
    const all = await lines();
    const [head = '', second = ''] = all;
    all[1] = damage(second).replace('HEAD', head);
    expect(all[1]).not.toBe(second);
    expect(said(read(all))).toBe(`journal-unreadable: ${NAME}, line 2, is not a valid entry.`);
  });

  test('says where a line is damaged', async () => {
    const [head = '', ...rest] = await lines();
    const damaged = head.replace('"unchanged":0', '"unchanged":"none"');
    const words = 'It does not match schema/journal.schema.json';
    expect(read([damaged, ...rest])).toMatchObject({ diagnostic: { detail: `${words}, at /unchanged.` } });
    expect(read([head, head])).toMatchObject({ diagnostic: { detail: `${words}.` } });
  });

  test('with lines of a newer format', async () => {
    const all = await lines();
    const next = (all[0] ?? '').replace('"formatVersion":1', '"formatVersion":2,"new":true');
    expect(said(read([next, ...all.slice(1)]))).toBe(
      `journal-unreadable: ${NAME} was written by a newer version of Pipeform.`,
    );
    const last = '{"type":"afterthought","at":"2026-11-20T10:00:00.000Z"}';
    expect(said(read([...all.slice(0, 3), last]))).toContain('journal-unreadable');
  });

  test('with a request to another address', async () => {
    const all = await lines();
    all[1] = (all[1] ?? '').replace('"path":"/v1/', '"path":"http://evil.example/v1/');
    expect(said(read(all))).toContain('journal-unreadable');
  });
});

describe('a truncated journal', () => {
  test.each(['', '\0', '\0\0\0\0\0\0\0\0', '{', '{"type":"out', '\ufffd'])('ends with %j', async (torn) => {
    const all = (await lines()).slice(0, 3);
    const whole = all.map((line) => `${line}\n`).join('');
    const cut = readJournal(whole + torn, { id: ID, name: NAME });
    expect(cut).toEqual(read(all));
    expect(cut).toMatchObject({ ok: true, journaled: { status: 'unfinished', open: ['a'] } });
  });
});

test('may have keys named like Object.prototype properties anywhere', async () => {
  const all = await lines();
  const before = '{"__proto__":{"status":"applied","polluted":true},"constructor":1}';
  all[1] = (all[1] ?? '').replace(/"before":\{[^}]*\}/, `"before":${before}`);
  expect(all[1]).toContain('__proto__');
  expect(said(read(all.slice(0, 2)))).toBe('read');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('may have a body of a thousand nested lists', async () => {
  const all = await lines();
  const deep = '['.repeat(1_000) + ']'.repeat(1_000);
  all[1] = (all[1] ?? '').replace('"body":{', `"body":{"deep":${deep},`);
  expect(said(read(all.slice(0, 2)))).toBe('read');
});

describe('the checksum of a finished run', () => {
  /** The lines followed by one with their checksum. */
  async function withChecksum(): Promise<string[]> {
    const all = await lines();
    const before = all.slice(0, -1).map((line) => `${line}\n`);
    const digest = `sha256:${createHash('sha256').update(before.join('')).digest('hex')}`;
    return [...all.slice(0, -1), JSON.stringify({ ...JSON.parse(all.at(-1) ?? ''), digest })];
  }
  const intact = (all: readonly string[], id = ID) =>
    readIntactEnd(Buffer.from(all.map((line) => `${line}\n`).join('')), id);

  test('matches the lines of the run', async () => {
    const all = await withChecksum();
    expect(said(read(all))).toBe('read');
    expect(intact(all)).toMatchObject({ type: 'end', status: 'finished' } satisfies Partial<JournalEntry>);
  });

  const damages: Readonly<Record<string, (all: string[]) => string[]>> = {
    'another value in a line': (all) => all.map((line) => line.replace('"db_max_threads":8', '"db_max_threads":9')),
    'a line less': (all) => all.filter((_, index) => index !== 2),
    'a line twice': (all) => all.flatMap((line, index) => (index === 2 ? [line, line] : [line])),
    'lines in another order': ([head = '', first = '', second = '', ...rest]) => [head, second, first, ...rest],
    'another checksum': (all) => all.map((line) => line.replace(/"sha256:[0-9a-f]{4}/, '"sha256:0000')),
  };
  test.each(Object.entries(damages))('does not match %s: the journal is damaged', async (_, damage) => {
    const all = damage(await withChecksum());
    expect(said(read(all))).toBe(`journal-unreadable: ${NAME} was changed after Pipeform wrote it.`);
    expect(intact(all)).toBeNull();
  });

  test('does not match a partial line, and the journal is reported as damaged at that line', async () => {
    const all = await withChecksum();
    all[2] = (all[2] ?? '').slice(0, 40);
    expect(said(read(all))).toBe(`journal-unreadable: ${NAME}, line 3, is not a valid entry.`);
    expect(intact(all)).toBeNull();
  });

  test('does not cover what a later run added, between the lines or after them', async () => {
    const all = await withChecksum();
    const settled = JSON.stringify({ type: 'settled', at: '2026-11-20T11:00:00.000Z', by: 'later', pipes: [] });
    expect(said(read([...all.slice(0, 3), settled, ...all.slice(3)]))).toBe('read');
    expect(said(read([...all, settled]))).toBe('read');
  });

  test('is not checked for a journal that has none, is interrupted, or belongs to another run', async () => {
    const all = await withChecksum();
    expect(intact(await lines())).toBeNull();
    expect(intact(all, 'run-2')).toBeNull();
    expect(readIntactEnd(Buffer.from(all.join('\n')), ID)).toBeNull();
    for (const text of ['', '\n', '{\n', 'null\n', `${'['.repeat(1_000_000)}\n`]) {
      expect(readIntactEnd(Buffer.from(text), ID)).toBeNull();
    }
    expect(said(read(await lines()))).toBe('read');
  });
});

test('a journal with another run id than its file name is refused, since the id is used in a path', async () => {
  const [head = '', ...rest] = await lines();
  const forged = head.replace('"id":"run-1"', '"id":"../../../victim"');
  expect(forged).not.toBe(head);
  expect(said(read([head, ...rest]))).toBe('read');
  expect(said(read([forged, ...rest]))).toContain('journal-unreadable');
});

test('endless brackets are refused before they are parsed', () => {
  const deep = readJournal('['.repeat(20_000_000), { id: ID, name: NAME });
  expect(said(deep)).toContain('journal-unreadable');
});
