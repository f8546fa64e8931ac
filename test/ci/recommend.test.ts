import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';
import { makeFolder } from '../e2e/folder.ts';
import { PIPEFORM } from '../e2e/process.ts';
import { type LocalServer, serve, TOKEN } from '../publish/local-server.ts';
import { type FleetRepository, openFleetRepository, PIPES } from './fleet-repository.ts';
import { SECRETS } from './github-events.ts';
import { runWorkflow } from './github-runner.ts';
import { GITLAB_FOLDER, JOB_URL, openGitlabProject } from './gitlab-pipeline.ts';
import { readWorkflow } from './workflow.ts';

vi.setConfig({ testTimeout: 180_000 });

const BRANCH = 'pipeform-recommendations';
const TITLE = 'Change sizes as Pipeform recommends';

/** The fleet with measurements of four weeks, which advise other sizes than main has. */
async function openMeasuredFleet(): Promise<FleetRepository> {
  const workload = { world: 'daily', seed: 3 } as const;
  const fleet = await openFleetRepository({ workload, speed: 0, startAt: Date.UTC(2026, 5, 1, 12) });
  const cpu = `{ sourceId: ${METRICS_SOURCE_ID}, aggFn: avg, where: "metric:cpu", groupBy: [pipe] }`;
  fleet.commitToMain(
    'pipeform.yaml',
    (text) => `${text}
observability: { url: ${fleet.sandbox.url} }
sizing: { series: { cpu: ${cpu} }, headroom: 15% }
`,
  );
  return fleet;
}

/** The built command, whose advice can be made as long as that for many pipes. */
async function openAdvisor() {
  const folder = await makeFolder();
  const [program, padding] = [join(folder, 'pipeform'), join(folder, 'padding')];
  await writeFile(program, `#!/bin/sh\n${PIPEFORM} "$@" && if [ "$1" = recommend ]; then cat ${padding}; fi\n`);
  await chmod(program, 0o755);
  const pad = (length: number) => writeFile(padding, 'x'.repeat(length));
  await pad(0);
  return { command: { program }, pad };
}

/** What the branch changes, and the commit that it starts from. */
function readBranch({ git }: FleetRepository) {
  git('fetch', '-q', 'origin', `+refs/heads/${BRANCH}:refs/remotes/origin/${BRANCH}`);
  const commit = git('rev-parse', `origin/${BRANCH}`);
  return {
    commit,
    parent: git('rev-parse', `${commit}^`),
    files: git('diff', '--name-only', `${commit}^`, commit),
    diff: git('diff', '-U0', `${commit}^`, commit),
  };
}

interface Request {
  readonly number: number;
  state: string;
  title: string;
  body: string;
}

/** The pull requests of a repository at GitHub. */
async function fakePulls(): Promise<LocalServer & { readonly pulls: Request[] }> {
  const pulls: Request[] = [];
  const path = '/api/v3/repos/acme/fleet/pulls';
  const server = await serve(({ method, url, headers, body }) => {
    if (headers.authorization !== `Bearer ${TOKEN}` || !url.pathname.startsWith(path)) return { status: 404 };
    if (url.search === `?state=open&base=main&head=acme:${BRANCH}`) {
      return { status: 200, body: pulls.filter(({ state }) => state === 'open') };
    }
    const given = JSON.parse(body);
    const found = pulls.find(({ number }) => url.pathname === `${path}/${number}`);
    if (method === 'PATCH' && found !== undefined) return { status: 200, body: Object.assign(found, given) };
    if (method !== 'POST' || url.pathname !== path) return { status: 404 };
    if (given.head !== BRANCH || given.base !== 'main') return { status: 422 };
    pulls.push({ number: 40 + pulls.length, state: 'open', ...given });
    return { status: 201, body: pulls.at(-1) };
  });
  return { ...server, pulls };
}

test('GitHub: one pull request has the advice and the evidence, is updated, and closed without advice', async () => {
  const [fleet, forge, advisor] = [await openMeasuredFleet(), await fakePulls(), await openAdvisor()];
  const recommend = async () => {
    const github = {
      ...{ repository: 'acme/fleet', run_id: '7', sha: fleet.git('rev-parse', 'main'), ref: 'refs/heads/main' },
      ...{ api_url: `${forge.url}/api/v3`, server_url: forge.url },
    };
    const ends = await runWorkflow(readWorkflow('recommend.yml'), {
      ...{ origin: fleet.origin, eventName: 'schedule', event: {}, github, token: TOKEN, artifacts: new Map() },
      ...{ secrets: { ...SECRETS, PIPEFORM_ACCESS_TOKEN: 'sandbox' }, command: advisor.command },
    });
    expect(Object.entries(ends).map(([id, { result, log }]) => [id, result, result === 'success' ? '' : log])).toEqual([
      ['recommend', 'success', ''],
      ['pull-request', 'success', ''],
    ]);
    return ends.recommend?.summary ?? '';
  };
  const footer = `\n\nThe next run rewrites this branch and this text. [The run that wrote it](${forge.url}/acme/fleet/actions/runs/7) has all.`;

  const evidence = await recommend();
  expect(evidence).toContain('the week repeats');
  const opened = readBranch(fleet);
  expect(opened).toMatchObject({ parent: fleet.git('rev-parse', 'main'), files: PIPES });
  expect(opened.diff).toMatch(/^\+ +- \{ hours: .* replicas: \d+ \}$/m);
  expect(forge.pulls).toMatchObject([{ state: 'open', title: TITLE, body: evidence + footer }]);

  await advisor.pad(70_000);
  await recommend();
  expect(readBranch(fleet).commit).toBe(opened.commit);
  const cut = evidence + 'x'.repeat(60_000 - evidence.length);
  expect(forge.pulls.map(({ body }) => body)).toEqual([`${cut}\n\n…${footer}`]);

  await advisor.pad(0);
  const main = fleet.commitToMain('pipeform.yaml', (text) => text.replace('headroom: 15%', 'headroom: 50%'));
  const updated = await recommend();
  expect(readBranch(fleet)).toMatchObject({ parent: main, files: PIPES });
  expect(readBranch(fleet).diff).not.toBe(opened.diff);
  expect(forge.pulls.map(({ state, body }) => [state, body])).toEqual([['open', updated + footer]]);

  fleet.moveMain(`origin/${BRANCH}`);
  for (const _ of ['closes it', 'opens none']) {
    await recommend();
    expect(forge.pulls.map(({ state }) => state)).toEqual(['closed']);
  }
});

interface MergeRequest {
  readonly iid: number;
  readonly source_project_id: number;
  state: string;
  title: string;
  description: string;
}

test('GitLab: one merge request has the advice and the evidence, is updated, and closed without advice', async () => {
  const [fleet, advisor] = [await openMeasuredFleet(), await openAdvisor()];
  const ofFork = { iid: 8, source_project_id: 43, state: 'opened', title: 'Theirs', description: 'theirs' };
  const requests: MergeRequest[] = [{ ...ofFork }];
  const commits: { readonly actions: readonly { readonly content: string }[] }[] = [];
  const path = '/api/v4/projects/42';
  const forge = await serve(({ method, url, headers, body }) => {
    if (headers['private-token'] !== TOKEN) return { status: 404 };
    if (url.search === `?state=opened&source_branch=${BRANCH}&target_branch=main`) {
      return { status: 200, body: requests.filter(({ state }) => state === 'opened') };
    }
    const given = JSON.parse(body);
    if (url.pathname === `${path}/repository/commits`) {
      commits.push(given);
      return { status: 201, body: {} };
    }
    const found = requests.find(({ iid }) => url.pathname === `${path}/merge_requests/${iid}`);
    if (method === 'PUT' && found !== undefined) {
      const { state_event: event, ...rest } = given;
      return { status: 200, body: Object.assign(found, rest, event === 'close' ? { state: 'closed' } : {}) };
    }
    if (method !== 'POST' || url.pathname !== `${path}/merge_requests`) return { status: 404 };
    if (given.source_branch !== BRANCH || given.target_branch !== 'main') return { status: 422 };
    requests.push({ iid: 9, source_project_id: 42, state: 'opened', ...given });
    return { status: 201, body: {} };
  });
  const template = await readFile(join(GITLAB_FOLDER, 'pipeform.gitlab-ci.yml'), 'utf8');
  const project = await openGitlabProject({ 'pipeform.gitlab-ci.yml': template });
  const recommend = async () => {
    const sha = fleet.git('rev-parse', 'main');
    const variables = {
      ...{ CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main', CI_COMMIT_SHA: sha },
      ...{ CI_PROJECT_ID: '42', CI_API_V4_URL: `${forge.url}/api/v4`, GITLAB_TOKEN: TOKEN, PIPEFORM_RECOMMEND: 'true' },
      ...{ ...SECRETS, PIPEFORM_ACCESS_TOKEN: 'sandbox' },
    };
    const ends = await project.runPipeline({ origin: fleet.origin, sha, variables, command: advisor.command });
    expect(Object.keys(ends)).toEqual(['pipeform:recommend']);
    const end = ends['pipeform:recommend'];
    expect(end).toMatchObject({ result: 'success' });
    return readFile(join(end?.artifacts ?? '', 'recommendations.md'), 'utf8');
  };
  const footer = `\n\nThe next run rewrites this branch and this text. [The job that wrote it](${JOB_URL})`;

  const evidence = await recommend();
  expect(evidence).toContain('the week repeats');
  const [commit] = commits;
  expect(commit).toMatchObject({
    ...{ branch: BRANCH, start_sha: fleet.git('rev-parse', 'main'), force: true, commit_message: TITLE },
    actions: [
      { action: 'update', file_path: PIPES, content: expect.stringMatching(/- \{ hours: .* replicas: \d+ \}$/m) },
    ],
  });
  const own = { state: 'opened', title: TITLE, description: evidence + footer };
  expect(requests).toEqual([ofFork, expect.objectContaining(own)]);

  // As GitLab has made the branch.
  fleet.git('checkout', '-q', '--detach', 'main');
  await writeFile(fleet.git('rev-parse', '--show-toplevel').concat('/', PIPES), commit?.actions[0]?.content ?? '');
  fleet.git('commit', '-q', '-a', '-m', TITLE);
  fleet.git('push', '-q', 'origin', `HEAD:refs/heads/${BRANCH}`);
  await advisor.pad(1_100_000);
  await recommend();
  const cut = evidence + 'x'.repeat(1_000_000 - evidence.length);
  expect([commits.length, requests[1]?.description]).toEqual([1, `${cut}\n\n…${footer}`]);

  await advisor.pad(0);
  fleet.commitToMain('pipeform.yaml', (text) => text.replace('headroom: 15%', 'headroom: 50%'));
  const updated = await recommend();
  expect([commits.length, requests.length, requests[1]?.description]).toEqual([2, 2, updated + footer]);

  fleet.commitToMain(PIPES, () => commits[1]?.actions[0]?.content ?? '');
  await recommend();
  expect(requests.map(({ iid, state }) => [iid, state])).toEqual([
    [8, 'opened'],
    [9, 'closed'],
  ]);
});
