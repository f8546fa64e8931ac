import { lstat, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/folders.ts';

/** Where a project keeps what happened to it: `.pipeform`, beside the root document of its configuration. */
export interface ProjectFolder {
  readonly path: string;
  /** Held by the apply or rollback that is at work. */
  readonly lock: string;
  /** One journal a run. */
  readonly runs: string;
}

const OWNER_ONLY = 0o700;

/** @param project the folder of the root document. */
export function projectFolder(project: string): ProjectFolder {
  const path = join(project, '.pipeform');
  return { path, lock: join(path, 'lock'), runs: join(path, 'runs') };
}

/**
 * Makes the folder where it is missing. It keeps itself out of git, whatever the repository's own `.gitignore` says.
 * @throws NotOurFolderError when a link is in its place: a repository must not choose where on a machine is written.
 * @throws the system's error when it cannot be made.
 */
export async function makeProjectFolder({ path, runs }: ProjectFolder): Promise<void> {
  for (const folder of [path, runs]) {
    const found = await lstat(folder).catch(() => null);
    if (found !== null && !found.isDirectory()) throw new NotOurFolderError(folder);
    await makeFolder(folder, OWNER_ONLY);
  }
  await writeFile(join(path, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** A file or a link where the folder has to be. */
export class NotOurFolderError extends Error {
  override readonly name = 'NotOurFolderError';
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} is not a folder`);
    this.folder = folder;
  }
}

/** The suffix of a journal whose first line is not whole yet. */
export const UNFINISHED_SUFFIX = '.new';

/** The end of a run that sent no request. */
const IDLE = /^\{"type":"end",.*"requests":0\}(,"digest":"[^"]*")?\}$/;

const NAME = /^([0-9A-Za-z-]+)\.jsonl$/;

/** Most ends are far shorter; what is longer is read in steps, each twice the one before. */
const TAIL_BYTES = 4_096;

/** How many runs that ended or were settled are kept: of those that sent something, and of those that did not. */
export const MOST_KEPT = { sent: 100, idle: 20 };

export function journalFile({ runs }: ProjectFolder, runId: string): string {
  return join(runs, `${runId}.jsonl`);
}

/** The ids of the journaled runs, newest first; none when there is no folder. Throws the system's error when it cannot be read. */
export async function listRuns({ runs }: ProjectFolder): Promise<readonly string[]> {
  const found = await readdir(runs, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // Not a link: where a repository's leads, reading might never end.
  return found
    .flatMap((one) => (one.isFile() ? (NAME.exec(one.name)?.[1] ?? []) : []))
    .sort()
    .reverse();
}

/**
 * Reads the end of a journal only. `settled`: its run was cut off, and is not reported any more. `open`: it was cut off, is
 * being written, or cannot be read; `readJournal` finds out. `line` is empty when the last line is not whole.
 */
export async function readTail(folder: ProjectFolder, runId: string) {
  const line = await readLastLine(journalFile(folder, runId)).catch(() => '');
  const type = /^\{"type":"(end|settled|forgotten)",.*\}$/.exec(line)?.[1];
  const ends = type === undefined ? 'open' : type === 'end' ? 'end' : 'settled';
  return { ends, line } as const;
}

/**
 * Removes the oldest runs beyond what is kept, those that sent nothing apart from the others, which they must not push out. One
 * that was cut off stays until a later run has settled it. What a run left behind that was killed in its first line goes too:
 * nothing was sent then. The lock of the project must be held.
 */
export async function pruneJournals(folder: ProjectFolder): Promise<void> {
  const kept = { sent: 0, idle: 0 };
  for (const id of await listRuns(folder)) {
    const { ends, line } = await readTail(folder, id);
    if (ends === 'open') continue;
    const kind = IDLE.test(line) ? 'idle' : 'sent';
    kept[kind] += 1;
    if (kept[kind] > MOST_KEPT[kind]) await rm(journalFile(folder, id), { force: true });
  }
  for (const name of await readdir(folder.runs)) {
    if (name.endsWith(UNFINISHED_SUFFIX)) await rm(join(folder.runs, name), { force: true });
  }
}

async function readLastLine(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    for (let wanted = TAIL_BYTES; ; wanted *= 2) {
      const start = Math.max(0, size - wanted);
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
