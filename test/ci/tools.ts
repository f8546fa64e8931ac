import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { ROOT, run } from './shell.ts';

/**
 * A tool of the machine that a test needs. Without it the test is skipped with a message on stderr, or fails when
 * PIPEFORM_REQUIRE_TOOLS names the tool (names with spaces between them).
 */
export function requireTool(name: string, context: TestContext): void {
  if (spawnSync(name, ['--version']).error !== undefined) missTool(name, context);
}

/** The same for a library that is loaded by its name, such as `libnss_wrapper.so`. */
export function requireLibrary(name: string, context: TestContext): void {
  const known = spawnSync('ldconfig', ['-p'], {
    encoding: 'utf8',
    env: { PATH: `${process.env.PATH}:/sbin:/usr/sbin` },
  });
  const names = (known.stdout ?? '').split('\n').map((line) => line.trim().split(' ')[0]);
  if (!names.includes(name)) missTool(name, context);
}

/** Whether a missing tool fails the tests that need it. */
export function isRequired(name: string): boolean {
  return (process.env.PIPEFORM_REQUIRE_TOOLS ?? '').split(' ').includes(name);
}

/** Skips a test with a visible message. */
export function skipAloud(words: string, context: TestContext): void {
  process.stderr.write(`\nSKIPPED: ${words}\n`);
  context.skip(words);
}

function missTool(name: string, context: TestContext): void {
  const words = `${name} is not installed, so "${context.task.name}" did not run.`;
  if (isRequired(name)) throw new Error(words);
  skipAloud(words, context);
}

/** The problems that shellcheck finds in a script. */
export async function shellcheck(script: string, shell: 'bash' | 'sh' = 'bash'): Promise<string> {
  const pipe = 'printf %s "$1" | shellcheck -s "$2" -';
  const env = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' };
  const { stdout, stderr } = await run(['bash', '-c', pipe, 'lint', script, shell], ROOT, env);
  return stdout + stderr;
}
