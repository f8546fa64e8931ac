/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

// C0, DEL, C1; soft hyphen; Arabic letter mark; Mongolian vowel separator; zero-width characters and directional marks;
// line and paragraph separators; bidi embeddings, overrides and isolates; invisible operators; byte-order mark;
// interlinear annotations; lone surrogates; tag characters.
export const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}|[\u{e0000}-\u{e007f}]/gu;

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text from a file or a live service, safe to print: characters that steer a terminal, reorder a line or cannot be seen
 * become visible escapes such as `\x1b` or `\u202e`. Line breaks and tabs become `\n` and `\t`, so the result is one line.
 */
export function safeText(text: string): string {
  return text.replace(UNSAFE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
}

/**
 * A value as JSON text that is safe to print: the characters that `safeText` takes out are written as `\u…` escapes, which
 * mean the same to whoever parses it. JSON itself leaves C1 and bidirectional controls as they are.
 * @param indent blanks a level; 0 for one line.
 */
export function safeJson(value: unknown, indent: 0 | 2): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE, (character) =>
    // The text's own line breaks: within strings they are escaped already.
    character === '\n' ? character : escapeUnits(character),
  );
}

function escapeUnits(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
