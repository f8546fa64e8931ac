import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from '../../src/model/plan.ts';
import type { FakeGithub } from '../publish/fake-github.ts';
import { TOKEN } from '../publish/local-server.ts';
import type { FleetRepository } from './fleet-repository.ts';
import type { GithubRun } from './github-runner.ts';

export const SECRETS = { PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' };

/** A run on main as it is; `applied` is the commit of the newest run that succeeded, as the forge API reports it. */
export function push(fleet: FleetRepository, forge: FakeGithub, applied: string | null = fleet.main): GithubRun {
  const runs = applied === null ? [] : [{ head_sha: applied }];
  const query = /^GET .*\/actions\/workflows\/pipeform-apply\.yml\/runs\?branch=main&status=success&per_page=1$/;
  forge.intercept(query, { status: 200, body: { total_count: runs.length, workflow_runs: runs } });
  const github = {
    ...place(forge),
    sha: fleet.git('rev-parse', 'main'),
    ref: 'refs/heads/main',
    ref_name: 'main',
    workflow_ref: 'acme/fleet/.github/workflows/pipeform-apply.yml@refs/heads/main',
    run_attempt: '1',
  };
  // There is none before the first push; when one run covers several pushes, GitHub reports the last.
  return { ...frame(fleet), eventName: 'push', event: { before: '0'.repeat(40) }, github };
}

export function schedule(fleet: FleetRepository, forge: FakeGithub): GithubRun {
  return { ...push(fleet, forge), eventName: 'schedule', event: { schedule: '17 5 * * *' } };
}

export function frame({ origin }: FleetRepository) {
  return { origin, secrets: SECRETS, token: TOKEN, artifacts: new Map<string, string>() };
}

export function place({ url }: FakeGithub) {
  return { repository: 'acme/fleet', actor: 'someone', api_url: `${url}/api/v3`, server_url: url, run_id: '1' };
}

export function originsOf(plan: Plan): readonly string[] {
  return plan.pipes.flatMap(({ name, changes }) => changes.map(({ origin }) => `${name} ${origin}`));
}

export async function readArtifact<Shape>(run: GithubRun, name: string, file: string): Promise<Shape> {
  return JSON.parse(await readFile(join(run.artifacts.get(name) ?? '', file), 'utf8')) as Shape;
}
