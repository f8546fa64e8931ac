import { mkdir, mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Workspace } from './harness.ts';
import type { Ended } from './process.ts';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'report-work.mjs')).href;

/** A JavaScript file, by its name without folders. */
export interface Script {
  readonly name: string;
  readonly bytes: number;
}

/** What a command has loaded by its end. */
export interface Loaded {
  readonly ended: Ended;
  readonly packages: readonly string[];
  /** All JavaScript files, the largest first. */
  readonly scripts: readonly Script[];
  /** The modules of node, as `http` and `internal/http`. */
  readonly builtIns: readonly string[];
  /** The files of the project that it read, once per read. */
  readonly reads: readonly string[];
  /** How many requests it sent. */
  readonly requests: number;
}

/** Runs a command to its end. The V8 coverage lists the loaded scripts. */
export async function watchLoading(workspace: Workspace, command: string): Promise<Loaded> {
  const notes = await mkdtemp(join(workspace.folder, '.notes-'));
  const coverage = join(notes, 'coverage');
  const workFile = join(notes, 'work.json');
  await mkdir(coverage);
  workspace.asked();
  const ended = await workspace.runBuilt(command, {
    NODE_V8_COVERAGE: coverage,
    NODE_OPTIONS: `--import=${PRELOAD}`,
    WORK_FILE: workFile,
  });
  const scripts = await readScripts(coverage);
  const { modules, reads } = JSON.parse(await readFile(workFile, 'utf8')) as Work;
  const readsHere = reads.map((path) => relative(workspace.folder, path));
  return {
    ended,
    packages: [...new Set(scripts.flatMap((path) => packageOf(path) ?? []))].sort(),
    scripts: (await Promise.all(scripts.map(measure))).toSorted((a, b) => b.bytes - a.bytes),
    builtIns: modules.flatMap((entry) => /^NativeModule (.*)$/.exec(entry)?.[1] ?? []),
    reads: readsHere.filter((path) => !path.startsWith('..')).sort(),
    requests: Object.values(workspace.asked()).flat().length,
  };
}

/** The output of `report-work.mjs`. */
interface Work {
  readonly modules: readonly string[];
  readonly reads: readonly string[];
}

async function readScripts(folder: string): Promise<readonly string[]> {
  const [file = ''] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { result: readonly { url: string }[] };
  const paths = result.flatMap(({ url }) => (url.startsWith('file:') && url !== PRELOAD ? fileURLToPath(url) : []));
  return [...new Set(paths)];
}

async function measure(path: string): Promise<Script> {
  return { name: basename(path), bytes: (await stat(path)).size };
}

function packageOf(path: string): string | null {
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path)?.[1] ?? null;
}
