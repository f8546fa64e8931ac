import { execFileSync } from 'node:child_process';
import type { JsonObject } from '../../src/model/json/json.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from './harness.ts';

/** In one process, since the large one of the tests starts others slowly. */
const COMMIT = 'git add -A && git -c maintenance.auto=false commit -q -m change';

/** A workspace whose files are committed on the branch `main`. */
export interface Repository extends Workspace {
  git(...args: readonly string[]): string;
  commit(): void;
}

export async function openRepository(document: JsonObject, options: WorkspaceOptions = {}): Promise<Repository> {
  const workspace = await openWorkspace({ document, ...options });
  commitAll(workspace.folder);
  return {
    ...workspace,
    git: (...args) => runGit(workspace.folder, args),
    commit: () => runScript(workspace.folder, COMMIT),
  };
}

/** Makes the folder a repository with all its files. */
export function commitAll(folder: string): void {
  runScript(folder, `git init -q -b main && ${COMMIT}`);
}

function runScript(folder: string, script: string): void {
  execFileSync('sh', ['-c', script], { cwd: folder, env: environmentIn(folder) });
}

export function runGit(cwd: string, args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd,
    env: environmentIn(cwd),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ignores the git configuration of the machine. */
function environmentIn(home: string) {
  const [name, email] = ['Test', 'test@example.com'];
  return {
    ...{ PATH: process.env.PATH, HOME: home, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email },
  };
}
