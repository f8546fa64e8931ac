import { Command } from 'commander';
import { readToolVersion } from '../../model/version.ts';
import type { ProgramSheet } from './command-sheets.ts';
import { type CommandTable, type TableEntry, unknownFormat } from './command-table.ts';
import { addConfigurationCommands } from './configuration-commands.ts';
import type { Context } from './context.ts';
import { addFleetCommands } from './fleet-commands.ts';
import { type GlobalOptions, globalOptions, listUncommonVariables, readGlobalOptions } from './global-options.ts';
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

/** How much of the table is wanted. The options of the sandbox are a table of their own. */
type Extent = 'whole' | 'without-sandbox-options';

/** The command table. A command's module is imported when it runs, so that help loads none of them. */
export async function createProgram(args: readonly string[], context: Context, progress: Progress): Promise<Command> {
  return (await createTable(extentFor(args), context, progress)).program;
}

/** The whole table as data. */
export function describeTable(context: Context): Promise<ProgramSheet> {
  return describeExtent('whole', context);
}

/** As much of the table as these arguments are about. */
export function describeTableFor(args: readonly string[], context: Context): Promise<ProgramSheet> {
  return describeExtent(extentFor(args), context);
}

function extentFor(args: readonly string[]): Extent {
  return args.includes('sandbox') || args.includes('manual') ? 'whole' : 'without-sandbox-options';
}

async function describeExtent(extent: Extent, context: Context): Promise<ProgramSheet> {
  return (await createTable(extent, context, { choose: () => {}, finish: () => {} })).describe();
}

interface Table {
  readonly program: Command;
  readonly describe: () => Promise<ProgramSheet>;
}

async function createTable(extent: Extent, context: Context, progress: Progress): Promise<Table> {
  const program = new Command('pipeform');
  program
    .description('Keeps a fleet of data-ingestion pipes the way its YAML files say.')
    .version(readToolVersion().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .usage('COMMAND [options]')
    .configureOutput({ writeOut: (text) => void context.stdout.write(text), writeErr: () => {} })
    // Help is told from the table, and loaded when it is wanted.
    .configureHelp({ formatHelp: () => '' })
    .exitOverride()
    .hook('preSubcommand', (_program, command) => progress.choose(command.name()));
  for (const option of globalOptions()) program.addOption(option);

  const warnOfUnread = async (options: GlobalOptions): Promise<void> => {
    const unread = options.logLevel === 'quiet' ? [] : listUncommonVariables(context.environment);
    if (unread.length === 0) return;
    const longs = program.options.flatMap(({ long }) => long ?? []);
    (await import('./warn-of-variables.ts')).warnOfVariables(unread, longs, options, context);
  };
  const entries = new Map<Command, TableEntry>();
  const change = (command: Command, more: Partial<TableEntry>): void => {
    const entry = entries.get(command);
    if (entry !== undefined) entries.set(command, { ...entry, ...more });
  };
  const describe = async (): Promise<ProgramSheet> =>
    (await import('./command-sheets.ts')).describeProgram(program, [...entries.values()]);

  const table: CommandTable = {
    add(name, description, examples, words = '') {
      const command = program
        .command(`${name} ${words}`, { hidden: examples.length === 0 })
        .helpOption('-h, --help', 'print help')
        .description(description)
        .usage(`[options] ${words}`.trim())
        .allowExcessArguments(false);
      if (examples.length > 0) entries.set(command, { command, examples, formats: [], notes: [] });
      return command;
    },
    run(command, formats, start) {
      change(command, { formats });
      command.action(async () => {
        const options = readGlobalOptions(program.opts(), context, formats);
        if (!formats.includes(options.format)) throw unknownFormat(command.name(), options.format, formats);
        await warnOfUnread(options);
        progress.finish(await start(options, command.opts(), command.processedArgs.flat()));
      });
    },
    answer(command, start) {
      change(command, { formats: ['text'] });
      command.action(() => start(command.args));
    },
    note(command, note) {
      change(command, { notes: [...(entries.get(command)?.notes ?? []), note] });
    },
  };
  program.commandsGroup('Configuration:');
  addConfigurationCommands(table, context);
  program.commandsGroup('Plan and apply:');
  addFleetCommands(table, context);
  addJournalCommands(table, context);
  program.commandsGroup('Reports:');
  addReportCommands(table, context);
  program.commandsGroup('Health:');
  addObservabilityCommands(table, context);
  program.commandsGroup('Sandbox, editor and shell:');
  await addSandboxCommand(table, extent === 'whole' ? 'options' : 'name-alone', context);
  addShellCommands(table, describe, context);
  return { program, describe };
}
