import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from '../../src/model/plan.ts';
import type { FakeGithub } from '../publish/fake-github.ts';
import { TOKEN } from '../publish/local-server.ts';
import type { FleetRepository } from './fleet-repository.ts';
import { type GithubRun, runWorkflow } from './github-runner.ts';
import { readWorkflow } from './workflow.ts';

export const SECRETS = { PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' };

/** A run on main as it is, started by hand; `applied` is the commit of the newest run that succeeded, as the forge API reports it. */
export function byHand(fleet: FleetRepository, forge: FakeGithub, applied: string | null = fleet.main): GithubRun {
  // A fork may have a branch of the same name, and a run of its pull request.
  const ofFork = { event: 'pull_request', head_sha: fleet.main };
  const runs = [ofFork, ...(applied === null ? [] : [{ event: 'push', head_sha: applied }])];
  const query = /^GET .*\/actions\/workflows\/pipeform-apply\.yml\/runs\?branch=main&status=success&per_page=100$/;
  forge.intercept(query, { status: 200, body: { total_count: runs.length, workflow_runs: runs } });
  const github = {
    ...place(forge),
    sha: fleet.git('rev-parse', 'main'),
    ref: 'refs/heads/main',
    ref_name: 'main',
    workflow_ref: 'acme/fleet/.github/workflows/pipeform-apply.yml@refs/heads/main',
  };
  return { ...frame(fleet), eventName: 'workflow_dispatch', event: { inputs: null }, github };
}

/** What the API of the forge says of the merge, and of the runs and artifacts of the head commit of its pull request. */
export interface Review {
  readonly pulls: readonly object[];
  readonly runs: readonly object[];
  readonly artifacts: readonly object[];
}

/** Merges pull request 7, which run 55 planned, and pushes it to main. `change` is what the forge says otherwise. */
export async function pushReviewed(
  fleet: FleetRepository,
  forge: FakeGithub,
  change: (review: Review) => Partial<Review> = () => ({}),
  applied: string | null = fleet.main,
): Promise<GithubRun> {
  const planned = pullRequest(fleet, forge);
  await runWorkflow(readWorkflow('plan.yml'), planned);
  fleet.mergeFeature();
  const ours = { full_name: 'acme/fleet' };
  const pull = { number: 7, merged_at: '2026-11-20T10:00:00Z', merge_commit_sha: fleet.merge };
  const review = {
    pulls: [{ ...pull, head: { sha: fleet.feature }, base: { ref: 'main', sha: fleet.main, repo: ours } }],
    runs: [
      { id: 54, run_number: 8, ...runOf(fleet), conclusion: 'success' },
      { id: 55, run_number: 9, ...runOf(fleet), conclusion: 'failure' },
      { id: 56, run_number: 10, ...runOf(fleet), conclusion: 'cancelled' },
    ],
    artifacts: [{ name: 'pipeform-plan', expired: false }],
  };
  const { pulls, runs, artifacts } = { ...review, ...change(review) };
  forge.intercept(new RegExp(`^GET .*/commits/${fleet.merge}/pulls$`), ...Array(6).fill({ status: 200, body: pulls }));
  const query = `/workflows/pipeform-plan.yml/runs\\?event=pull_request&head_sha=${fleet.feature}&per_page=100$`;
  forge.intercept(new RegExp(query), { status: 200, body: { workflow_runs: runs } });
  forge.intercept(/\/runs\/55\/artifacts\?name=pipeform-plan$/, { status: 200, body: { artifacts } });
  const run = byHand(fleet, forge, applied);
  // There is none before the first push; when one run covers several pushes, GitHub reports the last.
  const event = { before: '0'.repeat(40) };
  return { ...run, eventName: 'push', event, artifacts: detach(planned.artifacts) };
}

function runOf({ feature }: FleetRepository) {
  const ours = { full_name: 'acme/fleet' };
  return { event: 'pull_request', head_sha: feature, status: 'completed', repository: ours, head_repository: ours };
}

/** Reads artifacts of another run; a new one of the same name replaces them. */
export function detach(artifacts: ReadonlyMap<string, string>): Map<string, string> {
  const copy = new Map(artifacts);
  copy.has = () => false;
  return copy;
}

/** A run of the workflow of a pull request from a branch of the repository itself. */
export function pullRequest(
  fleet: FleetRepository,
  forge: FakeGithub,
  sha = fleet.merge,
  from = 'acme/fleet',
): GithubRun {
  return {
    ...frame(fleet),
    eventName: 'pull_request',
    event: { number: 7, pull_request: { number: 7, head: { sha: fleet.feature, repo: { full_name: from } } } },
    github: { ...place(forge), sha, ref: 'refs/pull/7/merge', base_ref: 'main', head_ref: 'feature' },
    secrets: from === 'acme/fleet' ? SECRETS : {},
  };
}

export function schedule(fleet: FleetRepository, forge: FakeGithub, applied?: string | null): GithubRun {
  return { ...byHand(fleet, forge, applied), eventName: 'schedule', event: { schedule: '17 5 * * *' } };
}

export function frame({ origin }: FleetRepository) {
  return { origin, secrets: SECRETS, token: TOKEN, artifacts: new Map<string, string>() };
}

export function place({ url }: FakeGithub) {
  return {
    repository: 'acme/fleet',
    actor: 'someone',
    run_attempt: '1',
    api_url: `${url}/api/v3`,
    server_url: url,
    run_id: '1',
  };
}

export function originsOf(plan: Plan): readonly string[] {
  return plan.pipes.flatMap(({ name, changes }) => changes.map(({ origin }) => `${name} ${origin}`));
}

export async function readArtifact<Shape>(run: GithubRun, name: string, file: string): Promise<Shape> {
  return JSON.parse(await readFile(join(run.artifacts.get(name) ?? '', file), 'utf8')) as Shape;
}
