import { execFileSync } from 'node:child_process';
import fsp, { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { type LockHolder, readLock, takeLock } from '../../src/platform/lock-file.ts';
import { WHOLE } from '../effort.ts';
import { NOW, openLockFolder } from './lock-folder.ts';

const onLinux = test.runIf(process.platform === 'linux');

const folder = openLockFolder();
const { take, mustTake, leave, beatAt, duringPauses } = folder;

/** The file of a process that wants the lock. */
const bidFile = (): string => `${folder.file}.01234567-89ab-cdef-0123-456789abcdef`;

/** A process that is gone: no system gives an id above 2^22. */
const gone = (): Pick<LockHolder, 'processId'> => ({ processId: 2 ** 22 + 1 });

describe('a lock', () => {
  test('has one holder and shows who holds it; it is free after its release', async () => {
    expect(await readLock(folder.file)).toBeNull();
    const lock = await mustTake();
    const holder = { processId: process.pid, host: expect.any(String), since: NOW.toISOString(), purpose: 'run-1' };
    expect(await take('run-2')).toEqual({ ok: false, holder });
    expect(await readLock(folder.file)).toEqual(holder);
    expect((await fsp.stat(folder.file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.path)).toEqual(['lock']);
    await lock.release();
    expect(await readdir(folder.path)).toEqual([]);
    await (await mustTake('run-2')).release();
  });

  test('goes to exactly one of many concurrent takers', async () => {
    const attempts = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`run-${index}`)));
    expect(attempts.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  test('has its complete content as soon as the file exists', async () => {
    const seen = new Set<string>();
    let isDone = false;
    const watch = async (): Promise<void> => {
      while (!isDone) seen.add(await folder.text());
    };
    const watching = Promise.all([watch(), watch()]);
    for (let round = 0; round < (WHOLE ? 100 : 20); round++) await (await mustTake(`run-${round}`)).release();
    isDone = true;
    await watching;
    expect(seen.size).toBeGreaterThan(5);
    expect([...seen].filter((text) => text !== 'missing' && !/"purpose":"run-\d+".*\}\n$/.test(text))).toEqual([]);
  });

  test('fails and leaves no file when it cannot be written', async () => {
    const nowhere = join(folder.path, 'nowhere', 'lock');
    await expect(
      takeLock(nowhere, { purpose: 'x', now: NOW, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('the lock of a process of this machine', () => {
  test('is taken over at once when the process was killed', async () => {
    await leave(gone());
    expect(await readLock(folder.file)).toBeNull();
    await (await mustTake()).release();
  });

  test('that was killed goes to exactly one of many concurrent takers, every time', async () => {
    const killed = gone();
    for (let round = 0; round < (WHOLE ? 20 : 5); round++) {
      await leave(killed);
      const attempts = await Promise.all(Array.from({ length: 10 }, (_, index) => take(`run-${index}`)));
      const won = attempts.flatMap((attempt) => (attempt.ok ? [attempt.lock] : []));
      expect(won).toHaveLength(1);
      expect(await won[0]?.isHeld()).toBe(true);
      expect(await readdir(folder.path)).toEqual(['lock']);
      await won[0]?.release();
    }
  });

  onLinux('is not looked up by the process id of another machine with the same name', async () => {
    await (await mustTake()).release();
    await leave(gone());
    const { host } = JSON.parse(await folder.text()) as LockHolder;
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const other = host.replace(boot, '00000000-0000-0000-0000-000000000000');
    expect(other).not.toBe(host);
    await leave({ ...gone(), host: other });
    expect(await take()).toMatchObject({ ok: false, holder: { host: other } });
  });
});

const DAY_MS = 86_400_000;

describe.each<[string, Partial<LockHolder>]>([
  ['a process of another machine or container', { host: 'elsewhere pid:[1]' }],
  ['a process whose id may be in use again, or that is suspended', {}],
])('the lock of %s', (_, holder) => {
  test.each([10_000, -10_000])('is held after a heartbeat %d ms ago', async (agoMs) => {
    await leave(holder);
    await beatAt(agoMs);
    const paused = vi.fn(async () => {});
    duringPauses(paused);
    expect(await take()).toMatchObject({ ok: false, holder: { purpose: 'run-0' } });
    expect(paused).not.toHaveBeenCalled();
  });

  // Far ahead: its clock is, or the clock of this machine was set back.
  test.each([31_000, DAY_MS, -DAY_MS])('is taken over after a last heartbeat %d ms ago', async (agoMs) => {
    await leave(holder);
    await beatAt(agoMs);
    const pauses: number[] = [];
    duringPauses(async (milliseconds) => pauses.push(milliseconds));
    await (await mustTake()).release();
    expect(new Set(pauses)).toEqual(new Set([5_000]));
  });

  test.each([31_000, DAY_MS, -DAY_MS])(
    'is held when the clocks differ by %d ms and its heartbeats go on',
    async (agoMs) => {
      await leave(holder);
      await beatAt(agoMs);
      let lastMs = agoMs;
      duringPauses(() => {
        lastMs -= 2_000;
        return beatAt(lastMs);
      });
      expect(await take()).toMatchObject({ ok: false, holder: { purpose: 'run-0' } });
      expect(await readLock(folder.file)).toMatchObject({ purpose: 'run-0' });
    },
  );

  test('is not taken over when it is released while it is watched', async () => {
    await leave(holder);
    await beatAt(31_000);
    duringPauses(() => rm(folder.file, { force: true }));
    await (await mustTake()).release();
  });
});

const GARBAGE = {
  'an empty file': '',
  'a partial line': '{"processId":12,"ho',
  'another document': '{"a":1}',
  'a list': '[]',
  null: 'null',
  'an invalid process id': '{"processId":-1,"host":"h","since":"s","purpose":"p"}',
  bytes: '\0\0\0\xff',
};
test.each(Object.entries(GARBAGE))('a lock with %s in it names no holder and is taken over', async (_, text) => {
  await writeFile(folder.file, text);
  expect(await readLock(folder.file)).toBeNull();
  await (await mustTake()).release();
});

describe('a process that wants the lock', () => {
  const LEFT: Readonly<Record<string, () => Promise<unknown>>> = {
    'before its bid was written': () => writeFile(bidFile(), ''),
    'while its bid was written': () => writeFile(bidFile(), '{"processId":'),
    'before its bid became the lock': () => leave(gone(), bidFile()),
    'on another machine, before its bid became the lock': async () => {
      await leave({ host: 'elsewhere' }, bidFile());
      await beatAt(31_000, bidFile());
    },
  };
  test.each(Object.entries(LEFT))('may be killed %s: another gets the lock, and nothing is left', async (_, killed) => {
    await killed();
    await leave(gone());
    const lock = await mustTake();
    expect(await readdir(folder.path)).toEqual(['lock']);
    await lock.release();
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('waits while another may be about to get it', async () => {
    await leave({}, bidFile());
    let pauses = 0;
    duringPauses(async () => {
      pauses += 1;
      expect(await folder.text()).toBe('missing');
      if (pauses === 3) await rm(bidFile());
    });
    await (await mustTake()).release();
    expect(pauses).toBe(3);
  });

  test('does not wait long beside another that does not go on', async () => {
    await leave({}, bidFile());
    const paused = vi.spyOn(timers, 'setTimeout').mockResolvedValue(true);
    syncBuiltinESMExports();
    expect(await take()).toMatchObject({ ok: false, holder: { purpose: 'run-0' } });
    expect(paused).toHaveBeenCalledTimes(19);
  });

  const WAITS: Readonly<Record<string, () => Promise<unknown>>> = {
    'watches a silent holder': () => leave({}).then(() => beatAt(31_000)),
    'watches a silent bidder': () => leave({}, bidFile()).then(() => beatAt(31_000, bidFile())),
    'tries again beside another': () => leave({}, bidFile()),
  };
  test.each(Object.entries(WAITS))('stops at once when it is told to while it %s', async (_, left) => {
    await left();
    const stop = new AbortController();
    const paused = vi.fn(async () => stop.abort());
    duringPauses(paused);
    expect(await take('run-1', stop.signal)).toMatchObject({ ok: false, holder: { purpose: 'run-0' } });
    expect(paused.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test('does not get it when it was suspended and another has taken it meanwhile', async () => {
    const { rename } = fsp;
    vi.spyOn(fsp, 'rename').mockImplementationOnce(async (own, file) => {
      await rm(own);
      await leave({ purpose: 'the other' });
      return rename(own, file);
    });
    syncBuiltinESMExports();
    expect(await take()).toMatchObject({ ok: false, holder: { purpose: 'the other' } });
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  test('leaves other files beside the lock alone', async () => {
    const names = ['lock.bak', 'lock.txt', 'other.01234567-89ab-cdef-0123-456789abcdef'];
    for (const name of names) await writeFile(join(folder.path, name), 'mine');
    await (await mustTake()).release();
    expect((await readdir(folder.path)).sort()).toEqual(names);
  });
});

describe('a path that is not a lock file', () => {
  test('is not removed when it is a folder, and holds nothing', async () => {
    await mkdir(folder.file);
    expect(await readLock(folder.file)).toBeNull();
    await expect(take()).rejects.toBeInstanceOf(Error);
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  test.each(['missing', 'held', '.'])(
    'is replaced when it is a link, and the target of the link stays: %s',
    async (target) => {
      const held = join(folder.path, 'held');
      await leave({ purpose: 'elsewhere' }, held);
      const before = await readFile(held, 'utf8');
      await symlink(target, folder.file);
      await (await mustTake()).release();
      expect(await readdir(folder.path)).toEqual(['held']);
      expect(await readFile(held, 'utf8')).toBe(before);
    },
  );

  onLinux('is not read when it is a named pipe, which might block forever', async () => {
    execFileSync('mkfifo', [folder.file]);
    await (await mustTake()).release();
    expect(await readdir(folder.path)).toEqual([]);
  });
});
