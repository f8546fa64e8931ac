import { readFileSync } from 'node:fs';
import { SHELL } from '../../options/value-types.ts';
import type { View } from '../../output/view.ts';

// Not @bomb.sh/tab: it does not let the shell complete files or folders, and its handlers are synchronous.

/** Prints the completion script for a shell. Throws UsageError for an unknown shell. */
export function runCompletion(shell: string, view: Pick<View, 'print'>): void {
  const known = SHELL.parse(shell, 'completion', {});
  view.print(readFileSync(new URL(`pipeform.${known}`, import.meta.url), 'utf8'));
}
