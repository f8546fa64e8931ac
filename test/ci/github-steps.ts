import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkOut, downloadArtifact, uploadArtifact } from './actions.ts';
import { holds, interpolate, type Situation } from './expressions.ts';
import type { GithubRun } from './github-runner.ts';
import { ROOT, run } from './shell.ts';
import { type Job, readAction, type Step } from './workflow.ts';

/** Where steps run. */
export interface Stage {
  readonly run: GithubRun;
  readonly situation: Situation;
  readonly workspace: string;
  readonly temp: string;
  readonly variables: Readonly<Record<string, string>>;
}

export interface StepsEnd {
  readonly standing: 'success' | 'failure';
  readonly outputs: Readonly<Record<string, string>>;
  /** Standard output and error of all steps. */
  readonly log: string;
  /** The outputs of each step with an id. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly read: (path: string) => Promise<string>;
}

/** Runs the steps of a job, or of a composite action, one after another. */
export async function runSteps(whole: Pick<Job, 'steps' | 'outputs'>, stage: Stage): Promise<StepsEnd> {
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
  const { workspace, run: world } = stage;
  switch (uses.replace(/@v[\d.]+$/, '')) {
    case 'actions/setup-node':
      return NOTHING;
    case 'actions/checkout':
      await checkOut(given, { workspace, origin: world.origin, sha: world.github.sha ?? '' });
      return NOTHING;
    case 'actions/upload-artifact':
      await uploadArtifact(given, world.artifacts);
      return NOTHING;
    case 'actions/download-artifact':
      await downloadArtifact(given, world.artifacts);
      return NOTHING;
    case 'OWNER/pipeform':
      return startOurs(given, stage);
    default:
      throw new Error(`the recipes do not use ${uses}`);
  }
}

async function startOurs(given: Readonly<Record<string, string>>, stage: Stage): Promise<StepEnd> {
  const action = readAction();
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
      variables: { ...stage.variables, GITHUB_ACTION_PATH: ROOT },
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

function readPairs(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

function resolve(
  texts: Readonly<Record<string, string | number | boolean>>,
  situation: Situation,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, interpolate(String(text), situation)]));
}
