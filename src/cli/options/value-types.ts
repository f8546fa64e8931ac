import { LONGEST_MS } from '../../engine/default-options.ts';
import type { Names } from '../../model/names.ts';
import { suggest } from '../../model/suggest.ts';
import { readTimeMs } from '../../model/time.ts';
import { formatDuration, parseDuration } from '../../model/units.ts';
import type { Context } from './context.ts';

/** A usage error found after parsing. The message is one sentence; the hint says what to do. */
export class UsageError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
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
export interface ValueType<T> {
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

/** Any duration greater than 0: for looking back, not for waiting. */
export const SPAN: ValueType<number> = {
  parse(text, name) {
    const duration = parseDuration(text);
    if (duration.ok && duration.value > 0) return duration.value;
    const what = duration.ok ? 'a duration greater than 0' : 'a duration';
    throw new UsageError(`${name} takes ${what}, not "${text}".`, DURATION_HINT);
  },
  format: formatDuration,
  choices: null,
  completion: NOTHING,
};

/** A duration to wait for: greater than 0, at most a day. */
export const DURATION: ValueType<number> = {
  ...SPAN,
  parse(text, name, environment) {
    const milliseconds = SPAN.parse(text, name, environment);
    if (milliseconds <= LONGEST_MS) return milliseconds;
    throw new UsageError(`${name} takes at most a day (24h), not "${text}".`, DURATION_HINT);
  },
};

const DURATION_HINT = 'Write it like 500ms, 30s or 2m.';

/** Epoch milliseconds of a time in ISO 8601, which is UTC unless it has a zone. */
export const TIME: ValueType<number> = {
  parse(text, name) {
    const milliseconds = readTimeMs(text);
    // Without this check, February 30 would be read as a day in March.
    if (!Number.isNaN(milliseconds) && isOnCalendar(text.trim().slice(0, 'YYYY-MM-DD'.length))) return milliseconds;
    const hint = 'Write it like 2026-11-20T10:00 (UTC), 2026-11-20T10:00+01:00 or 2026-11-20.';
    throw new UsageError(`${name} takes a time, not "${text}".`, hint);
  },
  format: (milliseconds) => new Date(milliseconds).toISOString(),
  choices: null,
  completion: NOTHING,
};

function isOnCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** A whole number from 1 to a limit. */
export function countTo(limit: number): ValueType<number> {
  return {
    parse(text, name) {
      const number = Number(text);
      if (/^\d+$/.test(text) && number >= 1 && number <= limit) return number;
      throw new UsageError(`${name} takes a whole number from 1 to ${limit}, not "${text}".`, 'Write it like 8.');
    },
    format: String,
    choices: null,
    completion: NOTHING,
  };
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
