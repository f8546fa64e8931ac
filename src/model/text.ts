/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

// Control characters; non-breaking space; soft hyphen; Arabic letter mark; Mongolian vowel separator; zero-width and bidi characters; line
// and paragraph separators; invisible operators; byte-order mark; interlinear annotations; lone surrogates; tags.
export const UNSAFE =
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}|[\u{e0000}-\u{e007f}]/gu;

/** Nearly all text is of these characters, and one test is faster than a search for each unsafe one. */
const PRINTABLE = /^[ -~]*$/;

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * What CI runners take for a command, or for the start of a section, in a log: `##[group]`, `##vso[…]` and `##teamcity[…]` anywhere in
 * a line; `::set-env …::` of GitHub at its start, also after blanks, where a long line may be broken; and `--- `, `+++ `, `~~~ ` and
 * `^^^ ` of Buildkite at its very start. Those of GitLab need control characters. https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
const COMMAND = /#(?=#\w*\[)|(?<!\S):(?=:[a-z-]+(?:::|\s))|^(?:-(?=-- )|\+(?=\+\+ )|~(?=~~ )|\^(?=\^\^ ))/gi;

/** Escapes a character of each command, so that no runner carries it out. */
export function defuseCommands(text: string): string {
  return text.replace(COMMAND, escapeCharacter);
}

/**
 * Makes text safe to print on one line, also in a CI log: control, bidi and invisible characters become escapes such as `\x1b` and
 * `\n`, and so does a character of each command of a runner.
 */
export function safeText(text: string): string {
  return defuseCommands(PRINTABLE.test(text) ? text : text.replace(UNSAFE, escapeCharacter));
}

function escapeCharacter(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
}

/** JSON that is safe to print: `\u…` escapes replace the same characters as in `safeText`. No line starts with a string of others. */
export function safeJson(value: unknown, indent: 0 | 2): string {
  const json = JSON.stringify(value, null, indent).replace(UNSAFE, (character) =>
    // A line break of the indentation; strings have them escaped.
    character === '\n' ? character : escapeUnits(character),
  );
  return json.replace(COMMAND, escapeUnits);
}

function escapeUnits(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function uncapitalize(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

export function withoutPeriod(words: string): string {
  return words.replace(/(?<![\s.])[\s.]+$/, '');
}
