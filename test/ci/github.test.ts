import { readdir } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import { withoutStamp } from '../../src/publish/stamp.ts';
import { editLive } from '../e2e/control.ts';
import { fakeGithub } from '../publish/fake-github.ts';
import { nameUnknownPipe, openFleetRepository, PIPES } from './fleet-repository.ts';
import { byHand, originsOf, pullRequest, readArtifact, SECRETS, schedule } from './github-events.ts';
import { runWorkflow } from './github-runner.ts';
import { readWorkflow } from './workflow.ts';

// Each test starts the command some twenty times.
vi.setConfig({ testTimeout: 180_000 });

const PAYMENTS = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d002';

describe('plan on a pull request', () => {
  test('comments once, annotates lines, writes the summary and uploads the plan', async () => {
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
    expect(originsOf(plan)).toEqual(expect.arrayContaining(['payments config', 'orders drift']));
    expect(forge.comments.get(7)).toHaveLength(1);

    const merge = fleet.commitToFeature('pipes/streaming.yaml', (text) =>
      text.replace('db_max_threads: 4', 'db_max_threads: 5'),
    );
    await runWorkflow(readWorkflow('plan.yml'), pullRequest(fleet, forge, merge));
    expect(forge.comments.get(7)).toHaveLength(1);
    expect(forge.comments.get(7)?.[0]?.body).toContain('+ settings.db_max_threads: 5');
    expect(fleet.sandbox.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test.each(['plan.yml', 'plan-sharded.yml'])(
    'without secrets, from a fork, only validates and explains why: %s',
    async (name) => {
      const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
      const ends = await runWorkflow(readWorkflow(name), pullRequest(fleet, forge, fleet.merge, 'someone/fork'));
      expect(Object.keys(ends)).toEqual(['validate', 'without-secrets']);
      expect(ends['without-secrets']?.log).toMatch(/^::notice title=Pipeform::No plan/m);
      expect(ends['without-secrets']?.summary).toContain('No plan');
      expect(fleet.sandbox.requests()).toEqual([]);
      expect(forge.received).toEqual([]);
    },
  );

  test.each(['plan.yml', 'plan-sharded.yml'])(
    'annotates an error in the configuration, reads nothing, and updates the earlier comment: %s',
    async (name) => {
      const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
      await runWorkflow(readWorkflow(name), pullRequest(fleet, forge));
      const [good] = (forge.comments.get(7) ?? []).map(({ body }) => body);
      expect(good).toContain('4 pipes to update');
      const reads = fleet.sandbox.requests().length;

      const merge = fleet.commitToFeature(PIPES, (text) => text.replace('db_max_threads: 4', 'db_max_threads: many'));
      const ends = await runWorkflow(readWorkflow(name), pullRequest(fleet, forge, merge));
      expect([ends.validate?.result, ends.plan?.result]).toEqual(['failure', 'failure']);
      expect(ends.validate?.log).toMatch(/^::error file=pipes\/streaming\.yaml,line=21,/m);
      expect(fleet.sandbox.requests()).toHaveLength(reads);
      const bodies = (forge.comments.get(7) ?? []).map(({ body }) => body);
      expect(bodies).toEqual([expect.stringContaining('pipes/streaming.yaml:21')]);
      expect(bodies[0]).not.toContain('4 pipes to update');
    },
  );

  test.each(['plan.yml', 'plan-sharded.yml'])('a request that gets another base is planned again: %s', (name) => {
    const { on, concurrency } = readWorkflow(name);
    expect(on.pull_request).toMatchObject({ types: ['opened', 'synchronize', 'reopened', 'edited'] });
    expect(concurrency).toEqual({ group: 'pipeform-plan-${{ github.ref }}', 'cancel-in-progress': true });
  });

  test.each(['plan.yml', 'plan-sharded.yml'])(
    'a merge queue is validated, so that a check reports: %s',
    async (name) => {
      const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
      const workflow = readWorkflow(name);
      expect(workflow.on.merge_group).toEqual({ branches: ['main'] });
      const ref = `refs/heads/gh-readonly-queue/main/pr-7-${fleet.main}`;
      const run = pullRequest(fleet, forge);
      const event = { merge_group: { head_ref: ref, head_sha: fleet.merge } };
      const ends = await runWorkflow(workflow, {
        ...run,
        eventName: 'merge_group',
        event,
        github: { ...run.github, ref },
      });
      expect(Object.entries(ends).map(([id, { result }]) => [id, result])).toEqual([['validate', 'success']]);
      expect(fleet.sandbox.requests()).toEqual([]);
    },
  );

  test('a refused pipe fails the check; the comment, the plan and the other pipes are complete', async () => {
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
    const merged = await runWorkflow(readWorkflow('apply.yml'), byHand(fleet, forge));
    expect([merged.plan?.result, merged.apply?.result]).toEqual(['failure', 'failure']);
    expect(JSON.parse(merged.apply?.steps.apply?.summary ?? '')).toMatchObject({ applied: 3, refused: 1 });
  });

  test('a sharded plan is the same plan in one comment', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const whole = pullRequest(fleet, forge);
    await runWorkflow(readWorkflow('plan.yml'), whole);
    const comment = forge.comments.get(7)?.[0]?.body;
    expect(comment).toContain('\npipeform apply plan.json\r\n');

    const run = pullRequest(fleet, forge);
    const ends = await runWorkflow(readWorkflow('plan-sharded.yml'), run);
    expect(Object.values(ends).map(({ result }) => result)).toEqual(Array(6).fill('success'));
    expect([...run.artifacts.keys()]).toEqual([...[1, 2, 3, 4].map((n) => `pipeform-shard-${n}`), 'pipeform-plan']);
    const merged = await readArtifact<Plan>(run, 'pipeform-plan', 'merge.json');
    expect(merged.pipes).toEqual((await readArtifact<Plan>(whole, 'pipeform-plan', 'plan.json')).pipes);
    expect(forge.comments.get(7)).toHaveLength(1);
    const merging = forge.comments.get(7)?.[0]?.body ?? '';
    expect(withoutStamp(merging).replace('apply merge.json', 'apply plan.json')).toBe(withoutStamp(comment ?? ''));
  });

  test('the merged plan, not a shard, reports a pipe that cannot be read', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const merge = fleet.commitToFeature(PIPES, nameUnknownPipe);
    const ends = await runWorkflow(readWorkflow('plan-sharded.yml'), pullRequest(fleet, forge, merge));
    expect(Object.entries(ends).filter(([, { result }]) => result !== 'success')).toMatchObject([
      ['plan', { result: 'failure' }],
    ]);
    expect(ends.plan?.steps.merge).toMatchObject({ 'exit-code': '1' });
    expect(forge.comments.get(7)).toHaveLength(1);
  });
});

describe('scheduled drift', () => {
  test('opens one issue while something differs and closes it when everything is in sync', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = schedule(fleet, forge);
    const ends = await runWorkflow(readWorkflow('drift.yml'), run);
    expect(ends.drift?.steps.drift).toMatchObject({ 'exit-code': '2', 'has-changes': 'true' });
    expect(ends.drift?.result).toBe('success');
    expect(forge.issues.map(({ state }) => state)).toEqual(['open']);
    expect((await readdir(run.artifacts.get('pipeform-drift') ?? '')).sort()).toEqual(['drift.json', 'drift.prom']);
    expect(fleet.sandbox.requests().filter(({ method }) => method !== 'GET')).toEqual([]);

    await runWorkflow(readWorkflow('apply.yml'), byHand(fleet, forge));
    const clean = await runWorkflow(readWorkflow('drift.yml'), schedule(fleet, forge));
    expect(clean.drift?.steps.drift).toMatchObject({ 'exit-code': '0', 'has-changes': 'false' });
    expect(forge.issues.map(({ state }) => state)).toEqual(['closed']);

    await editLive(fleet.sandbox.url, PAYMENTS, { settings: { db_max_threads: 2 } });
    await runWorkflow(readWorkflow('drift.yml'), schedule(fleet, forge));
    expect(forge.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  test('a pipe that cannot be read fails the run', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const run = { ...schedule(fleet, forge), secrets: { ...SECRETS, PIPEFORM_KEY_SECRET: 'wrong' } };
    const ends = await runWorkflow(readWorkflow('drift.yml'), run);
    expect(ends.drift?.steps.drift).toMatchObject({ 'exit-code': '1' });
    expect(ends.drift?.result).toBe('failure');
    expect(forge.issues).toEqual([]);
  });
});
