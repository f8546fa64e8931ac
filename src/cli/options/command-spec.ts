import type { Workspace } from '../../engine/configuration.ts';
import type { Format } from '../../report/format.ts';
import type { Printer } from '../output/printer.ts';
import type { Context } from './context.ts';
import type { CREDENTIALS } from './environment.ts';
import { type CommandOptions, type Formatting, formatOption, GLOBAL_OPTIONS } from './global-options.ts';
import { HELP, type OptionSpec, type OptionSpecs, type OptionValues } from './option-spec.ts';
import type { ValueType } from './value-types.ts';

export interface ArgumentSpec {
  readonly name: string;
  readonly type: ValueType;
  readonly isRequired: boolean;
  /** Whether it takes several values, as only the last argument may. */
  readonly isVariadic: boolean;
}

export interface Session {
  readonly options: CommandOptions;
  readonly workspace: Workspace;
  readonly printer: Printer;
  readonly context: Context;
}

export interface Invocation<Own = unknown> extends Session {
  /** The values of the command's own options. */
  readonly ownOptions: Own;
  /** The arguments. */
  readonly args: readonly string[];
}

export interface CommandSpec<O extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  /** The heading that help lists it under. */
  readonly group: string;
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  /** Replaces the arguments in the usage line. */
  readonly usage?: string;
  readonly options: O;
  /** Those that its help lists. */
  readonly credentials: readonly (keyof typeof CREDENTIALS)[];
  readonly formats: readonly Format[];
  /** The name and formats with these arguments. Default: those above. */
  formattingOf?(words: readonly string[]): Formatting;
  readonly exitCodes: readonly number[];
  /** Complete command lines, the most common use first. */
  readonly examples: readonly string[];
  /** Runs the command and returns the exit code. Imports the module of the command. */
  run?(invocation: Invocation<OptionValues<O>>): Promise<number>;
  /** Instead of `run`, for a command that reads no option and no variable: the text that it prints. */
  render?(args: readonly string[], program: ProgramSpec, context: Context): Promise<string>;
}

export interface ProgramSpec {
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  /** The commands have the order of help. */
  readonly commands: readonly CommandSpec[];
}

export function argument(name: string, type: ValueType, isRequired = false): ArgumentSpec {
  return { name, type, isRequired, isVariadic: false };
}

export function variadic(name: string, type: ValueType, isRequired = false): ArgumentSpec {
  return { name, type, isRequired, isVariadic: true };
}

type Defaulted = 'arguments' | 'options' | 'credentials' | 'formats';

/** A row of the table. By default, a command has no arguments, no own options and no credentials, and prints text or JSON. */
export function command<O extends OptionSpecs = Record<never, never>>(
  spec: Omit<CommandSpec<O>, Defaulted> & Partial<Pick<CommandSpec<O>, Defaulted>>,
): CommandSpec {
  return { arguments: [], options: {}, credentials: [], formats: ['text', 'json'], ...spec };
}

/** The options of a command, `--help` last. */
export function listOwnOptions({ options }: CommandSpec): readonly OptionSpec[] {
  return [...Object.values(options), HELP];
}

/** The arguments as usage shows them: `<file>`, `[id...]`. */
export function describeArguments({ usage, arguments: all }: CommandSpec): string {
  return usage ?? all.map(describeArgument).join(' ');
}

export function describeUsage(command: CommandSpec): string {
  return `[options] ${describeArguments(command)}`.trim();
}

export function describeArgument({ name, isRequired, isVariadic }: ArgumentSpec): string {
  const inner = isVariadic ? `${name}...` : name;
  return isRequired ? `<${inner}>` : `[${inner}]`;
}

/** Every option of a command line, the command's own first; `--format` takes the formats of the command. */
export function optionsFor(command: CommandSpec | null): readonly OptionSpec[] {
  const ownOptions = command === null ? [] : listOwnOptions(command);
  const others = GLOBAL_OPTIONS.filter(({ long }) => ownOptions.every((one) => one.long !== long));
  return [...ownOptions, ...others.map((spec) => (spec.long === '--format' ? formatOption(command) : spec))];
}
