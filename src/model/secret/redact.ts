// Home-made because packages such as `fast-redact` remove known keys of objects: here a secret is sought in text of others, also encoded.

import { BYTE_LISTS, createDecoders, ESCAPES } from './decode.ts';
import { MASK } from './secret.ts';

/** Removes credentials from text that is to be shown. */
export type Redact = (text: string) => string;

/** Shorter secrets may be ordinary words, as in the sandbox, and are only redacted as separate words. */
const MIN_LENGTH = 8;

/** A shorter secret of only these may be a word of any sentence, such as `wrong`, and stays in one. No service makes such secrets. */
const PLAIN_WORD = /^[a-z]+$/;

/** A shorter secret is found by chance in what only looks encoded, so it is redacted only as it is. */
const MIN_ENCODED_LENGTH = 4;

/** V8 cannot compile patterns of tens of thousands of characters. */
const LONGEST_IN_PATTERN = 1_000;

/**
 * Redacts secrets that a service may echo. Where a secret stands as it is, only the secret goes. What looks encoded is
 * decoded, in each order of the decoders, and when a reading has a secret, everything from one blank, comma, quote or
 * angle bracket to the next goes, or the whole list of bytes. Takes time in proportion to the text: what would take
 * longer to decode goes too.
 */
export function redactAll(secrets: readonly string[]): Redact {
  const sought = [...new Set(secrets.filter((secret) => secret !== '').map(trimPadding))];
  if (sought.length === 0) return (text) => text;
  const maskPlain = createPlainMask(sought);
  const encoded = sought.filter(({ length }) => length >= MIN_ENCODED_LENGTH);
  if (encoded.length === 0) return maskPlain;
  const { mayHideSecret, hidesSecret } = createChecks(encoded);
  const separator = separatorOf(encoded);
  return (text) => {
    const masked = maskPlain(text);
    if (!mayHideSecret(masked)) return masked;
    const budget = createBudget(text);
    const listless = masked.replace(BYTE_LISTS, (list) => (hidesSecret(list, budget) ? MASK : list));
    const parts = listless.split(separator);
    return parts.map((part, index) => (index % 2 === 0 && hidesSecret(part, budget) ? MASK : part)).join('');
  };
}

/** As `redactAll`, for values of a successful response: a secret that is an ordinary word stays. */
export function redactValues(secrets: readonly string[]): Redact {
  return redactAll(secrets.filter((secret) => secret.length >= MIN_LENGTH));
}

/** Padding of base64 varies. */
function trimPadding(secret: string): string {
  const trimmed = secret.replace(/=+$/, '');
  return trimmed.length < MIN_LENGTH ? secret : trimmed;
}

/** The longest first, since it may contain a shorter one. */
function createPlainMask(secrets: readonly string[]): Redact {
  const sorted = [...secrets].sort((a, b) => b.length - a.length);
  const long = sorted.filter(({ length }) => length > LONGEST_IN_PATTERN);
  const patterns = sorted.slice(long.length).map(patternOf);
  return (text) => {
    const rest = long.reduce((left, secret) => left.replaceAll(secret, MASK), text);
    return patterns.reduce((left, pattern) => left.replace(pattern, MASK), rest);
  };
}

/** Host names are in lower case. */
function patternOf(secret: string): RegExp {
  const literal = escapePattern(secret);
  if (secret.length >= MIN_LENGTH) return new RegExp(`${literal}=*`, 'gi');
  const word = wordPattern(literal);
  return new RegExp(PLAIN_WORD.test(secret) ? `(?!${proseOf(literal)})${word}` : word, 'g');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function wordPattern(literal: string): string {
  return `(?<![\\w-])${literal}(?![\\w-])`;
}

/** Matches a word among others of a sentence. After a scheme or a sign such as a colon, or on a line of its own, it is a value. */
function proseOf(word: string): string {
  const scheme = '(?:[Bb]asic|BASIC|[Bb]earer|BEARER|[Tt]oken|TOKEN)';
  const inside = `(?<=[\\w,;.!?)] )(?<!\\b${scheme} )${word}(?=[.,;:!?)]*(?:\\s|$))`;
  return `${inside}|(?<=^)${word}(?=[.,;!?)]* \\S)`;
}

/**
 * Matches what stands between tokens, except what a secret has. Not a line break, since lines of base64 and of
 * quoted-printable go on, and not the blank that ends an escape of CSS.
 */
function separatorOf(secrets: readonly string[]): RegExp {
  const all = secrets.join('');
  const among = (characters: string): string =>
    `[${[...characters].filter((character) => !all.includes(character)).join('')}]`;
  return new RegExp(`((?<!\\\\[\\da-f]{1,6})${among(' \t')}|${among('"\'`<>,')})`, 'i');
}

/** The number of characters that may still be decoded. What needs more is taken for a secret. */
interface Budget {
  left: number;
}

function createBudget({ length }: string): Budget {
  return { left: Math.min(16_384 + 8 * length, 1_000_000) };
}

interface Checks {
  /** A fast check, which most texts do not pass. */
  mayHideSecret(text: string): boolean;
  /** Whether a reading of the token has a secret. */
  hidesSecret(token: string, budget: Budget): boolean;
}

function createChecks(secrets: readonly string[]): Checks {
  // A secret may look encoded itself, and a service may encode only a part of it.
  const sought = new Set(secrets.flatMap((secret) => [secret, ...ESCAPES.map((decode) => decode(secret))]));
  const cores = [...sought].filter(({ length }) => length >= MIN_LENGTH).map(coreOf);
  const words = secrets.filter(({ length }) => length < MIN_LENGTH);
  const patterns = words.map((word) => new RegExp(wordPattern(escapePattern(word))));
  const holdsLong = (reading: string): boolean => {
    const folded = reading.toLowerCase();
    return cores.some((core) => folded.includes(core));
  };
  const shortest = Math.min(...[...cores, ...words].map(({ length }) => length));
  const { looksEncoded, decoders } = createDecoders(shortest, /^[ -~]*$/.test(secrets.join('')));
  const mayHideSecret = (text: string): boolean => text.length >= shortest && (looksEncoded(text) || holdsLong(text));
  return {
    mayHideSecret,
    hidesSecret(token, budget) {
      if (!mayHideSecret(token)) return false;
      const readings = new Set([token]);
      // The loop goes on with what it adds.
      for (const reading of readings) {
        budget.left -= reading.length;
        if (budget.left < 0 || holdsLong(reading)) return true;
        // In the text itself, short secrets are masked already, or words of a sentence.
        if (reading !== token && patterns.some((word) => word.test(reading))) return true;
        for (const decode of decoders) {
          const decoded = decode(reading);
          if (decoded.length >= shortest) readings.add(decoded);
        }
      }
      return false;
    },
  };
}

/** What is sought of a long secret: what stands beside an encoded one may change its first and last characters. */
function coreOf(secret: string): string {
  const excess = Math.max(0, Math.min(6, Math.floor((secret.length - 16) / 2)));
  return secret.slice(excess, secret.length - excess).toLowerCase();
}
