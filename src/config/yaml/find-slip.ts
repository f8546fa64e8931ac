import { Lexer } from 'yaml';

/** A quote, brace or bracket that is not closed, or what lacks a comma before it. Offsets of the text. */
export interface Slip {
  readonly kind: 'quote' | 'brace' | 'bracket' | 'comma';
  readonly start: number;
  readonly end: number;
}

/** A map or list in brackets, and what its entry has so far. */
interface Flow {
  readonly start: number;
  readonly isMap: boolean;
  hasColon: boolean;
  /** Of the key or the value that was read last; null after a comma or a colon. */
  value: { readonly start: number; readonly text: string } | null;
}

// Marks that the lexer puts between the parts of the text.
const DOCUMENT = '\u0002';
const SCALAR = '\u001f';
const FLOW_END = '\u0018';

/** The first mistake of one character in a text that is not YAML; null when there is another mistake. */
export function findSlip(text: string): Slip | null {
  const open: Flow[] = [];
  let at = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === FLOW_END) break;
    if (lexeme === DOCUMENT || lexeme === SCALAR) {
      isScalar = lexeme === SCALAR;
      continue;
    }
    const start = at;
    at += lexeme.length;
    const isQuoted = !isScalar && /^["']/.test(lexeme);
    if (isQuoted && !isClosed(lexeme)) return { kind: 'quote', start, end: start + 1 };
    const flow = open.at(-1);
    const isOpening = !isScalar && (lexeme === '{' || lexeme === '[');
    const isValue = isScalar || isQuoted || isOpening || lexeme.startsWith('*');
    if (flow !== undefined && isValue) {
      if (flow.value !== null) return { kind: 'comma', start, end: at };
      flow.value = { start, text: lexeme };
    }
    if (isOpening) open.push({ start, isMap: lexeme === '{', hasColon: false, value: null });
    else if (flow !== undefined && !isScalar && (lexeme === '}' || lexeme === ']')) open.pop();
    else if (flow !== undefined && lexeme === ',') Object.assign(flow, { hasColon: false, value: null });
    else if (flow !== undefined && lexeme === ':') {
      const word = flow.hasColon ? findLastWord(flow.value) : null;
      if (word !== null) return { kind: 'comma', ...word };
      Object.assign(flow, { hasColon: true, value: null });
    }
    isScalar = false;
  }
  const unclosed = open.at(-1);
  if (unclosed === undefined) return null;
  return { kind: unclosed.isMap ? 'brace' : 'bracket', start: unclosed.start, end: unclosed.start + 1 };
}

/** A single quote is written as two in a text of single quotes, and a backslash escapes a double quote. */
function isClosed(lexeme: string): boolean {
  const inner = lexeme.slice(1);
  if (lexeme.startsWith("'")) return countAtEnd(inner, "'") % 2 === 1;
  return inner.endsWith('"') && countAtEnd(inner.slice(0, -1), '\\') % 2 === 0;
}

function countAtEnd(text: string, character: string): number {
  let count = 0;
  while (text.at(-1 - count) === character) count += 1;
  return count;
}

/** `max` of `3 max`, which is the next key. */
function findLastWord(value: Flow['value']): Pick<Slip, 'start' | 'end'> | null {
  if (value === null || /^["']/.test(value.text)) return null;
  const word = /\s(\S+)$/.exec(value.text)?.[1];
  const end = value === null ? 0 : value.start + value.text.length;
  return word === undefined ? null : { start: end - word.length, end };
}
