import { readFile, stat } from 'node:fs/promises';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import type { Fleet, Pipe } from '../fleet/pipe.ts';
import { type Report, readFleet, readPipe, readPipes } from '../fleet/read-fleet.ts';
import { parseJson } from '../pipes-api/body.ts';
import { SandboxError } from '../sandbox-error.ts';

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
export async function readFleetDocument(file: string): Promise<Fleet | undefined> {
  const text = await readState(file);
  if (text === undefined) return undefined;
  return check(file, (report) => {
    const document = parseObject(text, file);
    reportUnwritten(document, report);
    return readFleet(document, report);
  });
}

/** Reads the snapshot: exactly the pipes of the fleet. Undefined when the file is missing. */
export async function readPipesDocument(file: string, fleet: Fleet): Promise<readonly Pipe[] | undefined> {
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
export async function readJournal(file: string, fleet: Fleet): Promise<readonly JournalRecord[]> {
  const lines = (await readState(file))?.split('\n').slice(0, -1) ?? [];
  const ids = new Set(fleet.pipes.map(({ id }) => id));
  return lines.map((line, index) => readRecord(line, `${file}, line ${index + 1}`, fleet, ids));
}

function readRecord(line: string, where: string, fleet: Fleet, ids: ReadonlySet<string>): JournalRecord {
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

function reportUnwritten({ pipes }: JsonObject, report: Report): void {
  if (!Array.isArray(pipes)) return;
  for (const [index, pipe] of pipes.entries()) {
    reportUnwrittenFields(pipe, (problem) => report(`pipes[${index}]: ${problem}.`));
  }
}

function reportUnwrittenFields(pipe: unknown, report: Report): void {
  if (!isJsonObject(pipe)) {
    report('not an object');
    return;
  }
  const missing = WRITTEN_FIELDS.filter((field) => !Object.hasOwn(pipe, field));
  if (missing.length > 0) report(`${missing.join(', ')} missing`);
}

/** Reads, and throws what was reported, if anything. */
function check<Read>(where: string, read: (report: Report) => Read): Read {
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
