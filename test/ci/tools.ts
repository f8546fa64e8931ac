import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { ROOT, run } from './shell.ts';

/**
 * A tool of the machine that a test needs. Without it the test is skipped, and says so on stderr, or fails where
 * PIPEFORM_REQUIRE_TOOLS=1 asks for all of them.
 */
export function requireTool(name: string, context: TestContext): void {
  if (spawnSync(name, ['--version']).error === undefined) return;
  const words = `${name} is not installed, so "${context.task.name}" did not run.`;
  if (process.env.PIPEFORM_REQUIRE_TOOLS === '1') throw new Error(words);
  process.stderr.write(`\nSKIPPED: ${words}\n`);
  context.skip(words);
}

/** What shellcheck has against a script, or nothing. */
export async function shellcheck(script: string, shell: 'bash' | 'sh' = 'bash'): Promise<string> {
  const pipe = 'printf %s "$1" | shellcheck -s "$2" -';
  const env = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' };
  const { stdout, stderr } = await run(['bash', '-c', pipe, 'lint', script, shell], ROOT, env);
  return stdout + stderr;
}
