import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Workspace } from '../../engine/configuration.ts';
import { DEFAULT_PARALLELISM, DEFAULT_TIMEOUT_MS, MAX_PARALLEL } from '../../engine/options.ts';
import type { Shard } from '../../model/shard.ts';
import { listWords } from '../../model/text.ts';
import { FORMATS, type Format } from '../../report/format.ts';
import type { Context } from './context.ts';
import {
  flag,
  type GivenOption,
  HELP,
  type OptionSpec,
  type OptionSpecs,
  type OptionValues,
  option,
  optionWithDefault,
  readText,
  readValues,
  repeatable,
  scope,
  withVariables,
} from './option-spec.ts';
import { readShard } from './read-shard.ts';
import {
  choice,
  DURATION,
  ENVIRONMENT,
  FILE,
  FOLDER,
  PATTERN,
  UsageError,
  type ValueType,
  wholeNumber,
} from './value-types.ts';

/** The parts of a command that `--format` depends on. */
export interface Formatting {
  readonly name: string;
  readonly formats: readonly Format[];
}

const LOG_LEVELS = ['quiet', 'info', 'debug'] as const;

const SHARD: ValueType<Shard> = {
  ...choice(['auto']),
  parse: readShard,
  format: ({ index, total }) => `${index}/${total}`,
};

/** The options that every command takes. */
export const GLOBAL = withVariables({
  chdir: scope(option('-C, --chdir <dir>', FOLDER, 'work in this folder')),
  config: scope(
    option('-c, --config <file>', FILE, 'the root document (default: pipeform.yaml here or in a parent folder)'),
  ),
  env: scope(option('-e, --env <name>', ENVIRONMENT, 'merge this environment over the configuration')),
  format: optionWithDefault<Format>('--format <format>', choice(FORMATS), listWords(FORMATS, 'or'), 'text'),
  target: scope(
    repeatable(
      '--target <pattern>',
      PATTERN,
      'only pipes that match this glob, over name or service/name (repeatable)',
    ),
  ),
  exclude: scope(repeatable('--exclude <pattern>', PATTERN, 'leave out the pipes that match (repeatable)')),
  shard: scope(
    option(
      '--shard <i/n>',
      SHARD,
      'only part I of N of the fleet, by a hash of pipe ids; auto: from the CI’s variables, or JOB_COMPLETION_INDEX and PIPEFORM_SHARD_TOTAL',
    ),
  ),
  parallelism: option(
    '--parallelism <n>',
    wholeNumber(1, MAX_PARALLEL),
    `pipes to work on at once (default: the value in the configuration, or ${DEFAULT_PARALLELISM})`,
  ),
  timeout: optionWithDefault(
    '--timeout <duration>',
    DURATION,
    'time limit for one attempt of a request',
    DEFAULT_TIMEOUT_MS,
  ),
  noColor: flag('--no-color', 'print without colors'),
  noPager: flag('--no-pager', 'do not show long reports in $PAGER (default: less -FRX)'),
  logLevel: optionWithDefault(
    '--log-level <level>',
    choice(LOG_LEVELS),
    `${listWords(LOG_LEVELS, 'or')}; debug shows each request, without secrets, on stderr, and each pipe that could not be read`,
    'info',
  ),
});

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  flag('-V, --version', 'print the version'),
  ...Object.values(GLOBAL),
  HELP,
];

type GivenOptions = OptionValues<typeof GLOBAL>;

export interface GlobalOptions extends Omit<GivenOptions, 'timeout' | 'noColor'> {
  /** The limit is for one attempt of one request. */
  readonly timeoutMs: number;
  readonly color: 'auto' | 'off';
}

/** The options that commands see. Only the printer knows the others. */
export type CommandOptions = Omit<GlobalOptions, 'format' | 'color' | 'noPager'>;

/** Reads all options of a line. Throws an AggregateError with a UsageError for each invalid value. */
export function readOptions<O extends OptionSpecs>(
  command: Formatting & { readonly options: O },
  given: readonly GivenOption[],
  { environment }: Pick<Context, 'environment'>,
): { readonly options: GlobalOptions; readonly ownOptions: OptionValues<O> } {
  const tables = { all: { ...GLOBAL, format: formatOption(command) }, ownOptions: command.options };
  const { all, ownOptions } = readValues(tables, given, environment);
  const { timeout, noColor, ...others } = all;
  return { options: { ...others, timeoutMs: timeout, color: noColor ? 'off' : 'auto' }, ownOptions };
}

/** Whether a line asks for debug output, which may have other mistakes. */
export function isDebug(given: readonly GivenOption[], environment: Context['environment']): boolean {
  return readText(GLOBAL.logLevel, given, environment) === 'debug';
}

/** Which configuration the options name. Relative paths start from `cwd`. Throws UsageError when --chdir names no folder. */
export function resolveWorkspace(
  { chdir, config: file, env: environment }: Pick<GlobalOptions, 'chdir' | 'config' | 'env'>,
  { cwd: here }: Pick<Context, 'cwd'>,
): Workspace {
  const cwd = resolve(here, chdir ?? '.');
  if (chdir === null || statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) {
    return { cwd, file, environment };
  }
  throw new UsageError(`--chdir: there is no folder ${chdir}.`, 'Name a folder that exists with -C or PIPEFORM_CHDIR.');
}

export function formatOption(command: Formatting | null): OptionSpec<Format> {
  if (command === null) return GLOBAL.format;
  const printed = choice(command.formats);
  const type: ValueType<Format> = {
    ...printed,
    parse(text, name, environment) {
      const format = FORMATS.find((one) => one === text);
      if (format === undefined || command.formats.includes(format)) return printed.parse(text, name, environment);
      throw new UsageError(
        `\`pipeform ${command.name}\` does not print ${format}.`,
        `It prints ${command.formats.join(', ')}.`,
      );
    },
  };
  return { ...GLOBAL.format, type };
}
