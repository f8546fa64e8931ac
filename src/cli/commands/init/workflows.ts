import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { ROOT_NAME } from '../../../config/resolve/file-system.ts';
import { packagePath } from '../../../engine/package-files.ts';
import { DEFAULT_PACKAGE } from '../../../model/version.ts';
import type { InitAnswers } from './answers.ts';
import type { Configured } from './configured.ts';

interface Workflow {
  /** The path starts at the top of the repository. */
  readonly path: string;
  readonly text: string;
}

const GITHUB = ['plan', 'apply', 'rollback', 'drift'];
const SCHEDULE = 'schedule';
/** The folder of the action that the workflows use. */
export const GITHUB_ACTION = '.github/actions/pipeform';
const ACTION_FILES = ['action.yml', 'action.sh', 'ask-github.sh'];

/** The names of the workflows of one configuration: those of several folders are in the same repository. */
export interface WorkflowNames {
  /** What names begin with: `pipeform`, or `pipeform-teams-a` for the folder teams/a. */
  readonly prefix: string;
  /** The environment of jobs that apply. */
  readonly production: string;
  /** The same for the jobs that apply what the clock has changed. */
  readonly schedule: string;
  readonly gitlab: string;
  /** What variables of pipeline schedules begin with. */
  readonly variables: string;
}

/** @param folder that of the configuration in its repository, as `InitPlace.inRepository`. */
export function nameWorkflows(folder: string): WorkflowNames {
  const part = folder.replace(/[^A-Za-z0-9._]+/g, '-');
  const prefix = part === '' ? 'pipeform' : `pipeform-${part}`;
  return {
    prefix,
    production: part === '' ? 'production' : `production-${part}`,
    schedule: `${prefix}-${SCHEDULE}`,
    gitlab: `ci/${prefix}.gitlab-ci.yml`,
    variables: prefix.toUpperCase().replace(/\W/g, '_'),
  };
}

/** Reads the workflows of examples/ci, for a configuration in `folder` and the branch that is applied. */
export async function readWorkflows(
  { ci, install }: InitAnswers,
  { environment, crons, hasSizing }: Configured,
  folder: string,
  branch: string,
): Promise<readonly Workflow[]> {
  const names = nameWorkflows(folder);
  // CI works at the top of the repository.
  const document = folder === '' ? null : posix.join(folder, ROOT_NAME);
  const variables = { PIPEFORM_CONFIG: document, PIPEFORM_ENV: environment };
  // A configuration includes no files outside of its folder.
  const pattern = escapeGlob(folder);
  if (ci === 'github') {
    const kinds = [...GITHUB, ...(crons.length > 0 ? [SCHEDULE] : []), ...(hasSizing ? ['recommend'] : [])];
    const actions = ACTION_FILES.map(async (name) => ({
      path: `${GITHUB_ACTION}/${name}`,
      text: namePackage(await readFile(packagePath(name), 'utf8'), install),
    }));
    const paths = [`${pattern}/**`, `.github/workflows/${names.prefix}-*.yml`, `${GITHUB_ACTION}/**`];
    const workflows = kinds.map(async (kind) => {
      const text = (await readExample('github', `${kind}.yml`)).replace(/\bmain\b/g, () => branch);
      const timed = kind === SCHEDULE ? writeCrons(text, crons) : text;
      const named = folder === '' ? timed : filterGithub(renameGithub(timed, names, folder), paths);
      return { path: `.github/workflows/${names.prefix}-${kind}.yml`, text: writeVariables(named, 'jobs', variables) };
    });
    return Promise.all([...actions, ...workflows]);
  }
  if (ci === 'gitlab') {
    const text = namePackage(await readExample('gitlab', 'pipeform.gitlab-ci.yml'), install);
    const named = folder === '' ? text : filterGitlab(renameGitlab(text, names), [`${pattern}/**/*`, names.gitlab]);
    return [
      { path: '.gitlab-ci.yml', text: `include:\n  - local: ${names.gitlab}\n` },
      { path: names.gitlab, text: writeVariables(named, 'template', variables) },
    ];
  }
  return [];
}

function readExample(...path: readonly string[]): Promise<string> {
  return readFile(packagePath('examples', 'ci', ...path), 'utf8');
}

/** Replaces the crons of the example, and the comment about them. */
function writeCrons(text: string, crons: readonly string[]): string {
  const lines = crons.map((cron) => `    - cron: "${cron}"\n`);
  return text.replace(/(?<=^ {2}schedule:\n)(?: {4}.*\n)+/m, () => lines.join(''));
}

function namePackage(text: string, install: string): string {
  return text.replace(DEFAULT_PACKAGE, () => install);
}

/** Files, concurrency groups, artifacts, branches and environments. The action is shared. */
function renameGithub(text: string, { prefix, production }: WorkflowNames, folder: string): string {
  return text
    .replace(/^name: (.*)$/m, (_, name) => `name: ${JSON.stringify(`${name} (${folder})`)}`)
    .replace(/\bpipeform-(?=[a-z])/g, () => `${prefix}-`)
    .replace(/\bproduction\b/g, () => production);
}

/** Jobs, templates, resource groups, branches, environments, and the variables that pipeline schedules set. */
function renameGitlab(text: string, { prefix, production, gitlab, variables }: WorkflowNames): string {
  return text
    .replace(/ci\/pipeform\.gitlab-ci\.yml/g, () => gitlab)
    .replace(/\bpipeform(?=[:-][a-z])/g, () => prefix)
    .replace(/(?<=^|extends: )\.pipeform(?=:?$)/gm, () => `.${prefix}`)
    .replace(/(?<=resource_group: |resource_groups\/)pipeform$/gm, () => prefix)
    .replace(/(?<=resource group `)pipeform(?=`)/g, () => prefix)
    .replace(/\bPIPEFORM(?=_(?:ROLLBACK|REMEDIATE|SCHEDULE|RECOMMEND)\b)/g, () => variables)
    .replace(/\bproduction\b/g, () => production);
}

function filterGithub(text: string, paths: readonly string[]): string {
  const lines = paths.map((path) => `      - ${JSON.stringify(path)}\n`).join('');
  return text.replace(/^ {2}(?:pull_request|push):\n {4}branches: .*\n/gm, (head) => `${head}    paths:\n${lines}`);
}

function filterGitlab(text: string, paths: readonly string[]): string {
  const rule = /^ {4}- if: \$CI_PIPELINE_SOURCE (?:== "merge_request_event"|=~ \/\^\(push\|web\)\$\/).*\n/gm;
  const list = paths.map((path) => JSON.stringify(path)).join(', ');
  return text.replace(rule, (line) => `${line}      changes: [${list}]\n`);
}

function escapeGlob(path: string): string {
  return path.replace(/[*?+[\]!\\]/g, '\\$&');
}

/** Adds the variables that have a value: before the jobs of a workflow, or to the template that each job of GitLab extends. */
function writeVariables(
  text: string,
  place: 'jobs' | 'template',
  variables: Readonly<Record<string, string | null>>,
): string {
  const given = Object.entries(variables).filter(([, value]) => value !== null);
  const lines = given.map(([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`);
  if (lines.length === 0) return text;
  if (place === 'jobs') return text.replace(/^jobs:\n/m, (head) => `env:\n${lines.join('')}\n${head}`);
  return text.replace(/^ {2}variables:\n/m, (head) => head + lines.map((line) => `  ${line}`).join(''));
}
