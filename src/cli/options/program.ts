import { Command, CommanderError, Option } from 'commander';
import { UnreadableLineError } from '../help/unreadable-line-error.ts';
import { Streams } from '../output/streams.ts';
import { type CommandSpec, describeArgument } from './command-spec.ts';
import { PROGRAM } from './commands.ts';
import type { Context } from './context.ts';
import { GLOBAL_OPTIONS, readGlobalOptions } from './global-options.ts';
import { type OptionSpec, type Raw, readValues } from './option-spec.ts';
import { resolvePlace } from './resolve-place.ts';

/** A command line, and what it has come to so far. */
export interface CommandLine {
  /** The command that it names, before its own options are read. */
  command: string | null;
  exitCode: number;
  /** What it asks for instead of a command. Help is for a command, or (null) for the program. */
  asksFor: { readonly of: 'version' } | { readonly of: 'help'; readonly command: string | null } | null;
}

export function startLine(): CommandLine {
  return { command: null, exitCode: 0, asksFor: null };
}

/** Not the variables that are set in most pipelines and need no check. */
const UNUSUAL = /^PIPEFORM_(?!(?:KEY_ID|KEY_SECRET|ACCESS_TOKEN|ENV|FORMAT|API_URL|OBSERVABILITY_URL)$)/;

const COMMANDS: readonly CommandSpec[] = [...PROGRAM.commands, ...PROGRAM.hiddenCommands];

/** Makes commander's program from the table. A command's module is imported when it runs, so that help loads none of them. */
export function createProgram(line: CommandLine, context: Context): Command {
  const program = new TableCommand('pipeform', line);
  program
    .helpOption('-h, --help')
    .helpCommand(false)
    .exitOverride()
    .hook('preSubcommand', (_program, chosen) => {
      line.command = chosen.name();
    })
    .on('option:version', () => {
      line.asksFor = { of: 'version' };
      throw new CommanderError(0, 'commander.version', '');
    });
  addOptions(
    program,
    GLOBAL_OPTIONS.filter(({ long }) => long !== '--help'),
  );
  for (const spec of COMMANDS) addCommand(program, spec, line, context);
  return program;
}

function addCommand(program: Command, spec: CommandSpec, line: CommandLine, context: Context): void {
  const words = spec.arguments.map(describeArgument);
  const command = program.command([spec.name, ...words].join(' ')).allowExcessArguments(false);
  addOptions(command, Object.values(spec.options));
  command.action(async () => {
    if (spec.print !== undefined) return spec.print(command.args, PROGRAM, new Streams(context), context);
    const options = readGlobalOptions(program.opts(), context, spec);
    const { createView } = await import('../output/create-view.ts');
    const place = resolvePlace(options, context);
    const view = createView({ ...options, cwd: place.cwd }, context);
    const variables = Object.keys(context.environment).filter((name) => UNUSUAL.test(name));
    if (options.logLevel !== 'quiet' && variables.length > 0) {
      const { findUnknownVariables } = await import('./environment.ts');
      view.diagnostics(findUnknownVariables(variables, context.environment, GLOBAL_OPTIONS));
    }
    const own = readValues(spec.options, command.opts<Raw>(), context.environment);
    line.exitCode = (await spec.run?.({ own, words: command.args, options, place, view, context })) ?? 0;
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

/**
 * A command whose usage errors come from the table. commander ends in one of these methods for each kind of error; its types
 * leave them out, and the tests of the messages fail when one is renamed.
 */
class TableCommand extends Command {
  declare readonly rawArgs: readonly string[];
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
    this.#line.asksFor = { of: 'help', command: named ?? null };
  }

  override help(): never {
    throw new UnreadableLineError((usage) => usage.explainNoCommand(), true);
  }

  unknownCommand(): never {
    const [name = ''] = this.args;
    throw new UnreadableLineError((usage, program) => usage.explainUnknownCommand(name, program));
  }

  unknownOption(flag: string): never {
    const name = flag.split('=', 1)[0] ?? flag;
    throw new UnreadableLineError((usage, program) => usage.explainUnknownOption(name, this.#spec, program));
  }

  optionMissingArgument({ long }: Option): never {
    // A global option is read before the command is known: the first command that is named is meant.
    const spec = this.#spec ?? this.rawArgs.map(findCommand).find((one) => one !== null) ?? null;
    throw new UnreadableLineError((usage) => usage.explainMissingValue(long ?? '', spec));
  }

  missingArgument(name: string): never {
    throw new UnreadableLineError((usage) => usage.explainMissingArgument(name, this.#spec));
  }

  missingMandatoryOptionValue({ long }: Option): never {
    throw new UnreadableLineError((usage) => usage.explainMissingOption(long ?? '', this.#spec));
  }

  _conflictingOption(one: Option, other: Option): never {
    throw new UnreadableLineError((usage) => usage.explainConflict(one.long ?? '', other.long ?? '', this.#spec));
  }

  _excessArguments(words: readonly string[]): void {
    if (this.parent === null) return;
    const raw = { ...this.parent.opts(), ...this.opts() };
    throw new UnreadableLineError((usage) => usage.explainExcessArguments(words, raw, this.#spec));
  }

  get #spec(): CommandSpec | null {
    return this.parent === null ? null : findCommand(this.name());
  }
}

function findCommand(name: string): CommandSpec | null {
  return COMMANDS.find((spec) => spec.name === name) ?? null;
}
