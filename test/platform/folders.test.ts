import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/platform/folders.ts';
import { makeFolder as makeTestFolder } from '../e2e/folder.ts';

test('creates the parent folders, and accepts existing ones', async () => {
  const deep = join(await makeTestFolder(), 'a', 'b', 'c');
  await Promise.all([makeFolder(deep, 0o700), makeFolder(deep, 0o700)]);
  await makeFolder(deep, 0o700);
  expect((await stat(deep)).isDirectory()).toBe(true);
});

test('reports a file in the way', async () => {
  const path = join(await makeTestFolder(), 'file');
  await writeFile(path, '');
  await expect(makeFolder(path, 0o700)).rejects.toMatchObject({ code: 'EEXIST', path });
  await expect(makeFolder(join(path, 'below', 'it'), 0o700)).rejects.toMatchObject({ code: 'EEXIST', path });
});

test.runIf(process.platform === 'linux').each(['/proc/x', '/proc/x/y'])(
  'fails where the system allows no folder: %s',
  async (place) => {
    await expect(makeFolder(place, 0o700)).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/x' });
  },
);
