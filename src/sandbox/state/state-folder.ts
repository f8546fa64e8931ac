import { stat, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { openAppendLog } from '../../platform/append-log.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { syncFolder } from '../../platform/sync-folder.ts';
import type { Fleet, Pipe } from '../fleet/pipe.ts';
import { explainFileTrouble, SandboxError } from '../sandbox-error.ts';
import { ignoreMissing, readFleetDocument, readJournal, readPipesDocument } from './state-document.ts';
import { lockFolder } from './state-lock.ts';

/**
 * The sandbox's state on disk: `fleet.json` (how it began), `pipes.json` (a snapshot) and `journal.ndjson` (every write
 * since). The two documents are replaced atomically, the journal is only appended to, and a write counts once its line is
 * on disk, so a process that is killed at any moment leaves a state that holds every acknowledged write.
 */
export interface StateFolder {
  /** How the fleet began: the one found in the folder, else the one that was given. */
  readonly fleet: Fleet;
  readonly pipes: readonly Pipe[];
  readonly origin: 'found' | 'created';
  /** Resolves once the pipe is on disk and `apply` has run. */
  writePipe(pipe: Pipe, apply: () => void): Promise<void>;
  /** Records that every pipe is as the fleet began; resolves as `writePipe` does. */
  writeReset(apply: () => void): Promise<void>;
  close(): Promise<void>;
}

const JOURNAL_BYTES_BEFORE_SNAPSHOT = 16 * 1024 * 1024;

/**
 * Opens a state folder, made when it is missing.
 * @param createFleet is asked only when the folder holds no state yet.
 * @throws SandboxError when another sandbox uses the folder, or when a file in it is damaged.
 */
export async function openStateFolder(folder: string, createFleet: () => Fleet): Promise<StateFolder> {
  try {
    return await openFolder(folder, createFleet);
  } catch (error) {
    throw explainFileTrouble(`use the state folder ${folder}`, error);
  }
}

async function openFolder(folder: string, createFleet: () => Fleet): Promise<StateFolder> {
  const paths = {
    fleet: join(folder, 'fleet.json'),
    pipes: join(folder, 'pipes.json'),
    journal: join(folder, 'journal.ndjson'),
  };
  await makeFolder(folder, 0o700);
  const unlock = await lockFolder(folder);
  try {
    const found = await readFleetDocument(paths.fleet);
    if (found === undefined) await refuseHeadless(paths);
    const fleet = found ?? createFleet();
    const snapshot = await readPipesDocument(paths.pipes, fleet);
    const records = await readJournal(paths.journal, fleet);

    const state = new Map((snapshot ?? fleet.pipes).map((pipe) => [pipe.id, pipe]));
    for (const record of records) {
      if ('pipe' in record) state.set(record.pipe.id, record.pipe);
      else resetState(fleet, state);
    }
    if (found === undefined) await writeDurably(folder, paths.fleet, fleet);

    const saveSnapshot = () => writeDurably(folder, paths.pipes, { pipes: [...state.values()] });
    await saveSnapshot();
    await truncate(paths.journal).catch(ignoreMissing);
    const journal = await openAppendLog(paths.journal, {
      compaction: { largeBytes: JOURNAL_BYTES_BEFORE_SNAPSHOT, onLarge: saveSnapshot },
    });
    return {
      fleet,
      pipes: [...state.values()],
      origin: found === undefined ? 'created' : 'found',
      writePipe: (pipe, apply) =>
        journal.append(JSON.stringify({ pipe }), () => {
          state.set(pipe.id, pipe);
          apply();
        }),
      writeReset: (apply) =>
        journal.append(JSON.stringify({ reset: true }), () => {
          resetState(fleet, state);
          apply();
        }),
      async close() {
        await journal.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

function resetState(fleet: Fleet, state: Map<string, Pipe>): void {
  for (const pipe of fleet.pipes) state.set(pipe.id, pipe);
}

/** The fleet is written before everything else: the others without it are what is left of a state, not a new folder. */
async function refuseHeadless({ fleet, pipes, journal }: Readonly<Record<'fleet' | 'pipes' | 'journal', string>>) {
  for (const file of [pipes, journal]) {
    if ((await stat(file).catch(ignoreMissing)) !== undefined) {
      throw new SandboxError(
        `the state folder is damaged at ${fleet}: it is missing, but ${basename(file)} is there. Remove the folder to begin anew.`,
      );
    }
  }
}

async function writeDurably(folder: string, file: string, value: object): Promise<void> {
  await writeFileAtomic(file, JSON.stringify(value), { mode: 0o600 });
  // The new name is on disk only once the folder is.
  await syncFolder(folder);
}
