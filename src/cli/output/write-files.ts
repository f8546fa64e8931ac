import { constants } from 'node:fs';
import { access, open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describeSystemError } from '../../engine/system-words.ts';
import { type Diagnostic, type DiagnosticWords, diagnose } from '../../model/diagnostic.ts';
import type { FileEdit } from '../../model/file-edit.ts';
import { makeFolder } from '../../platform/make-folder.ts';

const FOLDER_MODE = 0o777;

/**
 * Writes files, each whole or not at all, with the mode that it has; behind a symbolic link it is the file that the link
 * leads to. Missing folders are made. A file that is no longer as it was read, or that is there although it is to be new, is
 * left alone. Returns what could not be written and why; all the other files are written.
 */
export async function writeFiles(edits: readonly FileEdit[]): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const edit of edits) {
    const words = await writeEdit(edit);
    if (words !== null) diagnostics.push({ ...diagnose('error', words), file: edit.name });
  }
  return diagnostics;
}

async function writeEdit(edit: FileEdit): Promise<DiagnosticWords | null> {
  try {
    return edit.before === null ? await createFile(edit) : await replaceFile(edit, edit.before);
  } catch (error) {
    const hint = 'Make the file and its folder writable, or make room, and run the command again.';
    return {
      code: 'file-unwritable',
      summary: `${edit.name} cannot be written.`,
      detail: describeSystemError(error),
      hint,
    };
  }
}

async function createFile(edit: FileEdit): Promise<DiagnosticWords | null> {
  await makeFolder(dirname(edit.path), FOLDER_MODE);
  if (!(await claimName(edit.path))) return alreadyThere(edit);
  try {
    await writeWhole(edit.path, edit.after);
    return null;
  } catch (error) {
    await rm(edit.path, { force: true });
    throw error;
  }
}

/** Makes the file, empty, so that nobody else can make it while its text is written. False when something has the name. */
async function claimName(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function replaceFile(edit: FileEdit, before: string): Promise<DiagnosticWords | null> {
  const target = await realpath(edit.path);
  // Asked before it is opened: opening a named pipe would wait for a writer that may never come.
  if (!(await stat(target)).isFile()) return changed(edit, 'It is no regular file any more.');
  await access(target, constants.W_OK);
  if (!(await readFile(target)).equals(Buffer.from(before)))
    return changed(edit, 'Something else wrote to it meanwhile.');
  await writeWhole(target, edit.after);
  return null;
}

async function writeWhole(path: string, text: string): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await writeFileAtomic(path, text);
}

function alreadyThere({ name }: FileEdit): DiagnosticWords {
  const hint = 'Move it away, or name another file, and run the command again.';
  return { code: 'file-changed', summary: `${name} is there already, and is left as it is.`, hint };
}

function changed({ name }: FileEdit, detail: string): DiagnosticWords {
  const hint = 'Run the command again: it reads the file as it is now.';
  return { code: 'file-changed', summary: `${name} changed since it was read, and is left as it is.`, detail, hint };
}
