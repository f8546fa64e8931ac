import { constants } from 'node:fs';
import { access, lstat, open, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describeSystemError } from '../../engine/describe-system-error.ts';
import { diagnoseSystemError } from '../../engine/diagnose-system-error.ts';
import { createDriftEntry, createRunEntry } from '../../history/create-entry.ts';
import { appendHistory } from '../../history/history-file.ts';
import { readHistoryFile } from '../../history/history-lines.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { DIAGNOSTICS } from '../../model/diagnostic-codes.ts';
import { addDigest, safeJsonPieces } from '../../model/json/document.ts';
import type { Drift, Report } from '../../model/report.ts';
import type { Run } from '../../model/run.ts';
import type { Session } from '../options/command-spec.ts';

export interface Output {
  readonly option: '--out' | '--metrics' | '--history';
  /** The file is the path as typed. */
  readonly file: string;
  readonly path: string;
}

export interface CheckedOutputs {
  readonly writable: readonly Output[];
  /** Why the other outputs are refused. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface OutputOptions {
  readonly out?: string | null;
  readonly metrics?: string | null;
  readonly history?: string | null;
}

/**
 * Checks whether each output can be written, before anything is sent: a lost report is worse than a run that does not start.
 * A file that the command reads (`inputs`) is not overwritten.
 */
export async function checkOutputs(
  { out = null, metrics = null, history = null }: OutputOptions,
  inputs: readonly string[],
  folder: string,
): Promise<CheckedOutputs> {
  const named = [['--out', out] as const, ['--metrics', metrics] as const, ['--history', history] as const];
  if (named.every(([, file]) => file === null)) return { writable: [], diagnostics: [] };
  const outputs = named.flatMap(([option, file]) =>
    file === null ? [] : [{ option, file, path: resolve(folder, file) }],
  );
  const taken = new Map<string, string>();
  for (const file of inputs) taken.set(await findReal(resolve(folder, file)), 'This command reads that file.');
  const writable: Output[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const output of outputs) {
    const real = await findReal(output.path);
    const user = taken.get(real);
    const obstacle = user ?? (await findObstacle(output));
    taken.set(real, user ?? 'Another option names the same file.');
    if (obstacle === null) writable.push(output);
    else diagnostics.push(unwritable(output, obstacle, user && 'Name another file.'));
  }
  return { writable, diagnostics };
}

function unwritable(
  output: Output,
  detail: string | null,
  hint: string = DIAGNOSTICS['file-unwritable'].cure,
): Diagnostic {
  return diagnose('error', { code: 'file-unwritable', summary: describeUnwritable(output), detail, hint });
}

export function describeUnwritable({ option, file }: Pick<Output, 'option' | 'file'>): string {
  return `${option}: ${file} cannot be written.`;
}

async function findReal(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Why a path cannot be written, or null. */
async function findObstacle({ option, path }: Pick<Output, 'option' | 'path'>): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  try {
    if (found === null) {
      await access(dirname(path), constants.W_OK | constants.X_OK);
      return null;
    }
    // A broken link is refused.
    const target = await stat(path);
    if (target.isDirectory()) return 'It is a folder.';
    if (option === '--history') {
      if (!target.isFile()) return 'It is not a regular file.';
      await readHistoryFile(path, 'empty');
    }
    await access(path, constants.W_OK);
    // Writing creates a new file in the same folder.
    if (target.isFile()) await access(dirname(await realpath(path)), constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return describeSystemError(error);
  }
}

/** Saves a report with its digest, if a file is named. False after a failure, which the printer shows. */
export async function saveReport(report: Report, file: string | null, session: Session): Promise<boolean> {
  // An apply that is run again reports another run.
  const hint =
    report.kind === 'run' ? `\`pipeform runs show ${report.id} --format json\` prints the report of this run.` : null;
  return saveText('--out', file, () => renderDocument(report), session, hint);
}

/** Saves a document without a digest, which nothing reads back, if a file is named. False after a failure, which the printer shows. */
export async function saveDocument(document: object, file: string | null, session: Session): Promise<boolean> {
  return saveText('--out', file, () => [...safeJsonPieces(document), '\n'], session);
}

function* renderDocument(report: Report): Iterable<string> {
  yield* safeJsonPieces(addDigest(report));
  yield '\n';
}

/**
 * Adds a report to a history file, if one is named. False after a failure, which the printer shows. `isRemediation`: of a run of
 * `apply --remediate`.
 */
export async function recordHistory(
  file: string | null,
  report: Drift | Run,
  session: Session,
  isRemediation = false,
): Promise<boolean> {
  if (file === null) return true;
  const { workspace, printer, context } = session;
  try {
    const entry = report.kind === 'drift' ? createDriftEntry(report) : createRunEntry(report, isRemediation);
    const waiting = { clock: context.clock, signal: context.interrupts.abort };
    await appendHistory(resolve(workspace.cwd, file), entry, waiting);
    return true;
  } catch (error) {
    printer.diagnostics([unwritableHistoryProblem(file, error)]);
    return false;
  }
}

/** `error`: of `appendHistory`. */
export function unwritableHistoryProblem(file: string, error: unknown): Diagnostic {
  return diagnoseSystemError('file-unwritable', describeUnwritable({ option: '--history', file }), error);
}

/**
 * Writes a file atomically, a pipe or a device directly. False after a failure, which the printer shows. `hint`: in place of the
 * usual one.
 */
export async function saveText(
  option: Output['option'],
  file: string | null,
  render: () => Iterable<string>,
  { workspace, printer }: Session,
  hint: string | null = null,
): Promise<boolean> {
  if (file === null) return true;
  const path = resolve(workspace.cwd, file);
  try {
    const found = await stat(path).catch(() => null);
    const write = (target: string): Promise<void> => writeFile(target, joinPieces(render()));
    if (found !== null && !found.isFile()) await write(path);
    else await (await import('write-file-atomic')).default(path, null, { tmpfileCreated: write });
    return true;
  } catch (error) {
    const problem = diagnoseSystemError('file-unwritable', describeUnwritable({ option, file }), error);
    printer.diagnostics([hint === null ? problem : { ...problem, hint }]);
    return false;
  }
}

const LARGE_ENOUGH = 65_536;

/** Larger pieces, since each is written on its own. */
function* joinPieces(pieces: Iterable<string>): Iterable<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < LARGE_ENOUGH) continue;
    yield text;
    text = '';
  }
  yield text;
}

const BEGINNING_BYTES = 200;

/** The beginning of a saved report, and of metrics. */
const OURS = /^\s*\{\s*"kind":\s*"(?:plan|drift|run)"|^# (?:HELP|TYPE) pipeform_/;

/**
 * Whether the report of a failure may replace the file. A command that fails early does not know every file that it would
 * read, so only a report, metrics or an empty file is replaced.
 */
export async function mayReplace(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size === 0) return true;
  const file = await open(path).catch(() => null);
  try {
    const read = await file?.read({ buffer: Buffer.alloc(BEGINNING_BYTES) });
    return read !== undefined && OURS.test(read.buffer.toString('utf8', 0, read.bytesRead));
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}
