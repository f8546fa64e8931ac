/** A part of a sentence: words, or what stood between single backticks with the punctuation around it. */
export type SentencePart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'code'; readonly open: string; readonly code: string; readonly close: string };

const SPAN = /(^| )(\(?)`([^` ](?:[^`]*[^` ])?)`([.,;:?!)]*)(?= |$)/g;

/**
 * The parts of one of our sentences, each one blank from the next. Our texts write names as `name`; whatever else has
 * backticks in it, such as quoted live text, stays words.
 */
export function splitCode(text: string): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  let at = 0;
  for (const { 0: whole, 1: blank = '', 2: open = '', 3: code = '', 4: close = '', index } of text.matchAll(SPAN)) {
    if (blank !== '' && index >= at) parts.push({ kind: 'words', text: text.slice(at, index) });
    parts.push({ kind: 'code', open, code, close });
    at = index + whole.length + 1;
  }
  if (at <= text.length) parts.push({ kind: 'words', text: text.slice(at) });
  return parts;
}
