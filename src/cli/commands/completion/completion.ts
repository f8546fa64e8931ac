import { readFileSync } from 'node:fs';
import { SHELL } from '../../options/value-types.ts';
import type { View } from '../../output/view.ts';

// Not @bomb.sh/tab: it never lets the shell complete files or folders, and its handlers cannot wait for names to be read.

/**
 * Prints the completion script for a shell. The shell is named, not guessed: `$SHELL` is the login shell, which need not be
 * the one that reads the script. The scripts lie beside this module, and the build copies them beside what it builds.
 * @throws UsageError for a shell without a script.
 */
export function runCompletion(shell: string, view: Pick<View, 'print'>): void {
  const known = SHELL.parse(shell, 'completion', {});
  view.print(readFileSync(new URL(`pipeform.${known}`, import.meta.url), 'utf8'));
}
