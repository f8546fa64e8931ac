// Home-made because `proper-lockfile` knows a holder only by the age of a file: a killed run would block the next one until
// its lock is stale (10 s by default), and a suspended run would lose its lock. This lock names the process that has it.

import { createHash } from 'node:crypto';
import { constants, link, lstat, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProcess, identifySelf, type ProcessIdentity } from './process-identity.ts';

export interface LockHolder extends ProcessIdentity {
  /** ISO 8601. */
  readonly since: string;
  /** What the holder does, for messages. */
  readonly purpose: string;
}

export interface Lock {
  /** Whether the file still names this process as holder. Throws the system's error when it cannot be read. */
  isHeld(): Promise<boolean>;
  /** Removes the file, unless another process has taken the lock. */
  release(): Promise<void>;
}

/** `holder` is null when the file does not name one. */
export type LockAttempt =
  | { readonly ok: true; readonly lock: Lock }
  | { readonly ok: false; readonly holder: LockHolder | null };

interface Taker {
  readonly purpose: string;
  readonly now: Date;
}

/** The interval of heartbeats. A holder that cannot be looked up is gone after `SILENT_MS` without one. */
const HEARTBEAT_MS = 5_000;
const SILENT_MS = 30_000;

const RETRY_MS = 20;
const MAX_TRIES = 200;

const SIDE_SUFFIX = '.new';

/**
 * Takes a lock that is a file, until it is released or this process ends. The file is linked into place with its
 * content, so a process that is killed or suspended before that holds nothing. Only one taker takes over the lock of a
 * killed process. Throws the system's error when the file cannot be written.
 *
 * Without hard links (FAT, some network shares) the file is created empty and then filled. Each taker then checks that
 * the file is its own, so only one gets the lock. A process that is killed in between leaves a file without a holder,
 * which blocks others for `SILENT_MS`.
 */
export async function takeLock(file: string, taker: Taker): Promise<LockAttempt> {
  const text = await describeTaker(taker);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await readLock(file);
    if (found === 'free') {
      if (!(await createFile(file, text))) continue;
      // A later taker removes what cannot be removed now.
      await removeLeftovers(file, taker).catch(() => {});
      return { ok: true, lock: holdLock(file, text) };
    }
    if (found !== 'left') return { ok: false, holder: found === 'unknown' ? null : found };
    await removeLeft(file, taker);
  }
  return { ok: false, holder: null };
}

/**
 * `left`: the holder is gone. `unknown`: the file does not name the holder. Looks up a holder on this machine. A holder
 * on another machine or in another container, and a file without a holder (damaged, or incomplete after a kill), count as
 * gone when the file has not been written to for `SILENT_MS`, by the clock of the file system, since the clocks of
 * machines that share a folder may differ.
 */
export async function readLock(file: string): Promise<LockHolder | 'free' | 'left' | 'unknown'> {
  const found = await lstat(file).catch(ignoreMissing);
  if (found === undefined) return 'free';
  // A holder writes only regular files, and reading anything else may lead elsewhere or never end.
  if (!found.isFile()) return 'left';
  const read = await readContent(file);
  if (read === undefined) return 'free';
  const holder = parseHolder(read.text);
  const state = holder === null ? 'elsewhere' : await findProcess(holder);
  if (state === 'gone') return 'left';
  if (state === 'elsewhere' && (await isSilent(file, read.mtimeMs))) return 'left';
  return holder ?? 'unknown';
}

/**
 * Compares with the time of a new file in the same folder, which the same clock sets: that of the server for a shared
 * folder. A process that may not write there cannot take the lock either, so it counts as held.
 */
async function isSilent(file: string, mtimeMs: number): Promise<boolean> {
  const probe = sideFile(file, await describeTaker({ purpose: 'probe', now: new Date(0) }));
  try {
    await writeNew(probe, '\n');
    return (await lstat(probe)).mtimeMs - mtimeMs > SILENT_MS;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** Returns false when the file exists. */
async function createFile(file: string, text: string): Promise<boolean> {
  const side = sideFile(file, text);
  try {
    await writeNew(side, text);
    await link(side, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A network file system may have created the link although its response was lost.
    if (code === 'EEXIST') return ((await lstat(side).catch(ignoreMissing))?.nlink ?? 0) > 1;
    // The holder has removed the side file, or the folder is gone, which the next try reports.
    if (code === 'ENOENT' && (await lstat(dirname(file)).catch(ignoreMissing)) !== undefined) return false;
    if (code === 'ENOENT') throw error;
    return await createInPlace(file, text);
  } finally {
    await rm(side, { force: true });
  }
}

/** For file systems without hard links; other causes of a failed link make this fail too. */
async function createInPlace(file: string, text: string): Promise<boolean> {
  try {
    await writeNew(file, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  // Another process may have taken over the empty file while this one was suspended.
  return isHeldBy(file, text);
}

/** Syncs the content: a lock must not be empty after a power failure. */
async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

function holdLock(file: string, text: string): Lock {
  const heartbeat = setInterval(() => {
    // A missed heartbeat is harmless: only six of them release the lock.
    writeHeartbeat(file, text).catch(() => {});
  }, HEARTBEAT_MS).unref();
  return {
    isHeld: () => isHeldBy(file, text),
    async release() {
      clearInterval(heartbeat);
      if (await isHeldBy(file, text).catch(() => false)) await rm(file, { force: true });
    },
  };
}

async function isHeldBy(file: string, text: string): Promise<boolean> {
  return (await readContent(file))?.text === text;
}

/**
 * Writes the same content again as a heartbeat. Reads and writes through one open file: if the lock is taken over
 * meanwhile, that file no longer has a name and the write is harmless.
 */
async function writeHeartbeat(file: string, text: string): Promise<void> {
  const handle = await open(file, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    if ((await handle.readFile('utf8')) !== text) return;
    await handle.write(text, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Undefined without a file. Opening it makes a network file system fetch the content and time from the server. */
async function readContent(file: string) {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(ignoreMissing);
  if (handle === undefined) return undefined;
  try {
    const { mtimeMs } = await handle.stat();
    return { text: await handle.readFile('utf8'), mtimeMs };
  } finally {
    await handle.close();
  }
}

/**
 * Removes the lock of a gone holder. Without a lock for the removal itself, a second process could remove the lock that
 * the first has just taken. Waits briefly when another process has that lock.
 */
async function removeLeft(file: string, taker: Taker): Promise<void> {
  const guard = await takeLock(guardFile(file), taker);
  if (!guard.ok) return delay(RETRY_MS);
  try {
    if ((await readLock(file)) === 'left') await rm(file, { force: true });
  } finally {
    await guard.lock.release();
  }
}

/** For the new holder. Without its side file, an active taker finds the lock held, as it would anyway. */
async function removeLeftovers(file: string, taker: Taker): Promise<void> {
  const names = await readdir(dirname(file));
  const sides = names.filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith(SIDE_SUFFIX));
  for (const name of sides) await rm(join(dirname(file), name), { force: true });
  if ((await readLock(guardFile(file))) === 'left') await removeLeft(guardFile(file), taker);
}

function guardFile(file: string): string {
  return `${file}.guard`;
}

/** Named by the hash of its content, which is unique for each attempt. */
function sideFile(file: string, text: string): string {
  return `${file}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}${SIDE_SUFFIX}`;
}

let attempts = 0;

/** The content of a lock file, unique for each attempt of this process. */
async function describeTaker({ purpose, now }: Taker): Promise<string> {
  attempts += 1;
  const attempt = attempts;
  return `${JSON.stringify({ ...(await identifySelf()), since: now.toISOString(), purpose, attempt })}\n`;
}

function parseHolder(text: string): LockHolder | null {
  try {
    const { processId, host, startedAt, since, purpose } = JSON.parse(text) as Record<string, unknown>;
    const isComplete =
      Number.isInteger(processId) &&
      (processId as number) > 0 &&
      [host, since, purpose].every((value) => typeof value === 'string') &&
      (startedAt === null || typeof startedAt === 'string');
    return isComplete ? ({ processId, host, startedAt, since, purpose } as LockHolder) : null;
  } catch {
    return null;
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
