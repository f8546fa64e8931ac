import { cp, mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
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

/** actions/upload-artifact, for the files that the lines of `path` name or match. */
export async function uploadArtifact(inputs: Inputs, cwd: string, artifacts: Map<string, string>): Promise<void> {
  const { name = 'artifact', path = '' } = inputs;
  if (artifacts.has(name)) throw new Error(`the artifact ${name} is there already`);
  const folder = await makeFolder();
  const patterns = path.split('\n').filter((line) => line !== '');
  const dot = inputs['include-hidden-files'] === 'true';
  const files = (await Promise.all(patterns.map((pattern) => findFiles(resolve(cwd, pattern), dot)))).flat();
  for (const file of files) await cp(file, join(folder, basename(file)));
  if (files.length > 0) artifacts.set(name, folder);
  else if (inputs['if-no-files-found'] !== 'ignore') throw new Error(`there is no file for the artifact ${name}`);
}

/** The files that an absolute pattern matches, and those below a folder that it matches. */
async function findFiles(pattern: string, dot: boolean): Promise<readonly string[]> {
  const { base, isGlob } = picomatch.scan(pattern);
  const found = await readdir(isGlob ? base : dirname(pattern), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const matches = picomatch([pattern, `${pattern}/**`], { dot });
  return found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((file) => matches(file));
}

/** actions/download-artifact by name, or by pattern with a folder for each; of another run with its id and a token. */
export async function downloadArtifact(inputs: Inputs, artifacts: ReadonlyMap<string, string>): Promise<void> {
  const { name, pattern = '', path = '' } = inputs;
  if (inputs['run-id'] !== undefined && !inputs['github-token']) throw new Error('another run needs a token');
  const folders = [...artifacts].filter(([key]) =>
    name === undefined ? picomatch.isMatch(key, pattern) : key === name,
  );
  if (name !== undefined && folders.length === 0) throw new Error(`there is no artifact ${name}`);
  await mkdir(path, { recursive: true });
  const isFlat = name !== undefined || inputs['merge-multiple'] === 'true';
  for (const [key, folder] of folders) await cp(folder, isFlat ? path : join(path, key), { recursive: true });
}

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' };
  const { code, stderr } = await run(['git', ...args], cwd, env);
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}
