import { readdirSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appendHistory, withLock } from '../../src/history/history-file.ts';
import { readHistoryFile } from '../../src/history/history-lines.ts';
import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import { manualClock } from '../api/fake-clock.ts';
import { makeFolder } from '../e2e/folder.ts';
import { checkProperty, inCi } from '../effort.ts';
import { driftEntry } from './any-history.ts';

async function newFile(): Promise<string> {
  return join(await makeFolder(), 'history.jsonl');
}

const append = (file: string, id: string, signal = new AbortController().signal) =>
  appendHistory(file, driftEntry({ id, details: { drifted: [], unread: [id], alerts: [] } }), {
    clock: MACHINE_CLOCK,
    signal,
  });

/** Several writers at the same time, and how many bytes a killed writer leaves out at the end after that. */
interface Round {
  readonly ids: readonly string[];
  readonly tornBytes: number;
}

const anyRound: fc.Arbitrary<Round> = fc.record({
  ids: fc.array(
    fc.nat(8).map((n) => `drift-${n}`),
    { maxLength: 4 },
  ),
  tornBytes: fc.oneof(fc.constant(0), fc.nat(60), fc.nat(500)),
});

describe('a history file', () => {
  test('has each entry once after writers at the same time, writers that were killed, and reports that are added again', async () => {
    const file = await newFile();
    await checkProperty(
      fc.asyncProperty(fc.array(anyRound, { minLength: 1, maxLength: 6 }), async (rounds) => {
        await rm(file, { force: true });
        const expected = new Set<string>();
        let isTorn = false;
        for (const { ids, tornBytes } of rounds) {
          await Promise.all(ids.map((id) => append(file, id)));
          // A new line takes the place of an incomplete one.
          if (ids.some((id) => !expected.has(id))) isTorn = false;
          for (const id of ids) expected.add(id);
          const text = await readFile(file, 'utf8').catch(() => '');
          // Without its newline alone, a line is complete.
          if (tornBytes === 0 || !text.endsWith('\n')) continue;
          const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1, -1);
          const lost = Math.min(tornBytes, last.length - 1);
          await truncate(file, Buffer.byteLength(text) - lost);
          if (lost === 1) continue;
          expected.delete(JSON.parse(last).id);
          isTorn = true;
        }
        const read = await readHistoryFile(file, 'empty');
        expect(read.entries.map(({ id }) => id).sort()).toEqual([...expected].sort());
        expect([read.damaged.length, read.isTorn]).toEqual([isTorn ? 1 : 0, isTorn]);
      }),
      { numRuns: 12 },
    );
  });

  test('is created, and no other file stays behind', async () => {
    const file = await newFile();
    expect(await readHistoryFile(file, 'empty')).toEqual({ entries: [], damaged: [], isTorn: false });
    await append(file, 'a');
    expect(await readHistoryFile(file, 'empty')).toMatchObject({ entries: [{ id: 'a' }], damaged: [] });
    expect(readdirSync(join(file, '..'))).toEqual(['history.jsonl']);
  });

  test.each(['pipes:\n  orders: {}\n', '{"kind":"drift","pipes":[]}\n', '\0\0\0\0'])(
    'is not any other file: %j',
    async (text) => {
      const file = await newFile();
      await writeFile(file, text);
      await expect(append(file, 'a')).rejects.toThrow('It is not a history');
      expect(await readFile(file, 'utf8')).toBe(text);
    },
  );

  test('of a first writer that was killed is repaired', async () => {
    const file = await newFile();
    await writeFile(file, '{"formatVersion":1,"id":"a"');
    await append(file, 'b');
    expect(await readHistoryFile(file, 'empty')).toMatchObject({ entries: [{ id: 'b' }], damaged: [] });
  });

  test('has one lock under all its names, also before it exists', async () => {
    const file = await newFile();
    const link = join(await makeFolder(), 'link.jsonl');
    await symlink(file, link);
    const how = { clock: manualClock(), waitMs: 0, signal: new AbortController().signal };
    const busy = /^Another process writes to it: process \d+ on \S+, since \S+\. Wait until it is done, or end it\.$/;
    await withLock(link, 'lock', how, async () => {
      await expect(withLock(file, 'lock', how, async () => {})).rejects.toThrow(busy);
      await writeFile(file, '');
      await expect(withLock(link, 'lock', how, async () => {})).rejects.toThrow(busy);
    });
    await append(file, 'a');
    await append(link, 'b');
    expect((await readHistoryFile(file, 'empty')).entries.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('stops waiting for another writer when it is told to', async () => {
    const file = await newFile();
    const { signal } = new AbortController();
    await withLock(file, 'lock', { clock: MACHINE_CLOCK, waitMs: 0, signal }, async () => {
      await expect(append(file, 'a', AbortSignal.abort())).rejects.toThrow(/^Another process writes to it: /);
    });
  });

  inCi('is not blocked for long by the lock of another machine with a time in the future', async () => {
    const file = await newFile();
    const holder = {
      processId: 1,
      host: 'elsewhere',
      since: '2099-01-01T00:00:00.000Z',
      purpose: 'history',
    };
    await writeFile(`${file}.lock`, JSON.stringify(holder));
    await utimes(`${file}.lock`, new Date(holder.since), new Date(holder.since));
    await append(file, 'a');
    expect(readdirSync(join(file, '..'))).toEqual(['history.jsonl']);
  });

  test('in a folder that is not there, or that is a folder, is an error', async () => {
    const file = await newFile();
    await expect(append(join(file, 'below.jsonl'), 'a')).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(file);
    await expect(append(file, 'a')).rejects.toMatchObject({ message: 'It is a folder.' });
  });

  test('is not harmed by lines that someone else added', async () => {
    const file = await newFile();
    await append(file, 'a');
    await appendFile(file, 'a note\n\n');
    await append(file, 'b');
    await appendFile(file, 'another note at its end');
    await append(file, 'c');
    expect(await readHistoryFile(file, 'empty')).toMatchObject({
      entries: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
      damaged: [2, 3, 5],
      isTorn: false,
    });
  });

  test('loses only the incomplete line of a killed writer, whatever bytes are above it', async () => {
    const file = await newFile();
    await append(file, 'a');
    await appendFile(file, Buffer.from([0xff, 0x0a]));
    const whole = await readFile(file);
    await appendFile(file, Buffer.from('{"formatVersion":1,"id":"ü').subarray(0, -1));
    expect(await readHistoryFile(file, 'empty')).toMatchObject({ damaged: [2, 3], isTorn: true });
    await append(file, 'b');
    expect((await readFile(file)).subarray(0, whole.length)).toEqual(whole);
    expect(await readHistoryFile(file, 'empty')).toMatchObject({ entries: [{ id: 'a' }, { id: 'b' }], damaged: [2] });
  });
});
