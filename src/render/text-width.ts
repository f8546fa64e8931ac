import { createRequire } from 'node:module';
import type stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e]*$/;

let measure: typeof stringWidth | null = null;

/** How many terminal cells a text takes. Plain text, nearly all there is, takes one a character, which is quick to see. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  measure ??= loadMeasure();
  return measure(text);
}

/** When it is first needed: its tables of characters take longer to read than most commands take to print. */
function loadMeasure(): typeof stringWidth {
  const { default: loaded } = createRequire(import.meta.url)('string-width') as { default: typeof stringWidth };
  return loaded;
}
