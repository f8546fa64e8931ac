import { inspect } from 'node:util';

const MASK = '[secret]';

/**
 * A value that cannot be printed by accident: text, JSON and `util.inspect` all show `[secret]`. Only `reveal` gives it
 * away, so every place that uses a secret can be found by that name.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
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

/** Takes credentials out of words that are to be shown: a service may echo the request. */
export type Redact = (text: string) => string;

/** Shorter secrets are words of everyday, such as the sandbox's: they are taken out only where they stand alone. */
const LEAST_LENGTH = 8;

/** Longer forms are sought one after another: V8 compiles no pattern of some ten thousands of characters. */
const LONGEST_IN_PATTERN = 1_000;

/**
 * A service that echoes the request must not bring these secrets to a screen or a log: neither as they are, nor as they
 * stand in JSON, in an address, in markup or in base64, whatever stands before them there.
 */
export function redactAll(secrets: readonly string[]): Redact {
  const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  // The longest first: a shorter one may be a part of it.
  const sought = [...forms].sort((a, b) => b.length - a.length);
  const long = sought.filter(({ length }) => length > LONGEST_IN_PATTERN);
  const short = sought.slice(long.length).map(patternOf);
  const pattern = short.length === 0 ? null : new RegExp(short.join('|'), 'g');
  return (text) => {
    const rest = long.reduce((left, form) => left.replaceAll(form, MASK), text);
    return pattern === null ? rest : rest.replace(pattern, MASK);
  };
}

/** The same for the values of a good answer, in which a secret that is an ordinary word means that word. */
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
    // The padding of a base64 secret is written in many ways.
    secret.replace(/=+$/, ''),
    // A host name of an address comes in lower case, a header as bytes.
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

/** The characters that stand for the secret alone, for each place that it may have in the groups of three bytes. */
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

// What stands together: no blanks, and a quote only where no text ends with it.
const RUN = /(?:[^\s"']|["'](?=[^\s,}\]"']))+/g;

/**
 * Text with the user name and password of addresses starred out, one star for each character, so that columns stay: what
 * stands between `//` and the last `@`, and `user:password` before an `@`.
 */
export function maskUserinfo(text: string): string {
  return text.includes('@') ? text.replace(RUN, maskRun) : text;
}

function maskRun(run: string): string {
  const end = run.lastIndexOf('@');
  if (end === -1) return run;
  const start = findStart(run.slice(0, end));
  return run.slice(0, start) + run.slice(start, end).replace(/[^/:]/g, '*') + run.slice(end);
}

/** Where user name and password start in what stands before the `@`; its end when there are none. */
function findStart(before: string): number {
  const slashes = before.indexOf('//');
  if (slashes !== -1) return slashes + 2;
  const part = before.lastIndexOf('/') + 1;
  if (!before.includes(':', part)) return before.length;
  return /["']/.test(before[part] ?? '') ? part + 1 : part;
}
