import { constants } from 'node:fs';
import { access, open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { diagnoseSystemError } from '../../engine/diagnose-system-error.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FileEdit } from '../../model/location.ts';
import { listWords } from '../../model/text.ts';
import { makeFolder } from '../../platform/folders.ts';

const FOLDER_MODE = 0o777;

/**
 * Writes each file atomically, keeps its mode, follows symbolic links and creates missing folders. A file that changed since it
 * was read, or a new file that exists, is not written. Returns a diagnostic for each file that is not written.
 */
export async function writeFiles(edits: readonly FileEdit[]): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const edit of edits) {
    const problem = await (edit.before === null ? createFile(edit) : replaceFile(edit, edit.before)).catch((error) =>
      diagnoseSystemError('file-unwritable', `${edit.name} cannot be written.`, error),
    );
    if (problem !== null) diagnostics.push({ ...problem, file: edit.name });
  }
  return diagnostics;
}

/** Joins problems for text: files that cannot be written for the same reason are one problem. */
export function joinUnwritable(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const isUnwritable = ({ code }: Diagnostic): boolean => code === 'file-unwritable';
  const byReason = groupBy(problems.filter(isUnwritable), ({ detail }) => detail ?? '');
  const joined = [...byReason.values()].map(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first;
    const names = [first, ...others].map(({ file }) => file ?? '');
    return { ...first, summary: `${names.length} files cannot be written: ${listWords(names)}.`, file: null };
  });
  return [...joined.flatMap((one) => one ?? []), ...problems.filter((one) => !isUnwritable(one))];
}

async function createFile({ name, path, after }: FileEdit): Promise<Diagnostic | null> {
  await makeFolder(dirname(path), FOLDER_MODE);
  try {
    // An empty file reserves the name while the text is written.
    await (await open(path, 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return diagnoseCode('file-changed', `${name} already exists and is not changed.`);
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
    diagnoseCode('file-changed', `${name} changed since it was read and was not overwritten.`, detail);
  const target = await realpath(path);
  // Opening a named pipe would block.
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
