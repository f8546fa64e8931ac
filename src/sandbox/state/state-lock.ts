import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../../platform/lock-file.ts';
import { SandboxError } from '../sandbox-error.ts';

/**
 * Takes a folder for this process, so that two sandboxes cannot write one state. A lock whose process is gone (killed) is
 * taken over.
 * @returns what gives the folder back.
 * @throws SandboxError when a living process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'lock');
  // Reading anything but a file (a pipe, a device) might never end.
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() === false) throw new SandboxError(`${file} is not a file. Remove it, or name another folder.`);
  const taken = await takeLock(file, { purpose: 'sandbox', now: new Date() });
  if (taken.ok) return () => taken.lock.release();
  const who = taken.holder === null ? 'another sandbox' : `another sandbox (process ${taken.holder.processId})`;
  throw new SandboxError(`${who} uses the state folder ${folder}. Stop it or name another.`);
}
