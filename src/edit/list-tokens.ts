import { CST, Lexer } from 'yaml';

/** The lexer emits this before each scalar. */
const SCALAR_MARK = '\u001f';

const LAYOUT: ReadonlySet<string | null> = new Set([
  'space',
  'newline',
  'comma',
  'doc-mode',
  'flow-error-end',
  'byte-order-mark',
]);

/** The tokens of a YAML text with their types, except layout: comments, values as written, anchors, brackets. */
export function listTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    const type = isScalar ? 'scalar' : CST.tokenType(token);
    isScalar = token === SCALAR_MARK;
    if (isScalar || LAYOUT.has(type)) continue;
    tokens.push(`${type} ${token.replace(/^[ \t]+|(?<![ \t])[ \t]+$/gm, '').trim()}`);
  }
  return tokens;
}

export function listComments(text: string): readonly string[] {
  return listTokens(text).filter((token) => token.startsWith('comment '));
}
