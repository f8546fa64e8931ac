/** Writes a text as a service may write it. */
type Encode = (text: string) => string;

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

const XML: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

const json: Encode = (text) => JSON.stringify(text).slice(1, -1);
const percent = escapeBytes(SPECIAL, (hex) => `%${hex.toUpperCase()}`);
const html = escapeWith(SPECIAL, (code) => `&#${code};`);
const php: Encode = (text) => json(text).replaceAll('/', '\\/');

/** Each way in which a service may write text that is recognized. */
export const ENCODINGS = {
  'as it is': (text) => text,
  JSON: json,
  'JSON as PHP writes it': php,
  'JSON as Go writes it': (text) => escapeWith(/[&<>]/g, unicode)(json(text)),
  'JSON as Python writes it': (text) => escapeWith(/[^ -~]/gu, unicode)(json(text)),
  'JSON with each special character escaped, in upper case': escapeWith(SPECIAL, (code) =>
    unicode(code).toUpperCase().replaceAll('\\U', '\\u'),
  ),
  'JSON with each character escaped': escapeWith(ALL, unicode),
  'backslashes of a shell': escapeWith(/[^\w\s]/g, (code) => `\\${String.fromCodePoint(code)}`),
  'HTML with decimal numbers': html,
  'HTML with the names of XML': escapeWith(/[&<>"']/g, (code) => `&${XML[String.fromCodePoint(code)]};`),
  'HTML with leading zeros': escapeWith(SPECIAL, (code) => `&#${String(code).padStart(7, '0')};`),
  'HTML with hexadecimal numbers': escapeWith(SPECIAL, (code) => `&#x${code.toString(16)};`),
  'HTML with hexadecimal numbers in upper case': escapeWith(SPECIAL, (code) => `&#X${hexOf(code, 4).toUpperCase()};`),
  'HTML with each character as a number': escapeWith(ALL, (code) => `&#${code};`),
  'an address': encodeURIComponent,
  'an address in lower case': escapeBytes(SPECIAL, (hex) => `%${hex}`),
  'an address with each byte': escapeBytes(ALL, (hex) => `%${hex.toUpperCase()}`),
  'a form': (text) => new URLSearchParams({ '': text }).toString().slice(1),
  base64: toBase64,
  'base64 without padding': (text) => toBase64(text).replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 after an id': (text) => toBase64(`key-1:${text}`),
  'base64 in a longer text, at the second byte': (text) => toBase64(`(${text}) is wrong`),
  'base64 in a longer text, at the third byte': (text) => toBase64(`to${text}/`),
  'base64 in lines': (text) => toBase64(`id:${text}`).replace(/.{60}(?=.)/g, '$&\r\n'),
  hex: toHex,
  'hex in upper case': (text) => toHex(text).toUpperCase(),
  'hex in lines': (text) => toHex(text).replace(/.{32}(?=.)/g, '$&\n'),
  'hex with blanks': (text) => toHex(text).replace(/.{2}(?=.)/g, '$& '),
  'hex after an id': (text) => toHex(`key-1:${text}`),
  'base64 in JSON': (text) => php(toBase64(text)),
  'one half as HTML, the other as an address': (text) =>
    html(text.slice(0, text.length / 2)) + percent(text.slice(text.length / 2)),
  'only the slashes escaped': (text) => text.replaceAll('/', '%2f'),
} satisfies Readonly<Record<string, Encode>>;

const WINDOW = 14;

/** Letters and digits only: what prints a text adds escapes of its own, which are the same for all of it. */
function squash(text: string): string {
  return text
    .replaceAll('amp;', '')
    .replace(/[^da-z]/gi, '')
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
