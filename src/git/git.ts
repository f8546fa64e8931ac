import { execFile, spawn } from 'node:child_process';
import { type BlobReader, createBlobReader } from './blob-reader.ts';
import { type GitTrouble, judgeError } from './git-trouble.ts';

/** A program that hangs must not hang us. */
const PATIENCE_MS = 120_000;

/**
 * A repository is data: nothing that it holds or configures may make git run a program. It has no say in what watches its
 * files, and committed files that look like a repository are not taken for one.
 */
const AS_DATA = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'safe.bareRepository=explicit'];

/** A tree of some two million files. */
const MOST_OUTPUT_BYTES = 256 * 1024 * 1024;

export type GitResult =
  | { readonly ok: true; readonly output: Buffer }
  | { readonly ok: false; readonly trouble: GitTrouble };

/** The `git` program in one folder. Nothing here writes, and nothing throws for what git says. */
export interface GitPort {
  run(args: readonly string[]): Promise<GitResult>;
  /** Reads any number of objects through one process, which starts with the first of them. */
  openBlobs(): BlobReader;
}

interface GitOptions {
  /** Absolute; the repository is the one that this folder is in. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

export function createGit({ cwd, environment, signal }: GitOptions): GitPort {
  const options = {
    cwd,
    env: childEnvironment(environment),
    windowsHide: true,
    ...(signal === undefined ? {} : { signal }),
  };
  return {
    run(args) {
      return new Promise((settle) => {
        const limits = { timeout: PATIENCE_MS, maxBuffer: MOST_OUTPUT_BYTES, encoding: 'buffer' } as const;
        const child = execFile('git', [...AS_DATA, ...args], { ...options, ...limits }, (error, output, words) => {
          settle(error === null ? { ok: true, output } : { ok: false, trouble: judgeError(error, words) });
        });
        child.stdin?.end();
      });
    },
    openBlobs() {
      return createBlobReader(
        () => spawn('git', [...AS_DATA, 'cat-file', '--batch'], { ...options, stdio: 'pipe' }),
        PATIENCE_MS,
      );
    },
  };
}

// A hook of git sets these for its own repository and index; ours is found from the folder of the configuration.
const OF_ANOTHER_REPOSITORY = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_PREFIX']);

function childEnvironment(environment: GitOptions['environment']): Record<string, string | undefined> {
  const kept = Object.entries(environment).filter(
    // Our credentials are no business of helpers that git may start.
    ([name]) => !OF_ANOTHER_REPOSITORY.has(name) && !name.startsWith('PIPEFORM_'),
  );
  const quiet = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
  // What a partial clone lacks would be fetched by programs that the repository names. The list of protocols comes before
  // anything that is configured, and none is called so; newer versions of git need not be told twice.
  const local = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' };
  return { ...Object.fromEntries(kept), ...quiet, ...local };
}
