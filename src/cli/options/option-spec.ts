import { isOn } from '../../progress/choose-view.ts';
import type { Context } from './context.ts';
import { UsageError, type ValueType } from './value-types.ts';

/** An option, for the command line, help, completion, the manual and the reference. */
export interface OptionSpec<T = unknown> {
  /** The flags have the form `-C, --chdir <dir>`. */
  readonly flags: string;
  /** `-C`, or null. */
  readonly short: string | null;
  /** `--chdir`. */
  readonly long: string;
  /** The name of the value, such as `dir`; null for a switch. */
  readonly value: string | null;
  readonly description: string;
  /** null for a switch. */
  readonly type: ValueType | null;
  /** The value when the option is not given. */
  readonly fallback: T;
  /** The environment variable to read when the option is not given, or null. */
  readonly variable: string | null;
  /** Another name, which help does not list, or null. */
  readonly alias: string | null;
  readonly isRepeatable: boolean;
  readonly isRequired: boolean;
  /** Whether it says what a command works on, so that an empty variable is an error. */
  readonly isScope: boolean;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The parsed values of options. A switch is true when it is given, `--no-wait` too. */
export type OptionValues<O extends OptionSpecs> = {
  readonly [K in keyof O]: O[K] extends OptionSpec<infer T> ? T : never;
};

/** An option as typed; the value is null for a switch. */
export interface GivenOption {
  readonly option: Pick<OptionSpec, 'long'>;
  readonly value: string | null;
}

export function flag(flags: string, description: string, alias: string | null = null): OptionSpec<boolean> {
  const shown = alias === null ? description : `${description} (alias ${alias})`;
  return { ...createOption(flags, shown, null, false), alias };
}

/** An option with a value; null when it is not given. */
export function option<T>(flags: string, type: ValueType<T>, description: string): OptionSpec<T | null> {
  return createOption(flags, description, type, null);
}

export function optionWithDefault<T>(
  flags: string,
  type: ValueType<T>,
  description: string,
  standard: T,
): OptionSpec<T> {
  return createOption(flags, `${description} (default: ${type.format(standard)})`, type, standard);
}

export function requiredOption<T>(flags: string, type: ValueType<T>, description: string): OptionSpec<T> {
  return { ...createOption(flags, description, type, null as T), isRequired: true };
}

export function repeatable<T>(flags: string, type: ValueType<T>, description: string): OptionSpec<readonly T[]> {
  return { ...createOption(flags, description, type, [] as readonly T[]), isRepeatable: true };
}

function createOption<T>(flags: string, description: string, type: ValueType | null, fallback: T): OptionSpec<T> {
  const [, short = null, long = flags, value = null] = /^(?:(-\w), )?(--[\w-]+)(?: <([^>]+)>)?$/.exec(flags) ?? [];
  return {
    ...{ flags, short, long, value, description, type, fallback },
    ...{ variable: null, alias: null, isRepeatable: false, isRequired: false, isScope: false },
  };
}

/** An option that says what a command works on: an empty variable would mean more, or something else. */
export function scope<T>(spec: OptionSpec<T>): OptionSpec<T> {
  return { ...spec, isScope: true };
}

/** Adds the variable of each option, such as `PIPEFORM_LOG_LEVEL` for `--log-level`. */
export function withVariables<O extends OptionSpecs>(options: O): O {
  return mapValues(options, (spec) => {
    const variable = `PIPEFORM_${spec.long.replace(/^--/, '').replaceAll('-', '_').toUpperCase()}`;
    return { ...spec, variable };
  }) as O;
}

export const HELP = flag('-h, --help', 'print help');

/** A comma inside braces belongs to a glob such as `{orders,payments}`. */
const COMMA_BETWEEN_PATTERNS = /,(?![^{]*\})/;

/**
 * Parses the values of options, or of their variables, table by table. Throws an AggregateError with a UsageError for each invalid
 * value of all tables.
 */
export function readValues<T extends Readonly<Record<string, OptionSpecs>>>(
  tables: T,
  given: readonly GivenOption[],
  environment: Context['environment'],
): { readonly [K in keyof T]: OptionValues<T[K]> } {
  const errors: UsageError[] = [];
  const read = (spec: OptionSpec): unknown => {
    try {
      return readValue(spec, given, environment);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      errors.push(error);
      return spec.fallback;
    }
  };
  const values = mapValues(tables, (options) => mapValues(options, read));
  if (errors.length > 0) throw new AggregateError(errors);
  return values as { readonly [K in keyof T]: OptionValues<T[K]> };
}

/** The words of a line that give options these values; those that they have anyway are left out. */
export function writeOptions<O extends OptionSpecs>(options: O, values: OptionValues<O>): readonly string[] {
  return Object.entries(options).flatMap(([key, { short, long, type, fallback, isRepeatable }]) => {
    const value: unknown = values[key];
    if (type === null) return value === true ? [long] : [];
    if (value === fallback) return [];
    const given: readonly unknown[] = isRepeatable && Array.isArray(value) ? value : [value];
    return given.flatMap((one) => [short ?? long, type.format(one)]);
  });
}

function mapValues<V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** The last text that the line gives an option, or else that of its variable; `true` for a given switch. Checks nothing. */
export function readText(
  { long, variable }: OptionSpec,
  given: readonly GivenOption[],
  environment: Context['environment'],
): string | undefined {
  const last = given.findLast(({ option }) => option.long === long);
  return last === undefined ? environment[variable ?? ''] : (last.value ?? 'true');
}

function readValue(spec: OptionSpec, given: readonly GivenOption[], environment: Context['environment']): unknown {
  const { type, long, fallback, isRepeatable, isScope } = spec;
  if (type === null) return isOn(readText(spec, given, environment));
  const values = given.flatMap(({ option, value }) => (option.long === long ? [value ?? ''] : []));
  const variable = spec.variable ?? '';
  const inherited = environment[variable] ?? '';
  const parts = inherited.split(COMMA_BETWEEN_PATTERNS).flatMap((part) => part.trim() || []);
  if (isScope && values.length === 0 && parts.length === 0 && environment[variable] !== undefined) {
    // CI systems pass an undefined variable as an empty one.
    throw new UsageError(`${variable} is set, but empty.`, `Set it to a value for ${long}, or unset it.`);
  }
  if (isRepeatable) {
    if (values.length > 0) return values.map((text) => type.parse(text, long, environment));
    return parts.map((part) => type.parse(part, variable, environment));
  }
  const last = values.at(-1);
  if (last !== undefined) return type.parse(last, long, environment);
  return inherited === '' ? fallback : type.parse(inherited, variable, environment);
}
