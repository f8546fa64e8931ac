import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readInput, readInputStream } from '../../src/platform/read-input.ts';
import { makeFolder } from '../e2e/folder.ts';

const MIB = 1024 ** 2;

describe('an input', () => {
  test.each([
    [1024, '1 KiB'],
    [MIB, '1 MiB'],
  ])('has at most %i bytes', async (limit, shown) => {
    const file = join(await makeFolder(), 'input');
    await writeFile(file, 'x'.repeat(limit));
    expect(await readInput(file, limit)).toHaveLength(limit);
    await writeFile(file, 'x'.repeat(limit + 1));
    await expect(readInput(file, limit)).rejects.toThrow(`It has more than ${shown}.`);
  });

  test('is a file', async () => {
    const folder = await makeFolder();
    await expect(readInput(folder, MIB)).rejects.toThrow('It is a folder.');
    await expect(readInput(join(folder, 'missing'), MIB)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.runIf(process.platform !== 'win32')('is no device', async () => {
    await expect(readInput('/dev/zero', MIB)).rejects.toThrow('It is not a regular file.');
  });

  test('from a stream is read up to the limit and no further', async () => {
    let chunks = 0;
    const endless = async function* () {
      for (;;) {
        chunks += 1;
        yield Buffer.alloc(MIB);
      }
    };
    await expect(readInputStream(endless(), 2 * MIB)).rejects.toThrow('It has more than 2 MiB.');
    expect(chunks).toBe(3);
    const exact = async function* () {
      yield 'ü'.repeat(512);
    };
    expect((await readInputStream(exact(), 1024)).toString()).toBe('ü'.repeat(512));
  });
});
