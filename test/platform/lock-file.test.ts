import { execFileSync, spawn } from 'node:child_process';
import fsp, { link, mkdir, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readLock, takeLock } from '../../src/platform/lock-file.ts';
import { findProcess, identifySelf, type ProcessIdentity } from '../../src/platform/process-identity.ts';
import { NOW, openLockFolder, refuse } from './lock-folder.ts';

/** A file system without hard links, or one that loses the answer of a link. */
function replaceLink(stand: (from: string, to: string) => Promise<void>): void {
  vi.spyOn(fsp, 'link').mockImplementation(stand as typeof fsp.link);
  syncBuiltinESMExports();
}

const onLinux = test.runIf(process.platform === 'linux');

const folder = openLockFolder();
const { take, mustTake, leave, beSilent } = folder;
const begun: { kill(signal: 'SIGKILL'): unknown }[] = [];
afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL');
});

/** A process that has ended. */
async function goneProcess(): Promise<ProcessIdentity> {
  const processId = Number(execFileSync('sh', ['-c', 'echo $$']));
  return { ...(await identifySelf()), processId, startedAt: null };
}

describe('a lock', () => {
  test('has one holder and shows who holds it; it is free after its release', async () => {
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
    for (let round = 0; round < 100; round++) await (await mustTake(`run-${round}`)).release();
    isDone = true;
    await watching;
    expect(seen.size).toBeGreaterThan(5);
    expect([...seen].filter((text) => text !== 'missing' && !/"purpose":"run-\d+".*\}\n$/.test(text))).toEqual([]);
  });

  test('is released only by its current holder', async () => {
    const first = await mustTake('run-1');
    // Of another machine, without a recent heartbeat: a process that was suspended for too long.
    await leave({ host: 'elsewhere', purpose: 'run-1' }, 60_000);
    const second = await mustTake('run-2');
    await first.release();
    expect(await readLock(folder.file)).toMatchObject({ purpose: 'run-2' });
    await second.release();
    expect(await readLock(folder.file)).toBe('free');
  });

  test('can be released without an error when someone removed it', async () => {
    const lock = await mustTake();
    await rm(folder.file);
    await lock.release();
    expect(await readLock(folder.file)).toBe('free');
  });

  test('fails and leaves no file when it cannot be written', async () => {
    const nowhere = join(folder.path, 'nowhere', 'lock');
    await expect(takeLock(nowhere, { purpose: 'x', now: NOW })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('an abandoned lock', () => {
  test('of a killed process is taken over at once', async () => {
    await leave(await goneProcess());
    expect(await readLock(folder.file)).toBe('left');
    await (await mustTake()).release();
  });

  test('goes to exactly one of many concurrent takers, every time', async () => {
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

  onLinux('of a process whose id was reused is taken over', async () => {
    await leave({ startedAt: 'another-boot 123' });
    expect(await readLock(folder.file)).toBe('left');
    await (await mustTake()).release();
  });

  onLinux('of another machine with the same name and process id is not taken over', async () => {
    const { host } = await identifySelf();
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const other = host.replace(boot, '00000000-0000-0000-0000-000000000000');
    expect(other).not.toBe(host);
    await leave({ host: other, startedAt: '00000000-0000-0000-0000-000000000000 12345' });
    expect(await take()).toMatchObject({ ok: false, holder: { host: other } });
  });

  onLinux('of a killed process that is still a zombie is taken over', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    begun.push(parent);
    const processId = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    });
    const { host } = await identifySelf();
    const child = { processId, host, startedAt: null };
    expect(await findProcess(child)).toBe('alive');
    await leave(child);
    // A shell would still collect the child; what it becomes does not.
    await vi.waitFor(async () => expect(await readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'));
    process.kill(processId, 'SIGKILL');
    await vi.waitFor(async () => expect(await readFile(`/proc/${processId}/stat`, 'utf8')).toContain(') Z '));
    expect(await findProcess(child)).toBe('gone');
    await (await mustTake()).release();
  });

  test('of another machine or container is taken over after its heartbeat stops', async () => {
    await leave({ host: 'elsewhere pid:[1]' }, 10_000);
    expect(await take()).toMatchObject({ ok: false, holder: { host: 'elsewhere pid:[1]' } });
    await beSilent(31_000);
    await (await mustTake()).release();
  });

  const GARBAGE = {
    'an empty file': '',
    'a partial line': '{"processId":12,"ho',
    'another document': '{"a":1}',
    'a list': '[]',
    null: 'null',
    'an invalid process id': '{"processId":-1,"host":"h","startedAt":null,"since":"s","purpose":"p"}',
    bytes: '\0\0\0\xff',
  };
  test.each(Object.entries(GARBAGE))('with %s in it is taken over only after its heartbeat stops', async (_, text) => {
    await writeFile(folder.file, text);
    expect(await readLock(folder.file)).toBe('unknown');
    expect(await take()).toEqual({ ok: false, holder: null });
    await beSilent(31_000);
    await (await mustTake()).release();
  });

  const LEFT_BESIDE: Readonly<Record<string, () => Promise<unknown>>> = {
    'before it was written': () => writeFile(`${folder.file}.0123456789abcdef.new`, ''),
    'while it was written': () => writeFile(`${folder.file}.0123456789abcdef.new`, '{"processId":'),
    'before it was linked into place': async () =>
      writeFile(`${folder.file}.0123456789abcdef.new`, JSON.stringify(await goneProcess())),
    'after it was linked into place': async () => {
      await leave(await goneProcess());
      await link(folder.file, `${folder.file}.0123456789abcdef.new`);
    },
    'while it removed an abandoned lock': async () => {
      await leave(await goneProcess());
      await link(folder.file, `${folder.file}.guard`);
    },
    'after it removed an abandoned lock': async () => {
      await leave(await goneProcess());
      await link(folder.file, `${folder.file}.guard`);
      await rm(folder.file);
    },
    'while it removed an abandoned guard': async () => {
      await leave(await goneProcess());
      await link(folder.file, `${folder.file}.guard`);
      await link(folder.file, `${folder.file}.guard.guard`);
    },
  };
  test.each(Object.entries(LEFT_BESIDE))('is taken over after a taker was killed %s', async (_, killed) => {
    await killed();
    const lock = await mustTake();
    expect(await readdir(folder.path)).toEqual(['lock']);
    await lock.release();
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('a file system', () => {
  test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES'])(
    'without hard links (%s) still gives the lock to one holder',
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

  test('without hard links does not give the lock to a taker whose empty file was taken over', async () => {
    const handle = await open(folder.path);
    const handles = Object.getPrototypeOf(handle) as { sync(): Promise<void> };
    await handle.close();
    replaceLink(async () => {
      // Suspended before the file is written: another taker finds it empty and stale, and takes it.
      vi.spyOn(handles, 'sync').mockImplementationOnce(async () => {
        await rm(folder.file);
        await leave({ purpose: 'the other' });
      });
      return refuse('EPERM');
    });
    expect(await take()).toMatchObject({ ok: false, holder: { purpose: 'the other' } });
  });

  test('that makes the link and loses the answer gives the lock', async () => {
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

describe('a path that is not a lock file', () => {
  test('is not removed when it is a folder, and holds nothing', async () => {
    await mkdir(folder.file);
    expect(await readLock(folder.file)).toBe('left');
    await expect(take()).rejects.toBeInstanceOf(Error);
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  test.each(['missing', 'held', '.'])(
    'is replaced when it is a link, and the target of the link stays: %s',
    async (target) => {
      const held = { ...(await identifySelf()), since: NOW.toISOString(), purpose: 'elsewhere' };
      await writeFile(join(folder.path, 'held'), JSON.stringify(held));
      await symlink(target, folder.file);
      await (await mustTake()).release();
      expect(await readdir(folder.path)).toEqual(['held']);
      expect(JSON.parse(await readFile(join(folder.path, 'held'), 'utf8'))).toEqual(held);
    },
  );

  onLinux('is not read when it is a named pipe, which might block forever', async () => {
    execFileSync('mkfifo', [folder.file]);
    const taken = await Promise.race([mustTake(), delay(3_000, null, { ref: false })]);
    expect(taken).not.toBeNull();
    await taken?.release();
  });
});
