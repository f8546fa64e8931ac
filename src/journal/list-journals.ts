import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectFolder } from './project-folder.ts';

/** Of a journal whose first line is not whole yet. */
export const UNFINISHED_SUFFIX = '.new';

/** The end of a run that sent no request. */
const IDLE = /^\{"type":"end",.*"requests":0\}(,"digest":"[^"]*")?\}$/;

const NAME = /^([0-9A-Za-z-]+)\.jsonl$/;

/** Most ends are far shorter; what is longer is read in steps, each twice the one before. */
const TAIL_BYTES = 4_096;

/** So many runs that are told no more are kept: of those that sent something, and of those that did not. */
export const MOST_KEPT = { sent: 100, idle: 20 };

/**
 * A journal by its last line. `settled`: its run was cut off, and is told no more. `open`: it was cut off, or is being written;
 * whoever reads it whole finds out.
 */
export interface Tail {
  readonly ends: 'end' | 'settled' | 'open';
  /** Empty when the last line is not whole. */
  readonly line: string;
}

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

/** Looks at the end of the file only. What cannot be read is not known to have ended: whoever reads it whole finds out why. */
export async function readTail(folder: ProjectFolder, runId: string): Promise<Tail> {
  const line = await readLastLine(journalFile(folder, runId)).catch(() => '');
  const type = /^\{"type":"(end|settled|forgotten)",.*\}$/.exec(line)?.[1];
  return { ends: type === undefined ? 'open' : type === 'end' ? 'end' : 'settled', line };
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
