/** Undoes one encoding wherever the text seems to have it, and leaves the rest as it is. The result is never longer. */
export type Decoder = (text: string) => string;

/** Names of HTML for characters that secrets have. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', sol: '/', bsol: '\\', plus: '+', equals: '=' },
  ...{ percnt: '%', num: '#', dollar: '$', excl: '!', quest: '?', commat: '@', ast: '*', midast: '*', hat: '^' },
  ...{ lowbar: '_', grave: '`', vert: '|', verbar: '|', period: '.', comma: ',', colon: ':', semi: ';' },
  ...{ lpar: '(', rpar: ')', lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', lcub: '{', lbrace: '{', rcub: '}' },
  ...{ rbrace: '}', tab: '\t', newline: '\n' },
};

const ENTITY = new RegExp(`&(?:#(\\d{1,8})|#x([\\da-f]{1,8})|(${Object.keys(NAMED).join('|')}));?`, 'gi');

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

const ESCAPE =
  /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|([0-7]{1,3})|\r?\n|(.))/gs;

/** The decoders of single characters. Bytes become characters of Latin-1, which the one of UTF-8 reads. */
export const ESCAPES: readonly Decoder[] = [
  decodeMarkup,
  // JSON, JavaScript, C and Python.
  (text) =>
    text.replace(ESCAPE, (whole, braced, short, long, byte, octal, plain = '') => {
      if (octal !== undefined) return characterOf(Number.parseInt(octal, 8), whole);
      const hex = braced ?? short ?? long ?? byte;
      return hex === undefined ? (CONTROLS[plain] ?? plain) : characterOf(Number.parseInt(hex, 16), whole);
    }),
  // CSS.
  (text) =>
    text.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (whole, hex, plain) =>
      hex === undefined ? plain : characterOf(Number.parseInt(hex, 16), whole),
    ),
  (text) =>
    text.replace(/%(?:u([\da-f]{4})|([\da-f]{2}))/gi, (whole, wide, byte) =>
      characterOf(Number.parseInt(wide ?? byte, 16), whole),
    ),
  // A blank in a form.
  (text) => text.replaceAll('+', ' '),
  // Quoted-printable.
  (text) =>
    text.replace(/=(?:\r?\n|([\da-f]{2}))/gi, (whole, byte) =>
      byte === undefined ? '' : characterOf(Number.parseInt(byte, 16), whole),
    ),
  // SQL, YAML and CSV double a quote; a shell ends the string for it.
  (text) => text.replace(/'\\''|(['"])\1/g, (_, quote = "'") => quote),
  // UTF-8.
  (text) => text.replace(/[\x80-\xff]{2,}/g, (run) => Buffer.from(run, 'latin1').toString()),
  // UTF-16.
  (text) => text.replaceAll('\0', ''),
];

function decodeMarkup(text: string): string {
  return text.replace(ENTITY, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    return characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal), whole);
  });
}

function characterOf(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}

interface Decoders {
  readonly decoders: readonly Decoder[];
  /** Whether a decoder may change the text. */
  looksEncoded(text: string): boolean;
}

/** What may stand between the bytes of a list, with `0x` or without. */
const BETWEEN = '\\s,;:"\'._|\\\\-';

const BYTES = `[\\da-f][\\da-fx${BETWEEN}]*[\\da-f]`;

const HEX = new RegExp(BYTES, 'gi');

/** Lists of hexadecimal or decimal numbers, alone or in groups, with what else separates tokens. None starts in a word. */
export const BYTE_LISTS = new RegExp(`(?<![a-z](?=[a-z]))${BYTES}`, 'gi');

const NUMBERS = new RegExp(`\\d[\\d${BETWEEN}]*\\d`, 'g');

/**
 * The decoders that can reveal a text of at least `shortest` characters. Base64 and hex are also read from each of the
 * first characters of a run, since what stands before it may belong to the same alphabet.
 * `isAscii`: whether the text has only printable ASCII, so that a run without that much of it need not be decoded.
 */
export function createDecoders(shortest: number, isAscii: boolean): Decoders {
  const least = Math.floor((shortest * 4) / 3);
  const letters = Math.min(least, 64);
  const signs = new RegExp(`[%&\\\\+=\\0\\x80-\\xff]|''|""|[\\w/-]{${letters}}`);
  // Slower, and only for longer texts than most are. A byte has two digits or more.
  const digits = `(?:[\\da-fA-FxX][${BETWEEN}]*){${Math.min(2 * shortest, 64)}}`;
  const brokenRuns = new RegExp(`(?:[\\w/-](?:\\r?\\n)?){${letters}}|${digits}`);
  const printable = new RegExp(`[ -~]{${Math.min(shortest, 16)}}`);
  const decodeRuns = (runs: RegExp, read: (run: string) => string): Decoder => {
    const decodeRun = (run: string): string => {
      if (run.length < least) return run;
      const characters = read(run);
      return !isAscii || printable.test(characters.replaceAll('\0', '')) ? characters : run;
    };
    return (text) => text.replace(runs, decodeRun);
  };
  const base64 = [0, 1, 2, 3].map((offset) =>
    decodeRuns(/[\w+/-]+(?:\r?\n[\w+/-]+)*/g, (run) => readBytes(run.replace(/[\r\n]+/g, ''), 'base64', offset)),
  );
  const hex = [0, 1].map((offset) =>
    decodeRuns(HEX, (run) => readBytes(run.replace(/0x|[^\da-f]+/gi, ''), 'hex', offset)),
  );
  const decimal = decodeRuns(NUMBERS, (run) =>
    run.replace(/(\d{1,3})\D*/g, (_, code) => String.fromCharCode(Number(code))),
  );
  return {
    looksEncoded: (text) => signs.test(text) || (text.length > least && brokenRuns.test(text)),
    decoders: [...ESCAPES, ...base64, ...hex, decimal],
  };
}

function readBytes(digits: string, encoding: 'base64' | 'hex', offset: number): string {
  return Buffer.from(digits.slice(offset), encoding).toString('latin1');
}
