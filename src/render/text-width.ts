import stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e]*$/;

/** How many terminal cells a text takes. Plain text, nearly all there is, takes one a character, which is quick to see. */
export function textWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}
