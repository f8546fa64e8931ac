import { lstat, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pMap from 'p-map';
import { makeFolder } from '../platform/folders.ts';

/** `.pipeform`, beside the root document of the configuration. */
export interface ProjectFolder {
  readonly path: string;
  /** Held by the apply or rollback that is running. */
  readonly lock: string;
  /** One journal per run. */
  readonly runs: string;
}

const OWNER_ONLY = 0o700;

/** @param project the folder of the root document. */
export function projectFolder(project: string): ProjectFolder {
  const path = join(project, '.pipeform');
  return { path, lock: join(path, 'lock'), runs: join(path, 'runs') };
}

/**
 * Makes the folder if it does not exist. Its own `.gitignore` keeps it out of git.
 * @throws NotOurFolderError for a link in its place: a repository must not choose where on a machine is written.
 * @throws the system's error when it cannot be made.
 */
export async function makeProjectFolder({ path, runs }: ProjectFolder): Promise<void> {
  for (const folder of [path, runs]) {
    const found = await lstat(folder).catch(() => null);
    if (found !== null && !found.isDirectory()) throw new NotOurFolderError(folder);
    await makeFolder(folder, OWNER_ONLY);
  }
  await createFile(join(path, '.gitignore'), '*\n').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Creates a short file, or leaves none: a full disk takes the file without its text. */
async function createFile(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(text);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Writes and removes a file where journals are kept, or where their folder would be made.
 * @throws like `makeProjectFolder`.
 */
export async function probeProjectFolder({ path, runs }: ProjectFolder): Promise<void> {
  let nearest = dirname(path);
  for (const folder of [path, runs]) {
    const found = await lstat(folder).catch(() => null);
    if (found === null) break;
    if (!found.isDirectory()) throw new NotOurFolderError(folder);
    nearest = folder;
  }
  const probe = join(nearest, `.pipeform-${process.pid}.tmp`);
  await createFile(probe, '\n');
  await rm(probe);
}

export class NotOurFolderError extends Error {
  override readonly name = 'NotOurFolderError';
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} is not a folder`);
    this.folder = folder;
  }
}

/** The suffix of a journal whose first line is not complete. */
export const UNFINISHED_SUFFIX = '.new';

/** The end of a run that sent no request. */
const IDLE = /^\{"type":"end",.*"requests":0\}(,"digest":"[^"]*")?\}$/;

const NAME = /^([0-9A-Za-z-]+)\.jsonl$/;

/** Enough for most last lines; doubled for longer ones. */
const TAIL_BYTES = 4_096;

/** Ended or settled runs that are kept: `sent` sent requests, `idle` did not. */
export const MAX_KEPT = { sent: 100, idle: 20 };

export const JOURNAL_ENDING = '.jsonl';

export function journalFile({ runs }: ProjectFolder, runId: string): string {
  return join(runs, `${runId}${JOURNAL_ENDING}`);
}

/** The ids of the journaled runs, newest first; empty without a folder. Throws system errors. */
export async function listRunIds({ runs }: Pick<ProjectFolder, 'runs'>): Promise<readonly string[]> {
  const found = await readdir(runs, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // Links are ignored: one that a repository contains may lead to a file that never ends.
  return found
    .flatMap((one) => (one.isFile() ? (NAME.exec(one.name)?.[1] ?? []) : []))
    .sort()
    .reverse();
}

/**
 * Reads only the last line of a journal; `line` is empty when it is incomplete. `settled`: unfinished and no longer reported.
 * `open`: unfinished, running, or unreadable; `readJournal` distinguishes these.
 */
export async function readTail(folder: ProjectFolder, runId: string) {
  const line = await readLastLine(journalFile(folder, runId)).catch(() => '');
  const type = /^\{"type":"(end|settled|forgotten)",.*\}$/.exec(line)?.[1];
  const ends = type === undefined ? 'open' : type === 'end' ? 'end' : 'settled';
  return { ends, line } as const;
}

const PARALLEL_READS = 8;

/** The last line of each journal, newest first: see `readTail`. */
export async function listTails(folder: ProjectFolder) {
  const read = async (id: string) => ({ id, ...(await readTail(folder, id)) });
  return pMap(await listRunIds(folder), read, { concurrency: PARALLEL_READS });
}

/**
 * Removes the oldest journals beyond `MAX_KEPT`, except those of unfinished runs that are not settled. Idle runs are counted
 * separately, so that they do not displace others. Also removes unfinished first lines, whose runs sent nothing. The project
 * lock must be held.
 */
export async function pruneJournals(folder: ProjectFolder): Promise<void> {
  const kept = { sent: 0, idle: 0 };
  for (const { id, ends, line } of await listTails(folder)) {
    if (ends === 'open') continue;
    const kind = IDLE.test(line) ? 'idle' : 'sent';
    kept[kind] += 1;
    if (kept[kind] > MAX_KEPT[kind]) await rm(journalFile(folder, id), { force: true });
  }
  for (const name of await readdir(folder.runs)) {
    if (name.endsWith(UNFINISHED_SUFFIX)) await rm(join(folder.runs, name), { force: true });
  }
}

async function readLastLine(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    for (let length = TAIL_BYTES; ; length *= 2) {
      const start = Math.max(0, size - length);
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - start), position: start });
      const text = buffer.toString('utf8', 0, bytesRead);
      if (!text.endsWith('\n')) return '';
      const from = text.lastIndexOf('\n', text.length - 2);
      if (from >= 0 || start === 0) return text.slice(from + 1, -1);
    }
  } finally {
    await handle.close();
  }
}
