import { constants } from 'node:fs';
import { access, lstat, open, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describeSystemError } from '../../engine/describe-system-error.ts';
import { diagnoseSystemError } from '../../engine/diagnose-system-error.ts';
import { createDriftEntry, createRunEntry } from '../../history/create-entry.ts';
import { appendHistory } from '../../history/history-file.ts';
import { readHistoryFile } from '../../history/history-lines.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { addDigest, safeJsonPieces } from '../../model/json/document.ts';
import type { Report } from '../../model/report.ts';
import { renderMetrics } from '../../report/prometheus.ts';
import type { Session } from '../options/command-spec.ts';

export interface Output {
  readonly option: '--out' | '--metrics' | '--history';
  /** The file is the path as typed. */
  readonly file: string;
  readonly path: string;
}

export interface OutputOptions {
  readonly out?: string | null;
  readonly metrics?: string | null;
  readonly history?: string | null;
}

function listOutputs({ out = null, metrics = null, history = null }: OutputOptions, folder: string): readonly Output[] {
  const named = [['--out', out] as const, ['--metrics', metrics] as const, ['--history', history] as const];
  return named.flatMap(([option, file]) => (file === null ? [] : [{ option, file, path: resolve(folder, file) }]));
}

/**
 * Checks whether each output can be written, before anything is sent: a lost report is worse than a run that does not start.
 * A file that the command reads (`inputs`) is not overwritten. `diagnostics`: why the others are refused.
 */
export async function checkOutputs(options: OutputOptions, inputs: readonly string[], folder: string) {
  const outputs = listOutputs(options, folder);
  const writable: Output[] = [];
  const diagnostics: Diagnostic[] = [];
  if (outputs.length === 0) return { writable, diagnostics };
  const taken = new Map<string, string>();
  for (const file of inputs) taken.set(await findReal(resolve(folder, file)), 'This command reads that file.');
  for (const output of outputs) {
    const real = await findReal(output.path);
    const user = taken.get(real);
    taken.set(real, user ?? 'Another option names the same file.');
    const detail = user ?? (await findObstacle(output));
    if (detail === null) writable.push(output);
    else {
      const problem = diagnoseCode('file-unwritable', describeUnwritable(output), detail);
      diagnostics.push(user === undefined ? problem : { ...problem, hint: 'Name another file.' });
    }
  }
  return { writable, diagnostics };
}

function describeUnwritable({ option, file }: Pick<Output, 'option' | 'file'>): string {
  return `${option}: ${file} cannot be written.`;
}

export function unwritableProblem(output: Pick<Output, 'option' | 'file'>, error: unknown): Diagnostic {
  return diagnoseSystemError('file-unwritable', describeUnwritable(output), error);
}

async function findReal(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Why a path cannot be written, or null. */
async function findObstacle({ option, path }: Output): Promise<string | null> {
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

/**
 * Saves a report in each output that is named, with its digest in that of --out. Returns the options whose output is lost; the printer
 * shows why. `isRemediation`: of a run of `apply --remediate`.
 */
export function saveReport(
  report: Report,
  options: OutputOptions,
  session: Session,
  isRemediation = false,
): Promise<readonly Output['option'][]> {
  return saveOutputs(report, listOutputs(options, session.workspace.cwd), session, isRemediation);
}

async function saveOutputs(
  report: Report,
  outputs: readonly Output[],
  session: Session,
  isRemediation = false,
): Promise<readonly Output['option'][]> {
  const { clock, interrupts } = session.context;
  // An apply that is run again reports another run.
  const hint =
    report.kind === 'run' ? `\`pipeform runs show ${report.id} --format json\` prints the report of this run.` : null;
  const lost: Output['option'][] = [];
  for (const output of outputs) {
    const { option, path } = output;
    const isSaved = await attempt(output, option === '--out' ? hint : null, session, async () => {
      if (option === '--out') await writePieces(path, () => renderDocument(report));
      else if (option === '--history' && report.kind !== 'plan') {
        const entry = report.kind === 'drift' ? createDriftEntry(report) : createRunEntry(report, isRemediation);
        await appendHistory(path, entry, { clock, signal: interrupts.abort });
      } else if (report.kind === 'drift') await writePieces(path, () => [renderMetrics(report)]);
    });
    if (!isSaved) lost.push(option);
  }
  return lost;
}

function* renderDocument(report: Report): Iterable<string> {
  yield* safeJsonPieces(addDigest(report));
  yield '\n';
}

/** Saves a document without a digest, which nothing reads back, if a file is named. False after a failure, which the printer shows. */
export async function saveDocument(document: object, out: string | null, session: Session): Promise<boolean> {
  const [output] = listOutputs({ out }, session.workspace.cwd);
  if (output === undefined) return true;
  return attempt(output, null, session, () => writePieces(output.path, () => [...safeJsonPieces(document), '\n']));
}

/**
 * Saves the report of a failure over the earlier ones, since they may say that the fleet is in sync. One without pipes does not
 * replace the report of a selection, and one of an interrupted command is no entry of a history.
 */
export async function saveFailure(report: Report, writable: readonly Output[], session: Session): Promise<void> {
  const { target, exclude } = session.options;
  const { aborted } = session.context.interrupts.stop;
  for (const output of writable) {
    if (output.option === '--history' && aborted) continue;
    if (output.option === '--out' && target.length + exclude.length > 0) continue;
    if (output.option !== '--history' && !(await mayReplace(output.path))) continue;
    await saveOutputs(report, [output], session);
  }
}

/** `hint`: of the problem, in place of the usual one. */
async function attempt(
  output: Output,
  hint: string | null,
  { printer }: Session,
  write: () => Promise<void>,
): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    const problem = unwritableProblem(output, error);
    printer.diagnostics([hint === null ? problem : { ...problem, hint }]);
    return false;
  }
}

/** Writes a file atomically, a pipe or a device directly. */
async function writePieces(path: string, render: () => Iterable<string>): Promise<void> {
  const found = await stat(path).catch(() => null);
  const write = (target: string): Promise<void> => writeFile(target, joinPieces(render()));
  if (found !== null && !found.isFile()) await write(path);
  else await (await import('write-file-atomic')).default(path, null, { tmpfileCreated: write });
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
async function mayReplace(path: string): Promise<boolean> {
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
