import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectFolder } from './project-folder.ts';

const NAME = /^([0-9A-Za-z-]+)\.jsonl$/;

/** An end is far shorter. */
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
  const names = await readdir(runs).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .sort()
    .reverse();
}

/** Looks at the end of the file only. Throws the system's error. */
export async function readTail(folder: ProjectFolder, runId: string): Promise<Tail> {
  const line = await readLastLine(journalFile(folder, runId));
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
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - start), position: start });
    const text = buffer.toString('utf8', 0, bytesRead);
    return text.endsWith('\n') ? (text.slice(0, -1).split('\n').at(-1) ?? '') : '';
  } finally {
    await handle.close();
  }
}
