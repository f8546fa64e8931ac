// Home-made because packages such as `fast-redact` remove known keys of objects: here a secret is sought in text of others.

import { MASK } from './secret.ts';

/** Removes credentials from text that is to be shown. */
export type Redact = (text: string) => string;

/** Shorter secrets may be ordinary words, as in the sandbox, and are only redacted as separate words, as they are. */
const MIN_LENGTH = 8;

/** A shorter secret of only these may be a word of any sentence, such as `wrong`, and stays in one. No service makes such secrets. */
const PLAIN_WORD = /^[a-z]+$/;

/** V8 cannot compile the forms of 8,000 characters. Of longer secrets, the forms of `listForms` are sought in one piece. */
const LONGEST_IN_PATTERN = 4_000;

/**
 * Redacts secrets that a service may echo: as they are, in base64 of both alphabets, also inside a longer text, in hexadecimal digits,
 * and with any characters as escapes of addresses (`%2F`), JSON (`\u002f`, `\/`) or HTML (`&#47;`, `&amp;`); each also when it is
 * folded by white space. Another encoding, or one inside another, is not recognized.
 */
export function redactAll(secrets: readonly string[]): Redact {
  const sought = [...new Set(secrets.filter((secret) => secret !== '').map(trimPadding))];
  // The longest first, since it may contain a shorter one.
  const sorted = sought.sort((a, b) => b.length - a.length);
  const long = sorted.filter(({ length }) => length > LONGEST_IN_PATTERN).flatMap(listForms);
  const patterns = sorted.filter(({ length }) => length >= MIN_LENGTH && length <= LONGEST_IN_PATTERN).map(patternOf);
  const isShort = sorted.reduce((sum, { length }) => sum + length, 0) <= LONGEST_IN_PATTERN;
  const expressions = (isShort && patterns.length > 0 ? [patterns.join('|')] : patterns).map(
    (pattern) => new RegExp(pattern, 'gi'),
  );
  const words = sorted.filter(({ length }) => length < MIN_LENGTH).map(wordOf);
  return (text) => {
    const short = long.reduce((left, form) => left.replaceAll(form, MASK), text);
    return [...expressions, ...words].reduce((left, one) => left.replace(one, MASK), short);
  };
}

/** Does the same as `redactAll`, but for values of a successful response: a secret that is an ordinary word stays. */
export function redactValues(secrets: readonly string[]): Redact {
  return redactAll(secrets.filter((secret) => secret.length >= MIN_LENGTH));
}

/** Padding of base64 varies. */
function trimPadding(secret: string): string {
  const trimmed = secret.replace(/=+$/, '');
  return trimmed.length < MIN_LENGTH ? secret : trimmed;
}

function listForms(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret), toHex(secret), ...listBase64(secret)];
}

function toHex(text: string): string {
  return Buffer.from(text).toString('hex');
}

/** The forms are base64 after texts of each length, without the characters that also depend on what stands before or behind. */
function listBase64(secret: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const end = Math.floor((bytes.length * 8) / 6);
    return bytes.toString('base64').slice(before === 0 ? 0 : before + 1, end);
  });
}

const FOLD = '\\s*';

/** All forms of a secret. */
function patternOf(secret: string): string {
  // Blanks and backslashes in a row are one part: each for itself, they could be matched in very many ways.
  const parts = secret.match(/\s+|\\+|./gsu) ?? [];
  const escaped = parts.map((part, index) => escapePart(part, index < parts.length - 1 ? FOLD : '')).join('');
  const hex = [...Buffer.from(secret)].map((byte) => hexOf(byte, 2)).join(FOLD);
  const base64 = listBase64(secret).map((form) => Array.from(form, (one) => BASE64[one] ?? one).join(FOLD));
  // The last character of base64 also has bits of what follows.
  return `(?:${escaped}|${hex}|(?:${base64.join('|')})[\\w+/-]?)=*`;
}

const BLANKS = '(?:\\s|\\+|%[02][09a-d]|\\\\[fnrtv]|\\\\u00[02][09a-d]|&#(?:0*(?:9|1[0-3]|32)|x0*(?:[9a-d]|20));)+';

/** JSON may have a backslash before the slash. */
const BASE64: Readonly<Record<string, string>> = { '+': '[+-]', '/': '(?:\\\\?/|_)' };

const NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * A character as it is, or as one of the escapes, whose backslash JSON in JSON writes as up to seven; or blanks or backslashes in a
 * row. `after`: what may follow.
 */
function escapePart(part: string, after: string): string {
  if (/^\s/.test(part)) return BLANKS;
  if (part.startsWith('\\')) return `(?:\\\\|%5c|\\\\u005c|&#(?:92|x5c);)+${after}`;
  const code = part.codePointAt(0) ?? 0;
  const units = part.split('').map((unit) => `\\\\{1,7}u${hexOf(unit.charCodeAt(0), 4)}`);
  const name = NAMES[part];
  const forms = [
    /\w/.test(part) ? part : `\\\\{0,7}${escapePattern(part)}`,
    escapePattern(JSON.stringify(part).slice(1, -1)),
    // Node reads a header like this.
    escapePattern(Buffer.from(part).toString('latin1')),
    [...Buffer.from(part)].map((byte) => `%${hexOf(byte, 2)}`).join(''),
    units.join(''),
    `&#(?:0*${code}|x0*${code.toString(16)});`,
    ...(name === undefined ? [] : [`&${name};`]),
  ];
  return `(?:${forms.join('|')})${after}`;
}

function hexOf(code: number, length: number): string {
  return code.toString(16).padStart(length, '0');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function wordOf(secret: string): RegExp {
  const literal = escapePattern(secret);
  const word = `(?<![\\w-])${literal}(?![\\w-])`;
  return new RegExp(PLAIN_WORD.test(secret) ? `(?!${proseOf(literal)})${word}` : word, 'g');
}

/** Matches a word among others of a sentence. After a scheme or a sign such as a colon, or on a line of its own, it is a value. */
function proseOf(word: string): string {
  const scheme = '(?:[Bb]asic|BASIC|[Bb]earer|BEARER|[Tt]oken|TOKEN)';
  const inside = `(?<=[\\w,;.!?)] )(?<!\\b${scheme} )${word}(?=[.,;:!?)]*(?:\\s|$))`;
  return `${inside}|(?<=^)${word}(?=[.,;!?)]* \\S)`;
}
