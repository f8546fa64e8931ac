import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterTests } from '../e2e/clean-up.ts';

export const execute = promisify(execFile);
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/pipeform');

/** The package as npm packs it. */
export interface Packed {
  /** The absolute path of the tarball. */
  readonly tarball: string;
  /** Where it was unpacked. */
  readonly folder: string;
  /** The paths in it, in order. */
  readonly files: readonly string[];
  /** Bytes of all files. */
  readonly unpackedSize: number;
  /** The absolute path of the command. */
  readonly bin: string;
}

/** A folder below the dependencies of the repository, which is removed when the tests of the file have ended. */
export async function makeFolderInside(name: string): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, `${name}-`));
  afterTests(() => rm(folder, { recursive: true }));
  return folder;
}

export async function unpack(): Promise<Packed> {
  const folder = await makeFolderInside('pack');
  const pack = ['pack', '--ignore-scripts', '--json', '--silent', '--pack-destination', folder];
  const { stdout } = await execute('npm', pack, { cwd: ROOT, shell: process.platform === 'win32' });
  const [packed] = JSON.parse(stdout) as [{ filename: string; unpackedSize: number; files: { path: string }[] }];
  await execute('tar', ['-xzf', packed.filename], { cwd: folder });
  const inside = join(folder, 'package');
  const { bin } = JSON.parse(await readFile(join(inside, 'package.json'), 'utf8')) as { bin: { pipeform: string } };
  return {
    tarball: join(folder, packed.filename),
    folder: inside,
    files: packed.files.map(({ path }) => path).sort(),
    unpackedSize: packed.unpackedSize,
    bin: join(inside, bin.pipeform),
  };
}

/** A third-party program that depends on the package. */
export async function openConsumer({ folder }: Packed): Promise<string> {
  const consumer = await makeFolderInside('consumer');
  await mkdir(join(consumer, 'node_modules'));
  await symlink(folder, join(consumer, 'node_modules/pipeform'), 'junction');
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return consumer;
}

export const EXAMPLES = join(ROOT, 'examples/library');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** The examples of the library as a program that depends on the package, compiled against its types into `made`. */
export async function openExamples(packed: Packed): Promise<string> {
  const program = await openConsumer(packed);
  await cp(EXAMPLES, program, { recursive: true });
  await compile(program, ['--noEmit', 'false', '--outDir', join(program, 'made')]);
  return program;
}

/** Compiles a folder or a configuration. Throws the errors of the compiler. */
export async function compile(project: string, options: readonly string[] = []): Promise<void> {
  await execute(process.execPath, [TSC, '-p', project, ...options]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
}
