import { LONGEST_MS } from '../../engine/default-options.ts';
import { suggest } from '../../model/suggest.ts';
import { parseDuration } from '../../model/units.ts';
import { UsageError } from './usage-error.ts';

/** Reads the value of an option, given with its name for the message. Throws UsageError for a value that does not fit. */
export type ReadValue<T> = (value: string, name: string) => T;

/** `30s`, `2m`, `500ms` in milliseconds; from one of them to a day. */
export const readDuration: ReadValue<number> = (value, name) => {
  const milliseconds = readSpan(value, name);
  if (milliseconds <= LONGEST_MS) return milliseconds;
  throw new UsageError(`${name} takes at most a day (24h), not "${value}".`, DURATION_HINT);
};

const DURATION_HINT = 'Write it like 500ms, 30s or 2m.';

/** A duration of any length but none: what is looked back on, not what is waited for. */
export const readSpan: ReadValue<number> = (value, name) => {
  const duration = parseDuration(value);
  if (duration.ok && duration.value > 0) return duration.value;
  if (duration.ok) throw new UsageError(`${name} takes a time longer than nothing, not "${value}".`, DURATION_HINT);
  throw new UsageError(`${name} takes a duration, not "${value}".`, DURATION_HINT);
};

/** A whole number from 1 to a limit. */
export function readPositive(limit: number): ReadValue<number> {
  return (value, name) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= 1 && number <= limit) return number;
    throw new UsageError(`${name} takes a whole number from 1 to ${limit}, not "${value}".`, 'Write it like 8.');
  };
}

export function readChoice<T extends string>(choices: readonly T[]): ReadValue<T> {
  return (value, name) => {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const nearest = suggest(value, choices);
    throw new UsageError(
      `${name} does not know "${value}".`,
      nearest === null ? `It takes ${choices.join(', ')}.` : `Did you mean ${nearest}? It takes ${choices.join(', ')}.`,
    );
  };
}

/** One or more of the choices, between commas. */
export function readChoices<T extends string>(choices: readonly T[]): ReadValue<readonly T[]> {
  const readOne = readChoice(choices);
  return (value, name) => [...new Set(value.split(',').map((part) => readOne(part.trim(), name)))];
}

/** Gathers the values of an option that may be given more than once. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
