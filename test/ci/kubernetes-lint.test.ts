import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { checkManifests } from './kubernetes-schema.ts';
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

describe('the schemas reject errors', () => {
  test.each([
    ['an unknown field', 'backoffLimit:', 'backofLimit:', 'backofLimit'],
    ['an invalid choice', 'concurrencyPolicy: Forbid', 'concurrencyPolicy: Never', 'concurrencyPolicy'],
    ['a wrong type', 'backoffLimit: 2', 'backoffLimit: two', 'backoffLimit'],
    ['a missing field', 'schedule: "17 5 * * *"', 'suspend: false', 'schedule'],
  ])('rejects %s', async (_name, from, to, word) => {
    const text = readText('drift/cronjob.yaml');
    expect(text).toContain(from);
    expect(await checkManifests(text.replace(from, to))).toContain(word);
  });
});

test.for(['drift', 'sharded-plan', 'merge'])(
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
