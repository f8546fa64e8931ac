import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { isJsonObject, type JsonObject, parseJson } from '../../model/json/json.ts';
import { openAppendLog } from '../../platform/append-log.ts';
import { makeFolder, syncFolder } from '../../platform/folders.ts';
import { takeLock } from '../../platform/lock-file.ts';
import { type ReportProblem, readFleet, readPipe } from '../fleet/fleet-file.ts';
import type { FleetState, Pipe } from '../fleet/pipe.ts';
import { explainFileError, SandboxError } from '../sandbox-error.ts';

/** One line of the state: first the initial fleet, then a changed pipe or a reset of all pipes. */
type StateRecord = { readonly fleet: FleetState } | { readonly pipe: Pipe } | { readonly reset: true };

export type StateFolder = Awaited<ReturnType<typeof openState>>;

/**
 * Opens a state folder and creates it when it is missing. The running sandbox only appends to its `state.jsonl`, and acknowledges
 * a write once its line is on disk, so a killed process loses no acknowledged write.
 * @param createFleet called only when the folder has no state yet.
 * @throws SandboxError when another sandbox uses the folder, or its file is damaged.
 */
export async function openStateFolder(folder: string, createFleet: () => FleetState): Promise<StateFolder> {
  try {
    await makeFolder(folder, 0o700);
    const taken = await takeLock(join(folder, 'lock'), { purpose: 'sandbox', now: new Date() });
    if (!taken.ok) {
      const who = `another sandbox (process ${taken.holder.processId})`;
      throw new SandboxError(`${who} uses the state folder ${folder}. Stop it or name another.`);
    }
    const unlock = () => taken.lock.release();
    try {
      return await openState(folder, createFleet, unlock);
    } catch (error) {
      await unlock();
      throw error;
    }
  } catch (error) {
    throw explainFileError(`use the state folder ${folder}`, error);
  }
}

async function openState(folder: string, createFleet: () => FleetState, unlock: () => Promise<void>) {
  const file = join(folder, 'state.jsonl');
  const found = await readState(file);
  const fleet = found?.fleet ?? createFleet();
  const pipes = found?.pipes ?? indexPipes(fleet);
  // The file is rewritten with only the latest version of each changed pipe.
  const written = [...pipes.values()].filter((pipe, index) => pipe !== fleet.pipes[index]);
  const lines = [{ fleet }, ...written.map((pipe) => ({ pipe }))].map((record) => `${JSON.stringify(record)}\n`);
  await writeFileAtomic(file, lines.join(''), { mode: 0o600 });
  // Without this, a power loss may undo the rename.
  await syncFolder(folder);
  const journal = await openAppendLog(file);
  return {
    /** The initial fleet. */
    fleet,
    /** The pipes by id. The store changes them after a write is on disk. */
    pipes,
    isResumed: found !== undefined,
    /** Resolves once the record is on disk and `apply` has run. */
    append: (record: StateRecord, apply: () => void) => journal.append(JSON.stringify(record), apply),
    async close(): Promise<void> {
      await journal.close();
      await unlock();
    },
  };
}

function indexPipes(fleet: FleetState): Map<string, Pipe> {
  return new Map(fleet.pipes.map((pipe) => [pipe.id, pipe]));
}

/** undefined when the file is missing. @throws SandboxError when it is damaged. */
async function readState(file: string): Promise<{ fleet: FleetState; pipes: Map<string, Pipe> } | undefined> {
  const info = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (info === undefined) return undefined;
  // A read of a named pipe or a device might never end.
  if (!info.isFile()) throw createDamageError(file, ['not a file.']);
  // An incomplete last line was never acknowledged.
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  const read = <Value>(index: number, parse: (record: JsonObject, report: ReportProblem) => Value): Value => {
    const record = parseJson(lines[index] ?? '');
    const problems: string[] = isJsonObject(record) ? [] : ['not a JSON object.'];
    const value = parse(isJsonObject(record) ? record : {}, (problem) => problems.push(problem));
    if (problems.length > 0) throw createDamageError(`${file}, line ${index + 1}`, problems);
    return value;
  };
  const fleet = read(0, ({ fleet: begun = null }, report) => readFleet(begun, report));
  const pipes = indexPipes(fleet);
  for (let index = 1; index < lines.length; index += 1) {
    const changed = read(index, ({ reset, pipe: written = null }, report) => {
      if (reset === true) return fleet.pipes;
      const pipe = readPipe(written, fleet.services, (problem) => report(`pipe: ${problem}.`));
      if (!pipes.has(pipe.id)) report(`the fleet has no pipe ${pipe.id}.`);
      return [pipe];
    });
    for (const pipe of changed) pipes.set(pipe.id, pipe);
  }
  return { fleet, pipes };
}

function createDamageError(where: string, [first, ...others]: readonly string[]): SandboxError {
  const more = others.length === 0 ? '' : ` And ${others.length} more.`;
  const repair = 'Repair the file, or remove the folder to start over.';
  return new SandboxError(`the state folder is damaged at ${where}: ${first}${more} ${repair}`);
}
