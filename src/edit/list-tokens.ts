import { CST, Lexer } from 'yaml';

/** The lexer puts this before the text of a scalar. */
const SCALAR_MARK = '\u001f';

const LAYOUT: ReadonlySet<string | null> = new Set([
  'space',
  'newline',
  'comma',
  'doc-mode',
  'flow-error-end',
  'byte-order-mark',
]);

/** The tokens of a YAML text that are not layout, each with its type: comments, values as they are spelled, anchors, brackets. */
export function listTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    const type = isScalar ? 'scalar' : CST.tokenType(token);
    isScalar = token === SCALAR_MARK;
    if (isScalar || LAYOUT.has(type)) continue;
    tokens.push(`${type} ${token.replace(/^[ \t]+|[ \t]+$/gm, '').trim()}`);
  }
  return tokens;
}

/** The comments of a YAML text in their order. */
export function listComments(text: string): readonly string[] {
  return listTokens(text).filter((token) => token.startsWith('comment '));
}
