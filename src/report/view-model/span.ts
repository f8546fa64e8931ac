import type { Line } from '../block.ts';

/** A name or a value; nothing for null or an empty text. */
export function quote(text: string | null): Line {
  return text ? [{ kind: 'code', text }] : [];
}

/** One of our sentences; nothing for an empty one. */
export function say(text: string): Line {
  return text === '' ? [] : [{ kind: 'sentence', text }];
}

/** The name of what a document is about. */
export function strong(text: string): Line {
  return [{ kind: 'strong', line: quote(text) }];
}

/** The lines that are not empty, as one. */
export function joinSpans(lines: readonly Line[], separator: string): Line {
  return lines.filter(({ length }) => length > 0).flatMap((line, index) => (index === 0 ? line : [separator, ...line]));
}
