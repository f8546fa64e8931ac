import { join } from 'node:path';
import type { Variables } from '../config/resolve/interpolate.ts';
import { loadDocuments } from '../config/resolve/load-documents.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import type { Diagnostic, Severity } from '../model/diagnostic.ts';
import { count } from '../model/number.ts';
import type { Result } from '../model/result.ts';
import { describeGitFailure, type GitRefusal, refuse } from './git.ts';
import { createGitFiles } from './git-files.ts';
import { findFork, type Repository } from './resolve-base.ts';

interface MissingCommitsRequest {
  /** The text has the same form as in `resolveBase`. */
  readonly ref: string;
  readonly repository: Repository;
  /** The path of the root document from the top of the repository. */
  readonly root: string;
  readonly environment: string | null;
  readonly variables: Variables;
}

const MAX_COMMITS = 5;
/** The limit protects the command line of git. */
const MAX_FILES = 100;

/** Reports the commits of the base that HEAD lacks, if they change the configuration: a plan of the branch would undo them. */
export async function findMissingCommits(
  request: MissingCommitsRequest,
  severity: Severity,
): Promise<Result<{ readonly diagnostics: readonly Diagnostic[] }, GitRefusal>> {
  const { ref, repository } = request;
  const { git } = repository;
  const found = await findFork(ref, repository);
  if (!found.ok) return found;
  const { name, tip, fork } = found;
  if (fork === tip) return { ok: true, diagnostics: [] };
  const failGit = (failure: Parameters<typeof describeGitFailure>[0]) =>
    refuse(describeGitFailure(failure, `compare the branch with ${name}`));
  const then = await readTexts(fork, request);
  const now = await readTexts(tip, request);
  if (!then.ok) return failGit(then.failure);
  if (!now.ok) return failGit(now.failure);
  const files = [...new Set([...then.texts.keys(), ...now.texts.keys()])];
  const changed = files.filter((file) => then.texts.get(file) !== now.texts.get(file)).slice(0, MAX_FILES);
  if (changed.length === 0) return { ok: true, diagnostics: [] };
  const paths = changed.map((file) => `:(top,literal)${file}`);
  // The command is not `log`, which a repository can make to run gpg.
  const log = await git.run(['rev-list', '--format=%h %s', `${fork}..${tip}`, '--', ...paths]);
  if (!log.ok) return failGit(log.failure);
  const commits = log.output
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('commit '));
  const summary = `This branch lacks ${count(commits.length, 'commit')} of ${name} that ${commits.length === 1 ? 'changes' : 'change'} the configuration.`;
  const more = commits.length - MAX_COMMITS;
  const detail = [
    'Where they were applied, a plan of this branch undoes them.',
    ...commits.slice(0, MAX_COMMITS),
    ...(more > 0 ? [`and ${count(more, 'more commit')}`] : []),
  ].join('\n');
  return { ok: true, diagnostics: [diagnoseCode('branch-behind', summary, detail, severity)] };
}

/** The texts of the configuration files at a commit, by their path from the top of the repository. */
async function readTexts(commit: string, { repository, root, environment, variables }: MissingCommitsRequest) {
  const { git, top } = repository;
  const created = await createGitFiles({ git, commit, top });
  if (!created.ok) return created;
  const { files } = created;
  const path = join(top, root);
  if ((await files.realPath(path)) === null) return { ok: true, texts: new Map<string, string>() } as const;
  const { sources } = await loadDocuments(path, { cwd: top, files, environment, variables });
  const failure = files.failure();
  return failure === null ? ({ ok: true, texts: sources } as const) : ({ ok: false, failure } as const);
}
