import type { ProgramSheet } from './command-sheets.ts';
import type { CommandTable } from './command-table.ts';
import type { Context } from './context.ts';

/** The commands for editors and shells. */
export function addShellCommands(
  { add, run }: CommandTable,
  describe: () => Promise<ProgramSheet>,
  context: Context,
): void {
  run(
    add(
      'schema',
      'print a JSON Schema: of the configuration, or of a document that Pipeform prints',
      ['pipeform schema > config.schema.json', 'pipeform schema plan'],
      '[name]',
    ),
    ['text', 'json'],
    async (_options, _own, [name = 'config']) => (await import('./schema.ts')).runSchema(name, context),
  );

  run(
    add(
      'completion',
      'print a completion script for a shell: commands, options, pipes, environments, checks and runs',
      [
        'source <(pipeform completion bash)',
        'pipeform completion zsh > "${fpath[1]}/_pipeform"',
        'pipeform completion fish > ~/.config/fish/completions/pipeform.fish',
      ],
      '<shell>',
    ),
    ['text'],
    async (_options, _own, [shell = '']) => (await import('./completion.ts')).runCompletion(shell, context),
  );

  run(
    add('complete', 'what may follow these words; for the scripts of `completion`', [], '[words...]'),
    ['text'],
    async (options, _own, words) =>
      (await import('./complete.ts')).runComplete(words, await describe(), options, context),
  );
}
