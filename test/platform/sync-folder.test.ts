import { mkdtemp, open, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { syncFolder } from '../../src/platform/folders.ts';

afterEach(() => void vi.restoreAllMocks());

test('syncs the folder once and returns the error of the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sync-folder-'));
  const handle = await open(folder, 'r');
  await handle.close();
  const handles = Object.getPrototypeOf(handle) as { sync(): Promise<void> };
  const sync = vi.spyOn(handles, 'sync');
  await syncFolder(folder);
  expect(sync).toHaveBeenCalledTimes(1);
  sync.mockRejectedValueOnce(Object.assign(new Error('broken'), { code: 'EIO' }));
  await expect(syncFolder(folder)).rejects.toMatchObject({ code: 'EIO' });
  await rmdir(folder);
  await expect(syncFolder(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
