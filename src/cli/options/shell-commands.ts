import type { ProgramSheet } from './command-sheets.ts';
import type { CommandTable } from './command-table.ts';
import type { Context } from './context.ts';

/** The commands for editors and shells, and those that tell of the table itself. */
export function addShellCommands(
  { add, run, answer, note }: CommandTable,
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
    async (_options, _own, [name = 'config']) => (await import('../commands/schema.ts')).runSchema(name, context),
  );

  const completion = add(
    'completion',
    'print a completion script for bash, zsh or fish: commands, options, pipes, environments, checks and runs',
    ['source <(pipeform completion bash)', 'pipeform completion fish > ~/.config/fish/completions/pipeform.fish'],
    '<shell>',
  );
  answer(completion, async ([shell = '']) => (await import('../commands/completion.ts')).runCompletion(shell, context));
  note(completion, {
    heading: 'Install:',
    lines: [
      { words: 'bash, in ~/.bashrc:', command: 'source <(pipeform completion bash)' },
      { words: 'zsh, in ~/.zshrc, after compinit:', command: 'source <(pipeform completion zsh)' },
      { words: 'fish, once:', command: 'pipeform completion fish > ~/.config/fish/completions/pipeform.fish' },
      {
        words:
          'The scripts ask the command itself, so they are right after an update too. Names come from the configuration ' +
          'that -C, -c and -e of the line point to; nothing is sent anywhere.',
        command: null,
      },
    ],
  });

  answer(
    add('help', 'print help for a command', ['pipeform help', 'pipeform help apply'], '[command]'),
    async ([command = null]) => (await import('../commands/help.ts')).runHelp(command, await describe(), context),
  );

  answer(
    add('complete', 'print what may follow these words; for the scripts of `completion`', [], '[words...]'),
    async (words) => (await import('../commands/complete.ts')).runComplete(words, await describe(), context),
  );

  answer(add('manual', 'print the manual page in roff; for the build', []), async () =>
    (await import('../commands/manual.ts')).runManual(await describe(), context),
  );
}
