import { Option } from 'commander';
import { DEFAULT_TIMEOUT_MS, MOST_PARALLEL } from '../../engine/default-options.ts';
import { readShard } from '../../engine/read-shard.ts';
import type { Shard } from '../../model/plan.ts';
import { isOn } from '../../progress/choose-view.ts';
import type { Context } from './context.ts';
import { collect, type ReadValue, readChoice, readDuration, readPositive } from './option-values.ts';

const FORMATS = ['text', 'json', 'markdown', 'html', 'github', 'sarif', 'table', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export const LOG_LEVELS = ['quiet', 'info', 'debug'] as const;

/** The options that every command takes, after defaults and the environment. */
export interface GlobalOptions {
  /** A folder to work in, or null for the current one. */
  readonly chdir: string | null;
  /** The root document, or null to look for `pipeform.yaml` here and in the parent folders. */
  readonly config: string | null;
  readonly env: string | null;
  readonly format: Format;
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** null: the whole fleet. */
  readonly shard: Shard | null;
  /** null: what the configuration says, or 8. */
  readonly parallelism: number | null;
  /** For one attempt of one request. */
  readonly timeoutMs: number;
  readonly colour: 'auto' | 'off';
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** A comma within braces belongs to a glob such as `{orders,payments}`. */
const COMMA_BETWEEN_PATTERNS = /,(?![^{]*\})/;

/** What commander read from the command line. */
export type Raw = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export function globalOptions(): readonly Option[] {
  return [
    new Option('-C, --chdir <dir>', 'work in this folder'),
    new Option('-c, --config <file>', 'the root document (default: pipeform.yaml here or in a parent folder)'),
    new Option('-e, --env <name>', 'merge this environment over the configuration'),
    new Option('--format <format>', 'text, json, markdown, html, github, sarif, table or csv (default: text)'),
    new Option(
      '--target <pattern>',
      'only pipes that match this glob, over name or service/name (repeatable)',
    ).argParser(collect),
    new Option('--exclude <pattern>', 'all but the pipes that match (repeatable)').argParser(collect),
    new Option(
      '--shard <i/n>',
      'only part I of N of the fleet, by a hash of pipe ids; auto: from the CI’s variables, or JOB_COMPLETION_INDEX and PIPEFORM_SHARD_TOTAL',
    ),
    new Option('--parallelism <n>', 'pipes to work on at once (default: what the configuration says, or 8)'),
    new Option('--timeout <duration>', 'time for one attempt of one request (default: 30s)'),
    new Option('--no-color', 'plain text'),
    new Option('--log-level <level>', 'quiet, info or debug (default: info)'),
    new Option('--debug', 'show each request, without secrets, on stderr'),
  ];
}

/** The command line first, then `PIPEFORM_…`, then the default. */
export function readGlobalOptions(given: Raw, context: Context, formats: readonly Format[] = FORMATS): GlobalOptions {
  const { environment } = context;
  const text = (key: string, variable: string): string | null => {
    const value = given[key];
    if (typeof value === 'string') return value;
    const inherited = environment[variable];
    return inherited === undefined || inherited === '' ? null : inherited;
  };
  const read = <T>(key: string, variable: string, name: string, parse: ReadValue<T>): T | null => {
    const value = text(key, variable);
    if (value === null) return null;
    return parse(value, typeof given[key] === 'string' ? name : variable);
  };
  const list = (key: string, variable: string): readonly string[] => {
    const value = given[key];
    if (Array.isArray(value) && value.length > 0) return value;
    return (environment[variable] ?? '')
      .split(COMMA_BETWEEN_PATTERNS)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  };
  const isDebug = given.debug === true || isOn(environment.PIPEFORM_DEBUG);
  const level = read('logLevel', 'PIPEFORM_LOG_LEVEL', '--log-level', readChoice(LOG_LEVELS));
  return {
    chdir: text('chdir', 'PIPEFORM_CHDIR'),
    config: text('config', 'PIPEFORM_CONFIG'),
    env: text('env', 'PIPEFORM_ENV'),
    format: read('format', 'PIPEFORM_FORMAT', '--format', readFormat(formats)) ?? 'text',
    target: list('target', 'PIPEFORM_TARGET'),
    exclude: list('exclude', 'PIPEFORM_EXCLUDE'),
    shard: read('shard', 'PIPEFORM_SHARD', '--shard', readShard(environment)),
    parallelism: read('parallelism', 'PIPEFORM_PARALLELISM', '--parallelism', readPositive(MOST_PARALLEL)),
    timeoutMs: read('timeout', 'PIPEFORM_TIMEOUT', '--timeout', readDuration) ?? DEFAULT_TIMEOUT_MS,
    colour: given.color === false || isOn(environment.PIPEFORM_NO_COLOR) ? 'off' : 'auto',
    logLevel: isDebug ? 'debug' : (level ?? 'info'),
  };
}

/** Any format that there is: the command says which of them it prints. Of one that there is not, it says so at once. */
function readFormat(printed: readonly Format[]): ReadValue<Format> {
  return (value, name) => readChoice(FORMATS.some((format) => format === value) ? FORMATS : printed)(value, name);
}

/** Of those that every run in a pipeline has, nothing needs to be said. */
const COMMON_VARIABLES: ReadonlySet<string> = new Set(
  ['KEY_ID', 'KEY_SECRET', 'ACCESS_TOKEN', 'ENV', 'FORMAT', 'API_URL', 'OBSERVABILITY_URL'].map(
    (name) => `PIPEFORM_${name}`,
  ),
);

/** The names of the variables that are set, begin as ours do, and are not the common ones. */
export function listUncommonVariables(environment: Context['environment']): readonly string[] {
  const ours = Object.keys(environment).filter((name) => name.startsWith('PIPEFORM_') && !COMMON_VARIABLES.has(name));
  return ours.filter((name) => (environment[name] ?? '') !== '');
}
