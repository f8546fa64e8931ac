import { Command } from 'commander';
import { readToolVersion } from '../version.ts';
import { describeProgram, type ProgramSheet } from './command-sheets.ts';
import { type CommandTable, type TableEntry, unknownFormat } from './command-table.ts';
import { addConfigurationCommands } from './configuration-commands.ts';
import type { Context } from './context.ts';
import { addFleetCommands } from './fleet-commands.ts';
import { globalOptions, readGlobalOptions } from './global-options.ts';
import { addJournalCommands } from './journal-commands.ts';
import { addObservabilityCommands } from './observability-commands.ts';
import { addReportCommands } from './report-commands.ts';
import { addSandboxCommand } from './sandbox-command.ts';
import { addShellCommands } from './shell-commands.ts';

/** How far a command line has come. */
export interface Progress {
  /** The command that it names, before its own options are read. */
  choose(command: string): void;
  finish(exitCode: number): void;
}

/** The command table. A command's module is imported when it runs, so that `--help` loads none of them. */
export async function createProgram(args: readonly string[], context: Context, progress: Progress): Promise<Command> {
  const need = args.includes('sandbox') ? 'options' : 'name-alone';
  return (await createTable(need, context, progress)).program;
}

/** The whole table as data. */
export async function describeTable(context: Context): Promise<ProgramSheet> {
  const { program, entries } = await createTable('options', context, { choose: () => {}, finish: () => {} });
  return describeProgram(program, entries);
}

async function createTable(
  sandbox: 'options' | 'name-alone',
  context: Context,
  progress: Progress,
): Promise<{ readonly program: Command; readonly entries: readonly TableEntry[] }> {
  const program = new Command('pipeform');
  program
    .description('Keeps a fleet of data-ingestion pipes the way its YAML files say.')
    .version(readToolVersion().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [COMMAND]', 'print help for a command')
    .usage('COMMAND [options]')
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: () => {},
      getOutHelpWidth: () => context.stdout.columns ?? 100,
    })
    .exitOverride()
    .hook('preSubcommand', (_program, command) => progress.choose(command.name()))
    .showSuggestionAfterError()
    .addHelpText('after', FOOTER);
  for (const option of globalOptions()) program.addOption(option);

  const entries: TableEntry[] = [];
  const table: CommandTable = {
    add(name, description, examples, words = '') {
      const command = program
        .command(`${name} ${words}`, { hidden: examples.length === 0 })
        .helpOption('-h, --help', 'print help')
        .description(description)
        .usage(`[options] ${words}`.trim())
        .allowExcessArguments(false)
        .addHelpText(
          'after',
          `\nGlobal options: see \`pipeform --help\`.\n\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`,
        );
      if (examples.length > 0) entries.push({ command, examples, formats: [] });
      return command;
    },
    run(command, formats, start) {
      const index = entries.findIndex((entry) => entry.command === command);
      const entry = entries[index];
      if (entry !== undefined) entries[index] = { ...entry, formats };
      command.action(async () => {
        const options = readGlobalOptions(program.opts(), context);
        if (!formats.includes(options.format)) throw unknownFormat(command.name(), options.format, formats);
        progress.finish(await start(options, command.opts(), command.processedArgs.flat()));
      });
    },
  };
  program.commandsGroup('From the first file on:');
  addConfigurationCommands(table, context);
  program.commandsGroup('Plan and apply:');
  addFleetCommands(table, context);
  addJournalCommands(table, context);
  program.commandsGroup('Reports:');
  addReportCommands(table, context);
  program.commandsGroup('Health:');
  addObservabilityCommands(table, context);
  program.commandsGroup('To try and to set up:');
  await addSandboxCommand(table, sandbox, context);
  addShellCommands(table, () => describeTable(context), context);
  return { program, entries };
}

const FOOTER = `
Each global option has an environment variable: PIPEFORM_ and its long name, as in PIPEFORM_CONFIG.
Credentials come from PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET, for series, alerts and checks from PIPEFORM_ACCESS_TOKEN;
never from a file.

Exit codes: 0 done, 1 failed, 2 differences, 3 partly applied, 4 stale plan, 5 refused or unhealthy, 130 and 143 interrupted.`;
