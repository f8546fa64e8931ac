import { lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/make-folder.ts';

/** Where a project keeps what happened to it: `.pipeform`, beside the root document of its configuration. */
export interface ProjectFolder {
  readonly path: string;
  /** Held by the apply or rollback that is at work. */
  readonly lock: string;
  /** One journal a run. */
  readonly runs: string;
}

const OWNER_ONLY = 0o700;

/** @param project the folder of the root document. */
export function projectFolder(project: string): ProjectFolder {
  const path = join(project, '.pipeform');
  return { path, lock: join(path, 'lock'), runs: join(path, 'runs') };
}

/**
 * Makes the folder where it is missing. It keeps itself out of git, whatever the repository's own `.gitignore` says.
 * @throws NotOurFolderError when a link is in its place: a repository must not choose where on a machine is written.
 * @throws the system's error when it cannot be made.
 */
export async function makeProjectFolder({ path, runs }: ProjectFolder): Promise<void> {
  for (const folder of [path, runs]) {
    const found = await lstat(folder).catch(() => null);
    if (found !== null && !found.isDirectory()) throw new NotOurFolderError(folder);
    await makeFolder(folder, OWNER_ONLY);
  }
  await writeFile(join(path, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** A file or a link where the folder has to be. */
export class NotOurFolderError extends Error {
  override readonly name = 'NotOurFolderError';
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} is not a folder`);
    this.folder = folder;
  }
}
