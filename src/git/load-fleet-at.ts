import { basename, dirname, join, resolve } from 'node:path';
import { type LoadOptions, loadFleet } from '../config/load-fleet.ts';
import { findRootDocument, reportNoRoot } from '../config/resolve/file-system.ts';
import { showPath } from '../config/resolve/load-documents.ts';
import { quote } from '../config/validate/problem.ts';
import { compareText, type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import { type Base, shortCommit } from '../model/plan.ts';
import { describeGitFailure, type GitFailure, type GitPort, quoteStderr, type Refusal, refuse } from './git.ts';
import { createGitFiles } from './git-files.ts';
import { type Repository, resolveBase } from './resolve-base.ts';

export interface LoadAtOptions extends Omit<LoadOptions, 'filePrefix'> {
  /** As in `resolveBase`. */
  readonly ref: string;
  /** The git program in a folder: absolute, links resolved. */
  readonly openGit: (folder: string) => GitPort;
}

export type BaseLoad =
  | {
      readonly ok: true;
      readonly base: Base;
      /** In order of name; none when there was no configuration, or no such environment, which is a note. */
      readonly pipes: readonly DesiredPipe[];
      /** Notes and warnings. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | Refusal;

/**
 * Loads what was desired at a commit: the root document that the other options find in the work tree (`files`), as it was
 * then, with its includes as they were then. Places are named `REF:PATH`, with the path from the top of the repository,
 * as `git show` takes them. Nothing is checked out, and neither work tree nor index are touched.
 */
export async function loadFleetAt(options: LoadAtOptions): Promise<BaseLoad> {
  const { environment, variables } = options;
  const inWorkTree = await findRootDocument(options.cwd, options.file, options.files);
  const folder = inWorkTree === null ? null : await options.files.realPath(dirname(inWorkTree));
  if (inWorkTree === null || folder === null) return { ok: false, diagnostics: [reportNoRoot()], sources: new Map() };
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
  const wasThere = (await files.realPath(path)) !== null;
  const renames = wasThere ? null : await listRenames(git, base.commit);
  if (renames?.ok === false) return failGit(renames.failure, 'compare with');
  const root = wasThere ? name : renames?.from.get(name);
  const at = { cwd: top, environment, variables, files, filePrefix: `${labelOf(base)}:` };
  const result = root === undefined ? null : await loadFleet({ ...at, file: join(top, root) });
  const failure = files.failure();
  if (failure !== null) return failGit(failure, 'read the files of');
  if (result === null) return withoutPipes(base, `There was no ${quote(name)}`, 'configuration');
  // A document that is meant to be completed by the environment may have other errors without it.
  if (result.lacksEnvironment)
    return withoutPipes(base, `The environment ${quote(environment ?? '')} was not defined`, 'environment');
  const submodules = [...files.skippedSubmodules].map((submodule) => showPath(top, submodule)).sort(compareText);
  const warnings = submodules.map((submodule) => warnOfSubmodule(submodule, base));
  const { fleet, diagnostics, sources } = result;
  if (fleet !== null) return { ok: true, base, pipes: fleet.pipes, diagnostics: warnings };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const dated = errors.map((error) => ({ ...error, summary: `At ${describe(base)}: ${error.summary}` }));
  const heading = diagnose('error', {
    code: 'base-invalid',
    summary: `The configuration at ${describe(base)} has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}, so Pipeform cannot tell where differences come from.`,
    hint: 'Use a base with a valid configuration, or leave out --base.',
  });
  return { ok: false, diagnostics: [heading, ...warnings, ...dated], sources };
}

function describe({ ref, commit }: Base): string {
  return `${ref} (${shortCommit(commit)})`;
}

/** The part before the colon of `git show COMMIT:PATH`; a merge base has no other name than its own. */
function labelOf({ ref, commit }: Base): string {
  return ref.includes('...') || ref.includes(':') ? shortCommit(commit) : ref;
}

function withoutPipes(base: Base, problem: string, what: string): BaseLoad {
  const note = diagnose('note', {
    code: 'base-without-pipes',
    summary: `${problem} at ${describe(base)}, so every pipe counts as newly managed.`,
    hint: `If the ${what} is not new, use a base that contains it.`,
  });
  return { ok: true, base, pipes: [], diagnostics: [note] };
}

function warnOfSubmodule(name: string, base: Base): Diagnostic {
  return diagnose('warning', {
    code: 'base-submodule',
    summary: `An include pattern may reach into the submodule ${quote(name)}, whose files are not part of ${describe(base)}.`,
    detail: 'Pipes that are defined in it count as newly managed.',
    hint: 'Keep configuration files in the repository itself, or narrow the pattern.',
  });
}

/** The files that were renamed since a commit: the names that git had for them then, by those that it has now. */
async function listRenames(git: GitPort, commit: string) {
  // Compared with the index, which has a rename that was staged and not yet committed, too; nothing is refreshed or written.
  const compared = await git.run(['diff-index', '--cached', '-z', '-M', '--diff-filter=R', '--name-status', commit]);
  if (!compared.ok) return compared;
  // Each is a status, the old name and the new one.
  const words = compared.output.toString().split('\0');
  const from = new Map(words.flatMap((word, index) => (index % 3 === 2 ? [[word, words[index - 1] ?? '']] : [])));
  return { ok: true, from } as const;
}

const ASK_WORK_TREE = ['rev-parse', '--is-inside-work-tree'];

/** The repository that a folder is in. `folder` is the folder of `git`: absolute, links resolved. */
export async function openRepository(
  git: GitPort,
  folder: string,
): Promise<{ readonly ok: true; readonly repository: Repository } | Refusal> {
  const asked = await git.run([...ASK_WORK_TREE, '--is-shallow-repository', '--show-prefix']);
  if (!asked.ok) return explainNoRepository(git, folder, asked.failure);
  const [inside, shallow, ...prefix] = asked.output.toString().split('\n');
  if (inside !== 'true')
    return refuse({
      code: 'git-no-repository',
      summary: `The folder ${folder} is not in a work tree of its Git repository.`,
      hint: 'Run the command in a clone with a work tree, or leave out --base.',
    });
  // Git knows how deep the folder is in its own terms, whatever links and mounts led here.
  const depth = prefix.join('\n').split('/').length - 1;
  const top = resolve(folder, ...Array<string>(depth).fill('..'));
  return { ok: true, repository: { git, top, history: shallow === 'true' ? 'shallow' : 'whole' } };
}

async function explainNoRepository(git: GitPort, folder: string, failure: GitFailure): Promise<Refusal> {
  if (failure.reason !== 'refused') return refuse(describeGitFailure(failure, 'find the repository'));
  const detail = quoteStderr(failure);
  // Asked again as if every owner were trusted: an answer now means that the owner was the only obstacle.
  const trusting = await git.run(['-c', 'safe.directory=*', ...ASK_WORK_TREE]);
  if (trusting.ok)
    return refuse({
      code: 'git-owner',
      summary: `Git does not trust the repository of ${folder}, which belongs to another user.`,
      detail,
      hint: 'Declare the top folder of the repository safe: git config --global --add safe.directory FOLDER',
    });
  return refuse({
    code: 'git-no-repository',
    summary: `Git finds no repository that it can use in ${folder} or above it.`,
    detail,
    hint: 'Run the command in a clone of the repository, or leave out --base.',
  });
}
