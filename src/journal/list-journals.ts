import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectFolder } from './project-folder.ts';

const NAME = /^([0-9A-Za-z-]+)\.jsonl$/;

/** Most ends are far shorter; what is longer is read in steps, each twice the one before. */
const TAIL_BYTES = 4_096;

/** So many runs that are told no more are kept: what is older is removed when the next run begins. */
export const MOST_KEPT = 100;

/** A journal by its last line. `open`: it was cut off, or is being written; whoever reads it whole finds out. */
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
  const type = /^\{"type":"(end|settled)",.*\}$/.exec(line)?.[1];
  return { ends: type === 'end' || type === 'settled' ? type : 'open', line };
}

/** Removes the oldest runs beyond what is kept. One that was cut off stays until a later run has settled it. */
export async function pruneJournals(folder: ProjectFolder): Promise<void> {
  const older = (await listRuns(folder)).slice(MOST_KEPT);
  for (const id of older) {
    if ((await readTail(folder, id)).ends !== 'open') await rm(journalFile(folder, id), { force: true });
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
