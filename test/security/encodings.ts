/** Writes a text as a service may write it. */
export type Encode = (text: string) => string;

const toBase64: Encode = (text) => Buffer.from(text).toString('base64');
const toHex: Encode = (text) => Buffer.from(text).toString('hex');

/** Encodes the characters of a class, one by one. */
function escapeWith(characters: RegExp, write: (code: number) => string): Encode {
  return (text) =>
    text.replace(characters, (found) => [...found].map((one) => write(one.codePointAt(0) ?? 0)).join(''));
}

/** The same for the bytes of UTF-8. */
function escapeBytes(characters: RegExp, write: (hex: string) => string): Encode {
  return (text) =>
    text.replace(characters, (found) => [...Buffer.from(found)].map((byte) => write(hexOf(byte, 2))).join(''));
}

function hexOf(code: number, length: number): string {
  return code.toString(16).padStart(length, '0');
}

const SPECIAL = /[^\w.-]/gu;
const ALL = /./gsu;

/** JSON and JavaScript have escapes of UTF-16 units only. */
const unicode = (code: number): string =>
  String.fromCodePoint(code)
    .split('')
    .map((unit) => `\\u${hexOf(unit.charCodeAt(0), 4)}`)
    .join('');

const NAMES: Readonly<Record<string, string>> = {
  ...{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos', '/': 'sol', '+': 'plus', '=': 'equals' },
};

const json: Encode = (text) => JSON.stringify(text).slice(1, -1);
const percent = escapeBytes(SPECIAL, (hex) => `%${hex.toUpperCase()}`);
const markup = escapeWith(/[&<>"'/+=]/g, (code) => `&${NAMES[String.fromCodePoint(code)]};`);
const php: Encode = (text) => json(text).replaceAll('/', '\\/');

/** Each way in which a service may write text: once, or inside another. */
export const ENCODINGS: Readonly<Record<string, Encode>> = {
  'as it is': (text) => text,
  JSON: json,
  'JSON as PHP writes it': php,
  'JSON as Go writes it': (text) => escapeWith(/[&<>]/g, unicode)(json(text)),
  'JSON as Python writes it': (text) => escapeWith(/[^ -~]/gu, unicode)(json(text)),
  'JSON with each special character escaped, in upper case': escapeWith(SPECIAL, (code) =>
    unicode(code).toUpperCase().replaceAll('\\U', '\\u'),
  ),
  'JSON with each character escaped': escapeWith(ALL, unicode),
  'a string of JavaScript': escapeWith(/[^\w.-]/g, (code) => (code < 256 ? `\\x${hexOf(code, 2)}` : unicode(code))),
  'bytes of Python': escapeBytes(SPECIAL, (hex) => `\\x${hex.toUpperCase()}`),
  'a string of ECMAScript 6': escapeWith(SPECIAL, (code) => `\\u{${code.toString(16)}}`),
  'octal escapes of C': escapeBytes(SPECIAL, (hex) => `\\${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}`),
  'CSS with six digits': escapeWith(SPECIAL, (code) => `\\${hexOf(code, 6)}`),
  'CSS with blanks': escapeWith(SPECIAL, (code) => `\\${code.toString(16)} `),
  'backslashes of a shell': escapeWith(/[^\w\s]/g, (code) => `\\${String.fromCodePoint(code)}`),
  'HTML with names': markup,
  'HTML with decimal numbers': escapeWith(SPECIAL, (code) => `&#${code};`),
  'HTML with leading zeros': escapeWith(SPECIAL, (code) => `&#${String(code).padStart(7, '0')};`),
  'HTML with hexadecimal numbers': escapeWith(SPECIAL, (code) => `&#x${code.toString(16)};`),
  'HTML with hexadecimal numbers in upper case': escapeWith(SPECIAL, (code) => `&#X${hexOf(code, 4).toUpperCase()};`),
  'HTML with each character as a number': escapeWith(ALL, (code) => `&#${code};`),
  'an address': encodeURIComponent,
  'an address in lower case': escapeBytes(SPECIAL, (hex) => `%${hex}`),
  'an address with each byte': escapeBytes(ALL, (hex) => `%${hex.toUpperCase()}`),
  'a form': (text) => new URLSearchParams({ '': text }).toString().slice(1),
  'the old escape function': escapeWith(/[^\w.-]/g, (code) =>
    code < 256 ? `%${hexOf(code, 2)}` : `%u${hexOf(code, 4)}`,
  ),
  'an address in an address': (text) => percent(percent(text)),
  base64: toBase64,
  'base64 without padding': (text) => toBase64(text).replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 after an id': (text) => toBase64(`key-1:${text}`),
  'base64 in a longer text, at the second byte': (text) => toBase64(`(${text}) is wrong`),
  'base64 in a longer text, at the third byte': (text) => toBase64(`to${text}/`),
  'base64 in lines': (text) => toBase64(`id-of-the-key:${text}`).replace(/.{60}(?=.)/g, '$&\r\n'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  hex: toHex,
  'hex in upper case': (text) => toHex(text).toUpperCase(),
  'hex after an id': (text) => toHex(`key-1:${text}`),
  'quoted-printable': escapeBytes(SPECIAL, (hex) => `=${hex.toUpperCase()}`),
  'quoted-printable in lines': (text) =>
    escapeBytes(SPECIAL, (hex) => `=${hex.toUpperCase()}`)(text).replace(/(?:[^=\r\n]|=..){20}(?=.)/g, '$&=\r\n'),
  'bytes of UTF-8 as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'JSON in JSON': (text) => json(php(text)),
  'HTML in JSON': (text) => php(markup(text)),
  'JSON in HTML': (text) => markup(php(text)),
  'an address in HTML': (text) => markup(percent(text).replaceAll('%26', '&')),
  'base64 in JSON': (text) => php(toBase64(text)),
  'base64 in an address': (text) => percent(toBase64(text)),
  'base64 in base64': (text) => toBase64(toBase64(`key-1:${text}`)),
  'hex of JSON': (text) => toHex(JSON.stringify({ token: text })),
  'one half as HTML, the other as an address': (text) =>
    markup(text.slice(0, text.length / 2)) + percent(text.slice(text.length / 2)),
  'only the slashes escaped': (text) => text.replaceAll('/', '%2f'),
  'a string of SQL': (text) => text.replaceAll("'", "''"),
  'a field of CSV': (text) => text.replaceAll('"', '""'),
  'an argument of a shell': (text) => text.replaceAll("'", "'\\''"),
};

const listBytes = (text: string, separator: string, write: (byte: number) => string): string =>
  Array.from(Buffer.from(text), write).join(separator);
const listHex = (text: string, separator: string): string => listBytes(text, separator, (byte) => hexOf(byte, 2));

/** Bytes with something between them: each way once. */
export const BYTE_LISTS: Readonly<Record<string, Encode>> = {
  'hex with colons': (text) => listHex(text, ':'),
  'hex with blanks': (text) => listHex(text, ' '),
  'hex with dashes': (text) => listHex(text, '-').toUpperCase(),
  'hex in groups': (text) => toHex(text).replace(/.{4}(?=.)/g, '$& '),
  'hex in lines': (text) => toHex(text).replace(/.{32}(?=.)/g, '$&\n'),
  'bytes of C': (text) => listBytes(text, ',', (byte) => `0x${hexOf(byte, 2)}`),
  'bytes of Go': (text) => listBytes(text, ', ', (byte) => `0x${hexOf(byte, 2)}`),
  'a list of strings': (text) => listBytes(text, ',', (byte) => `'${hexOf(byte, 2)}'`),
  'a list of numbers': (text) => `[${listBytes(text, ',', String)}]`,
  'bytes in lines': (text) => `[\n${listBytes(text, ',\n', (byte) => `    ${byte}`)}\n]`,
  'numbers with blanks': (text) => listBytes(text, ' ', String),
  'hex with colons in base64': (text) => toBase64(listHex(text, ':')),
  'a list in an address': (text) => percent(listBytes(text, ',', String)),
  'bytes of base64': (text) => listBytes(toBase64(text), ', ', String),
};

const WINDOW = 14;

/** Letters and digits only: what prints a text adds escapes of its own, which are the same for all of it. */
function squash(text: string): string {
  return text
    .replaceAll('amp;', '')
    .replace(/[^\da-z]/gi, '')
    .toLowerCase();
}

/** Whether a text that was printed has a part of what a service sent. */
export function findParts(printed: string, sent: string): readonly string[] {
  const [whole, sought] = [squash(printed), squash(sent)];
  const parts = Array.from({ length: Math.floor(sought.length / WINDOW) }, (_, index) =>
    sought.slice(index * WINDOW, (index + 1) * WINDOW),
  );
  return parts.filter((part) => whole.includes(part));
}
