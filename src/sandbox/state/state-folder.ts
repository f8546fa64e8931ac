import { readFile, stat, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { openAppendLog } from '../../platform/append-log.ts';
import { makeFolder, syncFolder } from '../../platform/folders.ts';
import { takeLock } from '../../platform/lock-file.ts';
import { type ReportProblem, readFleet, readPipe, readPipes } from '../fleet/fleet-file.ts';
import type { FleetState, Pipe } from '../fleet/pipe.ts';
import { parseJson } from '../http.ts';
import { explainFileError, SandboxError } from '../sandbox-error.ts';

/** One line of the journal: a pipe as it is from here on, or every pipe as the fleet began. */
type JournalRecord = { readonly pipe: Pipe } | { readonly reset: true };

/**
 * The sandbox's state on disk: `fleet.json` (how it began), `pipes.json` (a snapshot) and `journal.ndjson` (every write
 * since). The two documents are replaced atomically, the journal is only appended to, and a write counts once its line is
 * on disk, so a process that is killed at any moment leaves a state that holds every acknowledged write.
 */
export interface StateFolder {
  /** How the fleet began: the one found in the folder, else the one that was given. */
  readonly fleet: FleetState;
  /** The pipes by id. The store changes them when a write is on disk, and the next snapshot has them. */
  readonly pipes: Map<string, Pipe>;
  readonly origin: 'found' | 'created';
  /** Resolves once the record is on disk and `apply` has run. */
  append(record: JournalRecord, apply: () => void): Promise<void>;
  close(): Promise<void>;
}

const JOURNAL_BYTES_BEFORE_SNAPSHOT = 16 * 1024 * 1024;

/**
 * Opens a state folder, made when it is missing.
 * @param createFleet is called only when the folder holds no state yet.
 * @throws SandboxError when another sandbox uses the folder, or when a file in it is damaged.
 */
export async function openStateFolder(folder: string, createFleet: () => FleetState): Promise<StateFolder> {
  try {
    await makeFolder(folder, 0o700);
    const unlock = await lockFolder(folder);
    try {
      return await openLockedFolder(folder, createFleet, unlock);
    } catch (error) {
      await unlock();
      throw error;
    }
  } catch (error) {
    throw explainFileError(`use the state folder ${folder}`, error);
  }
}

/** @throws SandboxError when a living process holds the folder; the lock of a killed one is taken over. */
async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const taken = await takeLock(join(folder, 'lock'), { purpose: 'sandbox', now: new Date() });
  if (taken.ok) return () => taken.lock.release();
  const who = taken.holder === null ? 'another sandbox' : `another sandbox (process ${taken.holder.processId})`;
  throw new SandboxError(`${who} uses the state folder ${folder}. Stop it or name another.`);
}

async function openLockedFolder(
  folder: string,
  createFleet: () => FleetState,
  unlock: () => Promise<void>,
): Promise<StateFolder> {
  const files = {
    fleet: join(folder, 'fleet.json'),
    pipes: join(folder, 'pipes.json'),
    journal: join(folder, 'journal.ndjson'),
  };
  const found = await readDocument(files.fleet, readFleet);
  if (found === undefined) {
    // The fleet is written first: the others without it are the rest of a state, not a new folder.
    for (const file of [files.pipes, files.journal]) {
      if ((await readText(file)) !== undefined) {
        throw createDamageError(files.fleet, [`it is missing, but ${basename(file)} is there.`]);
      }
    }
  }
  const fleet = found ?? createFleet();
  const pipes = new Map(fleet.pipes.map((pipe) => [pipe.id, pipe]));
  for (const pipe of (await readDocument(files.pipes, (document, report) => readSnapshot(document, fleet, report))) ??
    []) {
    pipes.set(pipe.id, pipe);
  }
  // A last line without its end was never acknowledged.
  const lines = (await readText(files.journal))?.split('\n').slice(0, -1) ?? [];
  for (const [index, line] of lines.entries()) {
    const where = `${files.journal}, line ${index + 1}`;
    for (const pipe of parse(line, where, (record, report) => readRecord(record, fleet, pipes, report)))
      pipes.set(pipe.id, pipe);
  }

  const save = async (file: string, value: object) => {
    await writeFileAtomic(file, JSON.stringify(value), { mode: 0o600 });
    // The new name is on disk only once the folder is.
    await syncFolder(folder);
  };
  if (found === undefined) await save(files.fleet, fleet);
  const saveSnapshot = () => save(files.pipes, { pipes: [...pipes.values()] });
  await saveSnapshot();
  await truncate(files.journal).catch(ignoreMissing);
  const journal = await openAppendLog(files.journal, {
    compaction: { largeBytes: JOURNAL_BYTES_BEFORE_SNAPSHOT, onLarge: saveSnapshot },
  });
  return {
    fleet,
    pipes,
    origin: found === undefined ? 'created' : 'found',
    append: (record, apply) => journal.append(JSON.stringify(record), apply),
    async close() {
      await journal.close();
      await unlock();
    },
  };
}

/** The pipes of a snapshot: exactly those of the fleet. */
function readSnapshot(document: JsonObject, fleet: FleetState, report: ReportProblem): readonly Pipe[] {
  const pipes = readPipes(document.pipes ?? null, fleet.services, report);
  const ids = new Set(pipes.map(({ id }) => id));
  for (const { id } of fleet.pipes) if (!ids.delete(id)) report(`pipe ${id} of the fleet is missing.`);
  for (const id of ids) report(`the fleet has no pipe ${id}.`);
  return pipes;
}

/** The pipes that a line of the journal changes. */
function readRecord(
  record: JsonObject,
  fleet: FleetState,
  known: ReadonlyMap<string, Pipe>,
  report: ReportProblem,
): readonly Pipe[] {
  if (record.reset === true) return fleet.pipes;
  const pipe = readPipe(record.pipe ?? null, fleet.services, (problem) => report(`pipe: ${problem}.`));
  if (!known.has(pipe.id)) report(`the fleet has no pipe ${pipe.id}.`);
  return [pipe];
}

type Read<Value> = (document: JsonObject, report: ReportProblem) => Value;

/** undefined when the file is missing. @throws SandboxError when it is damaged. */
async function readDocument<Value>(file: string, read: Read<Value>): Promise<Value | undefined> {
  const text = await readText(file);
  return text === undefined ? undefined : parse(text, file, read);
}

async function readText(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(ignoreMissing);
  if (found === undefined) return undefined;
  // Reading anything but a file (a pipe, a device) might never end.
  if (!found.isFile()) throw createDamageError(file, ['not a file.']);
  return readFile(file, 'utf8');
}

/** @throws SandboxError when it is damaged. */
function parse<Value>(text: string, where: string, read: Read<Value>): Value {
  const document = parseJson(text);
  if (!isJsonObject(document)) throw createDamageError(where, ['not a JSON object.']);
  const problems: string[] = [];
  const value = read(document, (problem) => problems.push(problem));
  if (problems.length > 0) throw createDamageError(where, problems);
  return value;
}

/** Shows the first problem and counts the others. */
function createDamageError(where: string, [first, ...others]: readonly string[]): SandboxError {
  const more = others.length === 0 ? '' : ` And ${others.length} more.`;
  return new SandboxError(
    `the state folder is damaged at ${where}: ${first}${more} Repair the file, or remove the folder to start over.`,
  );
}

/** For a `catch`: undefined when what was asked for does not exist. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
