import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../src/platform/make-folder.ts';
import { startSandbox } from '../../src/sandbox/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-folder-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

test('makes the folders above it, and is content with those that are there', async () => {
  const deep = join(folder, 'a', 'b', 'c');
  await Promise.all([makeFolder(deep, 0o700), makeFolder(deep, 0o700)]);
  await makeFolder(deep, 0o700);
  expect((await stat(deep)).isDirectory()).toBe(true);
});

test('says when a file is in the way', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file'), 0o700)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file', 'below'), 0o700)).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.runIf(process.platform === 'linux').each(['/proc/x', '/proc/x/y'])(
  'ends where the system makes no folder: %s',
  async (place) => {
    await expect(startSandbox({ stateFolder: place })).rejects.toThrow(
      `cannot use the state folder ${place} (ENOENT at ${place === '/proc/x' ? place : '/proc/x'}).`,
    );
  },
);
