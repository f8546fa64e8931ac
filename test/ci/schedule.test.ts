import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fakeGithub } from '../publish/fake-github.ts';
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
  for (const [has, writes] of [
    ['true', 1],
    ['false', 1],
  ]) {
    const ends = await runWorkflow(readWorkflow('schedule.yml'), schedule(fleet, forge));
    expect(ends.schedule).toMatchObject({ result: 'success', steps: { apply: { 'has-changes': has } } });
    expect([countWrites(fleet) - before, readPipes(fleet)]).toEqual([writes, { clickstream: 5, payments: 2 }]);
  }
});

test('GitLab: a run after an edge applies the scheduled size and nothing else', async () => {
  const fleet = await openLateRepository();
  const template = await readFile(join(GITLAB_FOLDER, 'pipeform.gitlab-ci.yml'), 'utf8');
  const project = await openGitlabProject({ 'pipeform.gitlab-ci.yml': template });
  const source = { CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' };
  const variables = { ...source, ...SECRETS, PIPEFORM_SCHEDULE: 'true' };
  const ends = await project.runPipeline({ origin: fleet.origin, sha: fleet.git('rev-parse', 'main'), variables });
  expect(Object.entries(ends).map(([name, { result }]) => [name, result])).toEqual([['pipeform:schedule', 'success']]);
  expect(readPipes(fleet)).toEqual({ clickstream: 5, payments: 2 });
});
