import fsp, { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, test, vi } from 'vitest';
import { readLock } from '../../src/platform/lock-file.ts';
import { openLockFolder, refuse, trueTime } from './lock-folder.ts';

const folder = openLockFolder();
const { take, mustTake, leave, beSilent } = folder;

const DAY_MS = 86_400_000;
/** The difference between the clock of the machine and that of the file system. */
const SKEWS = [0, 60_000, DAY_MS, -60_000, -DAY_MS];

function useFakeClock(skewMs = 0): void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: trueTime() + skewMs });
}

/** Advances time by one heartbeat, and waits until it has written its file. */
async function beat(): Promise<void> {
  const opened = vi.spyOn(fsp, 'open');
  syncBuiltinESMExports();
  vi.advanceTimersByTime(5_000);
  const calls = opened.mock.results.map(({ value }) => value as Promise<{ readonly fd: number }>);
  expect(calls).toHaveLength(1);
  const handles = (await Promise.allSettled(calls)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  await vi.waitFor(() => expect(handles.map(({ fd }) => fd)).toEqual(handles.map(() => -1)));
  opened.mockRestore();
  syncBuiltinESMExports();
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
    useFakeClock();
    const lock = await mustTake('run-1');
    await lose();
    const before = [await readdir(folder.path), await folder.text(), await folder.writtenAt()];
    expect(await lock.isHeld().catch(() => false)).toBe(false);
    vi.clearAllTimers();
    await lock.release();
    expect([await readdir(folder.path), await folder.text(), await folder.writtenAt()]).toEqual(before);
  });

  test('is not created again by a heartbeat after it was removed', async () => {
    useFakeClock();
    const lock = await mustTake();
    await rm(folder.file);
    await beat();
    expect(await readdir(folder.path)).toEqual([]);
    await lock.release();
  });

  test('gets no heartbeat from a previous holder', async () => {
    useFakeClock();
    const lock = await mustTake('run-1');
    await rm(folder.file);
    await leave({ purpose: 'run-2', host: 'elsewhere' }, 20_000);
    const before = [await folder.text(), await folder.writtenAt()];
    await beat();
    expect([await folder.text(), await folder.writtenAt()]).toEqual(before);
    await lock.release();
  });

  test('can be taken over during a heartbeat', async () => {
    useFakeClock();
    const lock = await mustTake('run-1');
    const handle = await fsp.open(folder.file);
    const handles = Object.getPrototypeOf(handle) as { write: (...given: unknown[]) => Promise<unknown> };
    await handle.close();
    const { write } = handles;
    vi.spyOn(handles, 'write').mockImplementationOnce(async function (this: unknown, ...given) {
      await rm(folder.file);
      await leave({ purpose: 'run-2' }, 20_000);
      return write.apply(this, given);
    });
    const other = /"purpose":"run-2"/;
    await beat();
    expect(await folder.text()).toMatch(other);
    expect(await folder.writtenAt()).toBeLessThan(trueTime() - 10_000);
    await lock.release();
    expect(await folder.text()).toMatch(other);
  });
});

describe('heartbeats', () => {
  test.each(SKEWS)('use the clock of the file system: the clock of the machine is %d ms off', async (skewMs) => {
    useFakeClock(skewMs);
    const lock = await mustTake();
    const text = await folder.text();
    await beSilent(60_000);
    await beat();
    const silentMs = trueTime() - ((await folder.writtenAt()) ?? 0);
    expect(Math.abs(silentMs)).toBeLessThan(20_000);
    expect(await folder.text()).toBe(text);
    await lock.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(SKEWS)(
    'are compared with the clock of the file system: the clock of the machine is %d ms off',
    async (skewMs) => {
      useFakeClock(skewMs);
      for (const holder of [{ host: 'elsewhere' }, { host: 'elsewhere', startedAt: null }]) {
        await leave(holder, 20_000);
        expect(await take()).toMatchObject({ ok: false, holder: { host: 'elsewhere' } });
        await beSilent(31_000);
        await (await mustTake()).release();
      }
      await writeFile(folder.file, 'damaged');
      expect(await take()).toEqual({ ok: false, holder: null });
      await beSilent(31_000);
      await (await mustTake()).release();
      expect(await readdir(folder.path)).toEqual([]);
    },
  );

  test('cannot be compared when nothing can be written: the lock counts as held', async () => {
    await leave({ host: 'elsewhere' }, 60_000);
    const { open } = fsp;
    vi.spyOn(fsp, 'open').mockImplementation((path, flags, mode) =>
      flags === 'wx' ? refuse('EROFS') : open(path, flags, mode),
    );
    syncBuiltinESMExports();
    expect(await readLock(folder.file)).toMatchObject({ host: 'elsewhere' });
  });
});
