import { CST, Lexer } from 'yaml';

/** A mistake in quotes, braces or brackets. Offsets of the text. */
export interface Slip {
  /**
   * `quote`, `brace`, `bracket`: not closed. `quoted`: other text follows it. `closing`: indented less than what it closes. `tab`:
   * indents a line within brackets. `comma`, `colon`: missing before this. `variable`: needs quotes. `comment`: needs a space before it.
   */
  readonly kind:
    | 'quote'
    | 'brace'
    | 'bracket'
    | 'quoted'
    | 'closing'
    | 'tab'
    | 'comma'
    | 'colon'
    | 'variable'
    | 'comment';
  readonly start: number;
  readonly end: number;
}

interface Token {
  readonly type: CST.TokenType | null;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A map or list in brackets, and what its entry has so far. */
interface Flow {
  readonly opening: Token;
  hasColon: boolean;
  /** The key or the value that was read last; null after a comma or a colon. */
  value: Token | null;
}

const CLOSINGS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** The first such mistake in a text that is not YAML; null when there is another mistake. */
export function findSlip(text: string): Slip | null {
  const open: Flow[] = [];
  let before: Token | null = null;
  for (const token of readTokens(text)) {
    const { type, start, end } = token;
    const flow = open.at(-1);
    const isOpening = type === 'flow-map-start' || type === 'flow-seq-start';
    const isClosing = type === 'flow-map-end' || type === 'flow-seq-end';
    if (type === 'flow-error-end') {
      if (text.charAt(end - 1) === '\t') return { kind: 'tab', start: end - 1, end };
      if (/[\]}]/.test(text.charAt(end))) return { kind: 'closing', start, end: end + 1 };
      break;
    }
    if (flow !== undefined && isClosing && token.text !== CLOSINGS[flow.opening.text]) break;
    if (isQuoted(token) && !isClosed(token)) return { kind: 'quote', start, end: start + 1 };
    if (isQuoted(token) || isOpening || type === 'scalar' || type === 'alias') {
      if (before !== null && isQuoted(before) && (flow === undefined || before.end === start))
        return endTooEarly(before);
      if (flow?.value) return separate(flow, flow.value, token);
      if (flow !== undefined) flow.value = token;
    }
    if (type === 'comment' && before?.end === start && /["'\]}]$/.test(before.text))
      return { kind: 'comment', start, end };
    // The colon before the bracket is missing: `key { a: "b" }`
    if (flow === undefined && type === 'map-value-ind' && /^[\w.-]+[ :][{[]/.test(before?.text ?? '')) return null;
    if (isOpening) open.push({ opening: token, hasColon: false, value: null });
    if (isClosing) open.pop();
    if (flow !== undefined && type === 'comma') Object.assign(flow, { hasColon: false, value: null });
    if (flow !== undefined && type === 'map-value-ind') {
      const key = flow.hasColon ? findLastWord(flow.value) : null;
      if (key !== null) return key;
      Object.assign(flow, { hasColon: true, value: null });
    }
    if (type !== 'space') before = token;
  }
  const opening = open.at(-1)?.opening;
  if (opening === undefined) return null;
  return { kind: opening.text === '{' ? 'brace' : 'bracket', start: opening.start, end: opening.end };
}

function* readTokens(text: string): Iterable<Token> {
  let start = 0;
  let isMarked = false;
  for (const lexeme of new Lexer().lex(text)) {
    const type: Token['type'] = isMarked ? 'scalar' : CST.tokenType(lexeme);
    // The lexer marks a scalar without quotes, and puts other marks that are not in the text, too.
    isMarked = type === 'scalar' && !isMarked;
    const length = isMarked || type === 'doc-mode' || type === 'flow-error-end' ? 0 : lexeme.length;
    if (!isMarked) yield { type, text: lexeme, start, end: start + length };
    start += length;
  }
}

function isQuoted({ type }: Token): boolean {
  return type === 'single-quoted-scalar' || type === 'double-quoted-scalar';
}

function isClosed({ text }: Token): boolean {
  return text.length > 1 && text.endsWith(text.charAt(0));
}

/** For text that other text follows. It ends in another line because a quote in its own line is missing. */
function endTooEarly({ text, start, end }: Token): Slip {
  return text.includes('\n') ? { kind: 'quote', start, end: start + 1 } : { kind: 'quoted', start, end };
}

/** For two values of which the second follows the first. */
function separate({ opening, hasColon }: Flow, first: Token, { text, start, end }: Token): Slip {
  if (text === '{' && first.end === start && first.text.endsWith('$')) {
    return { kind: 'variable', start: first.start, end };
  }
  return { kind: opening.text === '{' && !hasColon ? 'colon' : 'comma', start, end };
}

/** `max` of `3 max`, which is the next key; null for another value. */
function findLastWord(value: Token | null): Slip | null {
  const word = value?.type === 'scalar' ? /\s(\S+)$/.exec(value.text)?.[1] : undefined;
  return value === null || word === undefined
    ? null
    : { kind: 'comma', start: value.end - word.length, end: value.end };
}
