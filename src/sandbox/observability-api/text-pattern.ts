/** Whether a text is the pattern, all of it, in any case. */
export type TextPattern = (text: string) => boolean;

const ANY = Symbol('*');
const ONE = Symbol('?');
type Part = string | typeof ANY | typeof ONE;

/** A quoted phrase, or a word without wildcards: the same text. Backslashes protect the character after them. */
export function matchPhrase(written: string): TextPattern {
  const wanted = unprotect(written).toLowerCase();
  return (text) => text.toLowerCase() === wanted;
}

/** A word as it was written, in which `*` stands for any text and `?` for any one character, unless a backslash protects them. */
export function matchWord(written: string): TextPattern {
  const parts = readParts(written);
  if (parts.every((part) => typeof part === 'string')) return matchPhrase(written);
  return (text) => matchParts(parts, text.toLowerCase());
}

export function unprotect(written: string): string {
  return written.replace(/\\(.)/gs, '$1');
}

function readParts(written: string): readonly Part[] {
  return [...written.toLowerCase().matchAll(/\\(.)|./gs)].map(([character, protectedOne]) => {
    if (protectedOne !== undefined) return protectedOne;
    if (character === '*') return ANY;
    return character === '?' ? ONE : character;
  });
}

// Goes back to the latest star only, so that no pattern makes it slower than text times pattern.
function matchParts(parts: readonly Part[], text: string): boolean {
  let at = 0;
  let part = 0;
  let star = -1;
  let starredFrom = 0;
  while (at < text.length) {
    const wanted = parts[part];
    if (wanted === ANY) {
      star = part;
      starredFrom = at;
      part += 1;
    } else if (wanted === ONE || wanted === text[at]) {
      at += 1;
      part += 1;
    } else if (star >= 0) {
      starredFrom += 1;
      at = starredFrom;
      part = star + 1;
    } else {
      return false;
    }
  }
  return parts.slice(part).every((rest) => rest === ANY);
}
