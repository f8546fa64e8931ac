import { isJsonObject, type JsonValue } from '../../model/json/json.ts';
import { listWords } from '../../model/text.ts';
import { parseMilliseconds } from '../switches.ts';

/** Where a value of a fault plan is. */
export interface ValuePlace {
  inside(step: string | number): ValuePlace;
  report(problem: string): void;
}

/** @param problems gets each problem with its path, such as `faults[0].count`. */
export function createPlace(problems: string[], path = ''): ValuePlace {
  return {
    inside: (step) => createPlace(problems, typeof step === 'number' ? `${path}[${step}]` : `${path}.${step}`),
    report: (problem) => problems.push(path === '' ? `${problem}.` : `${path.slice(1)}: ${problem}.`),
  };
}

/** How a value of a fault plan is read. */
export interface Parameter<Value> {
  /** The words of messages. */
  readonly expected: string;
  /** Absent when the value is required. */
  readonly default?: Value;
  readonly choices?: readonly (string | number)[];
  /** Returns undefined when the value is not as expected. Reports the problems of values inside it. */
  read(value: JsonValue, place: ValuePlace): Value | undefined;
}

export type NamedParameters = Readonly<Record<string, Parameter<unknown>>>;
export type ValuesOf<Each extends NamedParameters> = {
  readonly [Name in keyof Each]: Each[Name] extends Parameter<infer Value> ? Value : never;
};

/** Reads one value and reports its problem. The result of an invalid value is not used. */
export function readValue<Value>({ expected, read }: Parameter<Value>, value: JsonValue, place: ValuePlace) {
  const found = read(value, place);
  if (found === undefined) place.report(`expected ${expected}`);
  return found as Value;
}

/** A map with these keys. */
export function keysOf<Each extends NamedParameters>(parameters: Each): Parameter<ValuesOf<Each>> {
  const names = Object.keys(parameters);
  const expected = names.length === 0 ? 'no parameters' : `a map with ${listWords(names)}`;
  return {
    expected,
    read(map, place) {
      if (!isJsonObject(map)) return undefined;
      const unknown = Object.keys(map).filter((key) => !names.includes(key));
      for (const key of unknown) place.inside(key).report(`unknown key; expected ${expected}`);
      const values = Object.entries(parameters).map(([name, parameter]) => {
        const value = Object.hasOwn(map, name) ? map[name] : undefined;
        if (value !== undefined) return [name, readValue(parameter, value, place.inside(name))];
        if (parameter.default === undefined) place.inside(name).report(`missing; expected ${parameter.expected}`);
        return [name, parameter.default];
      });
      return Object.fromEntries(values);
    },
  };
}

/** A map with any keys. */
export function mapOf<Value>(
  expected: string,
  itemOf: (key: string) => Parameter<Value>,
): Parameter<Readonly<Record<string, Value>>> {
  return {
    expected,
    read(map, place) {
      if (!isJsonObject(map)) return undefined;
      const entries = Object.entries(map).map(([key, value]) => [
        key,
        readValue(itemOf(key), value, place.inside(key)),
      ]);
      return Object.fromEntries(entries);
    },
  };
}

/** One value or several. */
export function listOf<Value>(expected: string, item: Parameter<Value>): Parameter<readonly Value[]> {
  return {
    expected,
    read(value, place) {
      if (!Array.isArray(value)) return [readValue(item, value, place)];
      return value.length === 0 ? undefined : value.map((one, index) => readValue(item, one, place.inside(index)));
    },
  };
}

/** When null is the default, it is a valid value too. */
export function optional<Value, Default extends Value | null>(
  parameter: Parameter<Value>,
  standard: Default,
): Parameter<Value | Default> {
  const read = (value: JsonValue, place: ValuePlace) => (value === standard ? standard : parameter.read(value, place));
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
    const parsed = typeof value === 'string' ? parseMilliseconds(value) : undefined;
    return MILLISECONDS.read(parsed ?? value, place);
  },
};

export function text(expected: string, pattern: RegExp): Parameter<string> {
  return { expected, read: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined) };
}
