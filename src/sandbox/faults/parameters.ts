import { validateHeaderName, validateHeaderValue } from 'node:http';
import { suggest } from '../../model/suggest.ts';
import { parseDuration } from '../../model/units.ts';
import { findProblem, findScalingProblem, ruleOf, SCALING_RULES, SETTING_RULES } from '../pipes-api/contract.ts';
import type { Report, Written, WrittenMap } from './document.ts';

/** One thing that a kind of fault can be told. */
export interface Parameter<Value> {
  /** For people, after "takes". */
  readonly takes: string;
  /** The value when none is written; undefined when one must be. */
  readonly standard?: Value;
  /** Reads what is written; undefined once it was reported. `name` is what messages call it. */
  read(written: Written, name: string, report: Report): Value | undefined;
}

export const LONGEST_MS = 600_000;

export function integer(minimum: number, maximum: number): Parameter<number> {
  const takes = `a whole number from ${minimum} to ${maximum}`;
  return simple(takes, (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum ? value : undefined,
  );
}

export function number(minimum: number, maximum: number): Parameter<number> {
  return simple(`a number from ${minimum} to ${maximum}`, (value) =>
    typeof value === 'number' && value >= minimum && value <= maximum ? value : undefined,
  );
}

/** Milliseconds. */
export function duration(): Parameter<number> {
  return simple('a duration such as 200ms or 2s, or milliseconds, up to 10m', (value) => {
    const quantity = typeof value === 'string' ? parseDuration(value) : undefined;
    const milliseconds = quantity?.ok ? quantity.value : value;
    return Number.isInteger(milliseconds) && Number(milliseconds) >= 0 && Number(milliseconds) <= LONGEST_MS
      ? Number(milliseconds)
      : undefined;
  });
}

export function choice<const Choice extends string | number>(choices: readonly Choice[]): Parameter<Choice> {
  const takes = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  return {
    takes,
    read(written, name, report) {
      const found = choices.find((known) => written.kind === 'scalar' && written.value === known);
      if (found === undefined) report(written, `${name} takes ${takes}.`, hintChoice(written, choices));
      return found;
    },
  };
}

export function text(): Parameter<string> {
  return simple('a text', (value) => (typeof value === 'string' ? value : undefined));
}

/** An absolute http or https address. */
export function url(): Parameter<string> {
  return simple('an address that begins with http:// or https://', (value) =>
    typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : undefined,
  );
}

/** A header's value. */
export function headerValue(): Parameter<string> {
  return simple('a text that a header can carry', (value) => {
    const written = typeof value === 'number' ? String(value) : value;
    return typeof written === 'string' && isHeaderValue(written) ? written : undefined;
  });
}

// What frames an answer is the sandbox's to say, or a reader would wait for what never comes.
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'trailer'];

export function headers(): Parameter<Readonly<Record<string, string>>> {
  return mapOf('a map of headers', (entry, name, report) => {
    const header = entry.key.text.toLowerCase();
    if (FRAMING.includes(header)) report(entry.key, `${name} cannot set ${header}.`);
    else if (!isHeaderName(header)) report(entry.key, `${name}: ${JSON.stringify(header)} is no name of a header.`);
    return [header, headerValue().read(entry.value, `${name}.${header}`, report) ?? ''];
  });
}

type EditValue = string | number | boolean | null;

/** Settings as an edit by hand takes them: null unsets, keys outside the contract are taken as they come. */
export function settings(): Parameter<Readonly<Record<string, EditValue>>> {
  return mapOf('a map of settings', (entry, name, report) => {
    const { text: key } = entry.key;
    const value = scalarOf(entry.value, `${name}.${key}`, report);
    const rule = ruleOf(SETTING_RULES, key);
    const problem = value === null || rule === undefined ? undefined : findProblem(key, value, rule);
    if (problem !== undefined) report(entry.value, `${name}.${problem}.`);
    return [key, value];
  });
}

/** Scaling values; null unsets. Which kinds of pipe take them, the pipe decides. */
export function scaling(): Parameter<Readonly<Record<string, number | null>>> {
  return mapOf('a map of scaling values', (entry, name, report) => {
    const { text: key } = entry.key;
    const value = scalarOf(entry.value, `${name}.${key}`, report);
    const problem = findScalingProblem(undefined, key, value);
    if (ruleOf(SCALING_RULES, key) === undefined) {
      report(entry.key, `${name}.${problem}.`, hintWord(key, Object.keys(SCALING_RULES)));
    } else if (problem !== undefined) report(entry.value, `${name}.${problem}.`);
    return [key, typeof value === 'number' ? value : null];
  });
}

/** The same parameter with the value that holds when none is written. */
export function standing<Value, Standard extends Value | null>(
  parameter: Parameter<Value>,
  standard: Standard,
): Parameter<Value | Standard> {
  return { ...parameter, standard };
}

/** A hint for a word that is not among the known ones. */
export function hintWord(word: string, known: readonly string[]): string {
  const nearest = suggest(word, known);
  return nearest === null ? `One of ${known.join(', ')}.` : `Did you mean ${nearest}?`;
}

function hintChoice(written: Written, choices: readonly (string | number)[]): string | undefined {
  const nearest = written.kind === 'scalar' ? suggest(String(written.value), choices.map(String)) : null;
  return nearest === null ? undefined : `Did you mean ${nearest}?`;
}

function simple<Value>(takes: string, accept: (value: EditValue) => Value | undefined): Parameter<Value> {
  return {
    takes,
    read(written, name, report) {
      const value = written.kind === 'scalar' ? accept(written.value) : undefined;
      if (value === undefined) report(written, `${name} takes ${takes}.`);
      return value;
    },
  };
}

function mapOf<Value>(
  takes: string,
  read: (entry: WrittenMap['entries'][number], name: string, report: Report) => readonly [string, Value],
): Parameter<Readonly<Record<string, Value>>> {
  return {
    takes,
    read(written, name, report) {
      if (written.kind === 'map') return Object.fromEntries(written.entries.map((entry) => read(entry, name, report)));
      report(written, `${name} takes ${takes}.`);
      return undefined;
    },
  };
}

function scalarOf(written: Written, name: string, report: Report): EditValue {
  if (written.kind === 'scalar') return written.value;
  report(written, `${name} takes a number, a text, true, false or null.`);
  return null;
}

function isHeaderName(name: string): boolean {
  return passes(() => validateHeaderName(name));
}

function isHeaderValue(value: string): boolean {
  return passes(() => validateHeaderValue('x', value));
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}
