import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, vi } from 'vitest';
import { type Lock, type LockAttempt, type LockHolder, readLock, takeLock } from '../../src/platform/lock-file.ts';

export const NOW = new Date('2026-11-20T10:00:00.000Z');

/** A folder for a lock, created for each test. Watching a silent holder takes no time. */
export interface LockFolder {
  readonly path: string;
  readonly file: string;
  take(purpose?: string, signal?: AbortSignal): Promise<LockAttempt>;
  /** Throws when someone else holds the lock. */
  mustTake(purpose?: string): Promise<Lock>;
  /** Writes the file of a lock or a bid, as this process would, except for `holder`. */
  leave(holder: Partial<LockHolder>, file?: string): Promise<void>;
  /** Sets the time of the last heartbeat. */
  beatAt(agoMs: number, file?: string): Promise<void>;
  /** Calls it during each pause of a taker, with the milliseconds of the pause. */
  duringPauses(call: (milliseconds: number) => Promise<unknown>): void;
  /** The content of the lock file, or `missing`. */
  text(): Promise<string>;
  /** The time of the last heartbeat, epoch milliseconds; null without a file. */
  writtenAt(): Promise<number | null>;
}

/** Creates and removes the folder. Call it once per test file. */
export function openLockFolder(): LockFolder {
  const place = { path: '', file: '' };
  let onPause: (milliseconds: number) => Promise<unknown> = async () => {};
  let self: LockHolder;
  const { setTimeout: pause } = timers;
  beforeEach(async () => {
    place.path = await mkdtemp(join(tmpdir(), 'lock-file-'));
    place.file = join(place.path, 'lock');
    vi.spyOn(timers, 'setTimeout').mockImplementation(async (milliseconds = 0, value, options) => {
      await onPause(milliseconds);
      return pause(milliseconds < 5_000 ? milliseconds : 0, value, options);
    });
    syncBuiltinESMExports();
    const lock = await mustTake();
    self = (await readLock(place.file)) as LockHolder;
    await lock.release();
  });
  afterEach(async () => {
    onPause = async () => {};
    vi.useRealTimers();
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await rm(place.path, { recursive: true });
  });
  const take = (purpose = 'run-1', signal = new AbortController().signal) =>
    takeLock(place.file, { purpose, now: NOW, signal });
  const mustTake = async (purpose?: string): Promise<Lock> => {
    const taken = await take(purpose);
    if (!taken.ok) throw new Error(`the lock is held: ${JSON.stringify(taken.holder)}`);
    return taken.lock;
  };
  return {
    get path() {
      return place.path;
    },
    get file() {
      return place.file;
    },
    take,
    mustTake,
    leave: (holder, file = place.file) =>
      writeFile(file, `${JSON.stringify({ ...self, purpose: 'run-0', ...holder })}\n`),
    async beatAt(agoMs, file = place.file) {
      const then = new Date(Date.now() - agoMs);
      await utimes(file, then, then);
    },
    duringPauses(call) {
      onPause = call;
    },
    text: () => readFile(place.file, 'utf8').catch(() => 'missing'),
    writtenAt: async () => (await stat(place.file).catch(() => null))?.mtimeMs ?? null,
  };
}
