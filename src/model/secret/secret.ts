import { inspect } from 'node:util';

/** What is shown instead of a secret. */
export const MASK = '[secret]';

/** All values of this process: the report of a bug redacts them, and no argument can lead to where a bug happens. */
const VALUES = new Set<string>();

/** A value that text, JSON and `util.inspect` show as `[secret]`. Only `reveal` returns it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    VALUES.add(value);
  }

  /** The values of all secrets that were made in this process. */
  static revealAll(): readonly string[] {
    return [...VALUES];
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}

const NAME =
  /(?:secret|token|passw(?:or)?d|pwd|authorization|(?:api|access|private)[-_]?key|key[-_]?id|credentials?)["']?\s*(?::|=(?!=))/i;

// The pattern also takes a quoted value that does not end on its line, and what wrongly follows its end.
const QUOTED = /(?:"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*(?:''[^']*)*'?)[^\s,}\]]*/;

/** The value of a key that names a credential, on the same line of a file, with its tag and its anchor. */
const CREDENTIAL = patternOf(/[^\s#].*?(?=\s#|$)/);
const CREDENTIAL_IN_FLOW = patternOf(/[^\s,}\]#].*?(?=\s#|,(?:\s|$)|[}\]](?:[\s,}\]]|$)|$)/);

function patternOf(plain: RegExp): RegExp {
  return new RegExp(`(${NAME.source}\\s*)((?:[!&]\\S*\\s+)*(?:${QUOTED.source}|${plain.source}))`, 'gi');
}

/** Replaces what a line of a configuration must not show by stars, one for each character, so that columns stay the same. */
export function maskLine(text: string): string {
  const bracket = text.search(/[{[]/);
  const isFlow = bracket !== -1 && bracket < text.search(NAME);
  const pattern = isFlow ? CREDENTIAL_IN_FLOW : CREDENTIAL;
  return maskUserinfo(text.replace(pattern, (_, key: string, value: string) => key + value.replace(/\S/g, '*')));
}

// No blanks, and a quote only where it does not end a string.
const RUN = /(?:[^\s"']|["'](?=[^\s,}\]"']))+/g;

/** Replaces user names and passwords of addresses by stars, one for each character, so that columns stay the same. */
export function maskUserinfo(text: string): string {
  return text.includes('@') ? text.replace(RUN, maskRun) : text;
}

function maskRun(run: string): string {
  const end = run.lastIndexOf('@');
  if (end === -1) return run;
  const start = findStart(run.slice(0, end));
  return run.slice(0, start) + run.slice(start, end).replace(/[^/:]/g, '*') + run.slice(end);
}

/** The index where user name and password start in the text before the `@`; its length when there are none. */
function findStart(before: string): number {
  const slashes = before.indexOf('//');
  if (slashes !== -1) return slashes + 2;
  const part = before.lastIndexOf('/') + 1;
  if (!before.includes(':', part)) return before.length;
  return /["']/.test(before[part] ?? '') ? part + 1 : part;
}
