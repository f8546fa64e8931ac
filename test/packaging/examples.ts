import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { execute, openConsumer, type Packed, ROOT } from './pack.ts';

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
