import { readFile, stat, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { openAppendLog } from '../../platform/append-log.ts';
import { takeLock } from '../../platform/lock-file.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { syncFolder } from '../../platform/sync-folder.ts';
import { type ReportProblem, readFleet, readPipe, readPipes } from '../fleet/fleet-file.ts';
import type { FleetState, Pipe } from '../fleet/pipe.ts';
import { parseJson } from '../pipes-api/http.ts';
import { explainFileTrouble, SandboxError } from '../sandbox-error.ts';

/**
 * The sandbox's state on disk: `fleet.json` (how it began), `pipes.json` (a snapshot) and `journal.ndjson` (every write
 * since). The two documents are replaced atomically, the journal is only appended to, and a write counts once its line is
 * on disk, so a process that is killed at any moment leaves a state that holds every acknowledged write.
 */
export interface StateFolder {
  /** How the fleet began: the one found in the folder, else the one that was given. */
  readonly fleet: FleetState;
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
export async function openStateFolder(folder: string, createFleet: () => FleetState): Promise<StateFolder> {
  try {
    return await openFolder(folder, createFleet);
  } catch (error) {
    throw explainFileTrouble(`use the state folder ${folder}`, error);
  }
}

async function openFolder(folder: string, createFleet: () => FleetState): Promise<StateFolder> {
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

function resetState(fleet: FleetState, state: Map<string, Pipe>): void {
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

/** One line of the journal: a pipe as it is from here on, or every pipe as the fleet began. */
export type JournalRecord = { readonly pipe: Pipe } | { readonly reset: true };

// A fleet file may leave these out; what the sandbox wrote itself has them all.
const WRITTEN_FIELDS = [
  'serviceId',
  'state',
  'scaling',
  'destination',
  'fieldMappings',
  'settings',
  'createdAt',
  'updatedAt',
];
const PROBLEMS_SHOWN = 3;

/**
 * Reads how the fleet began; undefined when the file is missing.
 * @throws SandboxError that says what is damaged, as the other functions here do.
 */
export async function readFleetDocument(file: string): Promise<FleetState | undefined> {
  const text = await readState(file);
  if (text === undefined) return undefined;
  return check(file, (report) => {
    const document = parseObject(text, file);
    reportUnwritten(document, report);
    return readFleet(document, report);
  });
}

/** Reads the snapshot: exactly the pipes of the fleet. Undefined when the file is missing. */
export async function readPipesDocument(file: string, fleet: FleetState): Promise<readonly Pipe[] | undefined> {
  const text = await readState(file);
  if (text === undefined) return undefined;
  return check(file, (report) => {
    const document = parseObject(text, file);
    reportUnwritten(document, report);
    const pipes = readPipes(document.pipes ?? null, fleet.services, report);
    const found = new Set(pipes.map(({ id }) => id));
    const wanted = new Set(fleet.pipes.map(({ id }) => id));
    for (const id of wanted) if (!found.has(id)) report(`pipe ${id} of the fleet is missing.`);
    for (const [index, { id }] of pipes.entries()) {
      if (id !== '' && !wanted.has(id)) report(`pipes[${index}]: the fleet has no such pipe.`);
    }
    return pipes;
  });
}

/** Reads what was written since the snapshot. A last line without its end was never acknowledged: it is left out. */
export async function readJournal(file: string, fleet: FleetState): Promise<readonly JournalRecord[]> {
  const lines = (await readState(file))?.split('\n').slice(0, -1) ?? [];
  const ids = new Set(fleet.pipes.map(({ id }) => id));
  return lines.map((line, index) => readRecord(line, `${file}, line ${index + 1}`, fleet, ids));
}

function readRecord(line: string, where: string, fleet: FleetState, ids: ReadonlySet<string>): JournalRecord {
  return check(where, (report) => {
    const record = parseObject(line, where);
    if (record.reset === true) return { reset: true };
    if (record.pipe === undefined) report('neither a pipe nor a reset.');
    const reportPipe = (problem: string) => report(`pipe: ${problem}.`);
    reportUnwrittenFields(record.pipe, reportPipe);
    const pipe = readPipe(record.pipe ?? null, fleet.services, reportPipe);
    if (pipe.id !== '' && !ids.has(pipe.id)) reportPipe('the fleet has no such pipe');
    return { pipe };
  });
}

function reportUnwritten({ pipes }: JsonObject, report: ReportProblem): void {
  if (!Array.isArray(pipes)) return;
  for (const [index, pipe] of pipes.entries()) {
    reportUnwrittenFields(pipe, (problem) => report(`pipes[${index}]: ${problem}.`));
  }
}

function reportUnwrittenFields(pipe: unknown, report: ReportProblem): void {
  if (!isJsonObject(pipe)) {
    report('not an object');
    return;
  }
  const missing = WRITTEN_FIELDS.filter((field) => !Object.hasOwn(pipe, field));
  if (missing.length > 0) report(`${missing.join(', ')} missing`);
}

/** Reads, and throws what was reported, if anything. */
function check<Read>(where: string, read: (report: ReportProblem) => Read): Read {
  const problems: string[] = [];
  const result = read((problem) => problems.push(problem));
  if (problems.length > 0) throw damaged(where, problems);
  return result;
}

// Anything but a file (a pipe, a device) might be read for ever.
async function readState(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(ignoreMissing);
  if (found === undefined) return undefined;
  if (!found.isFile()) throw damaged(file, ['not a file.']);
  return readFile(file, 'utf8');
}

function parseObject(text: string, where: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw damaged(where, ['not a JSON object.']);
  return value;
}

function damaged(where: string, problems: readonly string[]): SandboxError {
  const more = problems.length - PROBLEMS_SHOWN;
  const told = problems.slice(0, PROBLEMS_SHOWN).join(' ');
  const rest = more > 0 ? ` And ${more === 1 ? '1 more problem' : `${more} more problems`}.` : '';
  return new SandboxError(
    `the state folder is damaged at ${where}: ${told}${rest} Put the file right, or remove the folder to begin anew.`,
  );
}

/** For a `catch`: undefined when what was asked for does not exist. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/**
 * Takes a folder for this process, so that two sandboxes cannot write one state. A lock whose process is gone (killed) is
 * taken over.
 * @returns what gives the folder back.
 * @throws SandboxError when a living process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'lock');
  // Reading anything but a file (a pipe, a device) might never end.
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() === false) throw new SandboxError(`${file} is not a file. Remove it, or name another folder.`);
  const taken = await takeLock(file, { purpose: 'sandbox', now: new Date() });
  if (taken.ok) return () => taken.lock.release();
  const who = taken.holder === null ? 'another sandbox' : `another sandbox (process ${taken.holder.processId})`;
  throw new SandboxError(`${who} uses the state folder ${folder}. Stop it or name another.`);
}
