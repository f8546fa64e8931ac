import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { createNodeFiles, findRootDocument, ROOT_NAME } from '../../../config/resolve/file-system.ts';
import { findRepositoryFolder } from '../../../engine/find-repository-folder.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { FileEdit } from '../../../model/location.ts';
import { capitalize, listWords } from '../../../model/text.ts';
import type { InitDocument, InitFile } from '../../../report/text/init-text.ts';
import { writeFiles } from '../../output/write-files.ts';
import { findSchema } from '../../steps/find-schema.ts';
import type { InitAnswers, SandboxFleet } from './answers.ts';
import { renderConfiguration } from './configuration.ts';
import type { Configured } from './configured.ts';
import { readWorkflows } from './workflows.ts';

export interface InitPlace {
  /** Names of files are relative to this folder. */
  readonly cwd: string;
  readonly folder: string;
  /** The folder within its git repository, with forward slashes; empty at the top and outside a repository. */
  readonly inRepository: string;
  /** The top of that repository, or the folder itself outside one. */
  readonly top: string;
  readonly isRepository: boolean;
  /** The path from the folder to the schema of an installed package, or null. */
  readonly schema: string | null;
  readonly hasConfiguration: boolean;
  /** The root document of a parent folder, or null. */
  readonly above: string | null;
}

export async function findPlace(cwd: string, dir: string): Promise<InitPlace> {
  const folder = resolve(cwd, dir);
  const found = findRepositoryFolder(folder);
  const inRepository = found ?? '';
  return {
    cwd,
    folder,
    inRepository,
    isRepository: found !== null,
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
  answers: InitAnswers,
  place: InitPlace,
  sandbox: SandboxFleet,
  configured: Configured,
  branch: string,
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
    ...(await readWorkflows(answers, configured, place.inRepository, branch)).map(({ path, text }) =>
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
      ...(place.hasConfiguration ? [] : [...diagnoseAbove(place), ...diagnoseIds(answers, sandbox)]),
      ...(await Promise.all(present.map(diagnosePresent))).flat(),
    ],
  };
}

function nameOf(path: string, cwd: string): string {
  return relative(cwd, path).split(sep).join('/');
}

/** Warns of ids of the sandbox with another address. */
function diagnoseIds({ url, organization, services }: InitAnswers, sandbox: SandboxFleet): readonly Diagnostic[] {
  const ids = new Set(sandbox.services.values());
  const borrowed = [
    ...(organization === sandbox.organization ? ['the organization'] : []),
    ...[...services].filter(([, id]) => ids.has(id)).map(([name]) => `service ${name}`),
  ];
  if (url === sandbox.url || borrowed.length === 0) return [];
  const uses = borrowed.length === 1 ? 'uses an id' : 'use ids';
  const summary = `${capitalize(listWords(borrowed))} ${uses} of the sandbox, but the address is not the sandbox.`;
  const hint = 'Write yours into pipeform.yaml, or pass them with --organization and --service.';
  return [diagnose('warning', { code: 'edit-by-hand', summary, hint })];
}

function diagnoseAbove({ above, cwd }: InitPlace): readonly Diagnostic[] {
  if (above === null) return [];
  const summary = `A parent folder already has a configuration: ${nameOf(above, cwd)}.`;
  const detail = 'Commands in the new folder use only the new configuration.';
  const hint = 'If the folder belongs to that configuration, remove the new one and include the files of pipes.';
  return [diagnose('warning', { code: 'edit-by-hand', summary, detail, hint })];
}

/** Describes the lines that an existing file lacks. */
async function diagnosePresent({ path, name, after }: FileEdit): Promise<readonly Diagnostic[]> {
  const present = (await readFile(path, 'utf8').catch(() => '')).split('\n').map((line) => line.trimEnd());
  const missing = after.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !present.includes(line));
  if (missing.length === 0) return [];
  // Folders such as teams-a and teams/a have the same names of workflows.
  const isOfAnother = missing.some((line) => line.includes('PIPEFORM_CONFIG: '));
  const hints: Readonly<Record<string, string>> = {
    '.gitignore': `Add the missing lines by hand: ${missing.join(' ')}`,
    '.gitlab-ci.yml': `Add to its \`include\`:${missing.at(-1)}`,
  };
  if (isOfAnother) {
    const summary = `${name} already exists, is of another configuration, and is not changed.`;
    return [diagnose('warning', { code: 'edit-by-hand', summary, hint: 'Rename one of the folders and rerun init.' })];
  }
  const hint = hints[basename(path)] ?? 'To create it again, move the existing file away and rerun init.';
  return [diagnose('note', { code: 'edit-by-hand', summary: `${name} already exists and is not changed.`, hint })];
}
