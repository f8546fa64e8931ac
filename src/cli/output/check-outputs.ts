import { constants } from 'node:fs';
import { access, lstat, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describeSystemError } from '../../engine/system-words.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { workingFolder } from '../options/load-configuration.ts';

/** A file that an option names to be written. */
export interface Output {
  readonly option: '--out' | '--metrics';
  readonly file: string;
}

export interface CheckedOutputs {
  /** The outputs that a failure, too, may be written to. */
  readonly writable: readonly Output[];
  /** Why the others are refused. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Whether each output can be written, asked before anything is done: a run whose report is lost is worse than one that did
 * not start. A file that the command reads (`inputs`: the configuration, a plan, shards) is not overwritten.
 */
export async function checkOutputs(
  outputs: readonly Output[],
  inputs: readonly string[],
  options: GlobalOptions,
  context: Context,
): Promise<CheckedOutputs> {
  if (outputs.length === 0) return { writable: [], diagnostics: [] };
  const folder = workingFolder(options, context);
  const read = new Set(await Promise.all(inputs.map((file) => findReal(resolve(folder, file)))));
  const writable: Output[] = [];
  const diagnostics: Diagnostic[] = [];
  const taken = new Set<string>();
  for (const { option, file } of outputs) {
    const path = resolve(folder, file);
    const real = await findReal(path);
    const reason = await findReason(path, { isRead: read.has(real), isTaken: taken.has(real) });
    taken.add(real);
    if (reason === null) writable.push({ option, file });
    else diagnostics.push(unwritable({ option, file }, reason));
  }
  return { writable, diagnostics };
}

export function unwritable({ option, file }: Output, detail: string | null): Diagnostic {
  return diagnose('error', {
    code: 'output-unwritable',
    summary: `${option}: ${file} cannot be written.`,
    detail,
    hint: 'Name a file in a folder that exists and that you may write to.',
  });
}

async function findReal(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function findReason(
  path: string,
  { isRead, isTaken }: { readonly isRead: boolean; readonly isTaken: boolean },
): Promise<string | null> {
  if (isRead) return 'This command reads that file.';
  return isTaken ? 'Another option names the same file.' : findObstacle(path);
}

/** Why a path cannot be written, or null. */
async function findObstacle(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  try {
    if (found === null) {
      await access(dirname(path), constants.W_OK | constants.X_OK);
      return null;
    }
    // What stands behind a link, were it a pipe; a link to nothing is no place to write to.
    const target = await stat(path);
    if (target.isDirectory()) return 'It is a folder.';
    await access(path, constants.W_OK);
    // A file is replaced by a new one beside it.
    if (target.isFile()) await access(dirname(await realpath(path)), constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return describeSystemError(error);
  }
}
