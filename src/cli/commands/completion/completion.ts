import { readFileSync } from 'node:fs';
import type { Context } from '../../options/context.ts';
import { SHELL } from '../../options/value-types.ts';

// Not @bomb.sh/tab: it never lets the shell complete files or folders, and its handlers cannot wait for names to be read.

/**
 * Prints the completion script for a shell. The shell is named, not guessed: `$SHELL` is the login shell, which need not be
 * the one that reads the script. The scripts lie beside this module, and the build copies them beside what it builds.
 * @throws UsageError for a shell without a script.
 */
export async function runCompletion(shell: string, { stdout, environment }: Context): Promise<void> {
  const known = SHELL.parse(shell, 'completion', environment);
  stdout.write(readFileSync(new URL(`pipeform.${known}`, import.meta.url), 'utf8'));
}
