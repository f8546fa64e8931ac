import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fleet } from '../fleet.ts';

/** One pipe as the other tools get it: where it is read, and its desired values. */
export interface WantedPipe {
  readonly name: string;
  readonly path: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly scaling: Readonly<Record<string, unknown>>;
}

/** What the configuration of a fleet says, with units and services resolved, in a JSON file beside it. */
export async function writeWanted(fleet: Fleet): Promise<{ readonly file: string; readonly pipes: WantedPipe[] }> {
  const paths = await fleet.paths();
  const pipes = (await fleet.pipes()).map(({ name, settings, scaling }, index) => ({
    name,
    path: paths[index] ?? '',
    settings: { ...settings },
    scaling: { ...scaling },
  }));
  const file = join(fleet.folder, 'wanted.json');
  await writeFile(file, JSON.stringify({ pipes }));
  return { file, pipes };
}
