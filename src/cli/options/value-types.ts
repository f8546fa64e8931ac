import type { ConfiguredNames } from '../../config/load-names.ts';
import { LONGEST_MS } from '../../engine/options.ts';
import { formatDuration, parseDuration, readTimeMs } from '../../model/field/units.ts';
import { isWebAddress } from '../../model/service-address.ts';
import { suggest } from '../../model/suggest.ts';
import type { Context } from './context.ts';

/** The names that completion offers. */
export interface CompletionNames extends ConfiguredNames {
  /** The ids of the project's journaled runs, newest first. */
  readonly runs: readonly string[];
  readonly schemas: readonly string[];
  /** Fields that can be managed, by their path. */
  readonly fields: readonly Candidate[];
}

/** A mistake in the command line. The message is one sentence; the hint says what to do. */
export class UsageError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}

/** Parses an option or argument. `name`: the option or variable, for the message. Throws UsageError. */
export type ReadValue<T> = (text: string, name: string, environment: Context['environment']) => T;

export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

export interface KnownNames extends CompletionNames {
  readonly commands: readonly Candidate[];
}

/** What a shell offers for a value. It finds files and folders itself. */
export type Completion =
  | { readonly kind: 'nothing' | 'files' | 'folders' }
  | {
      readonly kind: 'words';
      /** What `list` needs, or null. */
      readonly reads: 'configuration' | 'runs' | 'schemas' | 'fields' | null;
      list(names: KnownNames, typed: string): readonly Candidate[];
      /** Whether the value may be a file, too: files complete a text that begins none of the words. */
      readonly orFiles?: true;
    };

/** How to parse, format and complete the value of an option or argument. */
export interface ValueType<T = unknown> {
  readonly parse: ReadValue<T>;
  format(value: T): string;
  /** All values, or null for an open set. */
  readonly choices: readonly string[] | null;
  readonly completion: Completion;
  /** Whether an empty text is a value of an option. */
  readonly allowsEmpty?: true;
}

const NOTHING: Completion = { kind: 'nothing' };

export const TEXT: ValueType<string> = { parse: (text) => text, format: String, choices: null, completion: NOTHING };
export const FILE: ValueType<string> = {
  ...TEXT,
  // A name that starts with a dash looks like an option.
  format: (name) => (name.startsWith('-') ? `./${name}` : name),
  completion: { kind: 'files' },
};
export const FOLDER: ValueType<string> = { ...TEXT, completion: { kind: 'folders' } };

/** `expected`: what the option takes, for the message. `read`: returns undefined for an invalid text. */
export function checked<T>(
  expected: string,
  hint: string | null,
  read: (text: string) => T | undefined,
  format: (value: T) => string = String,
): ValueType<T> {
  return {
    parse(text, name) {
      const value = read(text);
      if (value === undefined) throw new UsageError(`${name} takes ${expected}, not "${text}".`, hint);
      return value;
    },
    format,
    choices: null,
    completion: NOTHING,
  };
}

export function checkedText(
  expected: string,
  hint: string | null,
  isValid: (text: string) => boolean,
): ValueType<string> {
  return checked(expected, hint, (text) => (isValid(text) ? text : undefined));
}

/** Like `checkedText`, but the message does not repeat the text, which may have credentials. */
export function checkedSecret(
  expected: string,
  hint: string | null,
  isValid: (text: string) => boolean,
): ValueType<string> {
  return {
    ...TEXT,
    parse(text, name) {
      if (isValid(text)) return text;
      throw new UsageError(`${name} takes ${expected}.`, hint);
    },
  };
}

/** An address to link to. */
export const WEB_ADDRESS = checkedSecret(
  'an http or https address without credentials',
  'Write it in full, such as https://github.com/OWNER/REPO/actions/runs/1.',
  isWebAddress,
);

const DURATION_HINT = 'Write it like 500ms, 30s or 2m.';

/** Any duration greater than 0, in milliseconds. */
export const SPAN = durationBetween(1, Number.POSITIVE_INFINITY, 'a duration greater than 0');

/** A duration to wait for, up to a day, in milliseconds. */
export const DURATION = durationBetween(1, LONGEST_MS, 'a duration greater than 0, up to 24h');

export function durationBetween(
  least: number,
  most: number,
  expected: string,
  hint = DURATION_HINT,
): ValueType<number> {
  const read = (text: string): number | undefined => {
    const duration = parseDuration(text);
    return duration.ok && duration.value >= least && duration.value <= most ? duration.value : undefined;
  };
  return checked(expected, hint, read, formatDuration);
}

/** An ISO 8601 time as epoch milliseconds; UTC unless it has a zone. */
export const TIME: ValueType<number> = checked(
  'a time',
  'Write it like 2026-11-20T10:00 (UTC), 2026-11-20T10:00+01:00 or 2026-11-20.',
  (text) => {
    const milliseconds = readTimeMs(text);
    return Number.isNaN(milliseconds) ? undefined : milliseconds;
  },
  (milliseconds) => new Date(milliseconds).toISOString(),
);

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
      throw new UsageError(`"${text}" is not a valid value for ${name}.`, `${hint}It takes ${choices.join(', ')}.`);
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
    // `config,d` continues with the choices that are not in the list yet.
    completion: words(null, (_, typed) => {
      const before = typed.slice(0, typed.lastIndexOf(',') + 1);
      const chosen = before.split(',');
      return all.filter((value) => !chosen.includes(value)).map((value) => plain(`${before}${value}`));
    }),
  };
}

export const COMMAND = named(null, ({ commands }) => commands);
export const ENVIRONMENT = named('configuration', ({ environments }) => environments.map(plain));
export const SERVICE = named('configuration', ({ services }) => services.map(plain));
export const PIPE = named('configuration', ({ pipes }) => pipes.map(candidateOfPipe));

/** A glob over pipe names or `service/name`. The latter are offered once something is typed. */
export const PATTERN = named('configuration', ({ pipes }, typed) => [
  ...pipes.map(candidateOfPipe),
  ...(typed === '' ? [] : pipes.flatMap(({ name, service }) => (service === null ? [] : plain(`${service}/${name}`)))),
]);

export const CHECK = named('configuration', ({ checks }) =>
  checks.map(({ name, kind }) => ({ word: name, meaning: kind ?? '' })),
);
export const SERIES_CHECK = checkOf('series');
export const ALERT_CHECK = checkOf('alert');

/** The id of a journaled run, or `latest`. */
export const RUN = named('runs', listRuns);

/** The id of a journaled run, `latest`, or a saved run document. */
export const RUN_OR_FILE: ValueType<string> = {
  ...RUN,
  completion: { ...words('runs', listRuns), orFiles: true },
};

/** A field or a pipe; sections and diagnostic codes are not offered. */
export const EXPLAINED = named('fields', ({ fields, pipes }) => [...fields, ...pipes.map(candidateOfPipe)]);

export const SHELL = choice(['bash', 'zsh', 'fish']);

export const SCHEMA = named('schemas', ({ schemas }) => schemas.map(plain));

type WordCompletion = Extract<Completion, { readonly kind: 'words' }>;

function words(reads: WordCompletion['reads'], list: WordCompletion['list']): WordCompletion {
  return { kind: 'words', reads, list };
}

function listRuns({ runs }: KnownNames): readonly Candidate[] {
  return [{ word: 'latest', meaning: 'the newest run' }, ...runs.map(plain)];
}

function named(reads: WordCompletion['reads'], list: WordCompletion['list']): ValueType<string> {
  return { ...TEXT, completion: words(reads, list) };
}

function checkOf(desired: 'series' | 'alert'): ValueType<string> {
  return named('configuration', ({ checks }) =>
    checks.filter(({ kind }) => kind === desired).map(({ name }) => plain(name)),
  );
}

function candidateOfPipe({ name, service }: CompletionNames['pipes'][number]): Candidate {
  return { word: name, meaning: service ?? '' };
}

function plain(word: string): Candidate {
  return { word, meaning: '' };
}
