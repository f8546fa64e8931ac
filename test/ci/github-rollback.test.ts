import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { type FakeGithub, fakeGithub } from '../publish/fake-github.ts';
import { type FleetRepository, nameUnknownPipe, openFleetRepository, PIPES } from './fleet-repository.ts';
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

interface Attempt {
  readonly conclusion: string;
}

const WRITTEN: Attempt = { conclusion: 'success' };

/** A run that is started by hand, with the artifacts of the run that it undoes. `attempts`: of that run, the first one first. */
function undo(
  { artifacts, ...run }: GithubRun,
  forge: FakeGithub,
  origin: object,
  { id = '77', attempts = [WRITTEN] }: { readonly id?: string; readonly attempts?: readonly Attempt[] } = {},
): GithubRun {
  forge.intercept(/^GET .*\/actions\/runs\/77$/, { status: 200, body: { ...origin, run_attempt: attempts.length } });
  for (const [index, { conclusion }] of attempts.entries()) {
    const steps = [
      { name: 'Set up job', conclusion: 'success' },
      { name: 'Write to the pipes', conclusion },
    ];
    const body = { jobs: [{ name: 'apply', run_attempt: index + 1, steps }] };
    forge.intercept(new RegExp(`/actions/runs/77/attempts/${index + 1}/jobs\\?per_page=100$`), { status: 200, body });
  }
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
    expect(await readdir(applied.artifacts.get('pipeform-journal-1') ?? '')).toHaveLength(1);

    const first = undo(applied, forge, OF_APPLY);
    const ends = await runWorkflow(readWorkflow('rollback.yml'), first);
    expect(ends.rollback?.log).toContain('Rolled back 3 pipes');
    expect(ends.rollback?.result).toBe('success');
    expect(ends.rollback?.summary).toContain('orders');
    expect(valuesOf(fleet)).toEqual(before);
    const { id } = await readArtifact<Run>(applied, 'pipeform-run-1', 'apply.json');
    expect((await readArtifact<Run>(first, 'pipeform-run-1', 'rollback.json')).rollsBack).toBe(id);

    const again = await runWorkflow(readWorkflow('rollback.yml'), undo(first, forge, OF_ROLLBACK));
    expect(again.rollback?.result).toBe('success');
    expect(valuesOf(fleet)).toEqual(after);
  });

  /** A first attempt that cannot read one pipe, and a second one that writes it, and another value of a pipe of the first. */
  async function applyTwice(fleet: FleetRepository, forge: FakeGithub): Promise<GithubRun> {
    fleet.mergeFeature();
    const right = await readFile(join(fleet.work, PIPES), 'utf8');
    fleet.commitToMain(PIPES, nameUnknownPipe);
    const run = byHand(fleet, forge);
    const first = await runWorkflow(readWorkflow('apply.yml'), run);
    expect(first.apply?.result).toBe('failure');
    const text = right.replace('max_insert_wait_ms: 10s', 'max_insert_wait_ms: 12s');
    fleet.commitToMain(PIPES, () => text);
    run.artifacts.delete('pipeform-plan');
    const second = byHand(fleet, forge);
    const attempt = { ...second, artifacts: run.artifacts, github: { ...second.github, run_attempt: '2' } };
    expect((await runWorkflow(readWorkflow('apply.yml'), attempt)).apply?.result).toBe('success');
    return run;
  }

  test('undoes all attempts of a run, the newest first, and a rollback of that restores them', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const before = valuesOf(fleet);
    const applied = await applyTwice(fleet, forge);
    const after = valuesOf(fleet);
    const first = undo(applied, forge, OF_APPLY, { attempts: [{ conclusion: 'failure' }, WRITTEN] });
    const ends = await runWorkflow(readWorkflow('rollback.yml'), first);
    expect(ends.rollback?.result).toBe('success');
    expect(valuesOf(fleet)).toEqual(before);
    expect((await readdir(first.artifacts.get('pipeform-run-1') ?? '')).sort()).toEqual([
      'rollback-2.json',
      'rollback.json',
    ]);
    const again = await runWorkflow(readWorkflow('rollback.yml'), undo(first, forge, OF_ROLLBACK));
    expect(again.rollback?.result).toBe('success');
    expect(valuesOf(fleet)).toEqual(after);
  });

  test('names an attempt without a report, undoes the others, and fails', async () => {
    const [fleet, forge] = [await openFleetRepository(), await fakeGithub()];
    const applied = await applyTwice(fleet, forge);
    applied.artifacts.delete('pipeform-run-1');
    const attempts = [{ conclusion: 'cancelled' }, WRITTEN, { conclusion: 'skipped' }];
    const { rollback } = await runWorkflow(readWorkflow('rollback.yml'), undo(applied, forge, OF_APPLY, { attempts }));
    expect(rollback?.result).toBe('failure');
    expect(rollback?.log).toMatch(/^::error title=Pipeform::There is no report of attempt 1,/m);
    expect(rollback?.log).toContain('Rolled back 2 pipes');
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
    const ends = await runWorkflow(readWorkflow('rollback.yml'), undo(applied, forge, origin, { id }));
    expect(ends.rollback?.result).toBe('failure');
    expect(ends.rollback?.log).toMatch(/^::error title=Pipeform::/m);
    expect(fleet.sandbox.requests()).toHaveLength(sent);
  });
});
