import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { type Lock, type LockAttempt, type LockHolder, takeLock } from '../../src/platform/lock-file.ts';
import { identifySelf } from '../../src/platform/process-identity.ts';

export const NOW = new Date('2026-11-20T10:00:00.000Z');

/** A folder for a lock, created for each test. */
export interface LockFolder {
  readonly path: string;
  readonly file: string;
  take(purpose?: string): Promise<LockAttempt>;
  /** Throws when someone else holds the lock. */
  mustTake(purpose?: string): Promise<Lock>;
  /** Writes a lock file as a holder would, by default this process, with a last heartbeat of this age. */
  leave(holder: Partial<LockHolder>, silentMs?: number): Promise<void>;
  beSilent(silentMs: number): Promise<void>;
  /** The content of the lock file, or `missing`. */
  text(): Promise<string>;
  /** When it was last written by the clock of the file system, epoch milliseconds; null without a file. */
  writtenAt(): Promise<number | null>;
}

/** Creates and removes the folder. Call it once per test file. */
export function openLockFolder(): LockFolder {
  const place = { path: '', file: '' };
  beforeEach(async () => {
    place.path = await mkdtemp(join(tmpdir(), 'lock-file-'));
    place.file = join(place.path, 'lock');
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await rm(place.path, { recursive: true });
  });
  const take = (purpose = 'run-1') => takeLock(place.file, { purpose, now: NOW });
  const beSilent = async (silentMs: number): Promise<void> => {
    const then = new Date(trueTime() - silentMs);
    await utimes(place.file, then, then);
  };
  return {
    get path() {
      return place.path;
    },
    get file() {
      return place.file;
    },
    take,
    async mustTake(purpose) {
      const taken = await take(purpose);
      if (!taken.ok) throw new Error(`the lock is held: ${JSON.stringify(taken.holder)}`);
      return taken.lock;
    },
    async leave(holder, silentMs = 0) {
      const known = { ...(await identifySelf()), since: NOW.toISOString(), purpose: 'run-0' };
      await writeFile(place.file, `${JSON.stringify({ ...known, ...holder })}\n`);
      await beSilent(silentMs);
    },
    beSilent,
    text: () => readFile(place.file, 'utf8').catch(() => 'missing'),
    writtenAt: async () => (await stat(place.file).catch(() => null))?.mtimeMs ?? null,
  };
}

/** The clock of the file system, even when a test has set the clock of the machine. */
export function trueTime(): number {
  return performance.timeOrigin + performance.now();
}

export function refuse(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(code), { code }));
}
