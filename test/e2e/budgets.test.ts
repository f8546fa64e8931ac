import { mkdir, mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { openWorkspace, type Workspace } from './harness.ts';
import type { Ended } from './process.ts';

/** What a command may load in a folder with the quickstart. */
interface Budget {
  readonly command: string;
  /** Total JavaScript that it reads, in kilobytes: the measured size plus 1%. */
  readonly kilobytes: number;
  /** The dependencies that it loads as packages; every other one is bundled into dist/ or not needed. */
  readonly packages: readonly string[];
  /** `offline` commands load nothing that speaks HTTP. */
  readonly network: 'offline' | 'http';
  /** The files of the project that it reads, each once. */
  readonly reads: readonly string[];
  readonly requests: number;
}

/** All files of the quickstart. */
const PROJECT = ['pipeform.yaml', 'pipes/files.yaml', 'pipes/streaming.yaml'];

const OFFLINE = { packages: [], network: 'offline', reads: [], requests: 0 } as const;
const ONLINE = { packages: [], network: 'http', reads: PROJECT } as const;

/**
 * Work is counted, not timed, so that the result is the same on every machine. When a command exceeds its budget,
 * find out whether it needs the new code so early: `await import(…)` loads a module when it is used.
 */
const BUDGETS: readonly Budget[] = [
  { ...OFFLINE, command: '--version', kilobytes: 3 },
  { ...OFFLINE, command: '--help', kilobytes: 3 },
  { ...OFFLINE, command: 'plan --help', kilobytes: 123 },
  { ...OFFLINE, command: 'help apply', kilobytes: 123 },
  { ...OFFLINE, command: 'complete -- pl', kilobytes: 119 },
  { ...OFFLINE, command: 'completion bash', kilobytes: 115 },
  // A configuration may declare settings, which the schema then has.
  { ...OFFLINE, command: 'schema', kilobytes: 403, reads: PROJECT },
  { ...OFFLINE, command: 'schema plan', kilobytes: 165 },
  { ...OFFLINE, command: 'complete -- plan --target ord', kilobytes: 366, reads: PROJECT },
  { ...OFFLINE, command: 'validate', kilobytes: 403, reads: PROJECT },
  { ...OFFLINE, command: 'fmt', kilobytes: 562, reads: PROJECT },
  { ...OFFLINE, command: 'runs', kilobytes: 336 },
  { ...OFFLINE, command: 'history history.jsonl', kilobytes: 192, reads: ['history.jsonl'] },
  // The core of axios is 70 kB of each command that sends requests.
  { ...ONLINE, command: 'plan', kilobytes: 648, requests: 5 },
  // The quickstart has five pipes, and five updates change three of them. Each of the three is read before and after.
  { ...ONLINE, command: 'apply --auto-approve --log-level quiet', kilobytes: 734, requests: 16 },
];

/** The `fetch` of Node: loading it takes a fifth as long as all of a start, and nothing here uses it. */
const FETCH = 'internal/deps/undici/undici';
const HTTP_MODULE = /^(?:_http_.*|https?|http2|tls)$/;

/** One sentence for each part of the budget that the command exceeds. */
function findExcess({ kilobytes, packages, network, reads, requests }: Budget, loaded: Loaded): readonly string[] {
  const read = kilobytesOf(loaded.scripts.reduce((sum, { bytes }) => sum + bytes, 0));
  const newPackages = loaded.packages.filter((name) => !packages.includes(name));
  const httpModules = loaded.builtIns.filter((name) => HTTP_MODULE.test(name));
  const excess: string[] = [];
  if (read > kilobytes) {
    const largest = loaded.scripts.slice(0, 10).map(({ name, bytes }) => `${name} ${kilobytesOf(bytes)}`);
    excess.push(`reads ${read} kB of JavaScript, not ${kilobytes}; the largest files are ${largest.join(', ')}`);
  }
  if (newPackages.length > 0) excess.push(`loads packages: ${newPackages.join(', ')}`);
  if (network === 'offline' && httpModules.length > 0) excess.push(`is offline but loads ${httpModules.join(', ')}`);
  if (loaded.builtIns.includes(FETCH)) excess.push("loads Node's fetch");
  if (loaded.reads.join() !== reads.join()) {
    excess.push(`reads ${loaded.reads.join(', ')} of the project, not each of ${reads.join(', ')} once`);
  }
  if (loaded.requests !== requests) excess.push(`sends ${loaded.requests} requests, not ${requests}`);
  return excess;
}

function kilobytesOf(bytes: number): number {
  return Math.ceil(bytes / 1000);
}

describe('a command loads only the modules it needs', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await openWorkspace();
    await workspace.write({ 'history.jsonl': '' });
  });

  test.each(BUDGETS)('$command', async (budget) => {
    const loaded = await watchLoading(workspace, budget.command);
    expect(loaded.ended).toMatchObject({ code: 0, stderr: '' });
    expect(findExcess(budget, loaded)).toEqual([]);
  });
});

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'report-work.mjs')).href;

/** A JavaScript file, by its name without folders. */
interface Script {
  readonly name: string;
  readonly bytes: number;
}

/** What a command has loaded by its end. */
interface Loaded {
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
async function watchLoading(workspace: Workspace, command: string): Promise<Loaded> {
  const notes = await mkdtemp(join(workspace.folder, '.notes-'));
  const coverage = join(notes, 'coverage');
  const workFile = join(notes, 'work.json');
  await mkdir(coverage);
  workspace.takeRequests();
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
    requests: Object.values(workspace.takeRequests()).flat().length,
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
