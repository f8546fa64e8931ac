import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import { editLive } from '../e2e/control.ts';
import { makeFolder } from '../e2e/folder.ts';
import { fakeGithub } from '../publish/fake-github.ts';
import { countWrites, type FleetRepository, nameUnknownPipe, openFleetRepository, PIPES } from './fleet-repository.ts';
import { byHand, originsOf, pushReviewed, type Review, readArtifact } from './github-events.ts';
import { type GithubRun, runWorkflow } from './github-runner.ts';
import { ROOT } from './shell.ts';
import { type Job, readWorkflow, type Workflow } from './workflow.ts';

// Each test starts the command some twenty times.
vi.setConfig({ testTimeout: 180_000 });

const APPLY = readWorkflow('apply.yml') as Workflow & { readonly jobs: Readonly<Record<'plan' | 'apply', Job>> };

const PAYMENTS = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d002';

describe('apply on a merge', () => {
  test('applies what was reviewed in the pull request and reports to it', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = await pushReviewed(fleet, forge);
    const ends = await runWorkflow(APPLY, run);
    expect(ends.plan?.steps.reviewed).toEqual({ run: '55' });
    expect(ends.apply?.log).toContain('Applied 4 pipes');
    expect([ends.plan?.result, ends.apply?.result]).toEqual(['success', 'success']);
    expect(ends.plan?.outputs).toEqual({ commit: fleet.merge, 'has-changes': 'true' });
    expect(JSON.parse(ends.apply?.steps.apply?.summary ?? '')).toMatchObject({ applied: 4, unchanged: 1 });
    expect(ends.apply?.summary).toContain('payments');
    expect(forge.comments.get(7)).toHaveLength(2);
    expect(await readdir(run.artifacts.get('pipeform-run-1') ?? '')).toEqual(['apply.json']);

    const again = await runWorkflow(APPLY, byHand(fleet, forge, fleet.merge));
    expect(again.plan?.outputs).toMatchObject({ 'has-changes': 'false' });
    expect(again.apply).toBeUndefined();
  });

  test('leaves what was not reviewed, and fails the run', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = await pushReviewed(fleet, forge);
    await editLive(fleet.sandbox.url, PAYMENTS, { settings: { db_max_threads: 2 } });
    const ends = await runWorkflow(APPLY, run);
    expect([ends.plan?.result, ends.plan?.steps.plan?.['exit-code']]).toEqual(['failure', '2']);
    expect([ends.apply?.result, ends.apply?.steps.apply?.['exit-code']]).toEqual(['failure', '2']);
    expect(ends.apply?.log).toContain('settings.db_max_threads: 2 -> 4');
    expect(JSON.parse(ends.apply?.steps.apply?.summary ?? '')).toMatchObject({ applied: 3 });
    const writes = fleet.sandbox.requests().filter(({ method }) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(0);
    expect(writes.filter(({ pipeId }) => pipeId === PAYMENTS)).toEqual([]);
  });

  test('asks again when the forge does not know the pull request yet', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    forge.intercept(/\/pulls$/, ...Array(4).fill({ status: 200, body: [] }));
    const ends = await runWorkflow(APPLY, await pushReviewed(fleet, forge));
    expect([ends.plan?.result, ends.apply?.result]).toEqual(['success', 'success']);
  });

  const editAll = (list: readonly object[], change: object) => list.map((one) => ({ ...one, ...change }));
  const FORK = { full_name: 'someone/fleet' };
  test.each<[string, (review: Review) => Partial<Review>, RegExp]>([
    ['nobody merged a pull request', () => ({ pulls: [] }), /No pull request was merged as [0-9a-f]{40}/],
    [
      'the pull request was merged as another commit',
      ({ pulls }) => ({ pulls: editAll(pulls, { merge_commit_sha: 'a'.repeat(40) }) }),
      /No pull request was merged as/,
    ],
    ['no run planned the head commit', () => ({ runs: [] }), /Pull request #7 has no plan/],
    [
      'each run that planned it was canceled',
      ({ runs }) => ({ runs: editAll(runs, { conclusion: 'cancelled' }) }),
      /Pull request #7 has no plan/,
    ],
    [
      'only a fork planned it',
      ({ runs }) => ({ runs: editAll(runs, { head_repository: FORK }) }),
      /Pull request #7 has no plan.* A run of a fork or a canceled one does not count/,
    ],
    [
      'only another event planned it',
      ({ runs }) => ({ runs: editAll(runs, { event: 'workflow_dispatch' }) }),
      /Pull request #7 has no plan/,
    ],
    [
      'another commit was planned',
      ({ runs }) => ({ runs: editAll(runs, { head_sha: 'b'.repeat(40) }) }),
      /Pull request #7 has no plan/,
    ],
    [
      'the plan has expired',
      ({ artifacts }) => ({ artifacts: editAll(artifacts, { expired: true }) }),
      /The plan of pull request #7 is not there: run 55/,
    ],
  ])('stops when %s', async (_when, change, reason) => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = await pushReviewed(fleet, forge, change);
    const sent = fleet.sandbox.requests().length;
    const ends = await runWorkflow(APPLY, run);
    expect(ends.plan?.result).toBe('failure');
    expect(ends.plan?.log).toMatch(
      new RegExp(`^::error title=Pipeform::${reason.source}.* run this workflow by hand`, 'm'),
    );
    expect(ends.apply).toBeUndefined();
    expect(fleet.sandbox.requests()).toHaveLength(sent);
  });

  test('stops when the forge does not answer', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    forge.intercept(/\/runs\/55\/artifacts/, { status: 403, body: {} });
    const run = await pushReviewed(fleet, forge);
    const ends = await runWorkflow(APPLY, run);
    expect(ends.plan?.log).toMatch(/^::error title=Pipeform::GitHub did not answer the request for actions\/runs\/55/m);
    expect(ends.apply).toBeUndefined();
  });

  test('stops when the artifact has no plan', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = await pushReviewed(fleet, forge);
    run.artifacts.set('pipeform-plan', await makeFolder());
    const ends = await runWorkflow(APPLY, run);
    expect(ends.plan?.log).toMatch(/^::error title=Pipeform::The artifact of run 55 has no plan/m);
    expect(ends.apply).toBeUndefined();
    expect(countWrites(fleet)).toBe(0);
  });

  test.each([
    ['and there is an earlier apply', ({ main }: FleetRepository) => main],
    ['in any of its commits, and there is no earlier apply', () => null],
  ])('stops when the branch changed the action that made its plan %s', async (_, applied) => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    fleet.commitToFeature('.github/actions/pipeform/action.sh', (text) => `${text}\n# changed\n`);
    fleet.commitToFeature(PIPES, (text) => text.replace('replicas: 3', 'replicas: 4'));
    const feature = fleet.git('rev-parse', 'feature');
    // As after a rebase, where the last commit of the branch is that of main.
    const rebased = { ...fleet, merge: feature, feature, mergeFeature: () => fleet.moveMain(feature) };
    const run = await pushReviewed(rebased, forge, undefined, applied(fleet));
    const ends = await runWorkflow(APPLY, run);
    expect(ends.plan?.log).toMatch(/^::error title=Pipeform::The workflow or the action that makes plans has changed/m);
    expect(ends.apply).toBeUndefined();
  });

  test('does not write a pipe that changed between plan and apply, and fails the run', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    forge.intercept(/\/pulls$/, { status: 500, body: {} });
    fleet.mergeFeature();
    const run = byHand(fleet, forge);
    const { plan, apply } = APPLY.jobs;
    const steps = [...plan.steps, { run: movePayments(fleet) }];
    const ends = await runWorkflow({ ...APPLY, jobs: { plan: { ...plan, steps }, apply } }, run);
    expect(ends.apply?.steps.apply).toMatchObject({ 'exit-code': '4' });
    expect(ends.apply?.result).toBe('failure');
    expect(fleet.sandbox.requests().filter(({ method, pipeId }) => method !== 'GET' && pipeId === PAYMENTS)).toEqual(
      [],
    );
    expect(forge.comments.size).toBe(0);
  });

  test('a pipe that cannot be read fails the plan and does not block the others', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    fleet.commitToMain(PIPES, nameUnknownPipe);
    const ends = await runWorkflow(APPLY, byHand(fleet, forge));
    expect([ends.plan?.result, ends.apply?.result]).toEqual(['failure', 'failure']);
    expect(JSON.parse(ends.apply?.steps.apply?.summary ?? '')).toMatchObject({ applied: 3 });
  });
});

describe('changes on main since the last apply', () => {
  const fewerThreads = (text: string): string => text.replace(/(payments:[\s\S]*?db_max_threads: )8/, '$14');
  const longerWait = (text: string): string => text.replace('max_insert_wait_ms: 10s', 'max_insert_wait_ms: 12s');

  test('have the origin config, even when one run covers two pushes', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    fleet.commitToMain(PIPES, fewerThreads);
    const first = fleet.git('rev-parse', 'main');
    fleet.commitToMain(PIPES, longerWait);
    const run = byHand(fleet, forge);
    await runWorkflow(APPLY, { ...run, event: { before: first } });
    const plan = await readArtifact<Plan>(run, 'pipeform-plan', 'plan.json');
    expect(plan.base?.commit).toBe(fleet.main);
    expect(originsOf(plan)).toEqual(expect.arrayContaining(['payments config', 'clickstream config', 'orders drift']));
  });

  test.each([
    ['nothing was applied before', () => null],
    ['the applied commit is not on main', ({ feature }: FleetRepository) => feature],
    ['the applied commit does not exist', () => 'a'.repeat(40)],
  ])('are not distinguished from drift when %s', async (_when, applied) => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = byHand(fleet, forge, applied(fleet));
    const ends = await runWorkflow(APPLY, run);
    expect([ends.plan?.result, ends.apply?.result]).toEqual(['success', 'success']);
    expect(ends.plan?.log).toMatch(/^::notice title=Pipeform::There is no successful run to compare with/m);
    const plan = await readArtifact<Plan>(run, 'pipeform-plan', 'plan.json');
    expect(plan.base).toBeNull();
    expect(new Set(originsOf(plan))).toEqual(new Set(['orders null', 'clickstream null', 'partner-uploads null']));
  });

  test.each([
    ['only config when the applied commit is known', ({ main }: FleetRepository) => main, ['payments config']],
    [
      'all differences when it is not known',
      () => null,
      ['clickstream null', 'orders null', 'partner-uploads null', 'payments null'],
    ],
  ])('are planned with the recommended `only-origin`: %s', async (_how, applied, planned) => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    fleet.mergeFeature();
    const text = readFileSync(join(ROOT, 'examples/ci/github/apply.yml'), 'utf8');
    const [, advice = ''] = /^# .*`only-origin: (.*?)`/m.exec(text) ?? [];
    const { plan } = APPLY.jobs;
    const steps = plan.steps.map((step) =>
      step.id === 'plan' ? { ...step, with: { ...step.with, 'only-origin': advice } } : step,
    );
    const run = byHand(fleet, forge, applied(fleet));
    await runWorkflow({ ...APPLY, jobs: { plan: { ...plan, steps } } }, run);
    const made = await readArtifact<Plan>(run, 'pipeform-plan', 'plan.json');
    expect([...new Set(originsOf(made))].sort()).toEqual(planned);
  });

  test('are not planned while the forge does not report what was applied', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    forge.intercept(/\/actions\//, { status: 403, body: { message: 'Resource not accessible by integration' } });
    const ends = await runWorkflow(APPLY, byHand(fleet, forge));
    expect(ends.plan?.result).toBe('failure');
    expect(ends.apply).toBeUndefined();
    expect(fleet.sandbox.requests()).toEqual([]);
  });
});

describe('an apply that runs later than its plan', () => {
  // The plan job is not run again: it keeps its outputs and its artifact.
  const applyAlone = ({ main }: FleetRepository, run: GithubRun, attempt: '1' | '2') => {
    const plan = { steps: [], outputs: { commit: main, 'has-changes': 'true' } };
    const github = { ...run.github, run_attempt: attempt };
    return runWorkflow({ ...APPLY, jobs: { plan, apply: APPLY.jobs.apply } }, { ...run, github });
  };
  const planOnly = (run: GithubRun) => runWorkflow({ ...APPLY, jobs: { plan: APPLY.jobs.plan } }, run);

  test('does not restore an old main when it is started again', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = byHand(fleet, forge);
    await planOnly(run);
    fleet.mergeFeature();
    const ends = await applyAlone(fleet, run, '2');
    expect(ends.apply?.result).toBe('failure');
    expect(ends.apply?.log).toMatch(
      new RegExp(
        `^::error title=Pipeform::main changed from the planned commit ${fleet.main}.*${fleet.merge}.*Re-run all jobs`,
        'm',
      ),
    );
    expect(fleet.sandbox.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('applies what was approved, even when main has changed during the review', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = byHand(fleet, forge);
    await planOnly(run);
    fleet.mergeFeature();
    const ends = await applyAlone(fleet, run, '1');
    expect(ends.apply?.result).toBe('success');
    expect(JSON.parse(ends.apply?.steps.apply?.summary ?? '')).toMatchObject({ applied: 3 });
  });

  test('continues while main equals the planned commit', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = byHand(fleet, forge);
    await planOnly(run);
    const ends = await applyAlone(fleet, run, '2');
    expect(ends.apply?.result).toBe('success');
    expect(JSON.parse(ends.apply?.steps.apply?.summary ?? '')).toMatchObject({ applied: 3 });
  });
});

function movePayments({ sandbox }: FleetRepository): string {
  return `curl -fsS -X PATCH '${sandbox.url}/_sandbox/pipes/${PAYMENTS}' -H 'content-type: application/json' -d '{"settings":{"db_max_threads":2}}'`;
}
