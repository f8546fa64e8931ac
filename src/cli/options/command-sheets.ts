import type { Command, Option } from 'commander';
import type { TableEntry } from './command-table.ts';
import type { Format } from './global-options.ts';
import { collect } from './option-values.ts';
import { kindOfValue, kindsOfWords, type ValueKind } from './value-kinds.ts';

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
  /** What its value stands for; null for a switch. */
  readonly takes: ValueKind | null;
  /** `once`: of several, the last one holds. */
  readonly given: 'once' | 'repeatedly';
  /** Whether the command does not go without it. */
  readonly required: boolean;
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
  /** What its words stand for, in order; what follows goes by the last one. */
  readonly takes: readonly ValueKind[];
  readonly meaning: string;
  readonly options: readonly OptionSheet[];
  /** What works as well and is not told: other names of its options. */
  readonly hiddenOptions: readonly OptionSheet[];
  /** What `--format` may name. */
  readonly formats: readonly Format[];
  /** Whole command lines, the commonest use first. */
  readonly examples: readonly string[];
  /** What else is to be known: paragraphs of a heading and its lines, which stand as they are. */
  readonly notes: readonly Note[];
}

/** Something to be known of a command that is no option. */
export interface Note {
  readonly heading: string;
  /** What is said, each with what is to be typed for it. */
  readonly lines: readonly { readonly words: string; readonly command: string | null }[];
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
    commands: entries.map(({ command, examples, formats, notes }) => ({
      name: command.name(),
      group: command.helpGroup(),
      usage: command.usage(),
      words: command.registeredArguments.map((word) => ({
        name: word.name(),
        required: word.required,
        variadic: word.variadic,
      })),
      takes: kindsOfWords(command.name()),
      meaning: command.description(),
      options: describeOptions(command),
      hiddenOptions: command.options.filter(({ hidden }) => hidden).map(describeOption),
      formats,
      examples,
      notes,
    })),
  };
}

function describeOptions(command: Command): readonly OptionSheet[] {
  return command.createHelp().visibleOptions(command).map(describeOption);
}

function describeOption({ flags, short, long: name, description, parseArg, variadic, mandatory }: Option): OptionSheet {
  const value = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? null;
  const long = name ?? flags;
  return {
    flags,
    short: short ?? null,
    long,
    value,
    meaning: description,
    takes: value === null ? null : (kindOfValue(long, value) ?? { of: 'text' }),
    given: parseArg === collect || variadic ? 'repeatedly' : 'once',
    required: mandatory,
  };
}
