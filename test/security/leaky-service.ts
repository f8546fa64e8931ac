import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const ORGANIZATION = '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11';
export const SERVICE = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01';
export const SOURCE_ID = '65f4000000000000000000a1';
export const ALERT_ID = '65f4000000000000000000b2';

/** The pipes of the fleet, each of which leaks a secret in its own way. */
export const PIPES = ['orders', 'names', 'settings', 'refusal', 'page', 'redirect', 'stranger'] as const;

export function pipeIdOf(name: (typeof PIPES)[number]): string {
  return `0b0c3a9e-2a64-4a4f-8a11-${String(PIPES.indexOf(name)).padStart(12, '0')}`;
}

/** Every file below a folder, by its path in it. */
export async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const;
  });
  return new Map(await Promise.all(texts));
}
