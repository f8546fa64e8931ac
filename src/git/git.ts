import { execFile } from 'node:child_process';
import { type Diagnostic, type DiagnosticWords, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTICS } from '../model/diagnostic-codes.ts';
import type { Sources } from '../model/location.ts';
import type { Result } from '../model/result.ts';
import { maskUserinfo } from '../model/secret/secret.ts';

const TIMEOUT_MS = 120_000;

/**
 * A repository is untrusted: its content and configuration must not make git run a program. It cannot set a file
 * monitor or hooks, and committed files that look like a bare repository are not used as one.
 */
const AS_DATA = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'safe.bareRepository=explicit'];

/** About two million files. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

type GitResult = Result<{ readonly output: Buffer }, { readonly failure: GitFailure }>;

/** The `git` program in one folder, read-only. Failures of git are results, not exceptions. */
export interface GitPort {
  run(args: readonly string[], input?: string): Promise<GitResult>;
}

interface GitOptions {
  /** An absolute path in the repository. */
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
    run(args, input) {
      return new Promise((settle) => {
        const limits = { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'buffer' } as const;
        const child = execFile('git', [...AS_DATA, ...args], { ...options, ...limits }, (error, output, words) => {
          settle(error === null ? { ok: true, output } : { ok: false, failure: toFailure(error, words) });
        });
        // The exit code reports a process that ended early.
        child.stdin?.on('error', () => undefined);
        child.stdin?.end(input);
      });
    },
  };
}

// Git sets these in hooks, for another repository or index.
const OF_ANOTHER_REPOSITORY = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_PREFIX']);

function childEnvironment(environment: GitOptions['environment']): Record<string, string | undefined> {
  const inherited = Object.entries(environment).filter(
    // Helpers that git starts must not see our credentials.
    ([name]) => !OF_ANOTHER_REPOSITORY.has(name) && !name.startsWith('PIPEFORM_'),
  );
  const quiet = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
  // A partial clone would fetch missing objects with programs that the repository names. This list of protocols
  // overrides all configuration and allows none; newer versions of git need only GIT_NO_LAZY_FETCH.
  const local = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' };
  return { ...Object.fromEntries(inherited), ...quiet, ...local };
}

/** Why git gave no result. `refused`: its exit code is not 0. */
export interface GitFailure {
  readonly reason: 'missing' | 'refused' | 'too-slow' | 'too-much' | 'interrupted';
  readonly exitCode: number | null;
  /** The error output, unchanged. */
  readonly words: string;
}

type ChildError = Error & { code?: unknown; killed?: boolean };

function toFailure(error: ChildError, words: Buffer): GitFailure {
  const exitCode = typeof error.code === 'number' ? error.code : null;
  return { reason: reasonOf(error), exitCode, words: words.toString() };
}

function reasonOf({ name, code, killed }: ChildError): GitFailure['reason'] {
  if (name === 'AbortError') return 'interrupted';
  if (code === 'ENOENT' || code === 'EACCES') return 'missing';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'too-much';
  return killed === true ? 'too-slow' : 'refused';
}

const LONGEST_WORDS = 600;

/** The error output as a detail: one line, without control characters, user names and passwords. */
export function quoteStderr({ words }: GitFailure): string | null {
  const text = maskUserinfo(words.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim());
  if (text === '') return null;
  return text.length <= LONGEST_WORDS ? `Git: ${text}` : `Git: ${text.slice(0, LONGEST_WORDS)}…`;
}

/** `attempt` completes "Git could not …". */
export function describeGitFailure(failure: GitFailure, attempt: string): DiagnosticWords {
  const detail = quoteStderr(failure);
  switch (failure.reason) {
    case 'missing':
      return {
        code: 'git-failed',
        summary: 'The program git was not found; it is needed to compare with a base.',
        hint: 'Install git, or leave out --base.',
      };
    case 'interrupted':
      return { code: 'interrupted', summary: 'Interrupted while git was reading the base.' };
    case 'too-slow':
      return { code: 'git-failed', summary: `Git could not ${attempt} in time.`, detail };
    case 'too-much':
      return { code: 'git-failed', summary: `Git could not ${attempt}: its output is too long.`, detail };
    case 'refused': {
      const hint =
        'Run git fsck to check the clone. If it is a partial clone, fetch the missing files: git fetch --refetch --no-filter.';
      return { code: 'git-failed', summary: `Git could not ${attempt}.`, detail, hint };
    }
  }
}

export interface GitRefusal {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/** Without a hint of its own, a refusal has the general one of its code. */
export function refuse(words: DiagnosticWords): GitRefusal {
  return {
    ok: false,
    diagnostics: [diagnose('error', { hint: DIAGNOSTICS[words.code].cure, ...words })],
    sources: new Map(),
  };
}
