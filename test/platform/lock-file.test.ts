import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LockAttempt, type LockHolder, readLock, takeLock } from '../../src/platform/lock-file.ts';
import { identifySelf, lookUp, type ProcessIdentity } from '../../src/platform/process-identity.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const onLinux = test.runIf(process.platform === 'linux');

let folder: string;
let file: string;
const begun: { kill(signal: 'SIGKILL'): unknown }[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-file-'));
  file = join(folder, 'lock');
});
afterEach(async () => {
  vi.useRealTimers();
  for (const child of begun.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const take = (purpose = 'run-1'): Promise<LockAttempt> => takeLock(file, { purpose, now: NOW });

async function mustTake(purpose?: string) {
  const taken = await take(purpose);
  if (!taken.ok) throw new Error(`it is held: ${JSON.stringify(taken.holder)}`);
  return taken.lock;
}

/** A process that was there and is gone. */
async function goneProcess(): Promise<ProcessIdentity> {
  const processId = Number(execFileSync('sh', ['-c', 'echo $$']));
  return { ...(await identifySelf()), processId, startedAt: null };
}

async function leave(holder: Partial<LockHolder>, silentMs = 0): Promise<void> {
  const known = { ...(await identifySelf()), since: NOW.toISOString(), purpose: 'run-0' };
  await writeFile(file, `${JSON.stringify({ ...known, ...holder })}\n`);
  await beSilent(silentMs);
}

async function beSilent(silentMs: number): Promise<void> {
  const then = new Date(Date.now() - silentMs);
  await utimes(file, then, then);
}

describe('a lock', () => {
  test('is held by one, and said whose it is; free again once it is released', async () => {
    expect(await readLock(file)).toBe('free');
    const lock = await mustTake();
    const holder = { ...(await identifySelf()), since: NOW.toISOString(), purpose: 'run-1' };
    expect(await take('run-2')).toEqual({ ok: false, holder });
    expect(await readLock(file)).toEqual(holder);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
    await (await mustTake('run-2')).release();
  });

  test('goes to exactly one of many that start together', async () => {
    const attempts = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`run-${index}`)));
    expect(attempts.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('is released by whoever holds it, not by one that it was taken from', async () => {
    const first = await mustTake('run-1');
    // Of another machine, and silent: a process that was frozen for longer than others waited for it.
    await leave({ host: 'elsewhere', purpose: 'run-1' }, 60_000);
    const second = await mustTake('run-2');
    await first.release();
    expect(await readLock(file)).toMatchObject({ purpose: 'run-2' });
    await second.release();
    expect(await readLock(file)).toBe('free');
  });

  test('that somebody removed is released without a word', async () => {
    const lock = await mustTake();
    await rm(file);
    await lock.release();
    expect(await readLock(file)).toBe('free');
  });

  test('of which others can only tell by its beats has them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lock = await mustTake();
    await beSilent(60_000);
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(async () => expect((await stat(file)).mtimeMs).toBeGreaterThan(Date.now() - 10_000));
    await lock.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that cannot be written is an error, and leaves nothing', async () => {
    await expect(takeLock(join(folder, 'nowhere', 'lock'), { purpose: 'x', now: NOW })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});

describe('a lock that was left', () => {
  test('by a killed process is taken over at once', async () => {
    await leave(await goneProcess());
    expect(await readLock(file)).toBe('left');
    await (await mustTake()).release();
  });

  test('goes to exactly one of many that start together, every time', async () => {
    const gone = await goneProcess();
    for (let round = 0; round < 6; round++) {
      await leave(gone);
      const attempts = await Promise.all(Array.from({ length: 10 }, (_, index) => take(`run-${index}`)));
      const won = attempts.flatMap((attempt) => (attempt.ok ? [attempt.lock] : []));
      expect(won).toHaveLength(1);
      expect(await readdir(folder)).toEqual(['lock']);
      await won[0]?.release();
    }
  });

  onLinux('by a process whose number another has now', async () => {
    await leave({ startedAt: 'another-boot 123' });
    expect(await readLock(file)).toBe('left');
    await (await mustTake()).release();
  });

  onLinux('by a killed process that its parent has not buried', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    begun.push(parent);
    const processId = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    });
    const { host } = await identifySelf();
    const child = { processId, host, startedAt: null };
    expect(await lookUp(child)).toBe('alive');
    await leave(child);
    process.kill(processId, 'SIGKILL');
    await vi.waitFor(async () => expect(await readFile(`/proc/${processId}/stat`, 'utf8')).toContain(') Z '));
    expect(await lookUp(child)).toBe('gone');
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
  test.each(Object.entries(GARBAGE))('with %s in it: young it is being taken, old it was left', async (_, text) => {
    await writeFile(file, text);
    expect(await take()).toEqual({ ok: false, holder: null });
    await beSilent(6_000);
    await (await mustTake()).release();
  });

  test('while somebody clears it, and was killed at that', async () => {
    await leave(await goneProcess());
    await mkdir(`${file}.clearing`);
    const then = new Date(Date.now() - 6_000);
    await utimes(`${file}.clearing`, then, then);
    await (await mustTake()).release();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('in the place of a lock', () => {
  test('a folder is nobody that holds it, and is not removed', async () => {
    await mkdir(file);
    expect(await readLock(file)).toBe('left');
    await expect(take()).rejects.toBeInstanceOf(Error);
    expect(await readdir(folder)).toEqual(['lock']);
  });

  test.each(['missing', 'held', '.'])('a link holds nothing, and where it leads stays: %s', async (target) => {
    const held = { ...(await identifySelf()), since: NOW.toISOString(), purpose: 'elsewhere' };
    await writeFile(join(folder, 'held'), JSON.stringify(held));
    await symlink(target, file);
    await (await mustTake()).release();
    expect(await readdir(folder)).toEqual(['held']);
    expect(JSON.parse(await readFile(join(folder, 'held'), 'utf8'))).toEqual(held);
  });

  onLinux('a pipe is not read: nobody might ever write to it', async () => {
    execFileSync('mkfifo', [file]);
    const taken = await Promise.race([mustTake(), delay(3_000, null, { ref: false })]);
    expect(taken).not.toBeNull();
    await taken?.release();
  });
});
