import { safeText } from '../../model/text.ts';
import type { Block, BlockOf, Line, Span } from '../block.ts';

/** A name or a value; nothing for null or an empty text. */
export function quote(text: string | null): Line {
  return text ? [{ kind: 'code', text }] : [];
}

/** One of our sentences; nothing for an empty one. */
export function toSentence(text: string): Line {
  return text === '' ? [] : [{ kind: 'sentence', text }];
}

/** The name of what a document is about. */
export function strong(text: string): Line {
  return [{ kind: 'strong', line: quote(text) }];
}

/** The lines that are not empty, as one. */
export function joinSpans(lines: readonly Line[], separator: string): Line {
  const joined: Span[] = [];
  for (const line of lines) {
    if (line.length > 0) joined.push(...(joined.length === 0 ? line : [separator, ...line]));
  }
  return joined;
}

/** Lines of text as they are. */
export function toCode(lines: readonly string[]): Block {
  return { kind: 'code', lines: lines.map((text) => ({ text: safeText(text), isStrong: false })) };
}

/** A part with a title; nothing without blocks. `count`: follows the title. */
export function toSection(
  id: string,
  title: string,
  blocks: readonly Block[],
  count = '',
): readonly BlockOf<'section'>[] {
  return blocks.length === 0 ? [] : [{ kind: 'section', id, title, count, about: null, style: null, blocks }];
}
