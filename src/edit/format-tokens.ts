import type { CST } from 'yaml';

/** A word of the text: nothing of it is ever changed but the room around it. */
export interface Word {
  readonly type: CST.Token['type'];
  readonly source: string;
  readonly offset: number;
  /** Whether it stands within brackets, where lines and comments are free. */
  readonly where: 'block' | 'flow';
}

type Part = CST.Token | CST.SourceToken;

/** Every word of tokens in the order of the text, blanks, line breaks and comments included: joined they are the text. */
export function listWords(tokens: readonly Part[], where: Word['where'] = 'block'): readonly Word[] {
  const words: Word[] = [];
  for (const token of tokens) addToken(words, token, where);
  return words;
}

/** The words of a key and its value, or of an item of a list. */
export function listItemWords(item: CST.CollectionItem, where: Word['where']): readonly Word[] {
  const words: Word[] = [];
  addItem(words, item, where);
  return words;
}

function addToken(words: Word[], token: Part, where: Word['where']): void {
  switch (token.type) {
    case 'document':
      addAll(words, token.start, where);
      if (token.value !== undefined) addToken(words, token.value, where);
      addAll(words, token.end ?? [], where);
      return;
    case 'block-map':
    case 'block-seq':
      for (const item of token.items) addItem(words, item, where);
      return;
    case 'flow-collection': {
      const { inside, outside } = splitEnd(token);
      addToken(words, token.start, 'flow');
      for (const item of token.items) addItem(words, item, 'flow');
      addAll(words, inside, 'flow');
      addAll(words, outside, where);
      return;
    }
    case 'block-scalar':
      addAll(words, token.props, where);
      words.push({ type: token.type, source: token.source, offset: contentStart(token), where });
      return;
    default:
      words.push({ type: token.type, source: token.source, offset: token.offset, where });
      if ('end' in token) addAll(words, token.end ?? [], where);
  }
}

function addItem(words: Word[], item: CST.CollectionItem, where: Word['where']): void {
  addAll(words, item.start, where);
  if (item.key != null) addToken(words, item.key, where);
  addAll(words, item.sep ?? [], where);
  if (item.value !== undefined) addToken(words, item.value, where);
}

function addAll(words: Word[], tokens: readonly Part[], where: Word['where']): void {
  for (const token of tokens) addToken(words, token, where);
}

/** Where the lines of a block scalar start: its own offset is that of its header. */
export function contentStart(token: CST.BlockScalar): number {
  return token.props.reduce((offset, prop) => offset + ('source' in prop ? prop.source.length : 0), token.offset);
}

/** What stands before the bracket that closes a collection, with it, and what stands after it. */
export function splitEnd({ end }: CST.FlowCollection): {
  readonly inside: readonly CST.SourceToken[];
  readonly outside: readonly CST.SourceToken[];
} {
  const closing = end.findIndex(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end');
  return { inside: end.slice(0, closing + 1), outside: end.slice(closing + 1) };
}

/** The anchors (`&name`) and aliases (`*name`) among words, in order. */
export function referencesAmong(words: readonly Word[]): readonly string[] {
  return words.filter(({ type }) => type === 'anchor' || type === 'alias').map(({ source }) => source);
}
