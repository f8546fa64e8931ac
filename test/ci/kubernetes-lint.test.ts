import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { makeFolderInside } from '../packaging/pack.ts';
import { ROOT, run } from './shell.ts';
import { requireTool, shellcheck } from './tools.ts';

const FOLDER = join(ROOT, 'examples/ci/kubernetes');
const JOBS = ['drift/cronjob.yaml', 'sharded-plan/job.yaml', 'merge/job.yaml'];
const readText = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');

interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: {
    readonly runAsNonRoot: boolean;
    readonly runAsUser: number;
    readonly seccompProfile: object;
  };
  readonly initContainers?: readonly PodContainer[];
  readonly containers: readonly PodContainer[];
}

interface PodContainer {
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly securityContext: object;
  readonly resources: { readonly requests: object; readonly limits: object };
}

function podOf(text: string): PodSpec {
  const { spec } = parse(text) as { spec: { jobTemplate?: { spec: object }; template?: object } };
  return ((spec.jobTemplate?.spec ?? spec) as { template: { spec: PodSpec } }).template.spec;
}

test.each([...JOBS, 'drift/reports.yaml', 'sharded-plan/shards.yaml'])(
  '%s matches the schemas of Kubernetes',
  async (path) => {
    expect(await checkManifests(readText(path))).toBe('');
  },
);

test.each(JOBS)('%s meets the restricted pod security standard, and declares its resources', (path) => {
  const pod = podOf(readText(path));
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  });
  for (const { securityContext, resources } of [...(pod.initContainers ?? []), ...pod.containers]) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(Object.keys({ ...resources.requests, ...resources.limits }).sort()).toEqual(['cpu', 'memory']);
  }
});

test.for(JOBS)('%s has scripts that pass shellcheck', async (path, context) => {
  requireTool('shellcheck', context);
  const { initContainers = [], containers } = podOf(readText(path));
  const scripts = [...initContainers, ...containers].filter(({ command = [] }) => command[0] === 'sh');
  expect(scripts.length).toBeGreaterThan(0);
  for (const { args: [script = ''] = [] } of scripts) expect(await shellcheck(script, 'sh')).toBe('');
});

test('the overlay for remediation has a script that passes shellcheck', async (context) => {
  requireTool('shellcheck', context);
  const [{ args: [script = ''] = [] } = {}] = podOf(readText('remediate/cronjob.yaml')).containers;
  expect(await shellcheck(script, 'sh')).toBe('');
});

test.for(['drift', 'remediate', 'sharded-plan', 'merge'])(
  'kustomize builds %s with the image from one place',
  async (name, context) => {
    requireTool('kubectl', context);
    const built = await run(['kubectl', 'kustomize', join(FOLDER, name)], ROOT, {
      PATH: process.env.PATH ?? '',
      HOME: ROOT,
    });
    expect(built.stderr).toBe('');
    const images = built.stdout.match(/image: .*/g) ?? [];
    expect(new Set(images)).toEqual(new Set(['image: registry.example.com/pipeform:0.1.0']));
    for (const document of parseAllDocuments(built.stdout)) {
      expect((document.toJS() as { metadata: { namespace: string } }).metadata.namespace).toBe('pipeform');
    }
  },
);

const KINDS = {
  CronJob: { model: CronJob, type: 'kubernetes-models/batch/v1/CronJob' },
  Job: { model: Job, type: 'kubernetes-models/batch/v1/Job' },
  PersistentVolumeClaim: { model: PersistentVolumeClaim, type: 'kubernetes-models/v1/PersistentVolumeClaim' },
} as const;

/**
 * The errors of the Kubernetes schemas in these documents. Both come from its OpenAPI description: the
 * models check values and required fields, and the types, with the compiler, unknown fields.
 */
async function checkManifests(text: string): Promise<string> {
  const complaints: string[] = [];
  const lines: string[] = [];
  for (const [index, document] of parseAllDocuments(text).entries()) {
    const manifest = document.toJS() as { readonly kind: string };
    if (!isKnown(manifest.kind)) return `no schema is here for ${manifest.kind}`;
    const { model, type } = KINDS[manifest.kind];
    lines.push(`import type { I${manifest.kind} as Kind${index} } from '${type}';`);
    lines.push(`export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`);
    try {
      Reflect.construct(model, [manifest]).validate();
    } catch (error) {
      complaints.push(error instanceof Error ? error.message : String(error));
    }
  }
  return [...complaints, await compile(lines.join('\n'))].filter((words) => words !== '').join('\n');
}

/** In the folder of dependencies, where the compiler finds the types. */
async function compile(source: string): Promise<string> {
  const folder = await makeFolderInside('manifests');
  await writeFile(join(folder, 'manifests.ts'), source);
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', '--ignoreConfig'];
  const compiler = [process.execPath, join(typescript, 'bin/tsc'), ...options, 'manifests.ts'];
  return (await run(compiler, folder, { PATH: process.env.PATH ?? '' })).stdout;
}

function isKnown(kind: string): kind is keyof typeof KINDS {
  return Object.hasOwn(KINDS, kind);
}
