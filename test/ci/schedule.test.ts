import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fakeGithub } from '../publish/fake-github.ts';
import { serve, TOKEN } from '../publish/local-server.ts';
import { countWrites, driftPayments, type FleetRepository, openAppliedRepository, PIPES } from './fleet-repository.ts';
import { SECRETS, schedule } from './github-events.ts';
import { runWorkflow } from './github-runner.ts';
import { GITLAB_FOLDER, openGitlabProject } from './gitlab-pipeline.ts';
import { readWorkflow } from './workflow.ts';

vi.setConfig({ testTimeout: 180_000 });

const MINUTE_MS = 60_000;

/** A fleet whose pipe clickstream should have 5 replicas since ten minutes ago, and still has 3; payments drifted. */
async function openLateRepository(): Promise<FleetRepository> {
  const fleet = await openAppliedRepository();
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(11, 16);
  const window = `{ hours: "${inMinutes(-10)}-${inMinutes(300)}", replicas: 5 }`;
  fleet.commitToMain(PIPES, (text) =>
    text.replace(/(clickstream:[\s\S]*?replicas: 3\n)/, `$1      schedule: [${window}]\n`),
  );
  await driftPayments(fleet);
  return fleet;
}

function readPipes({ sandbox }: FleetRepository) {
  const find = (name: string) => sandbox.pipes().find((pipe) => pipe.name === name);
  return {
    clickstream: find('clickstream-prod')?.scaling.replicas,
    payments: find('payments-prod')?.settings.db_max_threads,
  };
}

test('GitHub: a run after an edge applies the scheduled size and nothing else, and the next one has nothing to do', async () => {
  const [fleet, forge] = [await openLateRepository(), await fakeGithub()];
  const before = countWrites(fleet);
  const applied = fleet.git('rev-parse', 'main');
  for (const [has, writes] of [
    ['true', 1],
    ['false', 1],
  ]) {
    const ends = await runWorkflow(readWorkflow('schedule.yml'), schedule(fleet, forge, applied));
    expect(ends.schedule).toMatchObject({ result: 'success', steps: { apply: { 'has-changes': has } } });
    expect([countWrites(fleet) - before, readPipes(fleet)]).toEqual([writes, { clickstream: 5, payments: 2 }]);
  }
});

test('GitHub: a run before the first apply changes nothing, and says why', async () => {
  const [fleet, forge] = [await openLateRepository(), await fakeGithub()];
  const before = countWrites(fleet);
  const ends = await runWorkflow(readWorkflow('schedule.yml'), schedule(fleet, forge, null));
  expect(ends.schedule).toMatchObject({
    result: 'success',
    log: expect.stringContaining('::notice title=Pipeform::Nothing is resized: there is no successful apply yet'),
  });
  expect(countWrites(fleet)).toBe(before);
});

test('GitLab: a run after an edge applies the scheduled size and nothing else, and before the first apply nothing', async () => {
  const fleet = await openLateRepository();
  const template = await readFile(join(GITLAB_FOLDER, 'pipeform.gitlab-ci.yml'), 'utf8');
  const project = await openGitlabProject({ 'pipeform.gitlab-ci.yml': template });
  const sha = fleet.git('rev-parse', 'main');
  let deployments: readonly object[] = [{ sha, status: 'success', deployable: { name: 'pipeform:rollback' } }];
  const forge = await serve(({ url, headers }) => {
    expect([url.search, headers['private-token']]).toEqual([expect.stringContaining('&status=success&'), TOKEN]);
    return { status: 200, body: deployments };
  });
  const source = { CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' };
  const api = { CI_API_V4_URL: `${forge.url}/api/v4`, CI_PROJECT_ID: '42', GITLAB_TOKEN: TOKEN };
  const variables = { ...source, ...SECRETS, ...api, PIPEFORM_SCHEDULE: 'true' };
  const runSchedule = async () => {
    const ends = await project.runPipeline({ origin: fleet.origin, sha, variables });
    expect(Object.entries(ends).map(([name, { result }]) => [name, result])).toEqual([
      ['pipeform:schedule', 'success'],
    ]);
    return ends['pipeform:schedule']?.stdout;
  };
  expect(await runSchedule()).toContain('Nothing is resized: there is no successful pipeform:apply yet');
  expect(readPipes(fleet)).toEqual({ clickstream: 3, payments: 2 });
  deployments = [...deployments, { sha, status: 'success', deployable: { name: 'pipeform:apply' } }];
  await runSchedule();
  expect(readPipes(fleet)).toEqual({ clickstream: 5, payments: 2 });
});
