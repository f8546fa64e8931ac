import { UNSAFE } from './safe-text.ts';

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
