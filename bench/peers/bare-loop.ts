import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Fleet, KEY, PARALLELISM } from '../fleet.ts';
import type { Command } from '../processes.ts';

const SCRIPT = fileURLToPath(new URL('bare-loop.mjs', import.meta.url));

/** Reads each pipe of the fleet once, as fast as `node:http` can: `bare-loop.mjs`. */
export async function prepareBareLoop(fleet: Fleet): Promise<Command> {
  const file = join(fleet.folder, 'paths.json');
  await writeFile(file, JSON.stringify(await fleet.paths()));
  return {
    program: process.execPath,
    args: [SCRIPT, fleet.url, file, String(PARALLELISM)],
    cwd: fleet.folder,
    env: { KEY: `${KEY.id}:${KEY.secret}` },
  };
}
