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
type NamedPipe = readonly [name: string, pipe: DescribedPipe];

/** A file of the configuration has at most 1 MiB. */
const PIPES_OF_FILE = 1_000;

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
  const kept = await takePipes(fleet, pipes);
  let turn = 0;
  const editAll = async () => {
    turn = 1 - turn;
    await writePipes(
      fleet,
      kept.map(([name, pipe]) => [name, editPipe(pipe, turn, edit)]),
    );
  };
  await editAll();
  await run(fleet.pipeform('apply', '--auto-approve'));
  return editAll;
}

/**
 * Leaves `pipes` pipes that have values in the configuration of a fleet that was never applied to, and changes two settings
 * of each: one to a value that all share, one to a value of its own.
 * @throws Error when there are fewer.
 */
export async function changeEach(fleet: Fleet, pipes: number): Promise<void> {
  const kept = await takePipes(fleet, pipes);
  await writePipes(
    fleet,
    kept.map(([name, pipe], index) => {
      // The values of a generated fleet are smaller, and powers of two.
      const changed = { db_max_threads: 40, db_min_insert_block_size_bytes: (index + 1) * 1e6 };
      return [name, { ...pipe, settings: { ...pipe.settings, ...changed } }];
    }),
  );
}

/** Takes the pipes out of the configuration. */
async function takePipes(fleet: Fleet, pipes: number): Promise<readonly NamedPipe[]> {
  const folder = join(fleet.folder, 'pipes');
  const kept: NamedPipe[] = [];
  for (const file of (await readdir(folder)).sort()) {
    const { pipes: described } = parse(await readFile(join(folder, file), 'utf8')) as { pipes: DescribedPipes };
    kept.push(...Object.entries(described).filter(([, { source }]) => source !== 'postgres'));
    await rm(join(folder, file));
  }
  if (kept.length < pipes) throw new Error(`only ${kept.length} of the generated pipes can be edited`);
  return kept.slice(0, pipes);
}

async function writePipes(fleet: Fleet, pipes: readonly NamedPipe[]): Promise<void> {
  for (let from = 0; from < pipes.length; from += PIPES_OF_FILE) {
    const part = Object.fromEntries(pipes.slice(from, from + PIPES_OF_FILE));
    await writeFile(join(fleet.folder, 'pipes', `from-${from}.yaml`), stringify({ pipes: part }, { lineWidth: 0 }));
  }
}

function editPipe(pipe: DescribedPipe, turn: number, edit: Edit): DescribedPipe {
  const settings = { ...pipe.settings, db_max_threads: 10 + turn };
  if (edit === 'setting') return { ...pipe, settings };
  const key = pipe.source === 'objectStorage' ? 'concurrency' : 'replicas';
  return { ...pipe, settings, scaling: { ...pipe.scaling, [key]: 2 + turn } };
}
