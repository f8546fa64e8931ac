import { resolve } from 'node:path';
import type { Diagnostic, DiagnosticWords } from '../model/diagnostic.ts';
import { diagnose } from '../model/diagnostic.ts';
import type { GitPort } from './git.ts';
import type { GitTrouble } from './git-trouble.ts';
import { quoteGit, reportTrouble } from './git-words.ts';

export interface Repository {
  readonly git: GitPort;
  /** The absolute path of the top of the work tree, links resolved. */
  readonly top: string;
  readonly history: 'whole' | 'shallow';
}

export type Opened =
  | { readonly ok: true; readonly repository: Repository }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const ASK_WORK_TREE = ['rev-parse', '--is-inside-work-tree'];

/** The repository that a folder is in. `folder` is the folder of `git`: absolute, links resolved. */
export async function openRepository(git: GitPort, folder: string): Promise<Opened> {
  const asked = await git.run([...ASK_WORK_TREE, '--is-shallow-repository', '--show-prefix']);
  if (!asked.ok) return refuse(await explain(git, folder, asked.trouble));
  const [inside, shallow, ...prefix] = asked.output.toString().split('\n');
  if (inside !== 'true') return refuse(diagnose('error', noWorkTree(folder)));
  // Git knows how deep the folder is in its own terms, whatever links and mounts led here.
  const depth = prefix.join('\n').split('/').length - 1;
  const top = resolve(folder, ...Array<string>(depth).fill('..'));
  return { ok: true, repository: { git, top, history: shallow === 'true' ? 'shallow' : 'whole' } };
}

function refuse(diagnostic: Diagnostic): Opened {
  return { ok: false, diagnostics: [diagnostic] };
}

async function explain(git: GitPort, folder: string, trouble: GitTrouble): Promise<Diagnostic> {
  if (trouble.reason !== 'refused') return reportTrouble(trouble, 'find the repository');
  // Asked again as if every owner were trusted: an answer now means that the owner was all that it minded.
  const trusting = await git.run(['-c', 'safe.directory=*', ...ASK_WORK_TREE]);
  return diagnose('error', trusting.ok ? wrongOwner(folder, trouble) : noRepository(folder, trouble));
}

function wrongOwner(folder: string, trouble: GitTrouble): DiagnosticWords {
  return {
    code: 'git-owner',
    summary: `Git does not trust the repository of ${folder}, which belongs to another user.`,
    detail: quoteGit(trouble),
    hint: 'Declare the top folder of the repository safe: git config --global --add safe.directory FOLDER',
  };
}

function noRepository(folder: string, trouble: GitTrouble): DiagnosticWords {
  return {
    code: 'git-no-repository',
    summary: `Git finds no repository that it can use in ${folder} or above it.`,
    detail: quoteGit(trouble),
    hint: 'Run the command in a clone of the repository, or leave out --base.',
  };
}

function noWorkTree(folder: string): DiagnosticWords {
  return {
    code: 'git-no-repository',
    summary: `The folder ${folder} is in no work tree of its git repository.`,
    hint: 'Run the command in a clone with a work tree, or leave out --base.',
  };
}
