import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { parseAllDocuments } from 'yaml';
import { ROOT, run } from './shell.ts';

const KINDS = {
  CronJob: { model: CronJob, type: 'kubernetes-models/batch/v1/CronJob' },
  Job: { model: Job, type: 'kubernetes-models/batch/v1/Job' },
  PersistentVolumeClaim: { model: PersistentVolumeClaim, type: 'kubernetes-models/v1/PersistentVolumeClaim' },
} as const;

/**
 * The errors of the Kubernetes schemas in these documents. Both come from its OpenAPI description: the
 * models check values and required fields, and the types, with the compiler, unknown fields.
 */
export async function checkManifests(text: string): Promise<string> {
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
  const folder = await mkdtemp(join(ROOT, 'node_modules', '.pipeform-manifests-'));
  try {
    await writeFile(join(folder, 'manifests.ts'), source);
    const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', '--ignoreConfig'];
    const compiler = [process.execPath, join(typescript, 'bin/tsc'), ...options, 'manifests.ts'];
    return (await run(compiler, folder, { PATH: process.env.PATH ?? '' })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function isKnown(kind: string): kind is keyof typeof KINDS {
  return Object.hasOwn(KINDS, kind);
}
