import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wallOf } from '../measure.ts';
import { ask, type Command, run } from '../processes.ts';

/** Terraform in a folder of 1,000 built-in `terraform_data` resources: no provider to start, no network. */
export interface Terraform {
  readonly version: string;
  /** Each gives its wall time in milliseconds. */
  validate(): Promise<number>;
  /** The plan covers resources that match the configuration. */
  plan(): Promise<number>;
  /** The run changes one value in every resource. @throws Error unless the state has them all afterwards. */
  apply(): Promise<number>;
}

interface State {
  readonly resources: readonly {
    readonly instances: readonly {
      readonly attributes: { readonly input: { readonly value: { readonly wait: number } } };
    }[];
  }[];
}

const RESOURCES = 1_000;
const NO_QUESTIONS = ['-input=false', '-no-color'] as const;

/** Initialises the folder; null where Terraform is not installed. The first plan or apply creates the resources. */
export async function findTerraform(folder: string): Promise<Terraform | null> {
  await mkdir(folder);
  const said = await ask('terraform', ['version', '-json'], folder);
  if (said === null) return null;
  const settings = join(folder, 'settings.tfrc');
  await writeFile(settings, '');
  const terraform = (...args: readonly string[]): Command => ({
    program: 'terraform',
    args,
    cwd: folder,
    env: { CHECKPOINT_DISABLE: '1', TF_CLI_CONFIG_FILE: settings },
  });
  const apply = terraform('apply', '-auto-approve', ...NO_QUESTIONS);
  let wait = 5_000;
  let created: Promise<unknown> | undefined;
  const create = () => {
    created ??= run(apply);
    return created;
  };
  await writeResources(folder, wait);
  await run(terraform('init', ...NO_QUESTIONS));
  return {
    version: `Terraform ${(JSON.parse(said) as { terraform_version: string }).terraform_version}`,
    validate: () => wallOf(terraform('validate', '-no-color')),
    async plan() {
      await create();
      return wallOf(terraform('plan', '-detailed-exitcode', ...NO_QUESTIONS));
    },
    async apply() {
      await create();
      wait += 1;
      await writeResources(folder, wait);
      const wallMs = await wallOf(apply);
      await requireApplied(folder, wait);
      return wallMs;
    },
  };
}

async function writeResources(folder: string, wait: number): Promise<void> {
  const blocks = Array.from({ length: RESOURCES }, (_, index) => {
    const input = `{ name = "pipe-${index}", replicas = 2, threads = 8, wait = ${wait}, cpu = 250, memory = 1 }`;
    return `resource "terraform_data" "pipe_${index}" {\n  input = ${input}\n}\n`;
  });
  await writeFile(join(folder, 'main.tf'), blocks.join('\n'));
}

async function requireApplied(folder: string, wait: number): Promise<void> {
  const { resources } = JSON.parse(await readFile(join(folder, 'terraform.tfstate'), 'utf8')) as State;
  const applied = resources.filter(({ instances }) => instances[0]?.attributes.input.value.wait === wait).length;
  if (applied !== RESOURCES) throw new Error(`terraform applied ${applied} of ${RESOURCES} resources`);
}
