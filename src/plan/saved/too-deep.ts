/** A live setting may be nested by 64 levels; deeper files are not ours, and would overflow whoever walks them. */
const DEEPEST = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/**
 * Whether JSON is nested deeper than anything that Pipeform writes. Looked for in the text: parsing megabytes of brackets takes
 * gigabytes of memory.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) isInText = !isInText;
    else if (isInText) at += character === BACKSLASH ? 1 : 0;
    else if (character === BRACKET || character === BRACE) depth += 1;
    else if (character === BRACKET + 2 || character === BRACE + 2) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
