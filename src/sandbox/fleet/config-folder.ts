import { access, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';
import { explainFileTrouble, SandboxError } from '../sandbox-error.ts';

/**
 * Writes files into a folder, made when it is missing.
 * @param files texts by path within the folder.
 * @returns the paths written.
 * @throws SandboxError when one of them exists; nothing has been written then.
 */
export async function writeConfig(folder: string, files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const paths = [...files].map(([path, text]) => ({ path: join(folder, path), text }));
  const existing: string[] = [];
  for (const { path } of paths) if (await exists(path)) existing.push(path);
  if (existing.length > 0) {
    throw new SandboxError(
      `the configuration is not written, since it would replace ${existing.join(', ')}. Name another folder.`,
    );
  }
  try {
    for (const { path, text } of paths) {
      await makeFolder(dirname(path), 0o777);
      await writeFile(path, text, { flag: 'wx' });
    }
  } catch (error) {
    throw explainFileTrouble(`write the configuration into ${folder}`, error);
  }
  return paths.map(({ path }) => path);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
