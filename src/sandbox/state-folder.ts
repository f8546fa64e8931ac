import { mkdir, open, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { parseJson } from './body.ts';
import { openJournal } from './journal.ts';
import type { Fleet, Pipe } from './pipe.ts';
import { explainFileTrouble, SandboxError } from './sandbox-error.ts';
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
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder);
  try {
    const found = (await readDocument(paths.fleet)) as Fleet | undefined;
    const fleet = found ?? createFleet();
    if (found === undefined) await writeDurably(folder, paths.fleet, fleet);
    const snapshot = ((await readDocument(paths.pipes)) as { pipes: readonly Pipe[] } | undefined)?.pipes;
    const state = new Map((snapshot ?? fleet.pipes).map((pipe) => [pipe.id, pipe]));
    await replay(paths.journal, fleet, state);

    const saveSnapshot = () => writeDurably(folder, paths.pipes, { pipes: [...state.values()] });
    await saveSnapshot();
    await truncate(paths.journal).catch(ignoreMissing);
    const journal = await openJournal(paths.journal, {
      largeBytes: JOURNAL_BYTES_BEFORE_SNAPSHOT,
      onLarge: saveSnapshot,
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

/** Brings the snapshot up to date. A last line without its end was never acknowledged: it is left out. */
async function replay(file: string, fleet: Fleet, state: Map<string, Pipe>): Promise<void> {
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  const lines = text?.split('\n').slice(0, -1) ?? [];
  for (const [index, line] of lines.entries()) {
    const record = parseDocument(line, `${file}, line ${index + 1}`) as { readonly pipe?: Pipe };
    if (record.pipe === undefined) resetState(fleet, state);
    else state.set(record.pipe.id, record.pipe);
  }
}

function resetState(fleet: Fleet, state: Map<string, Pipe>): void {
  for (const pipe of fleet.pipes) state.set(pipe.id, pipe);
}

async function readDocument(file: string): Promise<JsonObject | undefined> {
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  if (text === undefined) return undefined;
  const document = parseDocument(text, file);
  if (!Array.isArray(document.pipes)) throw damaged(file, 'no list of pipes');
  return document;
}

function parseDocument(text: string, where: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw damaged(where, 'not a JSON object');
  return value;
}

function damaged(where: string, what: string): SandboxError {
  return new SandboxError(`the state folder is damaged at ${where}: ${what}. Remove the folder to begin anew.`);
}

async function writeDurably(folder: string, file: string, value: object): Promise<void> {
  await writeFileAtomic(file, JSON.stringify(value), { mode: 0o600 });
  // The new name is on disk only once the folder is.
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
