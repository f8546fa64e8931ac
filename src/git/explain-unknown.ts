import { quote } from '../config/validate/problem.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { diagnose } from '../model/diagnostic.ts';
import { suggest } from '../model/suggest.ts';
import { stemOf } from './namesakes.ts';
import type { Repository } from './open-repository.ts';

/** Enough to find a slip of the pen in. */
const MOST_NAMES = 2_000;

const ON_ACTIONS = '; on GitHub Actions give actions/checkout `fetch-depth: 0`.';

/** What to do about a history that is cut off. */
export const DEEPEN = `Fetch the whole history: git fetch --unshallow${ON_ACTIONS}`;

// What may stand in a command that somebody copies.
const PLAIN_NAME = /^\w[\w.-]*(?:\/\w[\w.-]*)+$/;

/** Says why a name means no commit of the clone, and what would help. */
export async function explainUnknown(
  name: string,
  repository: Pick<Repository, 'git' | 'history'>,
): Promise<Diagnostic> {
  const { git, history } = repository;
  const names = await listNames(git);
  const head = await exists(git, 'HEAD');
  if (names.length === 0 && !head) return noCommits();
  const summary = `This clone has no commit ${quote(name)}.`;
  const stem = stemOf(name);
  const reachedFrom = stem !== name && stem !== '' && !stem.startsWith('-') && (await exists(git, stem)) ? stem : null;
  if (reachedFrom !== null) return unknown(summary, ...hintHistory(reachedFrom, history));
  if (name.includes('..')) {
    return unknown(summary, null, 'Name one commit, or a merge base with three dots, such as origin/main...');
  }
  // A name may be there while the commit that it stands for is not.
  const others = names.filter((known) => known !== stem);
  return unknown(summary, ...hintName(stem, others, await listRemotes(git), history));
}

async function exists(git: Repository['git'], name: string): Promise<boolean> {
  return (await git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])).ok;
}

async function listNames(git: Repository['git']): Promise<readonly string[]> {
  const listed = await git.run(['for-each-ref', `--count=${MOST_NAMES}`, '--format=%(refname:short)']);
  return listed.ok ? splitLines(listed.output) : [];
}

async function listRemotes(git: Repository['git']): Promise<readonly string[]> {
  const listed = await git.run(['remote']);
  return listed.ok ? splitLines(listed.output) : [];
}

function splitLines(output: Buffer): readonly string[] {
  return output
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

function unknown(summary: string, detail: string | null, hint: string): Diagnostic {
  return diagnose('error', { code: 'base-unknown', summary, detail, hint });
}

function noCommits(): Diagnostic {
  return diagnose('error', {
    code: 'git-no-commits',
    summary: 'The repository has no commits yet, so there is no base to compare with.',
    hint: 'Commit the configuration first, or leave out --base.',
  });
}

function hintHistory(stem: string, history: Repository['history']): [string, string] {
  if (history === 'whole') return [`${quote(stem)} is there, and has no such ancestor or part.`, 'Check the number.'];
  return [`${quote(stem)} is there, but the clone is shallow: its history is cut off.`, DEEPEN];
}

function hintName(
  name: string,
  names: readonly string[],
  remotes: readonly string[],
  history: Repository['history'],
): [string | null, string] {
  const shallow = history === 'shallow' ? 'The clone is shallow: what was not asked for was not fetched.' : null;
  const nearest =
    remotes.map((remote) => `${remote}/${name}`).find((known) => names.includes(known)) ?? suggest(name, names);
  const meant = nearest === null ? '' : `Did you mean ${quote(nearest)}? `;
  const remote = remotes.find((candidate) => name.startsWith(`${candidate}/`) && PLAIN_NAME.test(name));
  if (remote !== undefined) {
    const branch = name.slice(remote.length + 1);
    const fetch = `Fetch the branch: git fetch ${remote} ${branch}:refs/remotes/${remote}/${branch}`;
    return [shallow, `${meant}${fetch}${history === 'shallow' ? ON_ACTIONS : ''}`];
  }
  if (nearest !== null) return [shallow, meant.trim()];
  return [shallow, shallow === null ? 'git branch --all and git tag list the names; fetch what is missing.' : DEEPEN];
}
