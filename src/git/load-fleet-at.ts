import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type LoadOptions, type LoadResult, loadFleet } from '../config/load-fleet.ts';
import { type FileSystem, findRootDocument, reportNoRoot } from '../config/resolve/file-system.ts';
import { quote } from '../config/validate/problem.ts';
import { compareText, type Diagnostic, type DiagnosticWords, diagnose, hasErrors } from '../model/diagnostic.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import type { Sources } from '../model/location.ts';
import type { Base } from '../model/plan.ts';
import { diagnoseFailure, type GitFailure, type GitPort, quoteStderr, shortCommit } from './git.ts';
import { createGitFiles, type GitFiles } from './git-files.ts';
import type { Repository } from './resolve-base.ts';
import { resolveBase } from './resolve-base.ts';

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
  | {
      readonly ok: false;
      readonly diagnostics: readonly Diagnostic[];
      /** The texts at the commit, for the places that name it. */
      readonly sources: Sources;
    };

/**
 * Loads what was desired at a commit: the root document that the other options find in the work tree (`files`), as it was
 * then, with its includes as they were then. Places are named `REF:PATH`, with the path from the top of the repository,
 * as `git show` takes them. Nothing is checked out, and neither work tree nor index are touched.
 */
export async function loadFleetAt(options: LoadAtOptions): Promise<BaseLoad> {
  const root = await findRootDocument(options.cwd, options.file, options.files);
  const folder = root === null ? null : await options.files.realPath(dirname(root));
  if (root === null || folder === null) return fail([reportNoRoot()]);
  const opened = await openRepository(options.openGit(folder), folder);
  if (!opened.ok) return fail(opened.diagnostics);
  const { repository } = opened;
  const resolved = await resolveBase(options.ref, repository);
  if (!resolved.ok) return fail(resolved.diagnostics);
  const { base } = resolved;
  const created = await createGitFiles({ git: repository.git, commit: base.commit, top: repository.top });
  if (!created.ok) return fail([diagnoseFailure(created.failure, `list the files of ${describe(base)}`)]);
  return loadFrom({ options, repository, base, files: created.files, path: join(folder, basename(root)) });
}

interface Loading {
  readonly options: LoadAtOptions;
  readonly repository: Repository;
  readonly base: Base;
  readonly files: GitFiles;
  /** Absolute path of the root document in the work tree. */
  readonly path: string;
}

async function loadFrom(loading: Loading): Promise<BaseLoad> {
  const { options, repository, base, files, path } = loading;
  const { git, top } = repository;
  const name = nameInTree(top, path);
  const root = await findRootAt({ git, commit: base.commit, files, path, name });
  if (!root.ok) return fail([diagnoseFailure(root.failure, `compare with ${describe(base)}`)]);
  const broken = files.failure();
  if (broken !== null) return fail([diagnoseFailure(broken, `read the files of ${describe(base)}`)]);
  if (root.path === null) return { ok: true, base, pipes: [], diagnostics: [noRootThen(name, base)] };
  const { environment, variables } = options;
  const filePrefix = `${labelOf(base)}:`;
  const result = await loadFleet({ cwd: top, file: join(top, root.path), environment, variables, files, filePrefix });
  return judge(result, loading);
}

function judge({ fleet, diagnostics, sources, lacksEnvironment }: LoadResult, loading: Loading): BaseLoad {
  const { base, files, options, repository } = loading;
  const failure = files.failure();
  if (failure !== null) return fail([diagnoseFailure(failure, `read the files of ${describe(base)}`)], sources);
  // A document that is meant to be completed by the environment may have other errors without it.
  if (lacksEnvironment) {
    return { ok: true, base, pipes: [], diagnostics: [noEnvironmentThen(options.environment ?? '', base)] };
  }
  const submodules = [...files.passedOver].map((path) => nameInTree(repository.top, path)).sort(compareText);
  const warnings = submodules.map((name) => passedOver(name, base));
  if (fleet !== null && !hasErrors(diagnostics)) return { ok: true, base, pipes: fleet.pipes, diagnostics: warnings };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const dated = errors.map((error) => ({ ...error, summary: `At ${describe(base)}: ${error.summary}` }));
  return fail([invalid(errors.length, base), ...warnings, ...dated], sources);
}

function fail(diagnostics: readonly Diagnostic[], sources: Sources = new Map()): BaseLoad {
  return { ok: false, diagnostics, sources };
}

function nameInTree(top: string, path: string): string {
  return relative(top, path).replaceAll(sep, '/');
}

function describe({ ref, commit }: Base): string {
  return `${ref} (${shortCommit(commit)})`;
}

/** What stands before the colon of `git show COMMIT:PATH`; a merge base has no other name than its own. */
function labelOf({ ref, commit }: Base): string {
  return ref.includes('...') || ref.includes(':') ? shortCommit(commit) : ref;
}

function noRootThen(name: string, base: Base): Diagnostic {
  return diagnose('note', {
    code: 'base-without-pipes',
    summary: `There was no ${quote(name)} at ${describe(base)}, so every pipe counts as newly managed.`,
    hint: 'If the configuration is not new, use a base that contains it.',
  });
}

function noEnvironmentThen(environment: string, base: Base): Diagnostic {
  return diagnose('note', {
    code: 'base-without-pipes',
    summary: `The environment ${quote(environment)} was not defined at ${describe(base)}, so every pipe counts as newly managed.`,
    hint: 'If the environment is not new, use a base that contains it.',
  });
}

function passedOver(name: string, base: Base): Diagnostic {
  return diagnose('warning', {
    code: 'base-submodule',
    summary: `An include pattern may reach into the submodule ${quote(name)}, whose files are not part of ${describe(base)}.`,
    detail: 'Pipes that are defined in it count as newly managed.',
    hint: 'Keep configuration files in the repository itself, or narrow the pattern.',
  });
}

function invalid(count: number, base: Base): Diagnostic {
  return diagnose('error', {
    code: 'base-invalid',
    summary: `The configuration at ${describe(base)} has ${count === 1 ? 'an error' : `${count} errors`}, so Pipeform cannot tell where differences come from.`,
    hint: 'Use a base with a valid configuration, or leave out --base.',
  });
}

type RootAtCommit =
  | { readonly ok: true; readonly path: string | null }
  | { readonly ok: false; readonly failure: GitFailure };

interface RootQuestion {
  readonly git: GitPort;
  readonly commit: string;
  readonly files: FileSystem;
  /** Absolute path of the root document in the work tree, links in its folder resolved. */
  readonly path: string;
  /** The path as git names it: from the top of the work tree, with forward slashes. */
  readonly name: string;
}

/** Where the root document was at a commit, as git names it: the same place, or the one it was renamed from; else null. */
async function findRootAt({ git, commit, files, path, name }: RootQuestion): Promise<RootAtCommit> {
  if ((await files.realPath(path)) !== null) return { ok: true, path: name };
  // Compared with the index, which has a rename that was staged and not yet committed, too; nothing is refreshed or written.
  const compared = await git.run(['diff-index', '--cached', '-z', '-M', '--diff-filter=R', '--name-status', commit]);
  if (!compared.ok) return compared;
  const words = compared.output.toString().split('\0');
  for (let index = 0; index + 2 < words.length; index += 3) {
    if (words[index + 2] === name) return { ok: true, path: words[index + 1] ?? null };
  }
  return { ok: true, path: null };
}

type OpenedRepository =
  | { readonly ok: true; readonly repository: Repository }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const ASK_WORK_TREE = ['rev-parse', '--is-inside-work-tree'];

/** The repository that a folder is in. `folder` is the folder of `git`: absolute, links resolved. */
export async function openRepository(git: GitPort, folder: string): Promise<OpenedRepository> {
  const asked = await git.run([...ASK_WORK_TREE, '--is-shallow-repository', '--show-prefix']);
  if (!asked.ok) return refuse(await explain(git, folder, asked.failure));
  const [inside, shallow, ...prefix] = asked.output.toString().split('\n');
  if (inside !== 'true') return refuse(diagnose('error', noWorkTree(folder)));
  // Git knows how deep the folder is in its own terms, whatever links and mounts led here.
  const depth = prefix.join('\n').split('/').length - 1;
  const top = resolve(folder, ...Array<string>(depth).fill('..'));
  return { ok: true, repository: { git, top, history: shallow === 'true' ? 'shallow' : 'whole' } };
}

function refuse(diagnostic: Diagnostic): OpenedRepository {
  return { ok: false, diagnostics: [diagnostic] };
}

async function explain(git: GitPort, folder: string, failure: GitFailure): Promise<Diagnostic> {
  if (failure.reason !== 'refused') return diagnoseFailure(failure, 'find the repository');
  // Asked again as if every owner were trusted: an answer now means that the owner was all that it minded.
  const trusting = await git.run(['-c', 'safe.directory=*', ...ASK_WORK_TREE]);
  return diagnose('error', trusting.ok ? wrongOwner(folder, failure) : noRepository(folder, failure));
}

function wrongOwner(folder: string, failure: GitFailure): DiagnosticWords {
  return {
    code: 'git-owner',
    summary: `Git does not trust the repository of ${folder}, which belongs to another user.`,
    detail: quoteStderr(failure),
    hint: 'Declare the top folder of the repository safe: git config --global --add safe.directory FOLDER',
  };
}

function noRepository(folder: string, failure: GitFailure): DiagnosticWords {
  return {
    code: 'git-no-repository',
    summary: `Git finds no repository that it can use in ${folder} or above it.`,
    detail: quoteStderr(failure),
    hint: 'Run the command in a clone of the repository, or leave out --base.',
  };
}

function noWorkTree(folder: string): DiagnosticWords {
  return {
    code: 'git-no-repository',
    summary: `The folder ${folder} is not in a work tree of its Git repository.`,
    hint: 'Run the command in a clone with a work tree, or leave out --base.',
  };
}
