import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { openLockFolder } from './lock-folder.ts';

const folder = openLockFolder();
const { mustTake, leave, beatAt } = folder;

const useFakeTimers = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

/** Lets the time of one heartbeat pass, and what it does. */
async function beat(): Promise<void> {
  vi.advanceTimersByTime(2_000);
  for (let idle = 0; idle < 3; idle = process.getActiveResourcesInfo().includes('FSReqPromise') ? 0 : idle + 1) {
    await new Promise(setImmediate);
  }
}

describe('a held lock', () => {
  test('stays held until it is released', async () => {
    const lock = await mustTake();
    expect(await lock.isHeld()).toBe(true);
    await lock.release();
    expect(await lock.isHeld()).toBe(false);
  });

  const LOSSES: Readonly<Record<string, () => Promise<unknown>>> = {
    'it was removed': () => rm(folder.file),
    'its folder was removed': () => rm(folder.path, { recursive: true }).then(() => mkdir(folder.path)),
    'another process took it': () => rm(folder.file).then(() => leave({ processId: 1 })),
    'the same process took it again': () => rm(folder.file).then(() => mustTake('run-1')),
    'it was emptied': () => writeFile(folder.file, ''),
    'a link took its place': () => rm(folder.file).then(() => symlink('elsewhere', folder.file)),
    'a folder took its place': () => rm(folder.file).then(() => mkdir(folder.file)),
  };
  test.each(Object.entries(LOSSES))('is lost when %s; the file there is not changed', async (_, lose) => {
    useFakeTimers();
    const lock = await mustTake('run-1');
    await lose();
    const before = [await readdir(folder.path), await folder.text(), await folder.writtenAt()];
    expect(await lock.isHeld()).toBe(false);
    vi.clearAllTimers();
    await lock.release();
    expect([await readdir(folder.path), await folder.text(), await folder.writtenAt()]).toEqual(before);
  });

  test('shows that its holder is alive, until it is released', async () => {
    useFakeTimers();
    const lock = await mustTake();
    const text = await folder.text();
    await beatAt(60_000);
    await beat();
    await expect.poll(async () => Math.abs(Date.now() - ((await folder.writtenAt()) ?? 0))).toBeLessThan(10_000);
    expect(await folder.text()).toBe(text);
    await lock.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not created again by a heartbeat after it was removed', async () => {
    useFakeTimers();
    const lock = await mustTake();
    await rm(folder.file);
    await beat();
    expect(await readdir(folder.path)).toEqual([]);
    await lock.release();
  });

  test('gets no heartbeat from a previous holder', async () => {
    useFakeTimers();
    const lock = await mustTake('run-1');
    await rm(folder.file);
    await leave({ purpose: 'run-2', host: 'elsewhere' });
    await beatAt(20_000);
    const before = [await folder.text(), await folder.writtenAt()];
    await beat();
    expect([await folder.text(), await folder.writtenAt()]).toEqual(before);
    await lock.release();
  });
});
