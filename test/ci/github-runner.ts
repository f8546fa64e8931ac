import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/model/json/json.ts';
import { makeFolder } from '../e2e/folder.ts';
import { checkOut, downloadArtifact, uploadArtifact } from './actions.ts';
import { type JobCommand, jobEnvironment, run } from './shell.ts';
import type { Action, Job, Step, Workflow } from './workflow.ts';

/** Shared by all jobs of a run. */
export interface GithubRun {
  /** The bare repository that actions/checkout clones. */
  readonly origin: string;
  readonly eventName: 'pull_request' | 'merge_group' | 'push' | 'schedule' | 'workflow_dispatch';
  readonly event: JsonObject;
  /** The `github` context beside the event and the token. */
  readonly github: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly token: string;
  readonly command?: JobCommand;
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
    ...(await jobEnvironment(folder, run.command)),
    ...Object.fromEntries(Object.entries(run.github).map(([key, value]) => [`GITHUB_${key.toUpperCase()}`, value])),
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: run.eventName,
    GITHUB_EVENT_PATH: join(temp, 'event.json'),
    GITHUB_STEP_SUMMARY: summaryFile,
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
    // A script need not wait for a fake.
    'BASH_FUNC_sleep%%': '() { :; }',
  };
  const inputs = run.event.inputs ?? {};
  const contexts = { ...given, inputs, secrets: { ...run.secrets }, runner: { temp } };
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

/** Where steps run. */
interface Stage {
  readonly run: GithubRun;
  readonly situation: Situation;
  readonly workspace: string;
  readonly temp: string;
  readonly variables: Readonly<Record<string, string>>;
}

interface StepsEnd {
  readonly standing: 'success' | 'failure';
  readonly outputs: Readonly<Record<string, string>>;
  /** Standard output and error of all steps. */
  readonly log: string;
  /** The outputs of each step with an id. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly read: (path: string) => Promise<string>;
}

/** Runs the steps of a job, or of a composite action, one after another. */
async function runSteps(whole: Pick<Job, 'steps' | 'outputs'>, stage: Stage): Promise<StepsEnd> {
  const steps: Record<string, { outputs: Readonly<Record<string, string>> }> = {};
  let variables = stage.variables;
  let standing: StepsEnd['standing'] = 'success';
  let log = '';
  const situate = (): Situation => ({ contexts: { ...stage.situation.contexts, steps }, standing });

  for (const step of whole.steps) {
    if (!holds(step.if, situate())) continue;
    const env = resolve(step.env ?? {}, situate());
    const end = await runStep(step, { ...stage, situation: situate(), variables: { ...variables, ...env } });
    log += end.log;
    if (end.path !== '') variables = { ...variables, PATH: `${end.path}:${variables.PATH}` };
    if (step.id !== undefined) steps[step.id] = { outputs: end.outputs };
    if (end.standing === 'failure' && step['continue-on-error'] !== true) standing = 'failure';
  }
  return {
    standing,
    outputs: resolve(whole.outputs ?? {}, situate()),
    log,
    steps: Object.fromEntries(Object.entries(steps).map(([id, { outputs }]) => [id, outputs])),
    read: (path) => readFile(path, 'utf8'),
  };
}

interface StepEnd extends Pick<StepsEnd, 'standing' | 'outputs' | 'log'> {
  /** A folder that the step added to the path of later steps, or empty. */
  readonly path: string;
}

const NOTHING: StepEnd = { standing: 'success', outputs: {}, log: '', path: '' };

function runStep(step: Step, stage: Stage): Promise<StepEnd> {
  return step.uses === undefined ? runScript(step, stage) : startAction(step.uses, step, stage);
}

async function startAction(uses: string, step: Step, stage: Stage): Promise<StepEnd> {
  const given = resolve(step.with ?? {}, stage.situation);
  const { workspace, run } = stage;
  switch (uses.replace(/@[0-9a-f]{40}$/, '')) {
    case 'actions/setup-node':
      return NOTHING;
    case 'actions/checkout':
      await checkOut(given, { workspace, origin: run.origin, sha: run.github.sha ?? '' });
      return NOTHING;
    case 'actions/upload-artifact':
      await uploadArtifact(given, workspace, run.artifacts);
      return NOTHING;
    case 'actions/download-artifact':
      await downloadArtifact(given, run.artifacts);
      return NOTHING;
    case './.github/actions/pipeform':
      return startOurs(given, join(workspace, uses), stage);
    default:
      throw new Error(`the recipes do not use ${uses}`);
  }
}

/** @param folder that of the action in the checkout. */
async function startOurs(given: Readonly<Record<string, string>>, folder: string, stage: Stage): Promise<StepEnd> {
  const action = parse(await readFile(join(folder, 'action.yml'), 'utf8')) as Action;
  const unknown = Object.keys(given).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(', ')}`);
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [
      name,
      given[name] ?? interpolate(input.default ?? '', stage.situation),
    ]),
  );
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, value]));
  const end = await runSteps(
    { steps: action.runs.steps, outputs },
    {
      ...stage,
      // A composite action does not see the steps and secrets of the job.
      situation: { standing: 'success', contexts: { github: stage.situation.contexts.github ?? {}, inputs } },
      variables: { ...stage.variables, GITHUB_ACTION_PATH: folder },
    },
  );
  return { ...NOTHING, standing: end.standing, outputs: end.outputs, log: end.log };
}

async function runScript(step: Step, stage: Stage): Promise<StepEnd> {
  const file = (name: string): string => join(stage.temp, name);
  for (const name of ['output', 'path']) await writeFile(file(name), '');
  await writeFile(file('step.sh'), interpolate(step.run ?? '', stage.situation));
  const shell = step.shell === 'bash' ? ['bash', '--noprofile', '--norc', '-eo', 'pipefail'] : ['bash', '-e'];
  const variables = { ...stage.variables, GITHUB_OUTPUT: file('output'), GITHUB_PATH: file('path') };
  const { code, stdout, stderr } = await run([...shell, file('step.sh')], stage.workspace, variables);
  return {
    standing: code === 0 ? 'success' : 'failure',
    outputs: readPairs(await readFile(file('output'), 'utf8')),
    log: stdout + stderr,
    path: (await readFile(file('path'), 'utf8')).trim(),
  };
}

/** Lines of `NAME=VALUE`, or `NAME<<END`, the lines of the value, and `END`. */
function readPairs(text: string): Readonly<Record<string, string>> {
  const pairs = text.matchAll(/^([\w-]+)(?:=(.*)|<<(.+)\n([\s\S]*?)\n\3)$/gm);
  return Object.fromEntries([...pairs].map(([, name = '', line, , lines = '']) => [name, line ?? lines]));
}

function resolve(
  texts: Readonly<Record<string, string | number | boolean>>,
  situation: Situation,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, interpolate(String(text), situation)]));
}

/** The input of an expression: the contexts, and the job status. */
interface Situation {
  readonly contexts: JsonObject;
  readonly standing: 'success' | 'failure';
}

const STATUS_FUNCTIONS = ['always', 'success', 'failure', 'cancelled'] as const;
const EXPRESSION = /\$\{\{(.*?)\}\}/gs;

/** Replaces each `${{ … }}` as GitHub does, with GitHub's own evaluator. */
function interpolate(text: string, situation: Situation): string {
  return text.replaceAll(EXPRESSION, (_all, expression: string) => evaluate(expression, situation).coerceString());
}

/** Whether an `if:` holds; without a status function it requires success. */
function holds(condition: string | undefined, situation: Situation): boolean {
  const bare = (condition ?? 'success()').replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1');
  const whole = STATUS_FUNCTIONS.some((name) => bare.includes(`${name}(`)) ? bare : `success() && (${bare})`;
  return evaluate(`!!(${whole})`, situation).coerceString() === 'true';
}

function evaluate(expression: string, { contexts, standing }: Situation): data.ExpressionData {
  const truths = { always: true, success: standing === 'success', failure: standing === 'failure', cancelled: false };
  const functions = STATUS_FUNCTIONS.map((name) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(truths[name]),
  }));
  const { tokens } = new Lexer(expression.trim()).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(parsed, context, new Map(functions.map((one) => [one.name, one]))).evaluate();
}
