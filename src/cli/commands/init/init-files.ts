import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findRepositoryFolder } from '../../../engine/find-repository-folder.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { FileEdit } from '../../../model/file-edit.ts';
import { listWords } from '../../../model/list-words.ts';
import { writeFiles } from '../../output/write-files.ts';
import type { Answers, SandboxFleet } from './init-answers.ts';
import { renderConfiguration } from './init-configuration.ts';
import { readWorkflows } from './init-workflows.ts';

/** What became of a file that `init` is to write. */
export interface InitFile {
  /** Relative to the working folder, with forward slashes. */
  readonly file: string;
  /** `exists`: it was there, and is as it was. */
  readonly status: 'written' | 'exists' | 'failed';
}

/** What `init --format json` prints (schema/init.schema.json). */
export interface InitDocument {
  readonly kind: 'init';
  readonly formatVersion: 1;
  readonly files: readonly InitFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Where a new configuration goes, and what is around it. */
export interface InitPlace {
  /** The folder that names of files are relative to. */
  readonly cwd: string;
  readonly folder: string;
  /** The folder within its git repository, with forward slashes; empty at the top, and outside of any. */
  readonly inRepository: string;
  /** The schema of a package that is installed in the repository, from the folder; null where there is none. */
  readonly schema: string | null;
  readonly hasConfiguration: boolean;
  /** The root document of a folder above; null when there is none. */
  readonly above: string | null;
}

const ROOT_DOCUMENT = 'pipeform.yaml';
const SCHEMA = 'node_modules/pipeform/schema/config.schema.json';

export function findPlace(cwd: string, dir: string | null): InitPlace {
  const folder = resolve(cwd, dir ?? '.');
  const inRepository = findRepositoryFolder(folder);
  return {
    cwd,
    folder,
    inRepository,
    schema: findSchema(folder, inRepository),
    hasConfiguration: isThere(join(folder, ROOT_DOCUMENT)),
    above: findAbove(folder),
  };
}

/** Not from above the repository: whoever clones it does not have what lies there. */
function findSchema(folder: string, inRepository: string): string | null {
  const depth = inRepository === '' ? 0 : inRepository.split('/').length;
  const ways = Array.from({ length: depth + 1 }, (_, up) => (up === 0 ? './' : '../'.repeat(up)));
  const way = ways.find((up) => existsSync(join(folder, up, SCHEMA)));
  return way === undefined ? null : `${way}${SCHEMA}`;
}

function findAbove(folder: string): string | null {
  const parent = dirname(folder);
  if (parent === folder) return null;
  const path = join(parent, ROOT_DOCUMENT);
  return existsSync(path) ? path : findAbove(parent);
}

/** Whether anything stands at a path, be it a link that leads nowhere. Where that cannot be seen, writing will tell why. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

const IGNORED = `# The journal of runs and the lock belong to this machine.
.pipeform/
# Saved plans and reports hold live values.
/plan*.json
/drift*.json
/run*.json
/shard-*.json
/drift.prom
/plan.html
/drift.html
/run.html
`;

/** Writes what is not there yet. Whatever is there stays byte for byte. */
export async function writeNewFiles(answers: Answers, place: InitPlace, sandbox: SandboxFleet): Promise<InitDocument> {
  const top = resolve(place.folder, ...place.inRepository.split('/').map((part) => (part === '' ? '.' : '..')));
  const edit = (folder: string, path: string, after: string): FileEdit => ({
    path: join(folder, path),
    name: nameOf(join(folder, path), place.cwd),
    before: null,
    after,
  });
  const edits = [
    edit(place.folder, ROOT_DOCUMENT, renderConfiguration(answers, place.schema, sandbox)),
    edit(place.folder, '.gitignore', IGNORED),
    ...(await readWorkflows(answers.ci, place.inRepository)).map(({ path, text }) => edit(top, path, text)),
  ];
  const present = edits.filter(({ path }) => isThere(path));
  const problems = await writeFiles(edits.filter((one) => !present.includes(one)));
  const statusOf = (one: FileEdit): InitFile['status'] => {
    if (present.includes(one)) return 'exists';
    return problems.some(({ file }) => file === one.name) ? 'failed' : 'written';
  };
  return {
    kind: 'init',
    formatVersion: 1,
    files: edits.map((one) => ({ file: one.name, status: statusOf(one) })),
    diagnostics: [
      ...problems,
      ...(place.hasConfiguration ? [] : [...describeAbove(place), ...describeIds(answers, sandbox)]),
      ...present.flatMap(describePresent),
    ],
  };
}

function nameOf(path: string, cwd: string): string {
  return relative(cwd, path).split(sep).join('/');
}

/** The ids of the sandbox mean nothing to another service. */
function describeIds({ url, organization, services }: Answers, sandbox: SandboxFleet): readonly Diagnostic[] {
  const ids = new Set(sandbox.services.values());
  const borrowed = [
    ...(organization === sandbox.organization ? ['the organization'] : []),
    ...[...services].filter(([, id]) => ids.has(id)).map(([name]) => `service ${name}`),
  ];
  if (url === sandbox.url || borrowed.length === 0) return [];
  return [
    diagnose('warning', {
      code: 'ids-of-sandbox',
      summary: `The ids of ${listWords(borrowed)} are those of the sandbox, which is not at this address.`,
      hint: 'Write yours into pipeform.yaml.',
    }),
  ];
}

function describeAbove({ above, cwd }: InitPlace): readonly Diagnostic[] {
  if (above === null) return [];
  return [
    diagnose('warning', {
      code: 'config-above',
      summary: `A folder above has a configuration too: ${nameOf(above, cwd)}.`,
      detail: 'In the new folder, commands use the new one; that one does not include it.',
      hint: 'If the folder belongs to that configuration, remove the new pipeform.yaml and include files of pipes instead.',
    }),
  ];
}

/** What to add by hand to a file that is there. A file that holds all of it needs no words. */
function describePresent({ path, name, after }: FileEdit): readonly Diagnostic[] {
  const missing = after
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !readLines(path).has(line));
  const summary = `${name} is there already, and is left as it is.`;
  if (missing.length === 0) return [];
  if (name.endsWith('.gitignore')) {
    const hint = `Add by hand what is not in it yet: ${missing.join(' ')}`;
    return [diagnose('note', { code: 'file-exists', summary, hint })];
  }
  if (name.endsWith('.gitlab-ci.yml') && !path.endsWith('pipeform.gitlab-ci.yml')) {
    const hint = 'Add to its `include`: - local: ci/pipeform.gitlab-ci.yml';
    return [diagnose('note', { code: 'file-exists', summary, hint })];
  }
  return [
    diagnose('note', { code: 'file-exists', summary, hint: 'To have a new one, move it away and run init again.' }),
  ];
}

function readLines(path: string): ReadonlySet<string> {
  try {
    return new Set(
      readFileSync(path, 'utf8')
        .split(/\r?\n/)
        .map((line) => line.trimEnd()),
    );
  } catch {
    return new Set();
  }
}
