import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createGit } from '../git/git.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { count } from '../model/number.ts';
import { findRepositoryFolder } from './find-repository-folder.ts';
import type { Runtime } from './runtime.ts';

/**
 * A warning when YAML files at or below `folder` are left out by a sparse checkout: their pipes would be missing without a word.
 * Starts no git where there is no such checkout.
 */
export async function findSparse(folder: string, { environment, interrupts }: Runtime): Promise<Diagnostic | null> {
  const inRepository = findRepositoryFolder(folder);
  if (inRepository === null) return null;
  const top = resolve(folder, ...inRepository.split('/').map((part) => (part === '' ? '.' : '..')));
  if (!existsSync(resolve(top, '.git/info/sparse-checkout'))) return null;
  const git = createGit({ cwd: folder, environment, signal: interrupts.stop });
  const listed = await git.run(['ls-files', '-z', '-t', '--', '*.yaml', '*.yml']);
  const lines = listed.ok ? listed.output.toString().split('\0') : [];
  const left = lines.filter((line) => line.startsWith('S ')).map((line) => line.slice(2));
  const [first] = left;
  if (first === undefined) return null;
  const summary = `The checkout is sparse: it lacks ${count(left.length, 'YAML file')} of this folder, such as ${first}.`;
  const detail = 'If a file belongs to the configuration, its pipes are missing here.';
  return diagnoseCode('sparse-checkout', summary, detail, 'warning');
}
