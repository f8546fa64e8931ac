import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import { editByHand } from '../e2e/harness.ts';
import { type FakeGithub, fakeGithub } from '../publish/fake-github.ts';
import { TOKEN } from '../publish/local-server.ts';
import { type FleetRepository, openFleetRepository } from './fleet-repository.ts';
import { type GithubRun, runWorkflow } from './github-runner.ts';
import { readWorkflow } from './workflow.ts';

// Each test starts the command some twenty times.
vi.setConfig({ testTimeout: 180_000 });

const SECRETS = { PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' };
const PAYMENTS = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d002';

/** A run of the workflow of a pull request from a branch of the repository itself. */
function pullRequest(fleet: FleetRepository, forge: FakeGithub, sha = fleet.merge, from = 'acme/fleet'): GithubRun {
  return {
    ...frame(fleet),
    eventName: 'pull_request',
    event: { number: 7, pull_request: { number: 7, head: { sha: fleet.feature, repo: { full_name: from } } } },
    github: { ...place(forge), sha, ref: 'refs/pull/7/merge', base_ref: 'main', head_ref: 'feature' },
    secrets: from === 'acme/fleet' ? SECRETS : {},
  };
}

function push(fleet: FleetRepository, forge: FakeGithub, before = fleet.main): GithubRun {
  const github = { ...place(forge), sha: fleet.git('rev-parse', 'main'), ref: 'refs/heads/main', ref_name: 'main' };
  return { ...frame(fleet), eventName: 'push', event: { before }, github };
}

function schedule(fleet: FleetRepository, forge: FakeGithub): GithubRun {
  return { ...push(fleet, forge), eventName: 'schedule', event: { schedule: '17 5 * * *' } };
}

function frame({ origin }: FleetRepository) {
  return { origin, secrets: SECRETS, token: TOKEN, artifacts: new Map<string, string>() };
}

function place({ url }: FakeGithub) {
  return { repository: 'acme/fleet', actor: 'someone', api_url: `${url}/api/v3`, server_url: url, run_id: '1' };
}

async function readArtifact<Shape>(run: GithubRun, name: string, file: string): Promise<Shape> {
  return JSON.parse(await readFile(join(run.artifacts.get(name) ?? '', file), 'utf8')) as Shape;
}

describe('plan on a pull request', () => {
  test('comments once, annotates the lines, writes the summary and keeps the plan', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = pullRequest(fleet, forge);
    const ends = await runWorkflow(readWorkflow('plan.yml'), run);

    expect(Object.keys(ends)).toEqual(['validate', 'plan']);
    expect(ends.plan?.log).toContain('payments-prod');
    expect([ends.validate?.result, ends.plan?.result]).toEqual(['success', 'success']);
    expect(ends.plan?.steps.plan).toMatchObject({ 'exit-code': '0', 'has-changes': 'true' });
    expect(JSON.parse(ends.plan?.steps.plan?.summary ?? '')).toMatchObject({ total: 5, update: 4, changes: 8 });
    expect(ends.plan?.log).toMatch(/^::(notice|warning) file=pipes\/streaming\.yaml,line=\d+/m);
    expect(ends.plan?.summary).toContain('payments');

    const plan = await readArtifact<Plan>(run, 'pipeform-plan', 'plan.json');
    expect(plan.base?.commit).toBe(fleet.main);
    const origins = plan.pipes.flatMap(({ name, changes }) => changes.map(({ origin }) => `${name} ${origin}`));
    expect(origins).toContain('payments config');
    expect(origins).toContain('orders drift');
    expect(forge.comments.get(7)).toHaveLength(1);

    const merge = fleet.commitToFeature('pipes/streaming.yaml', (text) =>
      text.replace('db_max_threads: 4', 'db_max_threads: 5'),
    );
    await runWorkflow(readWorkflow('plan.yml'), pullRequest(fleet, forge, merge));
    expect(forge.comments.get(7)).toHaveLength(1);
    expect(forge.comments.get(7)?.[0]?.body).toContain('| `8` | `5` | config |');
    expect(fleet.sandbox.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('without secrets, from a fork, validates only and says why', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const ends = await runWorkflow(readWorkflow('plan.yml'), pullRequest(fleet, forge, fleet.merge, 'someone/fork'));
    expect(Object.keys(ends)).toEqual(['validate', 'without-secrets']);
    expect(ends['without-secrets']?.log).toMatch(/^::notice title=Pipeform::No plan/m);
    expect(ends['without-secrets']?.summary).toContain('No plan');
    expect(fleet.sandbox.requests()).toEqual([]);
    expect(forge.received).toEqual([]);
  });

  test('a mistake in the configuration is annotated and nothing is read', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const merge = fleet.commitToFeature('pipes/streaming.yaml', (text) =>
      text.replace('db_max_threads: 4', 'db_max_threads: many'),
    );
    const ends = await runWorkflow(readWorkflow('plan.yml'), pullRequest(fleet, forge, merge));
    expect(Object.keys(ends)).toEqual(['validate']);
    expect(ends.validate?.result).toBe('failure');
    expect(ends.validate?.log).toMatch(/^::error file=pipes\/streaming\.yaml,line=21,/m);
    expect(fleet.sandbox.requests()).toEqual([]);
  });

  test('a refused pipe makes the check red; the comment, the plan and the other pipes are there', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const merge = fleet.commitToFeature('pipes/streaming.yaml', (text) =>
      text.replace('replicas: 3\n\n', 'replicas: 10\n\n'),
    );
    const run = pullRequest(fleet, forge, merge);
    const ends = await runWorkflow(readWorkflow('plan.yml'), run);
    expect([ends.plan?.result, ends.plan?.steps.plan?.['exit-code']]).toEqual(['failure', '5']);
    expect(forge.comments.get(7)?.[0]?.body).toContain('refused');
    expect((await readArtifact<Plan>(run, 'pipeform-plan', 'plan.json')).summary).toMatchObject({
      refused: 1,
      update: 3,
    });

    fleet.git('push', '-q', '-f', 'origin', `${merge}:main`);
    const merged = await runWorkflow(readWorkflow('apply.yml'), push(fleet, forge));
    expect([merged.plan?.result, merged.apply?.result]).toEqual(['failure', 'failure']);
    expect(JSON.parse(merged.apply?.steps.apply?.summary ?? '')).toMatchObject({ applied: 3, refused: 1 });
  });

  test('sharded, is the same plan in one comment', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const whole = pullRequest(fleet, forge);
    await runWorkflow(readWorkflow('plan.yml'), whole);
    const comment = forge.comments.get(7)?.[0]?.body;
    expect(comment).toContain('\npipeform apply plan.json\r\n');

    const run = pullRequest(fleet, forge);
    const ends = await runWorkflow(readWorkflow('plan-sharded.yml'), run);
    expect(Object.values(ends).map(({ result }) => result)).toEqual(Array(5).fill('success'));
    expect([...run.artifacts.keys()]).toEqual([...[1, 2, 3, 4].map((n) => `pipeform-shard-${n}`), 'pipeform-plan']);
    const merged = await readArtifact<Plan>(run, 'pipeform-plan', 'merge.json');
    expect(merged.pipes).toEqual((await readArtifact<Plan>(whole, 'pipeform-plan', 'plan.json')).pipes);
    expect(forge.comments.get(7)).toHaveLength(1);
    expect(forge.comments.get(7)?.[0]?.body.replace('apply merge.json', 'apply plan.json')).toBe(comment);
  });
});

describe('apply on a merge', () => {
  test('plans main, applies exactly that plan and reports to the pull request', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    forge.intercept(/^GET .*\/commits\/[0-9a-f]{40}\/pulls$/, { status: 200, body: [{ number: 7 }] });
    fleet.mergeFeature();
    const run = push(fleet, forge);
    const ends = await runWorkflow(readWorkflow('apply.yml'), run);
    expect(ends.apply?.log).toContain('Applied 4 pipes');
    expect([ends.plan?.result, ends.apply?.result]).toEqual(['success', 'success']);
    expect(ends.plan?.outputs).toEqual({ commit: fleet.merge, 'has-changes': 'true' });
    expect(JSON.parse(ends.apply?.steps.apply?.summary ?? '')).toMatchObject({ applied: 4, unchanged: 1 });
    expect(ends.apply?.summary).toContain('payments');
    expect(forge.comments.get(7)).toHaveLength(1);
    expect(await readdir(run.artifacts.get('pipeform-run') ?? '')).toEqual(['apply.json']);

    const again = await runWorkflow(readWorkflow('apply.yml'), push(fleet, forge, fleet.merge));
    expect(again.plan?.outputs).toMatchObject({ 'has-changes': 'false' });
    expect(again.apply).toBeUndefined();
  });

  test('a pipe that moved between plan and apply is not written, and the run is red', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    forge.intercept(/\/pulls$/, { status: 500, body: {} });
    fleet.mergeFeature();
    const run = push(fleet, forge);
    const { plan, apply } = readWorkflow('apply.yml').jobs;
    if (plan === undefined || apply === undefined) throw new Error('the workflow has lost a job');
    const steps = [...plan.steps, { run: movePayments(fleet) }];
    const ends = await runWorkflow({ ...readWorkflow('apply.yml'), jobs: { plan: { ...plan, steps }, apply } }, run);
    expect(ends.apply?.steps.apply).toMatchObject({ 'exit-code': '4' });
    expect(ends.apply?.result).toBe('failure');
    expect(fleet.sandbox.requests().filter(({ method, pipeId }) => method !== 'GET' && pipeId === PAYMENTS)).toEqual(
      [],
    );
    expect(forge.comments.size).toBe(0);
  });
});

describe('scheduled drift', () => {
  test('opens one issue while something differs and closes it when all is clean', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = schedule(fleet, forge);
    const ends = await runWorkflow(readWorkflow('drift.yml'), run);
    expect(ends.drift?.steps.drift).toMatchObject({ 'exit-code': '2', 'has-changes': 'true' });
    expect(ends.drift?.result).toBe('success');
    expect(forge.issues.map(({ state }) => state)).toEqual(['open']);
    expect((await readdir(run.artifacts.get('pipeform-drift') ?? '')).sort()).toEqual(['drift.json', 'drift.prom']);
    expect(fleet.sandbox.requests().filter(({ method }) => method !== 'GET')).toEqual([]);

    await runWorkflow(readWorkflow('apply.yml'), push(fleet, forge));
    const clean = await runWorkflow(readWorkflow('drift.yml'), schedule(fleet, forge));
    expect(clean.drift?.steps.drift).toMatchObject({ 'exit-code': '0', 'has-changes': 'false' });
    expect(forge.issues.map(({ state }) => state)).toEqual(['closed']);

    await editByHand(fleet.sandbox.url, PAYMENTS, { settings: { db_max_threads: 2 } });
    await runWorkflow(readWorkflow('drift.yml'), schedule(fleet, forge));
    expect(forge.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  test('a pipe that cannot be read makes the run red', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = { ...schedule(fleet, forge), secrets: { ...SECRETS, PIPEFORM_KEY_SECRET: 'wrong' } };
    const ends = await runWorkflow(readWorkflow('drift.yml'), run);
    expect(ends.drift?.steps.drift).toMatchObject({ 'exit-code': '1' });
    expect(ends.drift?.result).toBe('failure');
    expect(forge.issues).toEqual([]);
  });
});

function movePayments({ sandbox }: FleetRepository): string {
  return `curl -fsS -X PATCH '${sandbox.url}/_sandbox/pipes/${PAYMENTS}' -H 'content-type: application/json' -d '{"settings":{"db_max_threads":2}}'`;
}
