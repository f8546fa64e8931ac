import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { jobEnvironment, makeFolder, run, type ShellEnd } from './shell.ts';

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
export interface Cluster {
  readonly configMap: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
  /** The folder of the persistent volume. */
  readonly volume: string;
  /** The uid of the Job; each start of one is a Job of its own. */
  readonly uid: string;
}

export interface PodEnd extends ShellEnd {
  readonly container: string;
  /** The action that the policy takes on the exit code, or null: another attempt, up to the limit. */
  readonly policy: string | null;
}

export function readManifests(text: string): readonly JobManifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as JobManifest);
}

/** Runs the pods of a Job, or of one run of a CronJob, one after another; an Indexed Job has one for each index. */
export async function runKubernetesJob({ spec }: JobManifest, cluster: Cluster): Promise<readonly PodEnd[]> {
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
    if (end.code !== 0 || isLast) return { ...end, container: container.name, policy: isLast ? judge(job, end) : null };
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

function judge(job: JobSpec, { code }: ShellEnd): string | null {
  const rule = job.podFailurePolicy?.rules.find(({ onExitCodes }) => onExitCodes?.values.includes(code) === true);
  return rule?.action ?? null;
}
