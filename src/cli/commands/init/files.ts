import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { createNodeFiles, findRootDocument, ROOT_NAME } from '../../../config/resolve/file-system.ts';
import { findRepositoryFolder } from '../../../engine/find-repository-folder.ts';
import { packagePath } from '../../../engine/package-files.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { FileEdit } from '../../../model/location.ts';
import { capitalize, listWords } from '../../../model/text.ts';
import { DEFAULT_PACKAGE } from '../../../model/version.ts';
import type { InitDocument, InitFile } from '../../../report/text/init-text.ts';
import { writeFiles } from '../../output/write-files.ts';
import { findSchema } from '../../steps/find-schema.ts';
import type { Answers, SandboxFleet } from './answers.ts';
import { renderConfiguration } from './configuration.ts';
import type { Configured } from './configured.ts';

export interface InitPlace {
  /** Names of files are relative to this folder. */
  readonly cwd: string;
  readonly folder: string;
  /** The folder within its git repository, with forward slashes; empty at the top and outside a repository. */
  readonly inRepository: string;
  /** The top of that repository, or the folder itself outside one. */
  readonly top: string;
  /** The path from the folder to the schema of an installed package, or null. */
  readonly schema: string | null;
  readonly hasConfiguration: boolean;
  /** The root document of a parent folder, or null. */
  readonly above: string | null;
}

export async function findPlace(cwd: string, dir: string): Promise<InitPlace> {
  const folder = resolve(cwd, dir);
  const inRepository = findRepositoryFolder(folder) ?? '';
  return {
    cwd,
    folder,
    inRepository,
    top: resolve(folder, ...inRepository.split('/').map((part) => (part === '' ? '.' : '..'))),
    schema: findSchema(folder),
    hasConfiguration: existsSync(join(folder, ROOT_NAME)),
    above: folder === dirname(folder) ? null : await findRootDocument(dirname(folder), null, createNodeFiles()),
  };
}

const IGNORED = `# The journal of runs and the lock belong to this machine.
.pipeform/
# Saved plans and reports contain live values.
/plan.json
/plan-[0-9].json
/plan-[0-9][0-9].json
/drift.json
/run.json
/shard-[0-9].json
/shard-[0-9][0-9].json
/drift.prom
/history.jsonl
/plan.md
/plan.html
/drift.md
/drift.html
/run.html
`;

/** Writes the files that do not exist yet. An existing file is not changed. */
export async function writeNewFiles(
  answers: Answers,
  place: InitPlace,
  sandbox: SandboxFleet,
  configured: Configured,
): Promise<InitDocument> {
  const edit = (folder: string, path: string, after: string): FileEdit => ({
    path: join(folder, path),
    name: nameOf(join(folder, path), place.cwd),
    before: null,
    after,
  });
  const edits = [
    edit(place.folder, ROOT_NAME, renderConfiguration(answers, place.schema, sandbox)),
    edit(place.folder, '.gitignore', IGNORED),
    ...(await readWorkflows(answers, configured, place.inRepository)).map(({ path, text }) =>
      edit(place.top, path, text),
    ),
  ];
  const problems = await writeFiles(edits);
  const statusOf = ({ name }: FileEdit): InitFile['status'] => {
    const problem = problems.find(({ file }) => file === name);
    if (problem === undefined) return 'written';
    return problem.code === 'file-changed' ? 'exists' : 'failed';
  };
  const present = edits.filter((one) => statusOf(one) === 'exists');
  return {
    kind: 'init',
    formatVersion: 1,
    files: edits.map((one) => ({ file: one.name, status: statusOf(one) })),
    diagnostics: [
      ...problems.filter(({ code }) => code !== 'file-changed'),
      ...configured.diagnostics,
      ...(place.hasConfiguration ? [] : [...describeAbove(place), ...describeIds(answers, sandbox)]),
      ...(await Promise.all(present.map(describePresent))).flat(),
    ],
  };
}

function nameOf(path: string, cwd: string): string {
  return relative(cwd, path).split(sep).join('/');
}

/** Warns of ids of the sandbox with another address. */
function describeIds({ url, organization, services }: Answers, sandbox: SandboxFleet): readonly Diagnostic[] {
  const ids = new Set(sandbox.services.values());
  const borrowed = [
    ...(organization === sandbox.organization ? ['the organization'] : []),
    ...[...services].filter(([, id]) => ids.has(id)).map(([name]) => `service ${name}`),
  ];
  if (url === sandbox.url || borrowed.length === 0) return [];
  const uses = borrowed.length === 1 ? 'uses an id' : 'use ids';
  const summary = `${capitalize(listWords(borrowed))} ${uses} of the sandbox, but the address is not the sandbox.`;
  const hint = 'Write yours into pipeform.yaml, or pass them with --organization and --service.';
  return [diagnose('warning', { code: 'init-unfinished', summary, hint })];
}

function describeAbove({ above, cwd }: InitPlace): readonly Diagnostic[] {
  if (above === null) return [];
  const summary = `A parent folder already has a configuration: ${nameOf(above, cwd)}.`;
  const detail = 'Commands in the new folder use only the new configuration.';
  const hint = 'If the folder belongs to that configuration, remove the new one and include the files of pipes.';
  return [diagnose('warning', { code: 'init-unfinished', summary, detail, hint })];
}

/** Describes the lines that an existing file lacks. */
async function describePresent({ path, name, after }: FileEdit): Promise<readonly Diagnostic[]> {
  const present = (await readFile(path, 'utf8').catch(() => '')).split('\n').map((line) => line.trimEnd());
  const missing = after.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !present.includes(line));
  if (missing.length === 0) return [];
  const hints: Readonly<Record<string, string>> = {
    '.gitignore': `Add the missing lines by hand: ${missing.join(' ')}`,
    '.gitlab-ci.yml': `Add to its \`include\`: - local: ${GITLAB}`,
  };
  const hint = hints[basename(path)] ?? 'To create it again, move the existing file away and rerun init.';
  return [diagnose('note', { code: 'init-unfinished', summary: `${name} already exists and is not changed.`, hint })];
}

interface Workflow {
  /** From the top of the repository. */
  readonly path: string;
  readonly text: string;
}

const GITHUB = ['plan', 'apply', 'rollback', 'drift'];
const SCHEDULE = 'schedule';
/** The folder of the action that the workflows use. */
export const GITHUB_ACTION = '.github/actions/pipeform';
export const GITLAB = 'ci/pipeform.gitlab-ci.yml';
const GITLAB_MAIN = `include:
  - local: ${GITLAB}
`;

/** Reads the workflows of examples/ci. `folder`: that of the configuration, as in `InitPlace.inRepository`. */
async function readWorkflows(
  { ci, install }: Answers,
  { environment, crons, hasSizing }: Configured,
  folder: string,
): Promise<readonly Workflow[]> {
  // CI works at the top of the repository.
  const document = folder === '' ? null : posix.join(folder, ROOT_NAME);
  const variables = { PIPEFORM_CONFIG: document, PIPEFORM_ENV: environment };
  if (ci === 'github') {
    const names = [...GITHUB, ...(crons.length > 0 ? [SCHEDULE] : []), ...(hasSizing ? ['recommend'] : [])];
    const [action, script, questions, ...workflows] = await Promise.all([
      readPackaged('action.yml'),
      readPackaged('action.sh'),
      readPackaged('ask-github.sh'),
      ...names.map((name) => readExample('github', `${name}.yml`)),
    ]);
    return [
      { path: `${GITHUB_ACTION}/action.yml`, text: namePackage(action, install) },
      { path: `${GITHUB_ACTION}/action.sh`, text: script },
      { path: `${GITHUB_ACTION}/ask-github.sh`, text: questions },
      ...workflows.map((text, index) => ({
        path: `.github/workflows/pipeform-${names[index]}.yml`,
        text: writeVariables(names[index] === SCHEDULE ? writeCrons(text, crons) : text, 'env', variables),
      })),
    ];
  }
  if (ci === 'gitlab') {
    const text = await readExample('gitlab', 'pipeform.gitlab-ci.yml');
    return [
      { path: '.gitlab-ci.yml', text: GITLAB_MAIN },
      { path: GITLAB, text: writeVariables(namePackage(text, install), 'variables', variables) },
    ];
  }
  return [];
}

function readExample(...path: readonly string[]): Promise<string> {
  return readPackaged('examples', 'ci', ...path);
}

function readPackaged(...path: readonly string[]): Promise<string> {
  return readFile(packagePath(...path), 'utf8');
}

/** Replaces the crons of the example, and the comment about them. */
function writeCrons(text: string, crons: readonly string[]): string {
  const lines = crons.map((cron) => `    - cron: "${cron}"\n`);
  return text.replace(/(?<=^ {2}schedule:\n)(?: {4}.*\n)+/m, () => lines.join(''));
}

function namePackage(text: string, install: string): string {
  return text.replace(DEFAULT_PACKAGE, () => install);
}

/** Adds the variables that have a value, for all jobs. */
function writeVariables(
  text: string,
  section: 'env' | 'variables',
  variables: Readonly<Record<string, string | null>>,
): string {
  const lines = Object.entries(variables)
    .map(([name, value]) => (value === null ? '' : `  ${name}: ${JSON.stringify(value)}\n`))
    .join('');
  if (lines === '') return text;
  if (section === 'variables') return text.replace(/^variables:\n/m, (head) => `${head}${lines}`);
  return text.replace(/^jobs:\n/m, (head) => `env:\n${lines}\n${head}`);
}
