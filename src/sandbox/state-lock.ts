import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SandboxError } from './sandbox-error.ts';

/**
 * Takes a folder for this process, so that two sandboxes cannot write one state. A lock whose process is gone (killed) is
 * taken over.
 * @returns what gives the folder back.
 * @throws SandboxError when a living process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'lock');
  if (!(await tryWrite(file))) {
    // Reading anything but a file (a pipe, a device) might never end.
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() === false) throw new SandboxError(`${file} is not a file. Remove it, or name another folder.`);
    const holder = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (isAlive(holder)) {
      throw new SandboxError(
        `another sandbox (process ${holder}) uses the state folder ${folder}. Stop it or name another.`,
      );
    }
    await rm(file, { force: true });
    if (!(await tryWrite(file))) throw new SandboxError(`another sandbox just took the state folder ${folder}.`);
  }
  return () => rm(file, { force: true });
}

async function tryWrite(file: string): Promise<boolean> {
  try {
    await writeFile(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

// In a container the next process may get the number of the killed one: our own number means a stale lock.
function isAlive(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0 || processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
