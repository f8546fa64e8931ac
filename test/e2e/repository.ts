import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../src/model/json/json.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from './harness.ts';

/** In one process, since the large one of the tests starts others slowly. */
const COMMIT = 'git add -A && git -c maintenance.auto=false commit -q -m change';

/** A workspace whose files are committed on the branch `main`. */
export interface Repository extends Workspace {
  git(...args: readonly string[]): string;
  edit(from: string, to: string, file?: string): Promise<void>;
  commit(): void;
}

export async function openRepository(document: JsonObject, options: WorkspaceOptions = {}): Promise<Repository> {
  const workspace = await openWorkspace({ document, ...options });
  commitAll(workspace.folder);
  return {
    ...workspace,
    git: (...args) => runGit(workspace.folder, args),
    commit: () => runScript(workspace.folder, COMMIT),
    async edit(from, to, file = 'pipeform.yaml') {
      const text = await readFile(join(workspace.folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
      await workspace.write({ [file]: text.replace(from, to) });
    },
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
