import { createRequire } from 'node:module';
import type stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e]*$/;

let measure: typeof stringWidth | null = null;

/** Whether each character takes one cell and stands for itself: so nearly all text is, and that is quick to see. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** How many terminal cells a text takes. */
export function textWidth(text: string): number {
  if (isPlain(text)) return text.length;
  measure ??= loadMeasure();
  return measure(text);
}

/** When it is first needed: its tables of characters take longer to read than most commands take to print. */
function loadMeasure(): typeof stringWidth {
  const { default: loaded } = createRequire(import.meta.url)('string-width') as { default: typeof stringWidth };
  return loaded;
}
