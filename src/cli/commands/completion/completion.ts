import { readFileSync } from 'node:fs';
import type { ProgramSpec } from '../../options/command-spec.ts';
import type { Context } from '../../options/context.ts';
import { SHELL } from '../../options/value-types.ts';

// This is not @bomb.sh/tab, since that does not let the shell complete files or folders, and its handlers are synchronous.

/** The completion script for a shell; with words, which the script gives, what may follow them. Throws UsageError for an unknown shell. */
export async function renderCompletion(
  shell: string,
  words: readonly string[],
  program: ProgramSpec,
  context: Context,
): Promise<string> {
  const known = SHELL.parse(shell, 'completion', {});
  if (words.length === 0) return readFileSync(new URL(`pipeform.${known}`, import.meta.url), 'utf8');
  return (await import('./list-candidates.ts')).listCandidates(words, program, context);
}
