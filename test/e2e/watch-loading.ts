import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Workspace } from './harness.ts';
import { type Ended, PIPEFORM } from './process.ts';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'report-work.mjs')).href;
const DIST = dirname(PIPEFORM);

/** Some code, as `src/model` or `commander`. */
export interface Origin {
  readonly name: string;
  readonly bytes: number;
}

/** What a command has loaded by its end. */
export interface Loaded {
  readonly ended: Ended;
  /** The files of dist/, without the hash in their names. */
  readonly files: readonly string[];
  readonly packages: readonly string[];
  /** The bytes of all JavaScript by where it comes from, a folder of `src` or a package; the most first. */
  readonly origins: readonly Origin[];
  /** The modules of node, as `http` and `internal/http`. */
  readonly builtIns: readonly string[];
  /** The files of the project that it read, as often as it read them. */
  readonly reads: readonly string[];
  /** How many requests it sent. */
  readonly requests: number;
}

/** Runs a command to its end. V8 says which scripts there were: its coverage names each. */
export async function watchLoading(workspace: Workspace, command: string): Promise<Loaded> {
  const notes = await mkdtemp(join(workspace.folder, '.notes-'));
  const coverage = join(notes, 'coverage');
  const workFile = join(notes, 'work.json');
  await mkdir(coverage);
  workspace.asked();
  const ended = await workspace.run(command, {
    NODE_V8_COVERAGE: coverage,
    NODE_OPTIONS: `--import=${PRELOAD}`,
    WORK_FILE: workFile,
  });
  const scripts = await readScripts(coverage);
  const { modules, reads } = JSON.parse(await readFile(workFile, 'utf8')) as Work;
  const readsHere = reads.map((path) => relative(workspace.folder, path));
  return {
    ended,
    files: scripts.filter((path) => dirname(path) === DIST).map(nameOf),
    packages: [...new Set(scripts.flatMap((path) => packageOf(path) ?? []))].sort(),
    origins: sumUp((await Promise.all(scripts.map(readOrigins))).flat()),
    builtIns: modules.flatMap((entry) => /^NativeModule (.*)$/.exec(entry)?.[1] ?? []),
    reads: readsHere.filter((path) => !path.startsWith('..')).sort(),
    requests: Object.values(workspace.asked()).flat().length,
  };
}

/** What `report-work.mjs` writes. */
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

/** The build begins each module in a file with a comment that names its source. */
async function readOrigins(path: string): Promise<readonly Origin[]> {
  const text = await readFile(path, 'utf8');
  const name = packageOf(path);
  if (name !== null) return [{ name, bytes: Buffer.byteLength(text) }];
  const [head = '', ...modules] = text.split(/^(?=\/\/ (?:src|node_modules)\/\S+$)/m);
  return [
    { name: 'dist', bytes: Buffer.byteLength(head) },
    ...modules.map((code) => {
      const source = code.slice('// '.length, code.indexOf('\n'));
      return { name: packageOf(`/${source}`) ?? dirname(source), bytes: Buffer.byteLength(code) };
    }),
  ];
}

function sumUp(parts: readonly Origin[]): readonly Origin[] {
  const sums = new Map<string, number>();
  for (const { name, bytes } of parts) sums.set(name, (sums.get(name) ?? 0) + bytes);
  return [...sums].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}

/** `plan-fleet` for `plan-fleet-XYZ12345.js`. */
function nameOf(path: string): string {
  return path.slice(DIST.length + 1).replace(/(?:-[\w-]{8})?\.js$/, '');
}

function packageOf(path: string): string | null {
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path)?.[1] ?? null;
}
