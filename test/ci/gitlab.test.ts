import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import type { Plan } from '../../src/model/plan.ts';
import { makeFolder } from '../e2e/folder.ts';
import { startProgram } from '../e2e/process.ts';
import { type FakeGitlab, fakeGitlab } from '../publish/fake-gitlab.ts';
import { serve, TOKEN } from '../publish/local-server.ts';
import {
  countWrites,
  driftPayments,
  type FleetRepository,
  nameUnknownPipe,
  openAppliedRepository,
  openFleetRepository,
  PIPES,
} from './fleet-repository.ts';
import { GITLAB_FOLDER, type GitlabRun, JOB_URL, openGitlabProject } from './gitlab-pipeline.ts';
import { requireTool, shellcheck } from './tools.ts';

// Each test starts the command some ten times.
vi.setConfig({ testTimeout: 180_000 });

const KEY = { PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' };
const WHOLE = readTemplates('pipeform.gitlab-ci.yml');
const SHARDED = readTemplates('pipeform.gitlab-ci.yml', 'pipeform-sharded.gitlab-ci.yml');

function readTemplates(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(GITLAB_FOLDER, name), 'utf8')]));
}

function mergeRequest(
  fleet: FleetRepository,
  forge: FakeGitlab,
  key: Readonly<Record<string, string>> = KEY,
): GitlabRun {
  const variables = {
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_PROJECT_ID: '42',
    CI_MERGE_REQUEST_PROJECT_ID: '42',
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '42',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_API_V4_URL: `${forge.url}/api/v4`,
    ...(key === KEY ? { GITLAB_TOKEN: TOKEN } : {}),
    ...key,
  };
  return { origin: fleet.origin, sha: fleet.feature, variables };
}

function onMain(
  fleet: FleetRepository,
  source: 'push' | 'schedule' | 'web',
  more: Readonly<Record<string, string>> = {},
): GitlabRun {
  const branch = { CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main', CI_COMMIT_BEFORE_SHA: '0'.repeat(40) };
  const variables = { CI_PIPELINE_SOURCE: source, ...branch, ...KEY, ...more };
  return { origin: fleet.origin, sha: fleet.git('rev-parse', 'main'), variables };
}

describe('the GitLab templates', () => {
  test.each([
    ['one job', WHOLE],
    ['shards', SHARDED],
  ])('match the schema of GitLab: %s', async (_name, templates) => {
    expect((await openGitlabProject(templates)).complaint).toBeNull();
  });

  test('have scripts that pass shellcheck', async (context) => {
    requireTool('shellcheck', context);
    const { scripts } = await openGitlabProject(SHARDED);
    expect(scripts).toHaveLength(10);
    for (const script of scripts) expect(await shellcheck(script)).toBe('');
  });

  test('a merge request is validated and planned, with one note and the plan as artifact', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGitlab()];
    const project = await openGitlabProject(WHOLE);
    const ends = await project.runPipeline(mergeRequest(fleet, forge));
    expect(Object.entries(ends).map(([name, { result }]) => [name, result])).toEqual([
      ['pipeform:validate', 'success'],
      ['pipeform:plan', 'success'],
    ]);
    const plan = await readPlan(ends['pipeform:plan']?.artifacts);
    expect(plan.base?.commit).toBe(fleet.main);
    expect(plan.summary).toMatchObject({ update: 4, changes: 8 });
    expect(await readdir(ends['pipeform:plan']?.artifacts ?? '')).toEqual(['plan.html', 'plan.json']);

    await project.runPipeline(mergeRequest(fleet, forge));
    expect(forge.notes.map(({ body }) => body)).toEqual([expect.stringContaining('payments')]);
    expect(forge.notes[0]?.body).toContain(`${JOB_URL}/artifacts/file/plan.html`);
    expect(fleet.sandbox.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('only validates without the key, as from a fork', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGitlab()];
    const ends = await (await openGitlabProject(WHOLE)).runPipeline(mergeRequest(fleet, forge, {}));
    expect(Object.keys(ends)).toEqual(['pipeform:validate']);
  });

  test('shards make the same plan as one job', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGitlab()];
    const whole = await (await openGitlabProject(WHOLE)).runPipeline(mergeRequest(fleet, forge));
    const note = forge.notes[0]?.body;
    const ends = await (await openGitlabProject(SHARDED)).runPipeline(mergeRequest(fleet, forge));
    const shards = [1, 2, 3, 4].map((index) => `pipeform:shard: [${index}/4]`);
    expect(Object.keys(ends)).toEqual(['pipeform:validate', ...shards, 'pipeform:plan']);
    expect(Object.values(ends).map(({ result }) => result)).toEqual(Array(6).fill('success'));
    const [merged, single] = [ends, whole].map((all) => readPlan(all['pipeform:plan']?.artifacts));
    expect((await merged)?.pipes).toEqual((await single)?.pipes);
    expect(forge.notes.map(({ body }) => body)).toEqual([note]);
  });

  test.each(['push', 'web'] as const)(
    'a %s of main applies what is merged, without attribution, and a second run has no changes',
    async (source) => {
      const fleet = await openFleetRepository();
      fleet.mergeFeature();
      const project = await openGitlabProject(WHOLE);
      const ends = await project.runPipeline(onMain(fleet, source));
      expect(Object.entries(ends).map(([name, { result }]) => [name, result])).toEqual([
        ['pipeform:validate', 'success'],
        ['pipeform:plan-merged', 'success'],
        ['pipeform:apply', 'success'],
      ]);
      expect((await readPlan(ends['pipeform:plan-merged']?.artifacts)).base).toBeNull();
      expect(ends['pipeform:apply']?.stdout).toContain('Applied 4 pipes');
      expect(await readdir(ends['pipeform:apply']?.artifacts ?? '')).toEqual(['run.html', 'run.json']);
      const writes = fleet.sandbox.requests().filter(({ method }) => method !== 'GET').length;

      const again = await project.runPipeline(onMain(fleet, source));
      expect(again['pipeform:apply']?.result).toBe('success');
      expect(fleet.sandbox.requests().filter(({ method }) => method !== 'GET')).toHaveLength(writes);
    },
  );

  /** The API of the jobs of the project: their facts, and their artifacts. Those of one name are attempts in the same pipeline. */
  async function fakeJobs(jobs: Readonly<Record<string, { readonly facts: object; readonly folder: string }>>) {
    return serve(({ url, headers }) => {
      const isArtifact = url.pathname.includes('/artifacts/');
      const isMeant = isArtifact ? headers.authorization === `Bearer ${TOKEN}` : headers['private-token'] === TOKEN;
      if (!isMeant) return { status: 404, body: {} };
      const list = Object.entries(jobs).map(([id, { facts }]) => ({
        id: Number(id),
        started_at: '2026-11-20',
        ...facts,
      }));
      if (url.pathname === '/api/v4/projects/42/pipelines/9/jobs') return { status: 200, body: list };
      const [, id = '', file] = /^\/api\/v4\/projects\/42\/jobs\/(\d+)(?:\/artifacts\/(.+))?$/.exec(url.pathname) ?? [];
      const job = jobs[id];
      if (job === undefined || (file !== undefined && !existsSync(join(job.folder, file))))
        return { status: 404, body: {} };
      if (file === undefined) return { status: 200, body: { pipeline: { id: 9 }, ...job.facts } };
      return { status: 200, body: JSON.parse(readFileSync(join(job.folder, file), 'utf8')) };
    });
  }

  test('a rollback by hand restores what an apply job and its retry replaced, and runs no other job', async () => {
    const fleet = await openFleetRepository();
    const values = () => fleet.sandbox.pipes().map(({ settings, scaling }) => ({ settings, scaling }));
    const before = values();
    const project = await openGitlabProject(WHOLE);
    const applyMain = async () => (await project.runPipeline(onMain(fleet, 'push')))['pipeform:apply']?.artifacts ?? '';
    const first = await applyMain();
    fleet.commitToMain(PIPES, (text) => text.replace('max_insert_wait_ms: 10s', 'max_insert_wait_ms: 12s'));
    const folder = await applyMain();
    expect(values()).not.toEqual(before);
    const ours = { name: 'pipeform:apply', ref: 'main', tag: false };
    const jobs = {
      500: { facts: ours, folder: first },
      501: { facts: ours, folder },
      502: { facts: { ...ours, name: 'tests' }, folder },
      503: { facts: { ...ours, ref: 'feature', name: 'pipeform:rollback' }, folder },
    };
    const forge = await fakeJobs(jobs);
    const rollBack = (job: string, { url } = forge) => {
      const api = { CI_API_V4_URL: `${url}/api/v4`, CI_PROJECT_ID: '42', GITLAB_TOKEN: TOKEN };
      return project.runPipeline(onMain(fleet, 'web', { ...api, PIPEFORM_ROLLBACK: job }));
    };
    const sent = fleet.sandbox.requests().length;
    const refusals = { 502: 'is not a pipeform:apply', 503: 'is not a pipeform:apply', '501/': 'the number of a job' };
    for (const [job, stderr] of Object.entries(refusals)) {
      const { 'pipeform:rollback': end, ...others } = await rollBack(job);
      expect(others).toEqual({});
      expect(end).toMatchObject({ result: 'failure', stderr: expect.stringContaining(stderr) });
    }
    expect(fleet.sandbox.requests()).toHaveLength(sent);

    const applied = values();
    const ends = await rollBack('501');
    expect(Object.keys(ends)).toEqual(['pipeform:rollback']);
    expect(ends['pipeform:rollback']).toMatchObject({
      result: 'success',
      stdout: expect.stringContaining('Rolled back 3 pipes'),
    });
    const undone = ends['pipeform:rollback']?.artifacts ?? '';
    expect(await readdir(undone)).toEqual(['run-2.html', 'run-2.json', 'run.html', 'run.json']);
    expect(values()).toEqual(before);

    // The rollback of a rollback, whose retry was killed.
    const rollback = { ...ours, name: 'pipeform:rollback' };
    const killed = { facts: rollback, folder: await makeFolder() };
    const { 'pipeform:rollback': again } = await rollBack(
      '504',
      await fakeJobs({ 504: { facts: rollback, folder: undone }, 505: killed }),
    );
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no report of the job 505, which may'),
    });
    expect(values()).toEqual(applied);
  });

  test.each([
    ['one job', WHOLE],
    ['shards', SHARDED],
  ])('an error in the configuration replaces the plan in the note: %s', async (_name, templates) => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGitlab()];
    const project = await openGitlabProject(templates);
    await project.runPipeline(mergeRequest(fleet, forge));
    expect(forge.notes.map(({ body }) => body)).toEqual([expect.stringContaining('4 pipes to update')]);
    fleet.commitToFeature(PIPES, (text) => text.replace('db_max_threads: 4', 'db_max_threads: many'));
    const sha = fleet.git('rev-parse', 'feature');
    const ends = await project.runPipeline({ ...mergeRequest(fleet, forge), sha });
    expect([ends['pipeform:validate']?.result, ends['pipeform:plan']?.result]).toEqual(['failure', 'failure']);
    expect(forge.notes.map(({ body }) => body)).toEqual([expect.stringContaining('pipes/streaming.yaml:21')]);
  });

  test('a pipe that cannot be read is a warning of the plan and does not block the others', async () => {
    const fleet = await openFleetRepository();
    fleet.commitToMain(PIPES, nameUnknownPipe);
    const ends = await (await openGitlabProject(WHOLE)).runPipeline(onMain(fleet, 'push'));
    expect(ends['pipeform:plan-merged']).toMatchObject({ code: 1, result: 'warning' });
    expect(ends['pipeform:apply']).toMatchObject({ result: 'failure', stdout: expect.stringContaining('Applied 3') });
  });

  test('applies nothing without a plan', async () => {
    const fleet = await openFleetRepository();
    const project = await openGitlabProject(WHOLE);
    // Validation needs no key, so it passes.
    const ends = await project.runPipeline(onMain(fleet, 'push', { PIPEFORM_KEY_ID: '', PIPEFORM_KEY_SECRET: '' }));
    expect(ends['pipeform:plan-merged']).toMatchObject({ code: 1, result: 'warning' });
    expect(ends['pipeform:apply']).toMatchObject({
      code: 1,
      result: 'failure',
      stderr: 'There is no plan to apply: pipeform:plan-merged could not make one. Its log says why.\n',
    });
    expect(fleet.sandbox.requests()).toEqual([]);
  });

  test('scheduled drift is a warning that is posted to Slack, with metrics; an unreadable pipe fails the job', async () => {
    const fleet = await openFleetRepository();
    const slack = await serve(() => ({ status: 200, body: 'ok' }));
    const project = await openGitlabProject(WHOLE);
    const hook = { SLACK_WEBHOOK_URL: `${slack.url}/services/T1/B1/a-long-secret` };
    const ends = await project.runPipeline(onMain(fleet, 'schedule', hook));
    expect(Object.keys(ends)).toEqual(['pipeform:drift']);
    expect(ends['pipeform:drift']).toMatchObject({ code: 2, result: 'warning' });
    expect(await readdir(ends['pipeform:drift']?.artifacts ?? '')).toEqual(['drift.html', 'drift.json', 'drift.prom']);
    expect(slack.received).toHaveLength(1);

    const unread = await project.runPipeline(onMain(fleet, 'schedule', { ...hook, PIPEFORM_KEY_SECRET: 'wrong' }));
    expect(unread['pipeform:drift']).toMatchObject({ code: 1, result: 'failure' });
    expect(slack.received).toHaveLength(2);

    await project.runPipeline(onMain(fleet, 'push'));
    const clean = await project.runPipeline(onMain(fleet, 'schedule', hook));
    expect(clean['pipeform:drift']).toMatchObject({ code: 0, result: 'success' });
    expect(slack.received).toHaveLength(2);
  });

  test('scheduled remediation puts drift back, remembers it in the cache, and leaves a fight alone', async () => {
    const fleet = await openAppliedRepository();
    const cache = await makeFolder();
    const sha = fleet.git('rev-parse', 'main');
    const applied = { sha, status: 'success', deployable: { name: 'pipeform:apply' } };
    const rolledBack = { sha, status: 'failed', deployable: { name: 'pipeform:rollback' } };
    let deployments: readonly object[] = [{ ...applied, status: 'failed' }, applied, rolledBack];
    const server = await serve(({ url, headers }) => {
      if (url.pathname === '/hook') return { status: 200, body: 'ok' };
      const isMeant = url.pathname === '/api/v4/projects/42/deployments' && headers['private-token'] === TOKEN;
      return isMeant ? { status: 200, body: deployments } : { status: 404 };
    });
    const project = await openGitlabProject(WHOLE);
    const remediate = async () => {
      const more = { PIPEFORM_REMEDIATE: 'true', CI_PROJECT_ID: '42', GITLAB_TOKEN: TOKEN };
      const place = { CI_API_V4_URL: `${server.url}/api/v4`, SLACK_WEBHOOK_URL: `${server.url}/hook` };
      const ends = await project.runPipeline({ ...onMain(fleet, 'schedule', { ...more, ...place }), cache });
      expect(Object.keys(ends)).toEqual(['pipeform:remediate']);
      return ends['pipeform:remediate'];
    };
    const before = countWrites(fleet);
    await driftPayments(fleet);
    expect(await remediate()).toMatchObject({ result: 'success' });
    expect(countWrites(fleet) - before).toBe(1);
    await driftPayments(fleet);
    expect(await remediate()).toMatchObject({
      result: 'failure',
      code: 5,
      stdout: expect.stringContaining('drift-returns'),
    });
    const posts = () => server.received.filter(({ url }) => url.pathname === '/hook').length;
    const posted = posts();

    deployments = [{ ...rolledBack, status: 'success' }, applied];
    expect(await remediate()).toMatchObject({
      result: 'warning',
      stdout: expect.stringContaining('Nothing is restored'),
    });
    expect([countWrites(fleet) - before, posts()]).toEqual([1, posted]);
  });
});

describe('the shell of a job', () => {
  const template: Record<'.pipeform', { readonly before_script: readonly string[] }> = parse(
    Object.values(WHOLE)[0] ?? '',
    { logLevel: 'silent' },
  );
  const { before_script: before } = template['.pipeform'];

  /** A shell with stand-ins on its path: for npm, one that installs nothing and answers only what npm itself says of its settings. */
  async function startShell(programs: Readonly<Record<string, string>>, line: string, more = {}) {
    const folder = await makeFolder();
    for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text, { mode: 0o755 });
    await symlink(process.execPath, join(folder, 'node'));
    const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, CI_PROJECT_DIR: folder, ...more };
    const script = ['set -eo pipefail', ...before, line].join('\n');
    return { folder, running: startProgram('bash', ['-c', script], { cwd: folder, env }) };
  }

  test('hands a signal on to the command and waits', async () => {
    const standIn = `#!/bin/sh\ntrap 'echo stopped; exit 143' TERM\necho started\nwhile :; do sleep 0.05; done\n`;
    const { running } = await startShell({ pipeform: standIn }, 'code=0; pipeform apply || code=$?; echo "code $code"');
    await running.says(/started/);
    running.signal('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, stdout: 'started\nstopped\ncode 143\n' });
  });

  test.each([
    ['@acme:registry=https://npm.example.com/', 0],
    [null, 1],
  ])('takes a package with a scope from the registry that the repository names: %j', async (npmrc, code) => {
    const npm = `#!/bin/sh\nif [ "$1" = config ]; then exec ${dirname(process.execPath)}/npm "$@"; fi\necho "installs with" $(cat "$3/.npmrc")\n`;
    const files = { npm, ...(npmrc === null ? {} : { '.npmrc': npmrc }) };
    const { running, folder } = await startShell(files, '', { PIPEFORM_INSTALL: '@acme/pipeform@^0.1.0' });
    const end = await running.ended;
    expect(end.code).toBe(code);
    if (code === 0) expect(end.stdout).toBe(`npm uses the settings of ${folder}/.npmrc.\ninstalls with ${npmrc}\n`);
    else
      expect(end).toMatchObject({ stdout: '', stderr: expect.stringContaining('no .npmrc says where it comes from') });
  });
});

async function readPlan(folder = ''): Promise<Plan> {
  return JSON.parse(await readFile(join(folder, 'plan.json'), 'utf8')) as Plan;
}
