import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import picomatch from 'picomatch';
import { parse } from 'yaml';
import { afterTests } from '../e2e/clean-up.ts';
import { makeFolder } from '../e2e/folder.ts';
import { checkOut } from './actions.ts';
import { type JobCommand, jobEnvironment, ROOT, run, type ShellEnd } from './shell.ts';

/** A job as GitLab runs it: everything extended, included and referenced is filled in. */
interface GitlabJob {
  readonly stage: string;
  readonly before_script?: readonly string[];
  readonly script: readonly string[];
  readonly rules?: readonly object[];
  readonly needs?: readonly { readonly job: string }[];
  readonly artifacts?: { readonly paths?: readonly string[]; readonly reports?: { readonly metrics?: string } };
  readonly allow_failure?: { readonly exit_codes: readonly number[] };
  readonly cache?: readonly { readonly paths: readonly string[] }[];
}

export interface GitlabRun {
  readonly origin: string;
  readonly sha: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly command?: JobCommand | undefined;
  /** The folder of the cache, which jobs of several pipelines share. Default: no cache. */
  readonly cache?: string | undefined;
}

export interface GitlabJobEnd extends ShellEnd {
  readonly result: 'success' | 'warning' | 'failure';
  /** The folder with its artifacts. */
  readonly artifacts: string;
}

export interface GitlabProject {
  /** The error when the templates break the schema of GitLab, or null. */
  readonly complaint: string | null;
  /** The script of each job, from its first line to its last. */
  readonly scripts: readonly string[];
  /** Runs the jobs that these variables call for, as GitLab would; the parts of a parallel job end as `NAME: [1/4]`. */
  runPipeline(pipeline: GitlabRun): Promise<Readonly<Record<string, GitlabJobEnd>>>;
}

const projects = new Map<string, Promise<GitlabProject>>();

/**
 * A project that includes these templates; gitlab-ci-local checks and expands them and chooses the jobs by their rules. It
 * takes seconds and changes nothing, so a file of tests does it once for the same templates, and the choice once for the same
 * variables.
 */
export function openGitlabProject(templates: Readonly<Record<string, string>>): Promise<GitlabProject> {
  const key = JSON.stringify(templates);
  const opened = projects.get(key);
  if (opened !== undefined) return opened;
  const created = createGitlabProject(templates);
  projects.set(key, created);
  afterTests(() => projects.delete(key));
  return created;
}

async function createGitlabProject(templates: Readonly<Record<string, string>>): Promise<GitlabProject> {
  const folder = await makeFolder();
  for (const [name, text] of Object.entries(templates)) await writeFile(join(folder, name), text);
  const include = Object.keys(templates).map((local) => ({ local }));
  await writeFile(join(folder, '.gitlab-ci.yml'), JSON.stringify({ include }));
  const env = { PATH: process.env.PATH ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const commands = [
    'init -q -b main',
    'remote add origin https://gitlab.example.com/acme/fleet.git',
    'add .',
    // The tool compares with this branch for `changes`.
    '-c user.name=A -c user.email=a@example.com commit -q -m x',
    'update-ref refs/remotes/origin/main HEAD',
  ];
  for (const words of commands) await run(['git', ...words.split(' ')], folder, env);
  const preview = await run(localGitlab('--preview'), folder, env);
  const complaint = preview.code === 0 ? null : preview.stdout + preview.stderr;
  const expanded = complaint === null ? parse(preview.stdout.replace(/^[\s\S]*?^---$/m, '')) : {};

  const named = namesInRules(expanded);
  const choices = new Map<string, Promise<readonly string[]>>();
  const choose = (variables: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const given = Object.entries(variables).flatMap(([key, value]) => (named.has(key) ? [`${key}=${value}`] : []));
    const key = given.join('\n');
    const chosen = choices.get(key) ?? chooseJobs(given, folder, env);
    choices.set(key, chosen);
    return chosen;
  };

  return {
    complaint,
    scripts: jobsOf(expanded).map(scriptOf),
    async runPipeline({ origin, sha, variables, command, cache }) {
      const ends: Record<string, GitlabJobEnd> = {};
      for (const name of inOrder(await choose(variables), expanded)) {
        const job = jobOf(name, expanded);
        const before = Object.entries(ends).filter(([other]) => isBefore(other, job, expanded));
        if (before.some(([, { result }]) => result === 'failure')) continue;
        const defaults = { ...expanded.variables, ...variables };
        const artifacts = before.map(([, end]) => end.artifacts);
        ends[name] = await runJob(
          job,
          { origin, sha, command, cache, variables: { ...defaults, ...partOf(name) } },
          artifacts,
        );
      }
      return ends;
    },
  };
}

/** The jobs that variables call for, each as `NAME=VALUE`. The templates were checked when they were expanded. */
async function chooseJobs(
  variables: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const given = variables.flatMap((variable) => ['--variable', variable]);
  const { stdout } = await run(localGitlab('--list-json', '--no-json-schema-validation', ...given), folder, env);
  const listed = JSON.parse(stdout.slice(stdout.indexOf('\n[') + 1)) as { name: string; when: string }[];
  return listed.filter(({ when }) => when !== 'never').map(({ name }) => name);
}

/** The variables in the rules of the jobs: only these decide which jobs run. */
function namesInRules(expanded: Readonly<Record<string, object>>): ReadonlySet<string> {
  const rules = jobsOf(expanded).map((job) => JSON.stringify(job.rules ?? []));
  return new Set(rules.flatMap((text) => [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name)));
}

type Expanded = Readonly<Record<string, GitlabJob>> & {
  readonly stages: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
};

/** A polyfill: the tool uses a function of newer Node releases. */
const UNION = 'Set.prototype.union ??= function (other) { return new Set([...this, ...other]); };';

function localGitlab(...args: readonly string[]): readonly string[] {
  const manifest = createRequire(import.meta.url).resolve('gitlab-ci-local/package.json');
  const preload = `data:text/javascript,${encodeURIComponent(UNION)}`;
  return [process.execPath, '--import', preload, join(dirname(manifest), 'dist/index.js'), ...args];
}

function jobOf(name: string, expanded: Expanded): GitlabJob {
  const job = expanded[name.replace(/: \[\d+\/\d+\]$/, '')];
  if (job === undefined) throw new Error(`there is no job ${name}`);
  return job;
}

/** By stage, and within a stage after the jobs that they need. */
function inOrder(names: readonly string[], expanded: Expanded): readonly string[] {
  const rank = (name: string): number => {
    const { stage, needs = [] } = jobOf(name, expanded);
    return expanded.stages.indexOf(stage) * 2 + (needs.length > 0 ? 1 : 0);
  };
  return [...names].sort((a, b) => rank(a) - rank(b));
}

function isBefore(other: string, { needs, stage }: GitlabJob, expanded: Expanded): boolean {
  if (needs !== undefined) return needs.some(({ job }) => other === job || other.startsWith(`${job}: [`));
  return expanded.stages.indexOf(jobOf(other, expanded).stage) < expanded.stages.indexOf(stage);
}

function jobsOf(expanded: Readonly<Record<string, object>>): readonly GitlabJob[] {
  return Object.values(expanded).filter((one): one is GitlabJob => 'script' in one);
}

function scriptOf(job: GitlabJob): string {
  return ['set -eo pipefail', ...(job.before_script ?? []), ...job.script].join('\n');
}

function partOf(name: string): Readonly<Record<string, string>> {
  const [, index = '', total = ''] = / \[(\d+)\/(\d+)\]$/.exec(name) ?? [];
  return index === '' ? {} : { CI_NODE_INDEX: index, CI_NODE_TOTAL: total };
}

/** Of every job: the address that a note links to. */
export const JOB_URL = 'https://gitlab.example.com/acme/fleet/-/jobs/9';

async function runJob(
  job: GitlabJob,
  { origin, sha, variables, command, cache }: GitlabRun,
  needed: readonly string[],
): Promise<GitlabJobEnd> {
  const folder = await makeFolder();
  const workspace = join(folder, 'workspace');
  await mkdir(workspace);
  await checkOut({}, { workspace, origin, sha, depth: 'whole' });
  for (const artifacts of needed) await cp(artifacts, workspace, { recursive: true });
  await writeFile(join(folder, 'job.sh'), scriptOf(job));
  const env = {
    ...(await jobEnvironment(folder, command)),
    GITLAB_CI: 'true',
    CI_JOB_URL: JOB_URL,
    CI_PROJECT_DIR: workspace,
    ...variables,
  };
  const cached = (job.cache ?? []).flatMap(({ paths }) => paths);
  const move = (from: string, to: string) =>
    Promise.all(cached.map((file) => cp(join(from, file), join(to, file)).catch(ignoreMissing)));
  if (cache !== undefined) await move(cache, workspace);
  const end = await run(['bash', join(folder, 'job.sh')], workspace, env);
  if (cache !== undefined) await move(workspace, cache);

  const artifacts = join(folder, 'artifacts');
  await mkdir(artifacts);
  const { paths = [], reports: { metrics } = {} } = job.artifacts ?? {};
  const wanted = picomatch([...paths, ...(metrics === undefined ? [] : [metrics])]);
  for (const file of await readdir(workspace)) if (wanted(file)) await cp(join(workspace, file), join(artifacts, file));
  const isAllowed = job.allow_failure?.exit_codes.includes(end.code) === true;
  return { ...end, artifacts, result: end.code === 0 ? 'success' : isAllowed ? 'warning' : 'failure' };
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

export const GITLAB_FOLDER = join(ROOT, 'examples/ci/gitlab');
