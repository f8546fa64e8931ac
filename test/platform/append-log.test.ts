import { copyFile, mkdir, open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileLostError, openAppendLog } from '../../src/platform/append-log.ts';
import { makeFolder } from '../e2e/folder.ts';
import { checkProperty } from '../effort.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await makeFolder();
  file = join(folder, 'log.jsonl');
});
afterEach(() => void vi.restoreAllMocks());

/** The prototype of file handles, to count disk calls and to make them fail. */
async function fileHandles(): Promise<{ appendFile: () => Promise<void>; datasync: () => Promise<void> }> {
  const handle = await open(folder, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as { appendFile: () => Promise<void>; datasync: () => Promise<void> };
}

async function readLines(): Promise<readonly string[]> {
  return (await readFile(file, 'utf8')).split('\n').slice(0, -1);
}

/** Awaits the given number of microtask rounds. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) await null;
}

describe('group commit', () => {
  test('writes lines together, in order, that arrive while the disk is busy', async () => {
    const datasync = vi.spyOn(await fileHandles(), 'datasync');
    const log = await openAppendLog(file);
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
    const resolved: string[] = [];
    await Promise.all(lines.map((line) => log.append(line).then(() => resolved.push(line))));
    expect(datasync).toHaveBeenCalledTimes(2);
    expect(await readLines()).toEqual(lines);
    expect(resolved).toEqual(lines);
    await log.close();
  });

  test('resolves the promise of a line only when it is on disk', async () => {
    const log = await openAppendLog(file);
    const synced: string[] = [];
    const handles = await fileHandles();
    const { datasync } = handles;
    vi.spyOn(handles, 'datasync').mockImplementation(async function (this: unknown) {
      await datasync.call(this);
      synced.push(...(await readLines()));
    });
    await log.append('first');
    expect(synced).toEqual(['first']);
    await log.close();
  });

  test('keeps all lines in the order of the calls, for any timing', async () => {
    const pause = fc.record({ isUntilIdle: fc.boolean(), count: fc.nat({ max: 11 }) });
    await checkProperty(
      fc.asyncProperty(fc.array(pause, { maxLength: 12 }), async (pauses) => {
        await rm(file, { force: true });
        const log = await openAppendLog(file);
        const written: Promise<void>[] = [];
        for (const [index, { isUntilIdle, count }] of pauses.entries()) {
          written.push(log.append(`line ${index}`));
          if (isUntilIdle) await written.at(-1);
          await rounds(count);
        }
        await log.close();
        await Promise.all(written);
        expect(await readLines()).toEqual(pauses.map((_, index) => `line ${index}`));
      }),
      // Each line comes at another moment after the previous one was written.
      { numRuns: 25, examples: [[Array.from({ length: 12 }, (_, count) => ({ isUntilIdle: true, count }))]] },
    );
  });
});

describe('a failed write', () => {
  async function failAt(nth: number): Promise<void> {
    const handles = await fileHandles();
    const { datasync } = handles;
    let calls = 0;
    vi.spyOn(handles, 'datasync').mockImplementation(async function (this: unknown) {
      calls += 1;
      if (calls === nth) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      await datasync.call(this);
    });
  }
  const outcomes = async (lines: readonly Promise<void>[]) =>
    (await Promise.allSettled(lines)).map(({ status }) => status);

  test('rejects its own lines and all later ones, even if the disk recovers', async () => {
    const log = await openAppendLog(file);
    await failAt(2);
    const lines = ['a', 'b', 'c'].map((line) => log.append(line));
    expect(await outcomes(lines)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(log.append('d')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readLines()).not.toContain('d');
    await log.close();
  });

  test('rejects a line whose function throws, and no promise stays pending', async () => {
    const log = await openAppendLog(file);
    const boom = (): string => {
      throw new Error('boom');
    };
    expect(await outcomes([log.append(boom), log.append('b'), log.append('c')])).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    await log.close();
  });
});

describe('a log file that is missing from its path', () => {
  const LOSSES: Readonly<Record<string, () => Promise<unknown>>> = {
    'was removed': () => rm(file),
    'was removed with its folder': () => rm(folder, { recursive: true }),
    'was renamed': () => rename(file, join(folder, 'elsewhere')),
    'was replaced by another': () => rm(file).then(() => writeFile(file, 'other\n')),
    'was replaced by a copy': () => copyFile(file, `${file}.copy`).then(() => rename(`${file}.copy`, file)),
    'was replaced by a folder': () => rm(file).then(() => mkdir(file)),
    'was emptied': () => truncate(file),
    'was truncated': () => truncate(file, 3),
  };

  test.each(Object.entries(LOSSES))('rejects the next line and all later ones: %s', async (_, lose) => {
    const log = await openAppendLog(file);
    await log.append('first');
    await lose();
    await expect(log.append('second')).rejects.toBeInstanceOf(FileLostError);
    await expect(log.append('third')).rejects.toBeInstanceOf(FileLostError);
    await log.close();
  });

  test('is not reported when the log itself renamed it', async () => {
    const log = await openAppendLog(file);
    void log.append('first');
    await log.moveTo(`${file}.moved`);
    await log.append('second');
    expect(await readFile(`${file}.moved`, 'utf8')).toBe('first\nsecond\n');
    await log.close();
  });
});

describe('a group of lines', () => {
  test('is followed by one call, when its lines are on disk and before any promise resolves', async () => {
    const seen: string[] = [];
    const afterBatch = async (): Promise<void> => {
      seen.push(`on disk: ${(await readLines()).length}, resolved: ${resolved}`);
    };
    const log = await openAppendLog(file, { afterBatch });
    let resolved = 0;
    const append = async (line: string): Promise<void> => {
      await log.append(line);
      resolved += 1;
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(append));
    expect(seen).toEqual(['on disk: 1, resolved: 0', 'on disk: 4, resolved: 1']);
    await log.close();
  });

  test('may have lines given as functions, which receive the result of the previous group', async () => {
    let groups = 0;
    const afterBatch = async (): Promise<void> => {
      groups += 1;
    };
    const log = await openAppendLog(file, { afterBatch });
    await Promise.all([1, 2, 3].map((line) => log.append(() => `line ${line} after ${groups}`)));
    expect(await readLines()).toEqual(['line 1 after 0', 'line 2 after 1', 'line 3 after 1']);
    await log.close();
  });
});

test('appends to an existing log that only its owner can read', async () => {
  for (const line of ['a', 'b']) {
    const log = await openAppendLog(file);
    await log.append(line);
    await log.close();
  }
  expect(await readLines()).toEqual(['a', 'b']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
