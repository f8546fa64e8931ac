import { lstat, mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { identifySelf, lookUp, type ProcessIdentity } from './process-identity.ts';

/** Who holds a lock, as its file says. */
export interface LockHolder extends ProcessIdentity {
  /** When it was taken, ISO 8601. */
  readonly since: string;
  /** What the holder does, for whoever finds it taken. */
  readonly purpose: string;
}

export interface Lock {
  /** Gives it back: removes the file, unless another has taken it since. */
  release(): Promise<void>;
}

export type LockAttempt =
  | { readonly ok: true; readonly lock: Lock }
  /** null while another process is just taking it. */
  | { readonly ok: false; readonly holder: LockHolder | null };

/** A holder of which nobody here can tell whether it lives touches its file this often, and is gone when it has not for `SILENT_MS`. */
const BEAT_MS = 5_000;
const SILENT_MS = 30_000;

/** A lock file is written in far less: one that is empty for longer was left by a crash. */
const WRITING_MS = 5_000;

const RETRY_MS = 20;
const MOST_TRIES = 200;

/**
 * Takes a lock that is a file for as long as this process lives or until it is released. One that a process left behind when
 * it was killed is taken over, by one taker only. Throws the system's error when the file cannot be written.
 */
export async function takeLock(
  file: string,
  { purpose, now }: { readonly purpose: string; readonly now: Date },
): Promise<LockAttempt> {
  const holder: LockHolder = { ...(await identifySelf()), since: now.toISOString(), purpose };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (await writeNew(file, `${JSON.stringify(holder)}\n`)) return { ok: true, lock: keep(file, holder) };
    const found = await readLock(file);
    if (found === 'free') continue;
    if (found !== 'left') return { ok: false, holder: found === 'being-taken' ? null : found };
    await removeLeft(file);
  }
  return { ok: false, holder: null };
}

/** `free`: nobody holds it. `left`: whoever held it is gone. `being-taken`: written this very moment. */
export async function readLock(file: string): Promise<LockHolder | 'free' | 'left' | 'being-taken'> {
  const found = await lstat(file).catch(ignoreMissing);
  if (found === undefined) return 'free';
  // A link, a folder or a pipe was never written by a holder, and reading it may lead elsewhere or never end.
  if (!found.isFile()) return 'left';
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  if (text === undefined) return 'free';
  const silentMs = Date.now() - found.mtimeMs;
  const holder = parseHolder(text);
  if (holder === null) return silentMs > WRITING_MS ? 'left' : 'being-taken';
  const state = await lookUp(holder);
  if (state === 'elsewhere') return silentMs > SILENT_MS ? 'left' : holder;
  return state === 'alive' ? holder : 'left';
}

function keep(file: string, own: LockHolder): Lock {
  const beat = setInterval(() => {
    const now = new Date();
    // A beat that fails is one that was missed: there are several before anybody takes the lock for left.
    utimes(file, now, now).catch(() => {});
  }, BEAT_MS).unref();
  return {
    async release() {
      clearInterval(beat);
      // Another has it that took this process for gone, since it was frozen for long.
      const holder = parseHolder(await readFile(file, 'utf8').catch(() => ''));
      if (isDeepStrictEqual(holder, own)) await rm(file, { force: true });
    },
  };
}

/** Two that find the same lock left must not both remove it: the second would remove what the first has just taken. */
async function removeLeft(file: string): Promise<void> {
  const guard = `${file}.clearing`;
  try {
    await mkdir(guard, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const found = await stat(guard).catch(ignoreMissing);
    if (found !== undefined && Date.now() - found.mtimeMs > WRITING_MS) await rmdir(guard).catch(ignoreMissing);
    await delay(RETRY_MS);
    return;
  }
  try {
    if ((await readLock(file)) === 'left') await rm(file, { force: true });
  } finally {
    await rmdir(guard).catch(ignoreMissing);
  }
}

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** null for what no holder wrote, or not yet whole. */
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
