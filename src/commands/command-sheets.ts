import type { Command, Option } from 'commander';
import type { TableEntry } from './command-table.ts';
import type { Format } from './global-options.ts';

/** An option as help, completion, the manual page and the reference tell it. */
export interface OptionSheet {
  /** As in `-C, --chdir <dir>`. */
  readonly flags: string;
  /** `-C`, or null. */
  readonly short: string | null;
  /** `--chdir`. */
  readonly long: string;
  /** The name of its value without brackets, as in `dir`; null for a switch. */
  readonly value: string | null;
  readonly meaning: string;
}

/** A command of the table. */
export interface CommandSheet {
  readonly name: string;
  /** The heading that help lists it under. */
  readonly group: string;
  /** What follows the name, as in `[options] <file>`. */
  readonly usage: string;
  /** One for each word that it takes, as in `file`. The last one may stand for several. */
  readonly words: readonly { readonly name: string; readonly required: boolean; readonly variadic: boolean }[];
  readonly meaning: string;
  readonly options: readonly OptionSheet[];
  /** What `--format` may name. */
  readonly formats: readonly Format[];
  /** Whole command lines, the commonest use first. */
  readonly examples: readonly string[];
}

/** The whole table, as data: every text about it is made from this. */
export interface ProgramSheet {
  readonly meaning: string;
  /** The options that every command takes. */
  readonly options: readonly OptionSheet[];
  /** In the order of help; without the ones that only programs call. */
  readonly commands: readonly CommandSheet[];
}

export function describeProgram(program: Command, entries: readonly TableEntry[]): ProgramSheet {
  return {
    meaning: program.description(),
    options: describeOptions(program),
    commands: entries.map(({ command, examples, formats }) => ({
      name: command.name(),
      group: command.helpGroup(),
      usage: command.usage(),
      words: command.registeredArguments.map((word) => ({
        name: word.name(),
        required: word.required,
        variadic: word.variadic,
      })),
      meaning: command.description(),
      options: describeOptions(command),
      formats,
      examples,
    })),
  };
}

function describeOptions(command: Command): readonly OptionSheet[] {
  return command.createHelp().visibleOptions(command).map(describeOption);
}

function describeOption({ flags, short, long, description }: Option): OptionSheet {
  return {
    flags,
    short: short ?? null,
    long: long ?? flags,
    value: /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? null,
    meaning: description,
  };
}
