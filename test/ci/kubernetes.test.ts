import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Plan } from '../../src/model/plan.ts';
import { makeFolder } from '../e2e/folder.ts';
import { runCommand, startProgram } from '../e2e/process.ts';
import { serve } from '../publish/local-server.ts';
import {
  countWrites,
  driftPayments,
  type FleetRepository,
  openAppliedRepository,
  openFleetRepository,
} from './fleet-repository.ts';
import { jobEnvironment, ROOT, run, type ShellEnd } from './shell.ts';
import { requireTool } from './tools.ts';

vi.setConfig({ testTimeout: 120_000 });

const KEY = { PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' };
const DRIFT = readJob('drift/cronjob.yaml');
const SHARDS = readJob('sharded-plan/job.yaml');
const MERGE = readJob('merge/job.yaml');

function readJob(path: string) {
  const [manifest] = readManifests(readFileSync(join(ROOT, 'examples/ci/kubernetes', path), 'utf8'));
  if (manifest === undefined) throw new Error(`${path} is empty`);
  return manifest;
}

async function openCluster(
  { origin }: FleetRepository,
  secret: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const configMap = { REPOSITORY_URL: `file://${origin}`, REPOSITORY_BRANCH: 'main' };
  return { configMap, secret: { ...KEY, ...secret }, volume: await makeFolder(), uid: 'a1' };
}

function checkOutMain(fleet: FleetRepository, folder: string): string {
  fleet.git('worktree', 'add', '-q', '--detach', join(folder, 'fleet'), 'main');
  return join(folder, 'fleet');
}

describe('the CronJob for drift', () => {
  test('leaves the report and metrics on the volume, posts drift and unread pipes to Slack, and nothing in sync', async () => {
    const fleet = await openFleetRepository();
    const slack = await serve(() => ({ status: 200, body: 'ok' }));
    const cluster = await openCluster(fleet, { SLACK_WEBHOOK_URL: `${slack.url}/services/T1/B1/a-long-secret` });
    const runDrift = async (secret = cluster.secret) => (await runKubernetesJob(DRIFT, { ...cluster, secret }))[0];
    expect(await runDrift()).toMatchObject({ container: 'drift', code: 0, policy: null });
    expect((await readdir(cluster.volume)).sort()).toEqual(['drift.json', 'drift.prom']);
    expect([slack.received.length, countWrites(fleet)]).toEqual([1, 0]);

    const unread = await runDrift({ ...cluster.secret, PIPEFORM_KEY_SECRET: 'wrong' });
    expect(unread).toMatchObject({ container: 'drift', code: 1, policy: 'FailJob' });
    expect(slack.received).toHaveLength(2);

    const folder = checkOutMain(fleet, await makeFolder());
    await runCommand(['apply', '--auto-approve'], { cwd: folder, env: KEY });
    expect(await runDrift()).toMatchObject({ container: 'drift', code: 0 });
    expect(slack.received).toHaveLength(2);
  });

  test('does not post an old report when the new one is missing', async () => {
    const fleet = await openFleetRepository();
    const slack = await serve(() => ({ status: 200, body: 'ok' }));
    const cluster = await openCluster(fleet, { SLACK_WEBHOOK_URL: `${slack.url}/services/T1/B1/a-long-secret` });
    await runKubernetesJob(DRIFT, cluster);
    await runKubernetesJob(
      { ...DRIFT, spec: JSON.parse(JSON.stringify(DRIFT.spec).replace('drift --chdir', 'drift --nonsense --chdir')) },
      cluster,
    );
    expect(await readdir(cluster.volume)).not.toContain('drift.json');
    expect(slack.received).toHaveLength(1);
  });

  test('fails in its first container when the configuration cannot be fetched', async () => {
    const cluster = await openCluster(await openFleetRepository());
    const nowhere = { ...cluster, configMap: { ...cluster.configMap, REPOSITORY_BRANCH: 'gone' } };
    expect(await runKubernetesJob(DRIFT, nowhere)).toMatchObject([{ container: 'fetch', code: 128 }]);
  });
});

test.each([
  ['drift', DRIFT],
  ['sharded-plan', SHARDS],
  ['merge', MERGE],
  ['remediate', readJob('remediate/cronjob.yaml')],
])('a signal to process 1 of the pod reaches the command, which is waited for: %s', async (_name, { spec }) => {
  const [{ command = ['sh', '-ec'], args = [] }] = (spec.jobTemplate?.spec ?? spec).template.spec.containers;
  const folder = await makeFolder();
  const standIn = `#!/bin/sh\ntrap 'echo stopping; echo stopped; exit 143' TERM\necho started\nwhile :; do sleep 0.05; done\n`;
  await writeFile(join(folder, 'pipeform'), standIn, { mode: 0o755 });
  const words = [...command, ...args].map((word) => word.replaceAll(/\/(checkout\/fleet|reports|shards)/g, folder));
  const running = startProgram(words[0] ?? '', words.slice(1), {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}`, JOB_COMPLETION_INDEX: '0', APPLIED_TAG: 'applied' },
  });
  await running.says(/started/);
  running.signal('SIGTERM');
  expect(await running.ended).toMatchObject({
    stdout: 'started\nstopping\nstopped\n',
    code: expect.any(Number),
  });
});

test('the overlay for remediation puts drift back, remembers it on the volume, and leaves a fight alone', async (context) => {
  requireTool('kubectl', context);
  const overlay = join(ROOT, 'examples/ci/kubernetes/remediate');
  const { stdout } = await run(['kubectl', 'kustomize', overlay], ROOT, { PATH: process.env.PATH ?? '', HOME: ROOT });
  const job = readManifests(stdout).find(({ kind }) => kind === 'CronJob');
  if (job === undefined) throw new Error('the overlay has no CronJob');
  const fleet = await openAppliedRepository();
  const slack = await serve(() => ({ status: 200, body: 'ok' }));
  const { configMap, ...rest } = await openCluster(fleet, {
    SLACK_WEBHOOK_URL: `${slack.url}/services/T1/B1/a-long-secret`,
  });
  const cluster = { ...rest, configMap: { ...configMap, APPLIED_TAG: 'applied' } };
  const before = countWrites(fleet);

  await driftPayments(fleet);
  const [untagged] = await runKubernetesJob(job, cluster);
  expect(untagged).toMatchObject({ code: 1, stderr: expect.stringContaining('base-unknown') });
  expect([countWrites(fleet) - before, slack.received.length]).toEqual([0, 1]);

  fleet.git('tag', 'applied', 'main');
  fleet.git('push', '-q', 'origin', 'applied');
  expect(await runKubernetesJob(job, cluster)).toMatchObject([{ container: 'drift', code: 0 }]);
  expect(countWrites(fleet) - before).toBe(1);
  await driftPayments(fleet);
  const [refused] = await runKubernetesJob(job, cluster);
  expect(refused).toMatchObject({ code: 1, policy: 'FailJob', stdout: expect.stringContaining('drift-returns') });
  expect([countWrites(fleet) - before, (await readdir(cluster.volume)).sort()]).toEqual([
    1,
    ['drift.json', 'drift.prom', 'history.jsonl', 'run.json'],
  ]);
});

describe('the Indexed Job for a sharded plan', () => {
  test('plans the same in 4 pods as one plan does, and the merge Job joins them', async () => {
    const fleet = await openFleetRepository();
    const cluster = await openCluster(fleet);
    const pods = await runKubernetesJob(SHARDS, cluster);
    expect(pods.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect((await readdir(cluster.volume)).sort()).toEqual([0, 1, 2, 3].map((index) => `plan-${index}.json`));
    // One GET a pipe, whatever the number of shards: what the comments say of the cost.
    expect(fleet.sandbox.requests().map(({ method }) => method)).toEqual(Array(5).fill('GET'));

    expect(await runKubernetesJob(MERGE, cluster)).toMatchObject([{ container: 'merge', code: 0 }]);
    const merged = JSON.parse(await readFile(join(cluster.volume, 'plan.json'), 'utf8')) as Plan;
    const folder = checkOutMain(fleet, await makeFolder());
    const single = await runCommand(['plan', '--format', 'json'], { cwd: folder, env: KEY });
    expect(merged.pipes).toEqual((JSON.parse(single.stdout) as Plan).pipes);
  });

  test('has as many shards as completions', () => {
    const [container] = SHARDS.spec.template.spec.containers;
    const total = container.env?.find(({ name }) => name === 'PIPEFORM_SHARD_TOTAL')?.value;
    expect(total).toBe(String(SHARDS.spec.completions));
  });

  test('a shard of an earlier run does not replace a missing one', async () => {
    const cluster = await openCluster(await openFleetRepository());
    await runKubernetesJob(SHARDS, cluster);
    const second = { ...cluster, uid: 'b2' };
    await runKubernetesJob({ ...SHARDS, spec: { ...SHARDS.spec, completions: 3 } }, second);
    expect(await runKubernetesJob(MERGE, second)).toMatchObject([{ container: 'merge', code: 1 }]);
    expect(await readdir(cluster.volume)).not.toContain('plan.json');
  });

  test.for([
    ['Complete', 0],
    ['FailureTarget Failed', 0],
    ['SuccessCriteriaMet', 7],
  ] as const)('the command that waits for the shards ends with: %s', async ([conditions, code]) => {
    const text = readFileSync(join(ROOT, 'examples/ci/kubernetes/merge/kustomization.yaml'), 'utf8');
    const [, command = ''] = /^# +(until .*)$/m.exec(text) ?? [];
    expect(command).not.toBe('');
    const shown = readFileSync(join(ROOT, 'examples/ci/README.md'), 'utf8');
    expect(shown).toContain(`\n${command}\n`);
    const stand = `kubectl() { echo '${conditions}'; }; sleep() { exit 7; }; ${command}`;
    expect((await run(['bash', '-c', stand], ROOT, { PATH: process.env.PATH ?? '' })).code).toBe(code);
  });
});

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly name: string; readonly key: string; readonly optional?: boolean };
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface JobSpec {
  readonly completions?: number;
  readonly podFailurePolicy?: {
    readonly rules: readonly {
      readonly action: string;
      readonly onExitCodes?: { readonly containerName: string; readonly values: readonly number[] };
    }[];
  };
  readonly template: {
    readonly spec: { readonly initContainers?: readonly Container[]; readonly containers: readonly [Container] };
  };
}

interface JobManifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: JobSpec & { readonly jobTemplate?: { readonly spec: JobSpec } };
}

/** The label that the Job's controller puts on its pods: the uid of the Job. */
const UID_OF_JOB = "metadata.labels['batch.kubernetes.io/controller-uid']";

/** What a cluster provides to the pods of a Job. */
interface Cluster {
  readonly configMap: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
  /** The folder of the persistent volume. */
  readonly volume: string;
  /** The uid of the Job; each start of one is a Job of its own. */
  readonly uid: string;
}

interface PodEnd extends ShellEnd {
  readonly container: string;
  /** The action that the policy takes on the exit code, or null: another attempt, up to the limit. */
  readonly policy: string | null;
}

function readManifests(text: string): readonly JobManifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as JobManifest);
}

/** Runs the pods of a Job, or of one run of a CronJob, one after another; an Indexed Job has one for each index. */
async function runKubernetesJob({ spec }: JobManifest, cluster: Cluster): Promise<readonly PodEnd[]> {
  const job = spec.jobTemplate?.spec ?? spec;
  const ends: PodEnd[] = [];
  for (let index = 0; index < (job.completions ?? 1); index += 1) ends.push(await runPod(job, index, cluster));
  return ends;
}

/** The volumes are folders here, so each mount path in a command or a variable becomes that of its folder. */
async function runPod(job: JobSpec, index: number, cluster: Cluster): Promise<PodEnd> {
  const { initContainers = [], containers } = job.template.spec;
  const folder = await makeFolder();
  const base = await jobEnvironment(folder);
  const mounts = new Map<string, string>();
  for (const { name, mountPath } of [...initContainers, ...containers].flatMap(({ volumeMounts }) => volumeMounts)) {
    const place = name === 'reports' || name === 'shards' ? cluster.volume : join(folder, 'volumes', name);
    await mkdir(place, { recursive: true });
    mounts.set(mountPath, place);
  }
  const relocate = (text: string): string =>
    [...mounts].reduce(
      (all, [path, place]) => all.replaceAll(new RegExp(`(?<![\\w./-])${path}(?=[/\\s"';]|$)`, 'g'), place),
      text,
    );

  for (const container of [...initContainers, ...containers]) {
    const given = readVariables(container, cluster);
    const own = job.completions === undefined ? [] : [['JOB_COMPLETION_INDEX', String(index)]];
    const variables: Readonly<Record<string, string>> = { ...given, ...Object.fromEntries(own) };
    // The entry point of the image is the command itself; `$(NAME)` is filled in by the kubelet.
    const words = [...(container.command ?? ['pipeform']), ...(container.args ?? [])].map((word) =>
      relocate(word.replaceAll(/\$\((\w+)\)/g, (all, name: string) => variables[name] ?? all)),
    );
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, relocate(value)]));
    const end = await run(words, folder, { PATH: base.PATH ?? '', ...env });
    const isLast = container === containers[0];
    if (end.code !== 0 || isLast)
      return { ...end, container: container.name, policy: isLast ? findAction(job, end) : null };
  }
  throw new Error('a pod has a container');
}

function readVariables({ env = [], envFrom = [] }: Container, cluster: Cluster): Readonly<Record<string, string>> {
  const own = env.flatMap(({ name, value, valueFrom }) => {
    const field = valueFrom?.fieldRef?.fieldPath === UID_OF_JOB ? cluster.uid : undefined;
    const found = value ?? field ?? cluster.secret[valueFrom?.secretKeyRef?.key ?? ''];
    if (found === undefined && valueFrom?.secretKeyRef?.optional !== true) throw new Error(`there is no ${name}`);
    return found === undefined ? [] : [[name, found]];
  });
  return { ...(envFrom.length > 0 ? cluster.configMap : {}), ...Object.fromEntries(own) };
}

function findAction(job: JobSpec, { code }: ShellEnd): string | null {
  const rule = job.podFailurePolicy?.rules.find(({ onExitCodes }) => onExitCodes?.values.includes(code) === true);
  return rule?.action ?? null;
}
