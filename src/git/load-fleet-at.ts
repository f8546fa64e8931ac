import { basename, dirname, join, resolve } from 'node:path';
import { type LoadOptions, loadFleet } from '../config/load-fleet.ts';
import { findRootDocument, noRootProblem } from '../config/resolve/file-system.ts';
import { showPath } from '../config/resolve/load-documents.ts';
import { quote } from '../config/validate/problem.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import { compareText, type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import { count } from '../model/number.ts';
import type { BehindAction } from '../model/origin.ts';
import { type Base, shortCommit } from '../model/plan.ts';
import type { Result } from '../model/result.ts';
import { findMissingCommits } from './find-missing-commits.ts';
import { describeGitFailure, type GitFailure, type GitPort, type GitRefusal, quoteStderr, refuse } from './git.ts';
import { createGitFiles } from './git-files.ts';
import { type Repository, resolveBase } from './resolve-base.ts';

const CLONE_HINT = 'Run the command in a clone of the repository, or leave out --base.';

export interface LoadAtOptions extends Omit<LoadOptions, 'filePrefix'> {
  /** The text has the same form as in `resolveBase`. */
  readonly ref: string;
  /** What commits of the base that HEAD lacks mean when they change the configuration. Default: ignore. */
  readonly behind?: BehindAction | undefined;
  /** Opens git in an absolute folder, links resolved. */
  readonly openGit: (folder: string) => GitPort;
}

export type BaseLoad = Result<
  {
    readonly base: Base;
    /** Sorted by name; empty, with a note, when the configuration or the environment was not defined. */
    readonly pipes: readonly DesiredPipe[];
    /** null when the configuration or the environment was not defined. */
    readonly fleet: Fleet | null;
    /** Whether all files could be read: those of a submodule are not part of the commit. */
    readonly isComplete: boolean;
    readonly diagnostics: readonly Diagnostic[];
  },
  GitRefusal
>;

/**
 * Loads the desired pipes at a commit. The root document is found in the work tree (`files`); it and its includes are
 * read at the commit. Locations are `REF:PATH` as in `git show`, from the top of the repository. Does not change the
 * work tree or the index.
 */
export async function loadFleetAt(options: LoadAtOptions): Promise<BaseLoad> {
  const { environment, variables, behind = 'ignore' } = options;
  const inWorkTree = await findRootDocument(options.cwd, options.file, options.files);
  const folder = inWorkTree === null ? null : await options.files.realPath(dirname(inWorkTree));
  if (inWorkTree === null || folder === null) return { ok: false, diagnostics: [noRootProblem()], sources: new Map() };
  const opened = await openRepository(options.openGit(folder), folder);
  if (!opened.ok) return opened;
  const { git, top } = opened.repository;
  const resolved = await resolveBase(options.ref, opened.repository);
  if (!resolved.ok) return resolved;
  const { base } = resolved;
  const failGit = (failure: GitFailure, attempt: string) =>
    refuse(describeGitFailure(failure, `${attempt} ${describe(base)}`));
  const created = await createGitFiles({ git, commit: base.commit, top });
  if (!created.ok) return failGit(created.failure, 'list the files of');
  const { files } = created;

  const path = join(folder, basename(inWorkTree));
  const name = showPath(top, path);
  const missing = behind === 'ignore' ? null : await findMissing(behind, name, opened.repository, options);
  if (missing?.ok === false) return missing;
  const wasThere = (await files.realPath(path)) !== null;
  const renames = wasThere ? null : await listRenames(git, base.commit);
  if (renames?.ok === false) return failGit(renames.failure, 'compare with');
  const root = wasThere ? name : renames?.from.get(name);
  const at = { cwd: top, environment, variables, files, filePrefix: `${labelOf(base)}:` };
  const result = root === undefined ? null : await loadFleet({ ...at, file: join(top, root) });
  const failure = files.failure();
  if (failure !== null) return failGit(failure, 'read the files of');
  if (files.links.size > 0) {
    const links = [...files.links].map((link) => showPath(top, link)).sort(compareText);
    return { ok: false, diagnostics: links.map((link) => linkProblem(link, base)), sources: new Map() };
  }
  const submodules = [...files.submodules].map((submodule) => showPath(top, submodule)).sort(compareText);
  const ofSubmodules = submodules.map((submodule) => submoduleProblem(submodule, base));
  const warnings = [...(missing?.diagnostics ?? []), ...ofSubmodules];
  const isComplete = submodules.length === 0;
  // Without its environment, an incomplete document may have other errors.
  if (result === null || result.lacksEnvironment) {
    const [problem, what] =
      result === null
        ? ([`There was no ${quote(name)}`, 'configuration'] as const)
        : ([`The environment ${quote(environment ?? '')} was not defined`, 'environment'] as const);
    const note = withoutPipesProblem(base, isComplete, problem, what);
    return { ok: true, base, pipes: [], fleet: null, isComplete, diagnostics: [...warnings, note] };
  }
  const { fleet, diagnostics, sources } = result;
  if (fleet !== null) return { ok: true, base, pipes: fleet.pipes, fleet, isComplete, diagnostics: warnings };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const dated = errors.map((error) => ({ ...error, summary: `At ${describe(base)}: ${error.summary}` }));
  const many = count(errors.length, 'error');
  const invalid = `The configuration at ${describe(base)} has ${many}, so Pipeform cannot determine the origin of differences.`;
  return { ok: false, diagnostics: [diagnoseCode('base-invalid', invalid), ...warnings, ...dated], sources };
}

async function findMissing(
  behind: Exclude<BehindAction, 'ignore'>,
  root: string,
  repository: Repository,
  { ref, environment, variables }: LoadAtOptions,
) {
  const severity = behind === 'refuse' ? 'error' : 'warning';
  const found = await findMissingCommits({ ref, repository, root, environment, variables }, severity);
  if (behind === 'refuse') {
    return found.ok && found.diagnostics.length > 0 ? { ...found, ok: false as const, sources: new Map() } : found;
  }
  return found.ok ? found : { ok: true as const, diagnostics: found.diagnostics.slice(0, 1).map(uncomparedProblem) };
}

/** Without a common commit, as in a shallow clone, it is not known what the branch lacks. */
function uncomparedProblem({ summary, detail, hint }: Diagnostic): Diagnostic {
  const words = `Whether this branch lacks commits of the base is not known. ${summary}`;
  return diagnose('note', { code: 'branch-behind', summary: words, detail, hint });
}

function describe({ ref, commit }: Base): string {
  return `${ref} (${shortCommit(commit)})`;
}

/** The prefix of `git show LABEL:PATH`; a merge base has only its hash. */
function labelOf({ ref, commit }: Base): string {
  return ref.includes('...') || ref.includes(':') ? shortCommit(commit) : ref;
}

function withoutPipesProblem(base: Base, isComplete: boolean, problem: string, what: string): Diagnostic {
  return diagnose('note', {
    code: 'base-incomplete',
    summary: `${problem} at ${describe(base)}. Every change has the origin ${isComplete ? 'config' : 'conflict'}.`,
    hint: `If the ${what} is not new, use a base that contains it.`,
  });
}

function linkProblem(name: string, base: Base): Diagnostic {
  return diagnose('error', {
    code: 'base-invalid',
    summary: `${quote(name)} is a symbolic link at ${describe(base)}. Files of a base are read without links.`,
    hint: 'Replace the link with the file or folder itself, or include what it names. For a base that has the link, leave out --base.',
  });
}

function submoduleProblem(name: string, base: Base): Diagnostic {
  const summary = `The configuration may reach into the submodule ${quote(name)}, whose files are not part of ${describe(base)}.`;
  const detail =
    'Changes of what is not in the other files have the origin conflict: whether this branch adds them is not known.';
  const hint = 'Keep configuration files in the repository itself, or narrow the pattern.';
  return diagnose('warning', { code: 'base-incomplete', summary, detail, hint });
}

/** Old names of renamed files, by new name. */
async function listRenames(git: GitPort, commit: string) {
  // The index also has renames that are staged and not committed; comparing with it writes nothing.
  const compared = await git.run(['diff-index', '--cached', '-z', '-M', '--diff-filter=R', '--name-status', commit]);
  if (!compared.ok) return compared;
  // `STATUS\0OLD\0NEW\0` for each.
  const parts = compared.output.toString().split('\0');
  const from = new Map(parts.flatMap((part, index) => (index % 3 === 2 ? [[part, parts[index - 1] ?? '']] : [])));
  return { ok: true, from } as const;
}

const IS_WORK_TREE = ['rev-parse', '--is-inside-work-tree'];

/** `folder` is the folder of `git`: absolute, links resolved. */
export async function openRepository(
  git: GitPort,
  folder: string,
): Promise<Result<{ readonly repository: Repository }, GitRefusal>> {
  const found = await git.run([...IS_WORK_TREE, '--is-shallow-repository', '--show-cdup']);
  if (!found.ok) return explainNoRepository(git, folder, found.failure);
  const [inside, shallow, upward = ''] = found.output.toString().split('\n');
  if (inside !== 'true')
    return refuse({
      code: 'git-failed',
      summary: `The folder ${folder} is not in a work tree of its Git repository.`,
      hint: CLONE_HINT,
    });
  const top = resolve(folder, upward);
  return { ok: true, repository: { git, top, history: shallow === 'true' ? 'shallow' : 'whole' } };
}

async function explainNoRepository(git: GitPort, folder: string, failure: GitFailure): Promise<GitRefusal> {
  if (failure.reason !== 'refused') return refuse(describeGitFailure(failure, 'find the repository'));
  const detail = quoteStderr(failure);
  // If git works with every owner trusted, the owner was the only obstacle.
  const trusting = await git.run(['-c', 'safe.directory=*', ...IS_WORK_TREE]);
  if (trusting.ok) {
    const summary = `Git does not trust the repository of ${folder}, which belongs to another user.`;
    const hint = 'Mark the folder as safe: git config --global --add safe.directory FOLDER.';
    return refuse({ code: 'git-failed', summary, detail, hint });
  }
  const summary = `Git finds no repository that it can use in ${folder} or above it.`;
  return refuse({ code: 'git-failed', summary, detail, hint: CLONE_HINT });
}
