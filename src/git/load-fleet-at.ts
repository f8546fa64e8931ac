import { basename, dirname, join, relative, sep } from 'node:path';
import { type LoadOptions, type LoadResult, loadFleet } from '../config/load-fleet.ts';
import { findRootDocument, reportNoRoot } from '../config/resolve/find-root.ts';
import { quote } from '../config/validate/problem.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { compareText, diagnose, hasErrors } from '../model/diagnostic.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import type { Sources } from '../model/location.ts';
import type { Base } from '../model/plan.ts';
import { findRootAt } from './find-root-at.ts';
import type { GitPort } from './git.ts';
import { createGitFiles, type GitFiles } from './git-files.ts';
import { reportTrouble, shortCommit } from './git-words.ts';
import { openRepository, type Repository } from './open-repository.ts';
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
  if (!created.ok) return fail([reportTrouble(created.trouble, `list the files of ${describe(base)}`)]);
  try {
    return await loadFrom({ options, repository, base, files: created.files, path: join(folder, basename(root)) });
  } finally {
    await created.files.close();
  }
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
  if (!root.ok) return fail([reportTrouble(root.trouble, `compare with ${describe(base)}`)]);
  const broken = files.trouble();
  if (broken !== null) return fail([reportTrouble(broken, `read the files of ${describe(base)}`)]);
  if (root.path === null) return { ok: true, base, pipes: [], diagnostics: [noRootThen(name, base)] };
  const { environment, variables } = options;
  const filePrefix = `${labelOf(base)}:`;
  const result = await loadFleet({ cwd: top, file: join(top, root.path), environment, variables, files, filePrefix });
  return judge(result, loading);
}

function judge({ fleet, diagnostics, sources, lacksEnvironment }: LoadResult, loading: Loading): BaseLoad {
  const { base, files, options, repository } = loading;
  const trouble = files.trouble();
  if (trouble !== null) return fail([reportTrouble(trouble, `read the files of ${describe(base)}`)], sources);
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
    hint: 'Name a base at which the configuration was there, unless it is new.',
  });
}

function noEnvironmentThen(environment: string, base: Base): Diagnostic {
  return diagnose('note', {
    code: 'base-without-pipes',
    summary: `The environment ${quote(environment)} was not defined at ${describe(base)}, so every pipe counts as newly managed.`,
    hint: 'Name a base at which the environment was there, unless it is new.',
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
    summary: `The configuration at ${describe(base)} has ${count === 1 ? 'an error' : `${count} errors`}, so no difference can be attributed.`,
    hint: 'Name a base whose configuration is valid, or leave out --base.',
  });
}
