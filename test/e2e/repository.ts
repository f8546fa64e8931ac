import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../src/model/json/json.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from './harness.ts';

/** A workspace whose files are committed on the branch `main`. */
export interface Repository extends Workspace {
  git(...args: readonly string[]): string;
  edit(from: string, to: string, file?: string): Promise<void>;
  commit(): void;
}

export async function openRepository(document: JsonObject, options: WorkspaceOptions = {}): Promise<Repository> {
  const workspace = await openWorkspace({ document, ...options });
  const git = (...args: readonly string[]) => runGit(workspace.folder, args);
  git('init', '-q', '-b', 'main');
  const commit = (): void => {
    git('add', '-A');
    git('commit', '-q', '-m', 'change');
  };
  commit();
  return {
    ...workspace,
    git,
    commit,
    async edit(from, to, file = 'pipeform.yaml') {
      const text = await readFile(join(workspace.folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
      await workspace.write({ [file]: text.replace(from, to) });
    },
  };
}

export function runGit(cwd: string, args: readonly string[]): string {
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return execFileSync('git', [...person, ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
