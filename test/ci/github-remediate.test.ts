import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { makeFolder } from '../e2e/folder.ts';
import { type FakeGithub, fakeGithub } from '../publish/fake-github.ts';
import { serve } from '../publish/local-server.ts';
import { countWrites, driftPayments, type FleetRepository, openAppliedRepository } from './fleet-repository.ts';
import { SECRETS, schedule } from './github-events.ts';
import { type GithubRun, type JobEnd, runWorkflow } from './github-runner.ts';
import { readWorkflow } from './workflow.ts';

// Each test starts the command some twenty times.
vi.setConfig({ testTimeout: 180_000 });

const WORKFLOW = readWorkflow('remediate.yml');

interface Scheduled {
  /** The run with the history, which the next run reads. */
  readonly earlier?: GithubRun;
  /** When the latest rollback was started. */
  readonly rollbackAt?: string;
  /** The commit of the latest apply; default: main. */
  readonly applied?: string;
  readonly secrets?: Readonly<Record<string, string>>;
}

async function remediate(
  fleet: FleetRepository,
  forge: FakeGithub,
  { earlier, rollbackAt, applied = fleet.git('rev-parse', 'main'), secrets = {} }: Scheduled = {},
): Promise<{ end: JobEnd; run: GithubRun }> {
  const answer = (query: string, body: object) =>
    forge.intercept(new RegExp(`^GET .*/actions/${query}$`), { status: 200, body });
  answer('workflows/pipeform-apply\\.yml/runs\\?branch=main&status=success&per_page=100', {
    workflow_runs: [{ event: 'push', head_sha: applied, created_at: '2026-11-20T10:00:00Z' }],
  });
  answer('workflows/pipeform-rollback\\.yml/runs\\?branch=main&status=completed&per_page=100', {
    workflow_runs: rollbackAt === undefined ? [] : [{ event: 'workflow_dispatch', created_at: rollbackAt }],
  });
  const ofRun = (id: number, about: object) => ({
    ...{ expired: false, created_at: `2026-11-20T1${id}:00:00Z` },
    workflow_run: { id, head_branch: 'main', head_repository_id: 1, repository_id: 1, ...about },
  });
  // Somebody else's branch is called main too.
  const listed = [
    ofRun(1, {}),
    ofRun(2, {}),
    ofRun(3, { head_repository_id: 2 }),
    ofRun(4, { head_branch: 'feature' }),
  ];
  answer('artifacts\\?name=pipeform-history&per_page=100', { artifacts: earlier === undefined ? [] : listed });
  const { artifacts, ...rest } = schedule(fleet, forge);
  const run = { ...rest, secrets: { ...SECRETS, ...secrets }, artifacts };
  if (earlier !== undefined) {
    const copy = join(await makeFolder(), 'history');
    await cp(earlier.artifacts.get('pipeform-history') ?? '', copy, { recursive: true });
    artifacts.set('pipeform-history', copy);
    artifacts.has = () => false;
  }
  const ends = await runWorkflow(WORKFLOW, run);
  if (ends.remediate === undefined) throw new Error('the job did not run');
  return { end: ends.remediate, run };
}

describe('scheduled remediation', () => {
  test('puts drift back, remembers it from run to run, and leaves a fight alone', async () => {
    const [fleet, forge] = [await openAppliedRepository(), await fakeGithub()];
    const slack = await serve(() => ({ status: 200, body: 'ok' }));
    const secrets = { SLACK_WEBHOOK_URL: `${slack.url}/services/T1/B1/a-long-secret` };
    const before = countWrites(fleet);
    const quiet = await remediate(fleet, forge, { secrets });
    expect([quiet.end.result, quiet.end.steps.remediate, forge.issues]).toEqual(['success', undefined, []]);

    await driftPayments(fleet);
    const first = await remediate(fleet, forge, { earlier: quiet.run, secrets });
    const { earlier, remediate: done, left } = first.end.steps;
    expect([first.end.result, earlier?.run, done?.['exit-code'], left?.['exit-code']]).toEqual([
      'success',
      '2',
      '0',
      '0',
    ]);
    expect([countWrites(fleet) - before, forge.issues]).toEqual([1, []]);
    const posted = slack.received.length;

    await driftPayments(fleet);
    const second = await remediate(fleet, forge, { earlier: first.run, secrets });
    expect([second.end.result, second.end.steps.remediate?.['exit-code']]).toEqual(['failure', '5']);
    expect(second.end.log).toContain('error[drift-returns]: Pipe payments was restored once since');
    expect([countWrites(fleet) - before, forge.issues.map(({ state }) => state)]).toEqual([1, ['open']]);
    expect(slack.received).toHaveLength(posted + 1);

    // The state is the same: no message.
    await remediate(fleet, forge, { earlier: second.run, secrets });
    expect(slack.received).toHaveLength(posted + 1);
  });

  test('puts nothing back after a rollback, nor a change of main that is not applied', async () => {
    const [fleet, forge] = [await openAppliedRepository(), await fakeGithub()];
    const before = countWrites(fleet);
    await driftPayments(fleet);
    const after = await remediate(fleet, forge, { rollbackAt: '2026-11-20T11:00:00Z' });
    expect([after.end.result, after.end.steps.remediate]).toEqual(['success', undefined]);
    expect(after.end.log).toContain('::notice title=Pipeform::Nothing is restored');
    expect(forge.issues.map(({ state }) => state)).toEqual(['open']);

    const applied = fleet.git('rev-parse', 'main');
    fleet.commitToMain('pipes/streaming.yaml', (text) => text.replace(/(payments:[\s\S]*?db_max_threads: )8/, '$16'));
    const pending = await remediate(fleet, forge, { applied, earlier: after.run });
    expect(pending.end.log).toContain('not restored: settings.db_max_threads (conflict)');
    expect(countWrites(fleet)).toBe(before);
  });
});
