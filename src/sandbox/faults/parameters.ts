import { isJsonObject, type JsonValue } from '../../model/json.ts';
import { suggest } from '../../model/suggest.ts';
import { listWords } from '../../model/text.ts';
import { parseDuration } from '../../model/units.ts';

export type Path = readonly (string | number)[];
type ReportAt = (path: Path, on: 'key' | 'value', summary: string, hint: string | null) => void;

/** A value in a fault plan: its key, what messages call it, and how to report a mistake there. */
export interface Place {
  readonly key: string;
  readonly label: string;
  /** The place of a value inside of this one. */
  inside(step: string | number, label?: string, prefix?: string): Place;
  report(summary: string, hint?: string | null): void;
  /** Points at the key instead of the value, where there is one. */
  reportKey(summary: string, hint?: string | null): void;
}

/** @param prefix what comes before the key in the labels of the values inside. */
export function createPlace(reportAt: ReportAt, path: Path, label: string, prefix = `${label}.`): Place {
  return {
    key: String(path.at(-1)),
    label,
    inside: (step, inner = prefix + step, ...rest) => createPlace(reportAt, [...path, step], inner, ...rest),
    report: (summary, hint = null) => reportAt(path, 'value', summary, hint),
    reportKey: (summary, hint = null) => reportAt(path, 'key', summary, hint),
  };
}

/** What a value of a fault plan may be, and how it is read. */
export interface Parameter<Value> {
  /** For messages. */
  readonly expected: string;
  /** Absent when the value must be written. */
  readonly default?: Value;
  readonly choices?: readonly (string | number)[];
  /** undefined when the value is not what is expected; mistakes inside of it are reported here. */
  read(value: JsonValue, place: Place): Value | undefined;
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;
export type ValuesOf<Each extends Parameters> = {
  readonly [Name in keyof Each]: Each[Name] extends Parameter<infer Value> ? Value : never;
};

/**
 * Reads one value and reports it when it is not what is expected.
 * @returns the value; after a mistake anything, since the plan is not used then.
 */
export function readValue<Value>({ expected, choices = [], read }: Parameter<Value>, value: JsonValue, place: Place) {
  const found = read(value, place);
  const hint = typeof value === 'string' ? hintNearest(value, choices.map(String)) : null;
  if (found === undefined) place.report(`${place.label} takes ${expected}.`, hint);
  return found as Value;
}

/** A map with these keys. */
export function keysOf<Each extends Parameters>(parameters: Each): Parameter<ValuesOf<Each>> {
  const names = Object.keys(parameters);
  return {
    expected: names.length === 0 ? 'no parameters' : `a map with ${listWords(names)}`,
    read(map, place) {
      if (!isJsonObject(map)) return undefined;
      for (const key of Object.keys(map).filter((one) => !names.includes(one))) {
        if (names.length === 0) place.report(`${place.label} takes no parameters.`);
        else place.inside(key).reportKey(`${place.label} has no key ${JSON.stringify(key)}.`, hintKey(key, names));
      }
      const values = Object.entries(parameters).map(([name, parameter]) => {
        const value = Object.hasOwn(map, name) ? map[name] : undefined;
        if (value !== undefined) return [name, readValue(parameter, value, place.inside(name))];
        if (parameter.default === undefined) place.reportKey(`${place.label} needs ${name}: ${parameter.expected}.`);
        return [name, parameter.default];
      });
      return Object.fromEntries(values);
    },
  };
}

export function hintKey(word: string, known: readonly string[]): string {
  return hintNearest(word, known) ?? `One of ${known.join(', ')}.`;
}

function hintNearest(word: string, known: readonly string[]): string | null {
  const nearest = suggest(word, known);
  return nearest === null ? null : `Did you mean ${nearest}?`;
}

/** A map with any keys; the item finds its own in its place. */
export function mapOf<Value>(expected: string, item: Parameter<Value>): Parameter<Readonly<Record<string, Value>>> {
  return {
    expected,
    read(map, place) {
      if (!isJsonObject(map)) return undefined;
      const entries = Object.entries(map).map(([key, value]) => [key, readValue(item, value, place.inside(key))]);
      return Object.fromEntries(entries);
    },
  };
}

/** One value or several. */
export function listOf<Value>(expected: string, item: Parameter<Value>): Parameter<readonly Value[]> {
  return {
    expected,
    read(value, place) {
      const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
      if (items.length === 0) return undefined;
      return items.map((one, index) => readValue(item, one, place.inside(index, place.label)));
    },
  };
}

/** A value that may be left out; null says so too when it is the default. */
export function optional<Value, Default extends Value | null>(
  parameter: Parameter<Value>,
  standard: Default,
): Parameter<Value | Default> {
  const read = (value: JsonValue, place: Place) => (value === standard ? standard : parameter.read(value, place));
  return { ...parameter, default: standard, read };
}

export function choice<const Choice extends string | number>(...choices: Choice[]): Parameter<Choice> {
  const expected = choices.join(', ').replace(/, (?!.*, )/, ' or ');
  return { expected, choices, read: (value) => choices.find((one) => one === value) };
}

export function number(minimum: number, maximum: number): Parameter<number> {
  const isValid = (value: JsonValue) => typeof value === 'number' && value >= minimum && value <= maximum;
  return {
    expected: `a number from ${minimum} to ${maximum}`,
    read: (value) => (isValid(value) ? Number(value) : undefined),
  };
}

export function integer(minimum: number, maximum: number): Parameter<number> {
  const { expected, read } = number(minimum, maximum);
  return {
    expected: expected.replace('number', 'whole number'),
    read: (value, place) => (Number.isInteger(value) ? read(value, place) : undefined),
  };
}

const MILLISECONDS = integer(0, 600_000);
export const DURATION: Parameter<number> = {
  expected: 'a duration such as 200ms or 2s, or milliseconds, up to 10m',
  read(value, place) {
    const quantity = typeof value === 'string' ? parseDuration(value) : undefined;
    return MILLISECONDS.read(quantity?.ok ? quantity.value : value, place);
  },
};

export function text(expected: string, pattern: RegExp): Parameter<string> {
  return { expected, read: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined) };
}
