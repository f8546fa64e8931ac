import { describe, expect, test, vi } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { type FakeGithub, fakeGithub } from '../publish/fake-github.ts';
import { type FleetRepository, openFleetRepository } from './fleet-repository.ts';
import { byHand, detach, readArtifact } from './github-events.ts';
import { type GithubRun, runWorkflow } from './github-runner.ts';
import { readWorkflow } from './workflow.ts';

// Each test starts the command some twenty times.
vi.setConfig({ testTimeout: 180_000 });

const valuesOf = ({ sandbox }: FleetRepository) =>
  sandbox.pipes().map(({ settings, scaling }) => ({ settings, scaling }));

async function applyMain(fleet: FleetRepository, forge: FakeGithub): Promise<GithubRun> {
  const run = byHand(fleet, forge);
  const ends = await runWorkflow(readWorkflow('apply.yml'), run);
  expect(ends.apply?.result).toBe('success');
  return run;
}

/** A run that is started by hand, with the artifacts of the run that it undoes. */
function undo({ artifacts, ...run }: GithubRun, forge: FakeGithub, origin: object, id = '77'): GithubRun {
  forge.intercept(/^GET .*\/actions\/runs\/77$/, { status: 200, body: origin });
  // An artifact of the run that is undone is not one of this run.
  return { ...run, eventName: 'workflow_dispatch', event: { inputs: { 'run-id': id } }, artifacts: detach(artifacts) };
}

const OF_APPLY = { path: '.github/workflows/pipeform-apply.yml', head_branch: 'main', event: 'push' };
const OF_ROLLBACK = {
  path: '.github/workflows/pipeform-rollback.yml@main',
  head_branch: 'main',
  event: 'workflow_dispatch',
};

describe('rollback by hand', () => {
  test('restores what an apply run replaced, and a second one undoes the first', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const before = valuesOf(fleet);
    const applied = await applyMain(fleet, forge);
    const after = valuesOf(fleet);
    expect(after).not.toEqual(before);

    const first = undo(applied, forge, OF_APPLY);
    const ends = await runWorkflow(readWorkflow('rollback.yml'), first);
    expect(ends.rollback?.log).toContain('Rolled back 3 pipes');
    expect(ends.rollback?.result).toBe('success');
    expect(ends.rollback?.summary).toContain('orders');
    expect(valuesOf(fleet)).toEqual(before);
    const { id } = await readArtifact<Run>(applied, 'pipeform-run', 'apply.json');
    expect((await readArtifact<Run>(first, 'pipeform-run', 'rollback.json')).rollsBack).toBe(id);

    const again = await runWorkflow(readWorkflow('rollback.yml'), undo(first, forge, OF_ROLLBACK));
    expect(again.rollback?.result).toBe('success');
    expect(valuesOf(fleet)).toEqual(after);
  });

  test.each([
    ['of a pull request', { ...OF_APPLY, event: 'pull_request' }, '77'],
    ['of another branch', { ...OF_APPLY, head_branch: 'feature' }, '77'],
    ['of another workflow', { ...OF_APPLY, path: '.github/workflows/tests.yml' }, '77'],
    ['that is not named by its number', OF_APPLY, '77/../78'],
  ])('refuses a run %s', async (_which, origin, id) => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const applied = await applyMain(fleet, forge);
    const sent = fleet.sandbox.requests().length;
    const ends = await runWorkflow(readWorkflow('rollback.yml'), undo(applied, forge, origin, id));
    expect(ends.rollback?.result).toBe('failure');
    expect(ends.rollback?.log).toMatch(/^::error title=Pipeform::/m);
    expect(fleet.sandbox.requests()).toHaveLength(sent);
  });
});
