import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../src/model/json.ts';
import { holds, type Situation } from './expressions.ts';
import { runSteps, type StepsEnd } from './github-steps.ts';
import { jobEnvironment, makeFolder } from './shell.ts';
import type { Job, Workflow } from './workflow.ts';

/** Shared by all jobs of a run. */
export interface GithubRun {
  /** The bare repository that actions/checkout clones. */
  readonly origin: string;
  readonly eventName: 'pull_request' | 'push' | 'schedule' | 'workflow_dispatch';
  readonly event: JsonObject;
  /** The `github` context beside the event and the token. */
  readonly github: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly token: string;
  /** Artifacts by name: their folders. Jobs share it. */
  readonly artifacts: Map<string, string>;
}

export interface JobEnd extends StepsEnd {
  readonly result: 'success' | 'failure' | 'skipped';
  /** What the job wrote to its step summaries. */
  readonly summary: string;
}

/** Runs the jobs of a workflow in the order of the file, as GitHub would; jobs of a matrix end as `ID (1)`. */
export async function runWorkflow(workflow: Workflow, run: GithubRun): Promise<Readonly<Record<string, JobEnd>>> {
  const ends: Record<string, JobEnd> = {};
  const needed: Record<string, { result: string; outputs: Readonly<Record<string, string>> }> = {};
  for (const [id, job] of Object.entries(workflow.jobs)) {
    const waited = Object.fromEntries([job.needs ?? []].flat().map((name) => [name, needed[name] ?? missing(name)]));
    const results = Object.values(waited).map(({ result }) => result);
    const standing = results.every((result) => result === 'success') ? 'success' : 'failure';
    const contexts = { github: githubContext(run), needs: waited };
    const parts = holds(job.if, { contexts, standing }) ? spread(id, job) : [];
    for (const { name, matrix, strategy } of parts) {
      ends[name] = await runJob(job, run, { ...contexts, matrix, strategy });
    }
    const ended = parts.map(({ name }) => ends[name] ?? missing(name));
    const result =
      ended.length === 0 ? 'skipped' : (ended.find((end) => end.result !== 'success')?.result ?? 'success');
    needed[id] = { result, outputs: ended.at(-1)?.outputs ?? {} };
  }
  return ends;
}

function spread(id: string, { strategy }: Job): readonly { name: string; matrix: JsonObject; strategy: JsonObject }[] {
  if (strategy === undefined) return [{ name: id, matrix: {}, strategy: {} }];
  const [[key, values] = missing('a matrix')] = Object.entries(strategy.matrix);
  return values.map((value, index) => ({
    name: `${id} (${value})`,
    matrix: { [key]: value },
    strategy: { 'job-total': values.length, 'job-index': index },
  }));
}

async function runJob(job: Job, run: GithubRun, given: JsonObject): Promise<JobEnd> {
  const folder = await makeFolder();
  const workspace = join(folder, 'workspace');
  const temp = join(folder, 'temp');
  await mkdir(workspace);
  await mkdir(temp);
  await writeFile(join(temp, 'event.json'), JSON.stringify(run.event));
  const summaryFile = join(temp, 'summary.md');
  await writeFile(summaryFile, '');

  const variables = {
    ...(await jobEnvironment(folder)),
    ...Object.fromEntries(Object.entries(run.github).map(([key, value]) => [`GITHUB_${key.toUpperCase()}`, value])),
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: run.eventName,
    GITHUB_EVENT_PATH: join(temp, 'event.json'),
    GITHUB_STEP_SUMMARY: summaryFile,
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
  };
  const contexts = { ...given, secrets: { ...run.secrets }, runner: { temp } };
  const situation: Situation = { contexts, standing: 'success' };
  const end = await runSteps(job, { run, situation, workspace, temp, variables });
  return { ...end, result: end.standing, summary: await end.read(summaryFile) };
}

function githubContext({ event, eventName, github, token }: GithubRun): JsonObject {
  return { ...github, event, event_name: eventName, token };
}

function missing(what: string): never {
  throw new Error(`${what} is not there`);
}
