import { inspect } from 'node:util';

const MASK = '[secret]';

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

/** Removes credentials from text that is to be shown. */
export type Redact = (text: string) => string;

/** Shorter secrets may be ordinary words, as in the sandbox, and are only redacted as separate words. */
const LEAST_LENGTH = 8;

/** Longer forms are replaced one by one, since V8 cannot compile patterns of tens of thousands of characters. */
const LONGEST_IN_PATTERN = 1_000;

/** Redacts secrets that a service may echo: as they are, and as JSON, an address, markup or base64 contain them. */
export function redactAll(secrets: readonly string[]): Redact {
  const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  // The longest first, since it may contain a shorter one.
  const sought = [...forms].sort((a, b) => b.length - a.length);
  const long = sought.filter(({ length }) => length > LONGEST_IN_PATTERN);
  const short = sought.slice(long.length).map(patternOf);
  const pattern = short.length === 0 ? null : new RegExp(short.join('|'), 'g');
  return (text) => {
    const rest = long.reduce((left, form) => left.replaceAll(form, MASK), text);
    return pattern === null ? rest : rest.replace(pattern, MASK);
  };
}

/** As `redactAll`, for values of a successful response: a secret that is an ordinary word stays. */
export function redactValues(secrets: readonly string[]): Redact {
  return redactAll(secrets.filter((secret) => secret.length >= LEAST_LENGTH));
}

function formsOf(secret: string): readonly string[] {
  const wellFormed = Buffer.from(secret).toString();
  const inAddress = encodeURIComponent(wellFormed);
  const forms = [
    JSON.stringify(secret).slice(1, -1),
    inAddress,
    inAddress.replace(/%../g, (byte) => byte.toLowerCase()),
    inAddress.replaceAll('%20', '+'),
    secret.replace(/[&<>"']/g, (character) => MARKUP[character] ?? character),
    // Padding of base64 varies.
    secret.replace(/=+$/, ''),
    // Host names are in lower case; headers are bytes.
    secret.toLowerCase(),
    Buffer.from(secret).toString('latin1'),
    ...base64Forms(wellFormed),
  ];
  return [secret, ...forms.filter((form) => form.length >= LEAST_LENGTH)];
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The base64 characters that depend on the secret only, for each of the three byte offsets. */
function base64Forms(secret: string): readonly string[] {
  const forms = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = bytes.toString('base64').replace(/=+$/, '');
    const isShared = bytes.length % 3 !== 0;
    return whole.slice([0, 2, 3][before], isShared ? -1 : undefined);
  });
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

function patternOf(form: string): string {
  const literal = form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return form.length >= LEAST_LENGTH ? literal : `(?<![\\w-])${literal}(?![\\w-])`;
}

/** The value of a key that names a credential, on the same line of a file. */
const CREDENTIAL = /((?:secret|token|password|key_?id)["']?\s*:\s*)([^\s,}#][^,}#]*)/gi;

/** Replaces what a line of a configuration must not show by stars, one for each character, so that columns stay the same. */
export function maskLine(text: string): string {
  return maskUserinfo(text).replace(CREDENTIAL, (_, key: string, value: string) => key + value.replace(/\S/g, '*'));
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
