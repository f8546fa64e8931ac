import { constants } from 'node:fs';
import { access, open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describeSystemError } from '../../engine/system-words.ts';
import { type Diagnostic, diagnoseCode } from '../../model/diagnostic.ts';
import type { FileEdit } from '../../model/location.ts';
import { makeFolder } from '../../platform/folders.ts';

const FOLDER_MODE = 0o777;

/**
 * Writes files, each whole or not at all, with the mode that it has; behind a symbolic link it is the file that the link
 * leads to. Missing folders are made. A file that is no longer as it was read, or that is there although it is to be new, is
 * left alone. Returns what could not be written and why; all the other files are written.
 */
export async function writeFiles(edits: readonly FileEdit[]): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const edit of edits) {
    const problem = await (edit.before === null ? createFile(edit) : replaceFile(edit, edit.before)).catch((error) =>
      diagnoseCode('file-unwritable', `${edit.name} cannot be written.`, describeSystemError(error)),
    );
    if (problem !== null) diagnostics.push({ ...problem, file: edit.name });
  }
  return diagnostics;
}

async function createFile({ name, path, after }: FileEdit): Promise<Diagnostic | null> {
  await makeFolder(dirname(path), FOLDER_MODE);
  try {
    // The file is made empty first, so that nobody else can make it while its text is written.
    await (await open(path, 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return diagnoseCode('file-changed', `${name} exists already and is not changed.`);
  }
  try {
    await writeWhole(path, after);
    return null;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function replaceFile({ name, path, after }: FileEdit, before: string): Promise<Diagnostic | null> {
  const changed = (detail: string): Diagnostic =>
    diagnoseCode('file-changed', `${name} changed since it was read, and is not changed.`, detail);
  const target = await realpath(path);
  // Checked before it is opened: opening a named pipe would wait for a writer that may never come.
  if (!(await stat(target)).isFile()) return changed('It is no longer a regular file.');
  await access(target, constants.W_OK);
  if (!(await readFile(target)).equals(Buffer.from(before))) return changed('Another program wrote to it meanwhile.');
  await writeWhole(target, after);
  return null;
}

async function writeWhole(path: string, text: string): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await writeFileAtomic(path, text);
}
