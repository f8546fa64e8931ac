import { quote } from '../config/validate/problem.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Base } from '../model/plan.ts';
import { suggest } from '../model/suggest.ts';
import { diagnoseFailure, type GitPort, shortCommit } from './git.ts';

export interface Repository {
  readonly git: GitPort;
  /** The absolute path of the top of the work tree, links resolved. */
  readonly top: string;
  readonly history: 'whole' | 'shallow';
}

type BaseResult =
  | { readonly ok: true; readonly base: Base }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

type CommitResult = { readonly ok: true; readonly commit: string } | Extract<BaseResult, { ok: false }>;

/** No reference is longer, and no system takes arguments of any length. */
const LONGEST_REF = 4_096;

const DOTS = '...';
const FULL_NAME = /^[0-9a-f]{40,64}$/;

/**
 * The commit that a reference means: anything that `git rev-parse` takes. `A...B` means the merge base of A and B, and
 * `A...` that of A and HEAD, like `git diff`.
 */
export async function resolveBase(ref: string, repository: Repository): Promise<BaseResult> {
  if (ref.replaceAll(DOTS, '').trim() === '' || ref.length > LONGEST_REF || /\p{Cc}/u.test(ref))
    return refuse(unusable(ref));
  const at = ref.indexOf(DOTS);
  const resolved =
    at === -1
      ? await findCommit(ref, repository)
      : await findMergeBase(ref.slice(0, at), ref.slice(at + DOTS.length), repository);
  return resolved.ok ? { ok: true, base: { ref, commit: resolved.commit } } : resolved;
}

async function findCommit(name: string, { git, history }: Repository): Promise<CommitResult> {
  const ask = (...args: string[]) => git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', ...args]);
  const object = await ask(name);
  if (!object.ok && object.failure.reason !== 'refused')
    return refuse(diagnoseFailure(object.failure, 'read the base'));
  const oid = object.ok ? object.output.toString().trim() : '';
  if (!FULL_NAME.test(oid)) return refuse(await explainUnknown(name, { git, history }));
  const namesakes = await listNamesakes(git, stemOf(name));
  if (namesakes.length > 1) return refuse(ambiguous(name, namesakes));
  // Asked on its own, since a suffix after `:/words` would be taken for more of the words.
  const commit = await ask(`${oid}^{commit}`);
  if (commit.ok) return { ok: true, commit: commit.output.toString().trim() };
  const type = await git.run(['cat-file', '-t', oid]);
  if (!type.ok) return refuse(await explainUnknown(name, { git, history }));
  return refuse(
    diagnose('error', {
      code: 'base-unknown',
      summary: `The base ${quote(name)} is a ${type.output.toString().trim() === 'tree' ? 'folder' : 'file'}, not a commit.`,
      hint: 'Use a branch, a tag or a commit.',
    }),
  );
}

async function findMergeBase(left: string, right: string, repository: Repository): Promise<CommitResult> {
  const names = [left === '' ? 'HEAD' : left, right === '' ? 'HEAD' : right] as const;
  const a = await findCommit(names[0], repository);
  if (!a.ok) return a;
  const b = await findCommit(names[1], repository);
  if (!b.ok) return b;
  const found = await repository.git.run(['merge-base', a.commit, b.commit]);
  if (found.ok) return { ok: true, commit: found.output.toString().trim() };
  // Exit code 1 is git's answer that there is none.
  if (found.failure.exitCode !== 1) return refuse(diagnoseFailure(found.failure, 'find the merge base'));
  const shown = [`${quote(names[0])} (${shortCommit(a.commit)})`, `${quote(names[1])} (${shortCommit(b.commit)})`];
  return refuse(unrelated(shown, repository.history));
}

function refuse(diagnostic: Diagnostic): Extract<BaseResult, { ok: false }> {
  return { ok: false, diagnostics: [diagnostic] };
}

/** Git would take the first. What a difference is attributed to must not hang on that. */
function ambiguous(name: string, namesakes: readonly string[]): Diagnostic {
  const summary = `The base ${quote(name)} may mean ${namesakes.join(' or ')}.`;
  return diagnose('error', { code: 'base-ambiguous', summary, hint: 'Write the full name of the reference.' });
}

function unusable(ref: string): Diagnostic {
  const summary = `The base ${quote(ref)} is not a commit.`;
  const hint =
    'Use a branch, a tag or a commit, such as origin/main, or origin/main... for the merge base. Check for an empty variable.';
  return diagnose('error', { code: 'base-unknown', summary, hint });
}

function unrelated(sides: readonly string[], history: Repository['history']): Diagnostic {
  const both = sides.join(' and ');
  if (history === 'whole') {
    const summary = `There is no merge base: ${both} have no commit in common.`;
    const hint = 'Use a commit to compare with, without the dots.';
    return diagnose('error', { code: 'base-unrelated', summary, detail: 'The two histories are unrelated.', hint });
  }
  return diagnose('error', {
    code: 'base-unrelated',
    summary: `There is no merge base of ${both} in this shallow clone.`,
    detail: 'The clone has a limited depth, so their common commit may be missing.',
    hint: DEEPEN,
  });
}

// `main~3`, `main^`, `main@{1}`, `main:file`: all but the name itself.
const SUFFIX = /[~^@:].*$/s;

/** The name that a revision starts from: `main` of `main~3`. */
function stemOf(revision: string): string {
  return revision.replace(SUFFIX, '');
}

/** The full names of all references that a name may mean. Git takes the first with no more than a warning. */
async function listNamesakes(git: GitPort, name: string): Promise<readonly string[]> {
  const full = ['refs/tags', 'refs/heads', 'refs/remotes'].map((folder) => `${folder}/${name}`);
  const listed = await git.run(['for-each-ref', '--format=%(refname)', ...full]);
  if (!listed.ok) return [];
  const known = new Set(listed.output.toString().split('\n'));
  return full.filter((reference) => known.has(reference));
}

/** Enough to find a slip of the pen in. */
const MOST_NAMES = 2_000;

const ON_ACTIONS = '; on GitHub Actions give actions/checkout `fetch-depth: 0`.';

/** What to do about a history that is cut off. */
const DEEPEN = `Fetch the whole history: git fetch --unshallow${ON_ACTIONS}`;

// What may stand in a command that somebody copies.
const PLAIN_NAME = /^\w[\w.-]*(?:\/\w[\w.-]*)+$/;

/** Says why a name means no commit of the clone, and what would help. */
async function explainUnknown(name: string, repository: Pick<Repository, 'git' | 'history'>): Promise<Diagnostic> {
  const { git, history } = repository;
  const names = await listNames(git);
  const head = await exists(git, 'HEAD');
  if (names.length === 0 && !head) return noCommits();
  const summary = `This clone has no commit ${quote(name)}.`;
  const stem = stemOf(name);
  const reachedFrom = stem !== name && stem !== '' && !stem.startsWith('-') && (await exists(git, stem)) ? stem : null;
  if (reachedFrom !== null) return unknown(summary, ...hintHistory(reachedFrom, history));
  if (name.includes('..')) {
    return unknown(summary, null, 'Use one commit, or a merge base with three dots, such as origin/main...');
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
  if (history === 'whole') return [`${quote(stem)} exists, but has no such ancestor or part.`, 'Check the number.'];
  return [`${quote(stem)} exists, but the clone is shallow: its history is incomplete.`, DEEPEN];
}

function hintName(
  name: string,
  names: readonly string[],
  remotes: readonly string[],
  history: Repository['history'],
): [string | null, string] {
  const shallow = history === 'shallow' ? 'The clone is shallow: it contains only what was fetched.' : null;
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
