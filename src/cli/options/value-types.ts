import type { ConfiguredNames } from '../../config/load-names.ts';
import { LONGEST_MS } from '../../engine/options.ts';
import { suggest } from '../../model/suggest.ts';
import { formatDuration, parseDuration, readTimeMs } from '../../model/units.ts';
import type { Context } from './context.ts';

/** What there is that has a name. */
export interface Names extends ConfiguredNames {
  /** The ids of the project's journaled runs, newest first. */
  readonly runs: readonly string[];
  /** The JSON Schemas that come with the program. */
  readonly schemas: readonly string[];
}

/** A usage error found after parsing. The message is one sentence; the hint says what to do. */
export class UsageError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}

/** Parses the text of an option or argument. `name` is the option or variable for the message. Throws UsageError. */
export type ReadValue<T> = (text: string, name: string, environment: Context['environment']) => T;

/** A completion with its description; an empty description is none. */
export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/** Everything that has a name, and the commands themselves. */
export interface KnownNames extends Names {
  readonly commands: readonly Candidate[];
}

/** What a shell offers for a value: files and folders it finds itself, words come from `list`. */
export type Completion =
  | { readonly of: 'nothing' | 'files' | 'folders' }
  | {
      readonly of: 'words';
      /** What has to be read first; `null` needs nothing. */
      readonly reads: 'configuration' | 'runs' | 'schemas' | null;
      list(names: KnownNames, typed: string): readonly Candidate[];
    };

/** What the value of an option or argument is: how to parse it, describe it and complete it. */
export interface ValueType<T = unknown> {
  readonly parse: ReadValue<T>;
  /** A value as a person types it. */
  format(value: T): string;
  /** Every possible value, or null when there is no list. */
  readonly choices: readonly string[] | null;
  readonly completion: Completion;
}

const NOTHING: Completion = { of: 'nothing' };

export const TEXT: ValueType<string> = { parse: (text) => text, format: String, choices: null, completion: NOTHING };
export const FILE: ValueType<string> = { ...TEXT, completion: { of: 'files' } };
export const FOLDER: ValueType<string> = { ...TEXT, completion: { of: 'folders' } };

/**
 * @param takes what the option takes, for the message.
 * @param read undefined when the text is not valid.
 */
export function checked<T>(
  takes: string,
  hint: string | null,
  read: (text: string) => T | undefined,
  format: (value: T) => string = String,
): ValueType<T> {
  return {
    parse(text, name) {
      const value = read(text);
      if (value === undefined) throw new UsageError(`${name} takes ${takes}, not "${text}".`, hint);
      return value;
    },
    format,
    choices: null,
    completion: NOTHING,
  };
}

const DURATION_HINT = 'Write it like 500ms, 30s or 2m.';

/** Any duration greater than 0: for looking back, not for waiting. In milliseconds. */
export const SPAN = durationBetween(1, Number.POSITIVE_INFINITY, 'a duration greater than 0');

/** A duration to wait for: greater than 0, at most a day. */
export const DURATION = durationBetween(1, LONGEST_MS, 'a duration greater than 0, up to 24h');

export function durationBetween(least: number, most: number, takes: string): ValueType<number> {
  const read = (text: string): number | undefined => {
    const duration = parseDuration(text);
    return duration.ok && duration.value >= least && duration.value <= most ? duration.value : undefined;
  };
  return checked(takes, DURATION_HINT, read, formatDuration);
}

/** Epoch milliseconds of a time in ISO 8601, which is UTC unless it has a zone. */
export const TIME: ValueType<number> = checked(
  'a time',
  'Write it like 2026-11-20T10:00 (UTC), 2026-11-20T10:00+01:00 or 2026-11-20.',
  (text) => {
    const milliseconds = readTimeMs(text);
    // Without the second check, February 30 would be read as a day in March.
    const isValid = !Number.isNaN(milliseconds) && isOnCalendar(text.trim().slice(0, 'YYYY-MM-DD'.length));
    return isValid ? milliseconds : undefined;
  },
  (milliseconds) => new Date(milliseconds).toISOString(),
);

function isOnCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

export function wholeNumber(least: number, most: number): ValueType<number> {
  return checked(`a whole number from ${least} to ${most}`, 'Write digits only, such as 10.', (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  });
}

export function choice<T extends string>(choices: readonly T[]): ValueType<T> {
  return {
    parse(text, name) {
      const found = choices.find((one) => one === text);
      if (found !== undefined) return found;
      const nearest = suggest(text, choices);
      const hint = nearest === null ? '' : `Did you mean ${nearest}? `;
      throw new UsageError(`${name} does not know "${text}".`, `${hint}It takes ${choices.join(', ')}.`);
    },
    format: String,
    choices,
    completion: words(null, () => choices.map(plain)),
  };
}

/** One or more of the choices, separated by commas. */
export function choices<T extends string>(all: readonly T[]): ValueType<readonly T[]> {
  const one = choice(all);
  return {
    parse: (text, name, environment) => [
      ...new Set(text.split(',').map((part) => one.parse(part.trim(), name, environment))),
    ],
    format: (values) => values.join(','),
    choices: all,
    // `config,d` continues with what is not in the list yet.
    completion: words(null, (_, typed) => {
      const before = typed.slice(0, typed.lastIndexOf(',') + 1);
      const chosen = before.split(',');
      return all.filter((value) => !chosen.includes(value)).map((value) => plain(`${before}${value}`));
    }),
  };
}

/** Completes like the type, and leaves it to the command to check the text together with its other options. */
export function unchecked<T>({ choices: all, completion }: ValueType<T>): ValueType<string> {
  return { ...TEXT, choices: all, completion };
}

export const COMMAND = named(null, ({ commands }) => commands);
export const ENVIRONMENT = named('configuration', ({ environments }) => environments.map(plain));
export const SERVICE = named('configuration', ({ services }) => services.map(plain));
export const PIPE = named('configuration', ({ pipes }) => pipes.map(describePipe));

/** A glob over pipe names, or over `service/name`: those are offered once a service may have been typed. */
export const PATTERN = named('configuration', ({ pipes }, typed) => [
  ...pipes.map(describePipe),
  ...(typed === '' ? [] : pipes.flatMap(({ name, service }) => (service === null ? [] : plain(`${service}/${name}`)))),
]);

/** Any health check; `series` and `alert` are its two kinds. */
export const CHECK = named('configuration', ({ checks }) =>
  checks.map(({ name, kind }) => ({ word: name, meaning: kind ?? '' })),
);
export const SERIES_CHECK = checkOf('series');
export const ALERT_CHECK = checkOf('alert');

/** The id of a journaled run, or `latest`. */
export const RUN = named('runs', ({ runs }) => [{ word: 'latest', meaning: 'the newest run' }, ...runs.map(plain)]);

/** A shell that there is a completion script for. */
export const SHELL = choice(['bash', 'zsh', 'fish']);

/** A JSON Schema of the package. */
export const SCHEMA = named('schemas', ({ schemas }) => schemas.map(plain));

type WordCompletion = Extract<Completion, { readonly of: 'words' }>;

function words(reads: WordCompletion['reads'], list: WordCompletion['list']): WordCompletion {
  return { of: 'words', reads, list };
}

function named(reads: WordCompletion['reads'], list: WordCompletion['list']): ValueType<string> {
  return { ...TEXT, completion: words(reads, list) };
}

function checkOf(wanted: 'series' | 'alert'): ValueType<string> {
  return named('configuration', ({ checks }) =>
    checks.filter(({ kind }) => kind === wanted).map(({ name }) => plain(name)),
  );
}

function describePipe({ name, service }: Names['pipes'][number]): Candidate {
  return { word: name, meaning: service ?? '' };
}

function plain(word: string): Candidate {
  return { word, meaning: '' };
}
