import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../src/platform/folders.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-folder-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

test('creates the parent folders, and accepts existing ones', async () => {
  const deep = join(folder, 'a', 'b', 'c');
  await Promise.all([makeFolder(deep, 0o700), makeFolder(deep, 0o700)]);
  await makeFolder(deep, 0o700);
  expect((await stat(deep)).isDirectory()).toBe(true);
});

test('reports a file in the way', async () => {
  await writeFile(join(folder, 'file'), '');
  const path = join(folder, 'file');
  await expect(makeFolder(path, 0o700)).rejects.toMatchObject({ code: 'EEXIST', path });
  await expect(makeFolder(join(path, 'below', 'it'), 0o700)).rejects.toMatchObject({ code: 'EEXIST', path });
});

test.runIf(process.platform === 'linux').each(['/proc/x', '/proc/x/y'])(
  'fails where the system allows no folder: %s',
  async (place) => {
    await expect(makeFolder(place, 0o700)).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/x' });
  },
);
