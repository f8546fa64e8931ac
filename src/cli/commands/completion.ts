import { BASH_SCRIPT } from '../completion/bash-script.ts';
import { FISH_SCRIPT } from '../completion/fish-script.ts';
import { ZSH_SCRIPT } from '../completion/zsh-script.ts';
import type { Context } from '../options/context.ts';
import { readChoice } from '../options/option-values.ts';
import { SHELLS, type Shell } from '../options/value-kinds.ts';

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH_SCRIPT, zsh: ZSH_SCRIPT, fish: FISH_SCRIPT };

/**
 * Prints the completion script for a shell. The shell is named, not guessed: `$SHELL` is the login shell, which need not be the
 * one that reads the script.
 * @throws UsageError for a shell that there is no script for.
 */
export async function runCompletion(shell: string, context: Context): Promise<void> {
  context.stdout.write(SCRIPTS[readChoice(SHELLS)(shell, 'completion')]);
}
