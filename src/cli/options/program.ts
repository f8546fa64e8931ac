import { Command, Option } from 'commander';
import { readToolVersion } from '../../model/version.ts';
import {
  explainConflict,
  explainExcessArguments,
  explainMissingArgument,
  explainMissingOption,
  explainMissingValue,
  explainUnknownCommand,
  explainUnknownOption,
  NoCommandError,
} from '../help/explain-usage.ts';
import { type CommandSpec, describeArgument } from './command-spec.ts';
import { PROGRAM } from './commands.ts';
import type { Context } from './context.ts';
import { findUnknownVariables } from './environment.ts';
import { GLOBAL_OPTIONS, type GlobalOptions, readGlobalOptions } from './global-options.ts';
import { type OptionSpec, type Raw, readValues } from './option-spec.ts';

/** A command line, and what it has come to so far. */
export interface CommandLine {
  readonly args: readonly string[];
  /** The command that it names, before its own options are read. */
  command: string | null;
  exitCode: number;
  /** Set when help is asked for: the command to print it for, or null for the program. */
  help: { readonly command: string | null } | null;
}

export function startLine(args: readonly string[]): CommandLine {
  return { args, command: null, exitCode: 0, help: null };
}

const COMMANDS: readonly CommandSpec[] = [...PROGRAM.commands, ...PROGRAM.hiddenCommands];

/** Makes commander's program from the table. A command's module is imported when it runs, so that help loads none of them. */
export function createProgram(line: CommandLine, context: Context): Command {
  const program = new TableCommand('pipeform', line);
  program
    .version(readToolVersion().version, '-V, --version')
    .helpOption('-h, --help')
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => void context.stdout.write(text), writeErr: () => {} })
    .exitOverride()
    .hook('preSubcommand', (_program, chosen) => {
      line.command = chosen.name();
    });
  addOptions(
    program,
    GLOBAL_OPTIONS.filter(({ long }) => long !== '--version' && long !== '--help'),
  );
  for (const spec of COMMANDS) addCommand(program, spec, line, context);
  return program;
}

function addCommand(program: Command, spec: CommandSpec, line: CommandLine, context: Context): void {
  const words = spec.arguments.map(describeArgument);
  const command = program.command([spec.name, ...words].join(' ')).allowExcessArguments(false);
  addOptions(command, Object.values(spec.options));
  command.action(async () => {
    if (spec.print !== undefined) return spec.print(command.args, PROGRAM, context);
    const options = readGlobalOptions(program.opts(), context, spec);
    await warnAboutVariables(options, context);
    const raw: Raw = command.opts();
    const own = readValues(spec.options, raw, context.environment);
    line.exitCode = (await spec.run?.({ own, raw, words: command.args, options, context })) ?? 0;
  });
}

function addOptions(command: Command, specs: readonly OptionSpec[]): void {
  for (const { flags, alias, isRepeatable, isRequired, conflictsWith } of specs) {
    const option = new Option(flags);
    if (isRepeatable) option.argParser((text, earlier: readonly string[] = []) => [...earlier, text]);
    if (conflictsWith !== null) option.conflicts(conflictsWith);
    command.addOption(option.makeOptionMandatory(isRequired));
    if (alias !== null) command.addOption(new Option(alias));
  }
}

async function warnAboutVariables(options: GlobalOptions, context: Context): Promise<void> {
  const warnings = options.logLevel === 'quiet' ? [] : findUnknownVariables(context.environment, GLOBAL_OPTIONS);
  if (warnings.length === 0) return;
  const { renderDiagnostics } = await import('../../report/text/diagnostics.ts');
  const { streamStyle } = await import('../output/terminal.ts');
  context.stderr.write(renderDiagnostics(warnings, new Map(), streamStyle(context.stderr, options, context)));
}

/**
 * A command whose usage errors come from the table. commander ends in one of these methods for each kind of error; its types
 * leave them out, and the tests of the messages fail when one is renamed.
 */
class TableCommand extends Command {
  readonly #line: CommandLine;

  constructor(name: string, line: CommandLine) {
    super(name);
    this.#line = line;
  }

  override createCommand(name: string): Command {
    return new TableCommand(name, this.#line);
  }

  override outputHelp(): void {
    const named = this.parent === null ? this.args.find((word) => !word.startsWith('-')) : this.name();
    this.#line.help = { command: named ?? null };
  }

  override help(): never {
    throw new NoCommandError();
  }

  unknownCommand(): never {
    throw explainUnknownCommand(this.args[0] ?? '', PROGRAM);
  }

  unknownOption(flag: string): never {
    throw explainUnknownOption(flag.split('=', 1)[0] ?? flag, this.#spec, PROGRAM);
  }

  optionMissingArgument({ long }: Option): never {
    // A global option is read before the command is known: the first command that is named is meant.
    const spec = this.#spec ?? this.#findNamed();
    throw explainMissingValue(long ?? '', spec);
  }

  missingArgument(name: string): never {
    throw explainMissingArgument(name, this.#spec);
  }

  missingMandatoryOptionValue({ long }: Option): never {
    throw explainMissingOption(long ?? '', this.#spec);
  }

  _conflictingOption(one: Option, other: Option): never {
    throw explainConflict(one.long ?? '', other.long ?? '', this.#spec);
  }

  _excessArguments(words: readonly string[]): void {
    if (this.parent === null) return;
    throw explainExcessArguments(words, { ...this.parent.opts(), ...this.opts() }, this.#spec);
  }

  get #spec(): CommandSpec | null {
    return this.parent === null ? null : findCommand(this.name());
  }

  #findNamed(): CommandSpec | null {
    return this.#line.args.map(findCommand).find((spec) => spec !== null) ?? null;
  }
}

function findCommand(name: string): CommandSpec | null {
  return COMMANDS.find((spec) => spec.name === name) ?? null;
}
