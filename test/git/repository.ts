import { execFile } from 'node:child_process';
import { mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createNodeFiles } from '../../src/config/resolve/file-system.ts';
import { createGit } from '../../src/git/git.ts';
import { type BaseLoad, type LoadAtOptions, loadFleetAt } from '../../src/git/load-fleet-at.ts';
import { HEAD, pipeId } from '../config/memory-files.ts';
import { makeFolder as makePlainFolder } from '../e2e/folder.ts';

const run = promisify(execFile);

/** Ignores the git configuration of the machine, with a fixed author and time. */
export const ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'author',
  GIT_AUTHOR_EMAIL: 'author@example.com',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'author',
  GIT_COMMITTER_EMAIL: 'author@example.com',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

const INIT = 'git init --quiet -b main';
const COMMIT =
  'git add --all && git -c maintenance.auto=false commit --quiet --allow-empty -m change && git rev-parse HEAD';

export type Files = Readonly<Record<string, string | Uint8Array | null>>;

export interface TestFolder {
  readonly path: string;
  /** Writes files; null removes one. */
  write(files: Files): Promise<void>;
  git(...args: string[]): Promise<string>;
  /** Writes files and commits everything; returns the full commit hash. */
  commit(files?: Files): Promise<string>;
  /** The same repository seen from a subfolder. */
  inside(path: string): TestFolder;
}

export async function makeFolder(): Promise<TestFolder> {
  return openFolder(await realpath(await makePlainFolder()));
}

export async function makeRepository(files: Files | null = null): Promise<TestFolder> {
  const folder = await makeFolder();
  await folder.write(files ?? {});
  await runScript(folder.path, files === null ? INIT : `${INIT} && ${COMMIT}`);
  return folder;
}

/** In one process: a large one, as that of the tests, starts another more slowly than git does its work. */
async function runScript(cwd: string, script: string): Promise<string> {
  return (await run('sh', ['-c', script], { cwd, env: ENVIRONMENT })).stdout.trimEnd();
}

export function openFolder(path: string): TestFolder {
  const git = async (...args: string[]) =>
    (await run('git', args, { cwd: path, env: ENVIRONMENT, maxBuffer: 64 * 1024 * 1024 })).stdout.trimEnd();
  const write = async (files: Files) => {
    for (const [name, content] of Object.entries(files)) {
      const file = join(path, name);
      if (content === null) {
        await rm(file, { recursive: true });
        continue;
      }
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  };
  return {
    path,
    write,
    git,
    async commit(files = {}) {
      await write(files);
      return runScript(path, COMMIT);
    },
    inside: (name) => openFolder(join(path, name)),
  };
}

export interface TestLoad extends Partial<Pick<LoadAtOptions, 'file' | 'environment' | 'variables'>> {
  readonly git?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export function loadAt(ref: string, cwd: string, options: TestLoad = {}): Promise<BaseLoad> {
  const { git = {}, signal, ...rest } = options;
  const environment = { ...ENVIRONMENT, ...git };
  return loadFleetAt({
    ref,
    cwd,
    file: null,
    environment: null,
    variables: {},
    files: createNodeFiles(),
    openGit: (folder) => createGit({ cwd: folder, environment, ...(signal === undefined ? {} : { signal }) }),
    ...rest,
  });
}

/** Every git process that `work` starts, from the trace of git. */
export async function countProcesses(work: (git: Record<string, string>) => Promise<void>): Promise<number> {
  const traces = await makePlainFolder();
  await work({ GIT_TRACE2_EVENT: traces });
  return (await readdir(traces)).length;
}

export function codesOf({ diagnostics }: BaseLoad): readonly string[] {
  return diagnostics.map(({ code }) => code);
}

export function pipesOf(load: BaseLoad): readonly string[] {
  if (!load.ok) throw new Error(load.diagnostics.map(({ summary, detail }) => `${summary} ${detail}`).join('\n'));
  return load.pipes.map(({ name }) => name);
}

/** A root document that includes every file under `pipes`. */
export const ROOT = `${HEAD}include: ["pipes/**/*.yaml"]\n`;

export const pipe = (name: string, id: number, threads = 1) =>
  `pipes:\n  ${name}: { service: analytics, id: ${pipeId(id)}, settings: { db_max_threads: ${threads} } }\n`;

/** The value of one setting at a commit, by name of the pipe. */
export async function threadsAt(...args: Parameters<typeof loadAt>): Promise<Readonly<Record<string, unknown>>> {
  const load = await loadAt(...args);
  pipesOf(load);
  const pipes = load.ok ? load.pipes : [];
  return Object.fromEntries(pipes.map(({ name, settings }) => [name, settings.db_max_threads?.value]));
}
