import { CST, Lexer } from 'yaml';

/** The lexer puts this before the text of a scalar. */
const SCALAR_MARK = '\u001f';

const ROOM: ReadonlySet<string | null> = new Set([
  'space',
  'newline',
  'comma',
  'doc-mode',
  'flow-error-end',
  'byte-order-mark',
]);

/** The words of a YAML text, each with its type: comments, values as they are spelled, anchors, aliases, tags, brackets. */
export function listWords(text: string): readonly string[] {
  const words: string[] = [];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    const type = isScalar ? 'scalar' : CST.tokenType(token);
    isScalar = token === SCALAR_MARK;
    if (isScalar || ROOM.has(type)) continue;
    words.push(`${type} ${token.replace(/^[ \t]+|[ \t]+$/gm, '').trim()}`);
  }
  return words;
}

/** The comments of a YAML text in their order. */
export function listComments(text: string): readonly string[] {
  return listWords(text).filter((word) => word.startsWith('comment '));
}
