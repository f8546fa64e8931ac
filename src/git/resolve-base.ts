import { quote } from '../config/validate/problem.ts';
import type { DiagnosticWords } from '../model/diagnostic.ts';
import { type Base, shortCommit } from '../model/plan.ts';
import type { Result } from '../model/result.ts';
import { suggest } from '../model/suggest.ts';
import { describeGitFailure, type GitPort, type GitRefusal, refuse } from './git.ts';

export interface Repository {
  readonly git: GitPort;
  readonly top: string;
  readonly history: 'whole' | 'shallow';
}

type CommitResult = Result<{ readonly commit: string }, GitRefusal>;

/** The limit protects the command line of git. */
const LONGEST_REF = 4_096;

const DOTS = '...';
const FULL_NAME = /^[0-9a-f]{40,64}$/;

const NO_COMMIT = /^0{40,64}$/;
/** `origin/`, `refs/heads/` or `~1`: what is left when a variable is empty. */
const UNNAMED = /\/$|^[~^]/;

/** Takes what `git rev-parse` takes; `A...B` is the merge base of A and B, and `A...` that of A and HEAD. */
export async function resolveBase(
  ref: string,
  repository: Repository,
): Promise<Result<{ readonly base: Base }, GitRefusal>> {
  if (ref.replaceAll(DOTS, '').trim() === '' || ref.length > LONGEST_REF || /\p{Cc}/u.test(ref)) {
    const hint =
      'Use a branch, a tag or a commit, such as origin/main, or origin/main... for the merge base. Check for an empty variable.';
    return refuse({ code: 'base-unknown', summary: `The base ${quote(ref)} is not a commit.`, hint });
  }
  const parts = ref.split(DOTS);
  if (parts.some((part) => NO_COMMIT.test(part))) {
    const summary = `The base ${quote(ref)} has only zeros: this is how CI systems write "no commit before", as for the first push of a new branch.`;
    const hint = 'Use the branch that it started from, such as origin/main..., or leave out --base.';
    return refuse({ code: 'base-unknown', summary, hint });
  }
  if (parts.some((part) => UNNAMED.test(part))) {
    const summary = `The base ${quote(ref)} lacks the name of a branch, a tag or a commit.`;
    const hint =
      'An empty variable is the usual cause, such as GITHUB_BASE_REF, which only events of pull requests set.';
    return refuse({ code: 'base-unknown', summary, hint });
  }
  const at = ref.indexOf(DOTS);
  const resolved =
    at === -1
      ? await findCommit(ref, repository)
      : await findMergeBase(ref.slice(0, at) || 'HEAD', ref.slice(at + DOTS.length) || 'HEAD', repository);
  return resolved.ok ? { ok: true, base: { ref, commit: resolved.commit } } : resolved;
}

/** The commit that a base names before its dots, `tip`, and its merge base with HEAD. */
export async function findFork(ref: string, repository: Repository) {
  const [name = ''] = ref.split(DOTS);
  const tip = await findCommit(name || 'HEAD', repository);
  if (!tip.ok) return tip;
  const fork = await findMergeBase(name || 'HEAD', 'HEAD', repository);
  return fork.ok ? ({ ok: true, name: name || 'HEAD', tip: tip.commit, fork: fork.commit } as const) : fork;
}

async function findCommit(name: string, repository: Repository): Promise<CommitResult> {
  const { git } = repository;
  const object = await parseRevision(git, name);
  if (!object.ok && object.failure.reason !== 'refused')
    return refuse(describeGitFailure(object.failure, 'read the base'));
  const oid = object.ok ? object.output.toString().trim() : '';
  if (!FULL_NAME.test(oid)) return refuse(await explainUnknown(name, repository));
  // Git would choose one with a warning; the attribution of a difference must not depend on that.
  const full = ['refs/tags', 'refs/heads', 'refs/remotes'].map((folder) => `${folder}/${stemOf(name)}`);
  const known = await listLines(git, 'for-each-ref', '--format=%(refname)', ...full);
  const namesakes = full.filter((reference) => known.includes(reference));
  if (namesakes.length > 1) {
    const summary = `The base ${quote(name)} may mean ${namesakes.join(' or ')}.`;
    return refuse({ code: 'base-unknown', summary, hint: 'Write the full name, such as refs/heads/main.' });
  }
  // Separate, because git reads a suffix after `:/words` as words.
  const commit = await parseRevision(git, `${oid}^{commit}`);
  if (commit.ok) return { ok: true, commit: commit.output.toString().trim() };
  const [type] = await listLines(git, 'cat-file', '-t', oid);
  if (type === undefined) return refuse(await explainUnknown(name, repository));
  const summary = `The base ${quote(name)} is a ${type === 'tree' ? 'folder' : 'file'}, not a commit.`;
  return refuse({ code: 'base-unknown', summary, hint: 'Use a branch, a tag or a commit.' });
}

function parseRevision(git: GitPort, revision: string) {
  return git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', revision]);
}

async function findMergeBase(left: string, right: string, repository: Repository): Promise<CommitResult> {
  const a = await findCommit(left, repository);
  if (!a.ok) return a;
  const b = await findCommit(right, repository);
  if (!b.ok) return b;
  const found = await repository.git.run(['merge-base', a.commit, b.commit]);
  if (found.ok) return { ok: true, commit: found.output.toString().trim() };
  // Exit code 1: there is no merge base.
  if (found.failure.exitCode !== 1) return refuse(describeGitFailure(found.failure, 'find the merge base'));
  const both = `${quote(left)} (${shortCommit(a.commit)}) and ${quote(right)} (${shortCommit(b.commit)})`;
  const code = 'base-unknown';
  if (repository.history === 'shallow') {
    const summary = `There is no merge base of ${both} in this shallow clone.`;
    const detail = 'The clone has a limited depth, so their common commit may be missing.';
    return refuse({ code, summary, detail, hint: DEEPEN });
  }
  const summary = `There is no merge base: ${both} have no commit in common.`;
  const hint = 'Use a commit to compare with, without the dots.';
  return refuse({ code, summary, detail: 'The two histories are unrelated.', hint });
}

const SUFFIX = /[~^@:].*$/s;

/** The name without suffix: `main` for `main~3`, `main^`, `main@{1}` and `main:file`. */
function stemOf(revision: string): string {
  return revision.replace(SUFFIX, '');
}

/** The lines of the output; none when git fails. */
async function listLines(git: GitPort, ...args: readonly string[]): Promise<readonly string[]> {
  const listed = await git.run(args);
  return listed.ok ? listed.output.toString().split('\n').filter(Boolean) : [];
}

const MAX_NAMES = 2_000;

const ON_ACTIONS = '; on GitHub Actions give actions/checkout `fetch-depth: 0`.';

const DEEPEN = `Fetch the whole history: git fetch --unshallow${ON_ACTIONS}`;

async function explainUnknown(name: string, { git, history }: Repository): Promise<DiagnosticWords> {
  const exists = async (revision: string) => (await parseRevision(git, `${revision}^{commit}`)).ok;
  const names = await listLines(git, 'for-each-ref', `--count=${MAX_NAMES}`, '--format=%(refname:short)');
  if (names.length === 0 && !(await exists('HEAD')))
    return {
      code: 'git-failed',
      summary: 'The repository has no commits yet, so there is no base to compare with.',
      hint: 'Commit the configuration first, or leave out --base.',
    };
  const unknown = { code: 'base-unknown', summary: `This clone has no commit ${quote(name)}.` } as const;
  const isShallow = history === 'shallow';
  const stem = stemOf(name);
  if (stem !== name && stem !== '' && !stem.startsWith('-') && (await exists(stem))) {
    const why = isShallow ? 'the clone is shallow: its history is incomplete' : 'has no such ancestor or part';
    return { ...unknown, detail: `${quote(stem)} exists, but ${why}.`, hint: isShallow ? DEEPEN : 'Check the number.' };
  }
  if (name.includes('..'))
    return { ...unknown, hint: 'Use one commit, or a merge base with three dots, such as origin/main...' };
  const detail = isShallow ? 'The clone is shallow: it contains only what was fetched.' : null;
  // The name itself may exist without its commit.
  const others = names.filter((known) => known !== stem);
  return { ...unknown, detail, hint: describeNameHint(stem, others, await listLines(git, 'remote'), isShallow) };
}

// Names that are safe in a command to copy.
const PLAIN_NAME = /^\w[\w.-]*(?:\/\w[\w.-]*)+$/;

function describeNameHint(
  name: string,
  names: readonly string[],
  remotes: readonly string[],
  isShallow: boolean,
): string {
  const nearest =
    remotes.map((remote) => `${remote}/${name}`).find((known) => names.includes(known)) ?? suggest(name, names);
  const meant = nearest === null ? '' : `Did you mean ${quote(nearest)}?`;
  const remote = remotes.find((candidate) => name.startsWith(`${candidate}/`) && PLAIN_NAME.test(name));
  if (remote !== undefined) {
    const branch = name.slice(remote.length + 1);
    const fetch = `Fetch the branch: git fetch ${remote} ${branch}:refs/remotes/${remote}/${branch}`;
    return `${meant} ${fetch}${isShallow ? ON_ACTIONS : ''}`.trim();
  }
  if (nearest !== null) return meant;
  return isShallow ? DEEPEN : 'git branch --all and git tag list the names; fetch what is missing.';
}
