// Home-made: `proper-lockfile` (4.1.2 of 2021, its last release) does not tell who holds a lock, and can give a stale one to two
// processes (its issue 121): the first takes it over, and the second, which was slower, removes the new lock. A maintained fork
// renames the stale lock away instead of removing it, which may move the new one as well.
//
// So nobody removes the lock of another process here. Who wants the lock writes a bid, a file beside it, and gives up when there is
// another bid or a holder; otherwise it renames the bid to the lock. Of two bidders, the one that looks last sees the other's bid.
// The name of a bid is never used again, so a gone bidder's can be removed; one that was only suspended then cannot rename it.

import { randomInt, randomUUID } from 'node:crypto';
import { lstat, readdir, readFile, readlink, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface LockHolder {
  readonly processId: number;
  /** The name of the machine; on Linux also its boot and process namespace, since machines and containers may share a name. */
  readonly host: string;
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

export type LockAttempt =
  | { readonly ok: true; readonly lock: Lock }
  | { readonly ok: false; readonly holder: LockHolder };

interface Taker {
  readonly purpose: string;
  readonly now: Date;
  /** Ends all waits: who is watched or bids as well then counts as the holder. */
  readonly signal: AbortSignal;
}

const HEARTBEAT_MS = 2_000;

/** After 30 seconds without a heartbeat, a holder is gone. It is watched for the last 5: the clocks may differ, or one was set. */
const SILENT_MS = 25_000;
const WATCH_MS = 5_000;

/** The longest pause of a bidder after its first try; it grows with each try, so that bidders do not meet again and again. */
const MAX_PAUSE_MS = 20;

/** Within about two seconds: a bidder that was suspended is in the way for up to 30, and callers may not want to wait. */
const MAX_TRIES = 20;

/**
 * Takes a lock until it is released. A holder loses it when its process has ended on this machine, or after 30 seconds without a
 * heartbeat: killed on another machine, or suspended. Throws the system's error when the file cannot be written.
 */
export async function takeLock(file: string, { purpose, now, signal }: Taker): Promise<LockAttempt> {
  const self: LockHolder = { processId: process.pid, host: await nameHost(), since: now.toISOString(), purpose };
  for (let tries = 1; ; tries++) {
    const holder = await readLock(file, signal);
    if (holder !== null) return { ok: false, holder };
    const attempt = await bid(file, self, signal);
    if (attempt.ok || tries === MAX_TRIES || !(await pause(randomInt(tries * MAX_PAUSE_MS), signal))) return attempt;
  }
}

/** Fails when another process has a bid or the lock, or removed this bid; the holder is then this process itself. */
async function bid(file: string, self: LockHolder, signal: AbortSignal): Promise<LockAttempt> {
  const id = randomUUID();
  const temporary = `${file}.${id}`;
  const text = `${JSON.stringify({ ...self, id })}\n`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
    for (const other of await listBids(file)) {
      if (other === temporary) continue;
      const rival = await readLock(other, signal);
      if (rival !== null) return { ok: false, holder: rival };
      await rm(other, { force: true });
    }
    const holder = await readLock(file, signal);
    if (holder !== null) return { ok: false, holder };
    const isMoved = await rename(temporary, file).then(() => true, ignoreMissing(false));
    return isMoved ? { ok: true, lock: holdLock(file, text) } : { ok: false, holder: self };
  } finally {
    await rm(temporary, { force: true });
  }
}

const BID = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function listBids(file: string): Promise<readonly string[]> {
  const [folder, name] = [dirname(file), basename(file)];
  const found = await readdir(folder);
  return found
    .filter((one) => one.startsWith(name) && BID.test(one.slice(name.length)))
    .map((one) => join(folder, one));
}

function holdLock(file: string, text: string): Lock {
  const isHeld = async (): Promise<boolean> => (await readEntry(file))?.text === text;
  const heartbeat = setInterval(async () => {
    const now = new Date();
    // A missed heartbeat is harmless.
    if (await isHeld().catch(() => false)) await utimes(file, now, now).catch(() => {});
  }, HEARTBEAT_MS).unref();
  return {
    isHeld,
    async release() {
      clearInterval(heartbeat);
      if (await isHeld().catch(() => false)) await rm(file, { force: true });
    },
  };
}

/** Who holds the lock, or wrote the bid; null without a holder, and when the holder is gone. Takes 5 seconds for one that is silent. */
export async function readLock(file: string, signal?: AbortSignal): Promise<LockHolder | null> {
  const seen = await readEntry(file);
  const holder = parseHolder(seen?.text ?? '');
  if (seen === null || holder === null || (await hasEnded(holder))) return null;
  if (Math.abs(Date.now() - seen.writtenMs) <= SILENT_MS) return holder;
  if (!(await pause(WATCH_MS, signal))) return holder;
  const later = await readEntry(file);
  return later === null || later.writtenMs === seen.writtenMs ? null : parseHolder(later.text);
}

/** Returns false when the signal ended it. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  return delay(milliseconds, true, { signal }).catch(() => false);
}

/** null without a regular file: reading anything else may lead elsewhere or never end. */
async function readEntry(file: string): Promise<{ readonly text: string; readonly writtenMs: number } | null> {
  const found = await lstat(file).catch(ignoreMissing(null));
  if (!found?.isFile()) return null;
  const text = await readFile(file, 'utf8').catch(ignoreMissing(null));
  return text === null ? null : { text, writtenMs: found.mtimeMs };
}

/** null when the text names no process: it was damaged, or its writer was killed. */
function parseHolder(text: string): LockHolder | null {
  try {
    const { processId, host, since, purpose } = JSON.parse(text) as Record<string, unknown>;
    const isProcess = typeof processId === 'number' && Number.isInteger(processId) && processId > 0;
    const isText = typeof host === 'string' && typeof since === 'string' && typeof purpose === 'string';
    return isProcess && isText ? { processId, host, since, purpose } : null;
  } catch {
    return null;
  }
}

async function hasEnded({ processId, host }: LockHolder): Promise<boolean> {
  if (host !== (await nameHost())) return false;
  try {
    process.kill(processId, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function nameHost(): Promise<string> {
  const scope = [readFile('/proc/sys/kernel/random/boot_id', 'utf8'), readlink('/proc/self/ns/pid')];
  const known = await Promise.all(scope.map((one) => one.catch(() => '')));
  return [hostname(), ...known].map((one) => one.trim()).join(' ');
}

function ignoreMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
