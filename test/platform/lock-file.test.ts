import { execFileSync, spawn } from 'node:child_process';
import { link, mkdir, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readLock, takeLock } from '../../src/platform/lock-file.ts';
import { findProcess, identifySelf, type ProcessIdentity } from '../../src/platform/process-identity.ts';
import { NOW, openLockFolder, refuse, replaceLink } from './lock-folder.ts';

const onLinux = test.runIf(process.platform === 'linux');

const folder = openLockFolder();
const { take, mustTake, leave, beSilent } = folder;
const begun: { kill(signal: 'SIGKILL'): unknown }[] = [];
afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL');
});

/** A process that was there and is gone. */
async function goneProcess(): Promise<ProcessIdentity> {
  const processId = Number(execFileSync('sh', ['-c', 'echo $$']));
  return { ...(await identifySelf()), processId, startedAt: null };
}

describe('a lock', () => {
  test('is held by one, and said whose it is; free again once it is released', async () => {
    expect(await readLock(folder.file)).toBe('free');
    const lock = await mustTake();
    const holder = { ...(await identifySelf()), since: NOW.toISOString(), purpose: 'run-1' };
    expect(await take('run-2')).toEqual({ ok: false, holder });
    expect(await readLock(folder.file)).toEqual(holder);
    expect((await stat(folder.file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.path)).toEqual(['lock']);
    await lock.release();
    expect(await readdir(folder.path)).toEqual([]);
    await (await mustTake('run-2')).release();
  });

  test('goes to exactly one of many that start together', async () => {
    const attempts = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`run-${index}`)));
    expect(attempts.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  test('has its whole content from the moment that the file exists', async () => {
    const seen = new Set<string>();
    let isDone = false;
    const watch = async (): Promise<void> => {
      while (!isDone) seen.add(await folder.text());
    };
    const watching = Promise.all([watch(), watch()]);
    for (let round = 0; round < 100; round++) await (await mustTake(`run-${round}`)).release();
    isDone = true;
    await watching;
    expect(seen.size).toBeGreaterThan(5);
    expect([...seen].filter((text) => text !== 'missing' && !/"purpose":"run-\d+".*\}\n$/.test(text))).toEqual([]);
  });

  test('is released by whoever holds it, not by one that it was taken from', async () => {
    const first = await mustTake('run-1');
    // Of another machine, and silent: a process that was frozen for longer than others waited for it.
    await leave({ host: 'elsewhere', purpose: 'run-1' }, 60_000);
    const second = await mustTake('run-2');
    await first.release();
    expect(await readLock(folder.file)).toMatchObject({ purpose: 'run-2' });
    await second.release();
    expect(await readLock(folder.file)).toBe('free');
  });

  test('that somebody removed is released without a word', async () => {
    const lock = await mustTake();
    await rm(folder.file);
    await lock.release();
    expect(await readLock(folder.file)).toBe('free');
  });

  test('that cannot be written is an error, and leaves nothing', async () => {
    const nowhere = join(folder.path, 'nowhere', 'lock');
    await expect(takeLock(nowhere, { purpose: 'x', now: NOW })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('a lock that was left', () => {
  test('by a killed process is taken over at once', async () => {
    await leave(await goneProcess());
    expect(await readLock(folder.file)).toBe('left');
    await (await mustTake()).release();
  });

  test('goes to exactly one of many that start together, every time', async () => {
    const gone = await goneProcess();
    for (let round = 0; round < 6; round++) {
      await leave(gone);
      const attempts = await Promise.all(Array.from({ length: 10 }, (_, index) => take(`run-${index}`)));
      const won = attempts.flatMap((attempt) => (attempt.ok ? [attempt.lock] : []));
      expect(won).toHaveLength(1);
      expect(await readdir(folder.path)).toEqual(['lock']);
      await won[0]?.release();
    }
  });

  onLinux('by a process whose number another has now', async () => {
    await leave({ startedAt: 'another-boot 123' });
    expect(await readLock(folder.file)).toBe('left');
    await (await mustTake()).release();
  });

  onLinux('is not one of another machine that has the same name and the same number of a process', async () => {
    const { host } = await identifySelf();
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const other = host.replace(boot, '00000000-0000-0000-0000-000000000000');
    expect(other).not.toBe(host);
    await leave({ host: other, startedAt: '00000000-0000-0000-0000-000000000000 12345' });
    expect(await take()).toMatchObject({ ok: false, holder: { host: other } });
  });

  onLinux('by a killed process that its parent has not buried', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    begun.push(parent);
    const processId = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    });
    const { host } = await identifySelf();
    const child = { processId, host, startedAt: null };
    expect(await findProcess(child)).toBe('alive');
    await leave(child);
    process.kill(processId, 'SIGKILL');
    await vi.waitFor(async () => expect(await readFile(`/proc/${processId}/stat`, 'utf8')).toContain(') Z '));
    expect(await findProcess(child)).toBe('gone');
    await (await mustTake()).release();
  });

  test('on another machine, or in another container: by its silence', async () => {
    await leave({ host: 'elsewhere pid:[1]' }, 10_000);
    expect(await take()).toMatchObject({ ok: false, holder: { host: 'elsewhere pid:[1]' } });
    await beSilent(31_000);
    await (await mustTake()).release();
  });

  const GARBAGE = {
    'an empty file': '',
    'half a line': '{"processId":12,"ho',
    'another document': '{"a":1}',
    'a list': '[]',
    null: 'null',
    'a number that is none of a process': '{"processId":-1,"host":"h","startedAt":null,"since":"s","purpose":"p"}',
    bytes: '\0\0\0\xff',
  };
  test.each(Object.entries(GARBAGE))('with %s in it: nobody knows by whom, so its silence decides', async (_, text) => {
    await writeFile(folder.file, text);
    expect(await readLock(folder.file)).toBe('unknown');
    expect(await take()).toEqual({ ok: false, holder: null });
    await beSilent(31_000);
    await (await mustTake()).release();
  });

  const LEFT_BESIDE: Readonly<Record<string, () => Promise<unknown>>> = {
    'before it was written': () => writeFile(`${folder.file}.0123456789abcdef.new`, ''),
    'while it was written': () => writeFile(`${folder.file}.0123456789abcdef.new`, '{"processId":'),
    'before it was linked into its place': async () =>
      writeFile(`${folder.file}.0123456789abcdef.new`, JSON.stringify(await goneProcess())),
    'after it was linked into its place': async () => {
      await leave(await goneProcess());
      await link(folder.file, `${folder.file}.0123456789abcdef.new`);
    },
    'while it removed one that was left': async () => {
      await leave(await goneProcess());
      await link(folder.file, `${folder.file}.guard`);
    },
    'after it removed one that was left': async () => {
      await leave(await goneProcess());
      await link(folder.file, `${folder.file}.guard`);
      await rm(folder.file);
    },
    'while it removed a guard that was left': async () => {
      await leave(await goneProcess());
      await link(folder.file, `${folder.file}.guard`);
      await link(folder.file, `${folder.file}.guard.guard`);
    },
  };
  test.each(Object.entries(LEFT_BESIDE))('by a taker that was killed %s', async (_, killed) => {
    await killed();
    const lock = await mustTake();
    expect(await readdir(folder.path)).toEqual(['lock']);
    await lock.release();
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('where the file system', () => {
  test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES'])(
    'has no hard links (%s), a lock is held by one all the same',
    async (code) => {
      replaceLink(() => refuse(code));
      const attempts = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`run-${index}`)));
      const won = attempts.flatMap((attempt) => (attempt.ok ? [attempt.lock] : []));
      expect(won).toHaveLength(1);
      expect(await won[0]?.isHeld()).toBe(true);
      expect(await readdir(folder.path)).toEqual(['lock']);
      await won[0]?.release();
      await leave(await goneProcess());
      await (await mustTake()).release();
      expect(await readdir(folder.path)).toEqual([]);
    },
  );

  test('has no hard links, a taker whose empty file was taken over does not get the lock', async () => {
    const handle = await open(folder.path);
    const handles = Object.getPrototypeOf(handle) as { sync(): Promise<void> };
    await handle.close();
    replaceLink(async () => {
      // Suspended before the file is filled: another finds it empty and silent, and takes it.
      vi.spyOn(handles, 'sync').mockImplementationOnce(async () => {
        await rm(folder.file);
        await leave({ purpose: 'the other' });
      });
      return refuse('EPERM');
    });
    expect(await take()).toMatchObject({ ok: false, holder: { purpose: 'the other' } });
  });

  test('makes the link and loses its answer, the lock is held', async () => {
    const makeLink = link;
    replaceLink(async (from, to) => {
      await makeLink(from, to);
      return refuse('EEXIST');
    });
    const lock = await mustTake();
    expect(await lock.isHeld()).toBe(true);
    expect(await take('run-2')).toMatchObject({ ok: false, holder: { purpose: 'run-1' } });
  });
});

describe('in the place of a lock', () => {
  test('a folder is nobody that holds it, and is not removed', async () => {
    await mkdir(folder.file);
    expect(await readLock(folder.file)).toBe('left');
    await expect(take()).rejects.toBeInstanceOf(Error);
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  test.each(['missing', 'held', '.'])('a link holds nothing, and where it leads stays: %s', async (target) => {
    const held = { ...(await identifySelf()), since: NOW.toISOString(), purpose: 'elsewhere' };
    await writeFile(join(folder.path, 'held'), JSON.stringify(held));
    await symlink(target, folder.file);
    await (await mustTake()).release();
    expect(await readdir(folder.path)).toEqual(['held']);
    expect(JSON.parse(await readFile(join(folder.path, 'held'), 'utf8'))).toEqual(held);
  });

  onLinux('a pipe is not read: nobody might ever write to it', async () => {
    execFileSync('mkfifo', [folder.file]);
    const taken = await Promise.race([mustTake(), delay(3_000, null, { ref: false })]);
    expect(taken).not.toBeNull();
    await taken?.release();
  });
});
