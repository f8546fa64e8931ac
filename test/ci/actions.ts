import { cp, mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import picomatch from 'picomatch';
import { makeFolder } from '../e2e/folder.ts';
import { run } from './shell.ts';

type Inputs = Readonly<Record<string, string>>;

interface Checkout {
  readonly workspace: string;
  readonly origin: string;
  /** The commit of the event, which is checked out unless `ref` names another. */
  readonly sha: string;
  /** Default: as `fetch-depth` says. `whole`: all of the commit's history, but no branch. */
  readonly depth?: 'whole';
}

/** actions/checkout: one commit deep, or all branches with `fetch-depth: 0`. */
export async function checkOut(inputs: Inputs, { workspace, origin, sha, depth }: Checkout): Promise<void> {
  const branches = inputs['fetch-depth'] === '0' ? 'all' : 'none';
  const shallow = branches === 'all' || depth === 'whole' ? [] : ['--depth=1'];
  const wanted = inputs.ref || sha;
  await git(workspace, 'init', '-q');
  // Not `remote add`: a job may check out more than once.
  await git(workspace, 'config', 'remote.origin.url', `file://${origin}`);
  if (branches === 'all')
    await git(workspace, 'fetch', '-q', '--no-tags', 'origin', '+refs/heads/*:refs/remotes/origin/*');
  await git(workspace, 'fetch', '-q', '--no-tags', ...shallow, 'origin', wanted);
  await git(workspace, 'checkout', '-q', '--detach', 'FETCH_HEAD');
}

/** actions/upload-artifact, for files in one folder. */
export async function uploadArtifact(inputs: Inputs, artifacts: Map<string, string>): Promise<void> {
  const { name = 'artifact', path = '' } = inputs;
  if (artifacts.has(name)) throw new Error(`the artifact ${name} is there already`);
  const folder = await makeFolder();
  const files = path.split('\n').filter((line) => line !== '');
  for (const file of files) await cp(file, join(folder, basename(file)));
  artifacts.set(name, folder);
}

/** actions/download-artifact by name, or by pattern with `merge-multiple`; of another run with its id and a token. */
export async function downloadArtifact(inputs: Inputs, artifacts: ReadonlyMap<string, string>): Promise<void> {
  const { name, pattern = '', path = '' } = inputs;
  if (inputs['run-id'] !== undefined && !inputs['github-token']) throw new Error('another run needs a token');
  const folders = [...artifacts].filter(([key]) =>
    name === undefined ? picomatch.isMatch(key, pattern) : key === name,
  );
  if (name !== undefined && folders.length === 0) throw new Error(`there is no artifact ${name}`);
  await mkdir(path, { recursive: true });
  for (const [, folder] of folders) {
    for (const file of await readdir(folder)) await cp(join(folder, file), join(path, file));
  }
}

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' };
  const { code, stderr } = await run(['git', ...args], cwd, env);
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}
