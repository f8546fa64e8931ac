import { Lexer } from 'yaml';

/** The lexer emits this before each scalar. */
const SCALAR_MARK = '\u001f';

/** The comments of a YAML text in their order, without spaces at their ends. */
export function listComments(text: string): readonly string[] {
  const comments: string[] = [];
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!isScalar && lexeme.startsWith('#')) comments.push(lexeme.trimEnd());
    isScalar = lexeme === SCALAR_MARK;
  }
  return comments;
}
