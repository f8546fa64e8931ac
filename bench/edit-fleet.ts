import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Fleet } from './fleet.ts';
import { run } from './processes.ts';

/** Which values an edit changes: one setting, or a setting and one scaling value. */
export type Edit = 'setting' | 'setting and scaling';

/** Rewrites the configuration so that every pipe in it wants other values than after the call before. */
export type EditAll = () => Promise<void>;

interface DescribedPipe {
  readonly source: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly scaling?: Readonly<Record<string, unknown>>;
}

type DescribedPipes = Readonly<Record<string, DescribedPipe>>;

/** How many pipes to generate so that `pipes` of them can be edited: one in eight is a postgres pipe, which has no values. */
export function sizeForEdits(pipes: number): number {
  return Math.ceil((pipes * 8) / 7);
}

/**
 * Leaves `pipes` pipes that have values in the configuration of a fleet, and applies a first edit: some may have had its
 * values before, and from here on every edit changes every pipe.
 * @throws Error when there are fewer.
 */
export async function prepareEdits(fleet: Fleet, pipes: number, edit: Edit): Promise<EditAll> {
  const folder = join(fleet.folder, 'pipes');
  const kept: [string, DescribedPipe][] = [];
  for (const file of (await readdir(folder)).sort()) {
    const { pipes: described } = parse(await readFile(join(folder, file), 'utf8')) as { pipes: DescribedPipes };
    kept.push(...Object.entries(described).filter(([, { source }]) => source !== 'postgres'));
    await rm(join(folder, file));
  }
  if (kept.length < pipes) throw new Error(`only ${kept.length} of the generated pipes can be edited`);
  let turn = 0;
  const editAll = async () => {
    turn = 1 - turn;
    const edited = kept.slice(0, pipes).map(([name, pipe]) => [name, editPipe(pipe, turn, edit)]);
    await writeFile(join(folder, 'all.yaml'), stringify({ pipes: Object.fromEntries(edited) }, { lineWidth: 0 }));
  };
  await editAll();
  await run(fleet.pipeform('apply', '--auto-approve'));
  return editAll;
}

function editPipe(pipe: DescribedPipe, turn: number, edit: Edit): DescribedPipe {
  const settings = { ...pipe.settings, db_max_threads: 10 + turn };
  if (edit === 'setting') return { ...pipe, settings };
  const key = pipe.source === 'objectStorage' ? 'concurrency' : 'replicas';
  return { ...pipe, settings, scaling: { ...pipe.scaling, [key]: 2 + turn } };
}
