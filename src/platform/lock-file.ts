import { createHash } from 'node:crypto';
import { constants, link, lstat, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProcess, identifySelf, type ProcessIdentity } from './process-identity.ts';

/** Who holds a lock, as its file says. */
export interface LockHolder extends ProcessIdentity {
  /** When it was taken, ISO 8601. */
  readonly since: string;
  /** What the holder does, for messages. */
  readonly purpose: string;
}

export interface Lock {
  /** Whether the file still says that this process holds the lock. Throws the system's error when it cannot be read. */
  isHeld(): Promise<boolean>;
  /** Gives the lock back: removes the file, unless another process has taken it since. */
  release(): Promise<void>;
}

/** `holder` is null when the file does not say who holds the lock. */
export type LockAttempt =
  | { readonly ok: true; readonly lock: Lock }
  | { readonly ok: false; readonly holder: LockHolder | null };

interface Taker {
  readonly purpose: string;
  readonly now: Date;
}

/** A holder rewrites its file this often. One that cannot be looked up here is gone when it has not for `SILENT_MS`. */
const BEAT_MS = 5_000;
const SILENT_MS = 30_000;

const RETRY_MS = 20;
const MAX_TRIES = 200;

const SIDE_SUFFIX = '.new';

/**
 * Takes a lock that is a file, until it is released or this process ends. The file is written beside its place and linked
 * into it, so it is never there without its content, and a process that is killed or suspended on the way holds nothing. A
 * lock that a killed process left behind is taken over by one taker only. Throws the system's error when the file cannot be
 * written.
 *
 * Where the file system has no hard links (FAT, some network shares) the file is created empty and then filled. Still no two
 * takers get the lock: a taker checks at the end that the file is its own. A process that is killed in between leaves a file
 * that says nothing, which blocks others for `SILENT_MS`.
 */
export async function takeLock(file: string, taker: Taker): Promise<LockAttempt> {
  const text = await describeTaker(taker);
  let clearing: LockHolder | null = null;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await readLock(file);
    if (found === 'free') {
      if (!(await createFile(file, text))) continue;
      // What cannot be removed now is removed by a later taker.
      await removeLeftovers(file, taker).catch(() => {});
      return { ok: true, lock: keep(file, text) };
    }
    if (found !== 'left') return { ok: false, holder: found === 'unknown' ? null : found };
    clearing = await removeLeft(file, taker);
  }
  return { ok: false, holder: clearing };
}

/**
 * `free`: nobody holds the lock. `left`: its holder is gone. `unknown`: somebody may hold it, and the file does not say who.
 * A holder on this machine is looked up. For one on another machine or in another container, and for a file that names no
 * holder (it was damaged, or cut off by a kill), only signs of life count: the lock is left when the file has not been written
 * to for `SILENT_MS`, by the clock of the file system, since those of the machines that share a folder may differ.
 */
export async function readLock(file: string): Promise<LockHolder | 'free' | 'left' | 'unknown'> {
  const found = await lstat(file).catch(ignoreMissing);
  if (found === undefined) return 'free';
  // A link, a folder or a pipe was never written by a holder, and reading it may lead elsewhere or never end.
  if (!found.isFile()) return 'left';
  const read = await readWhole(file);
  if (read === undefined) return 'free';
  const holder = parseHolder(read.text);
  const state = holder === null ? 'elsewhere' : await findProcess(holder);
  if (state === 'gone') return 'left';
  if (state === 'elsewhere' && (await isSilent(file, read.mtimeMs))) return 'left';
  return holder ?? 'unknown';
}

/**
 * Compares with the time of a new file beside the lock, which the same clock stamps: that of the server, where the folder is
 * shared. Whoever may not write there cannot take the lock either: to them it is held.
 */
async function isSilent(file: string, mtimeMs: number): Promise<boolean> {
  const probe = sideFile(file, await describeTaker({ purpose: 'probe', now: new Date(0) }));
  const handle = await open(probe, 'wx', 0o600).catch(() => null);
  if (handle === null) return false;
  try {
    await handle.writeFile('\n');
    await handle.sync();
    return (await handle.stat()).mtimeMs - mtimeMs > SILENT_MS;
  } catch {
    return false;
  } finally {
    await handle.close().catch(() => {});
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** Whether the file was created, complete, where there was none. */
async function createFile(file: string, text: string): Promise<boolean> {
  const side = sideFile(file, text);
  try {
    await writeNew(side, text);
    await link(side, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A network file system may have made the link although its answer was lost.
    if (code === 'EEXIST') return ((await lstat(side).catch(ignoreMissing))?.nlink ?? 0) > 1;
    // Whoever got the lock has removed the side file; or the folder is gone, which fails the next try.
    if (code === 'ENOENT' && (await lstat(dirname(file)).catch(ignoreMissing)) !== undefined) return false;
    if (code === 'ENOENT') throw error;
    return await createInPlace(file, text);
  } finally {
    await rm(side, { force: true });
  }
}

/** For a file system without hard links; where links fail for another reason, this fails for the same one. */
async function createInPlace(file: string, text: string): Promise<boolean> {
  try {
    await writeNew(file, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  // If this process was suspended before the file was filled, another may have taken it over as left.
  return isHeldBy(file, text);
}

/** The content is on disk when this resolves: a lock must not come back empty after a power failure. */
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

function keep(file: string, text: string): Lock {
  const beat = setInterval(() => {
    // A beat that fails was missed: the lock counts as left only after six of them.
    rewrite(file, text).catch(() => {});
  }, BEAT_MS).unref();
  return {
    isHeld: () => isHeldBy(file, text),
    async release() {
      clearInterval(beat);
      if (await isHeldBy(file, text).catch(() => false)) await rm(file, { force: true });
    },
  };
}

async function isHeldBy(file: string, text: string): Promise<boolean> {
  return (await readWhole(file))?.text === text;
}

/**
 * Writes the same content again, so that the file system stamps the time of a sign of life. Content is compared and written
 * through one open file: if the lock is taken over meanwhile, that file has no name any more and writing to it harms nobody.
 */
async function rewrite(file: string, text: string): Promise<void> {
  const handle = await open(file, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    if ((await handle.readFile('utf8')) !== text) return;
    await handle.write(text, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Undefined when there is no file. Opening it makes a network file system ask the server for its content and its time. */
async function readWhole(file: string) {
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
 * Removes a lock that was left. Of two that find the same lock left the second could remove what the first has just taken, so
 * the removal has a lock of its own, which is taken over in the same way when its holder was killed.
 * @returns who is removing it at this moment, if somebody else is.
 */
async function removeLeft(file: string, taker: Taker): Promise<LockHolder | null> {
  const guard = await takeLock(guardFile(file), taker);
  if (!guard.ok) {
    await delay(RETRY_MS);
    return guard.holder;
  }
  try {
    if ((await readLock(file)) === 'left') await rm(file, { force: true });
  } finally {
    await guard.lock.release();
  }
  return null;
}

/**
 * Removes what killed takers left beside a lock, for whoever has just got it. Another taker may be at work with its side file:
 * without it that taker finds, as it would have anyway, that the lock is held.
 */
async function removeLeftovers(file: string, taker: Taker): Promise<void> {
  const names = await readdir(dirname(file));
  const sides = names.filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith(SIDE_SUFFIX));
  for (const name of sides) await rm(join(dirname(file), name), { force: true });
  if ((await readLock(guardFile(file))) === 'left') await removeLeft(guardFile(file), taker);
}

function guardFile(file: string): string {
  return `${file}.guard`;
}

/** Named by its content, which no other process and no other attempt has. */
function sideFile(file: string, text: string): string {
  return `${file}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}${SIDE_SUFFIX}`;
}

let attempts = 0;

/** The content of a lock file. Counts the attempts of this process, so that no two of its files are equal. */
async function describeTaker({ purpose, now }: Taker): Promise<string> {
  attempts += 1;
  const attempt = attempts;
  return `${JSON.stringify({ ...(await identifySelf()), since: now.toISOString(), purpose, attempt })}\n`;
}

/** null for what names no holder. */
function parseHolder(text: string): LockHolder | null {
  try {
    const { processId, host, startedAt, since, purpose } = JSON.parse(text) as Record<string, unknown>;
    const isWhole =
      Number.isInteger(processId) &&
      (processId as number) > 0 &&
      [host, since, purpose].every((value) => typeof value === 'string') &&
      (startedAt === null || typeof startedAt === 'string');
    return isWhole ? ({ processId, host, startedAt, since, purpose } as LockHolder) : null;
  } catch {
    return null;
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
