import { CST, Lexer } from 'yaml';

export type Words = readonly [summary: string, hint: string];

/** What is wrong, and where: offsets of the text. */
export interface Cause {
  readonly start: number;
  readonly end: number;
  readonly words: Words;
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

/** The first mistake in quotes, braces or brackets of a text that is not YAML; null when there is another mistake. */
export function findBracketError(text: string): Cause | null {
  const open: Flow[] = [];
  let before: Token | null = null;
  for (const token of readTokens(text)) {
    const { type, start, end } = token;
    const flow = open.at(-1);
    const isOpening = type === 'flow-map-start' || type === 'flow-seq-start';
    const isClosing = type === 'flow-map-end' || type === 'flow-seq-end';
    if (type === 'flow-error-end') {
      if (text.charAt(end - 1) === '\t') return { words: TAB, start: end - 1, end };
      if (/[\]}]/.test(text.charAt(end))) return { words: CLOSING, start, end: end + 1 };
      break;
    }
    if (flow !== undefined && isClosing && token.text !== CLOSINGS[flow.opening.text]) break;
    if (isQuoted(token) && !isClosed(token)) return { words: QUOTE, start, end: start + 1 };
    if (isQuoted(token) || isOpening || type === 'scalar' || type === 'alias') {
      if (before !== null && isQuoted(before) && (flow === undefined || before.end === start))
        return endTooEarly(before);
      if (flow?.value) return separate(flow, flow.value, token);
      if (flow !== undefined) flow.value = token;
    }
    if (type === 'comment' && before?.end === start && /["'\]}]$/.test(before.text))
      return { words: COMMENT, start, end };
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
  return { words: opening.text === '{' ? BRACE : BRACKET, start: opening.start, end: opening.end };
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
function endTooEarly({ text, start, end }: Token): Cause {
  return text.includes('\n') ? { words: QUOTE, start, end: start + 1 } : { words: QUOTED, start, end };
}

/** For two values of which the second follows the first. */
function separate({ opening, hasColon }: Flow, first: Token, { text, start, end }: Token): Cause {
  if (text === '{' && first.end === start && first.text.endsWith('$')) {
    return { words: VARIABLE, start: first.start, end };
  }
  return { words: opening.text === '{' && !hasColon ? COLON : COMMA, start, end };
}

/** `max` of `3 max`, which is the next key; null for another value. */
function findLastWord(value: Token | null): Cause | null {
  const word = value?.type === 'scalar' ? /\s(\S+)$/.exec(value.text)?.[1] : undefined;
  return value === null || word === undefined ? null : { words: COMMA, start: value.end - word.length, end: value.end };
}

const QUOTE: Words = ['This quote is not closed.', 'Add the same quote where the text ends.'];
const QUOTED: Words = [
  'Other text follows this quoted text.',
  `Close the quotes where the text ends. In it, write \\" for a double quote in double quotes, and '' for a single one in single quotes.`,
];
const BRACE: Words = [
  'This brace is not closed.',
  'Add a } where the map ends. Its lines are indented more than its key.',
];
const BRACKET: Words = [
  'This bracket is not closed.',
  'Add a ] where the list ends. Its lines are indented more than its key.',
];
const CLOSING: Words = [
  'This line is indented less than the map or list that it closes.',
  'Indent it as far as the key of that map or list.',
];
export const TAB: Words = ['A tab is used for indentation.', 'Indent with spaces.'];
const COMMENT: Words = ['A comment starts here without a space before it.', 'Write a space before the #.'];
const COMMA: Words = [
  'A comma is missing before this.',
  'Inside { } and [ ], commas separate the entries, as in { min: 3, max: 6 }. A text that contains ": " needs quotes.',
];
const COLON: Words = [
  'A colon or a comma is missing before this.',
  'Inside { }, write entries as in { min: 3, max: 6 }.',
];
const VARIABLE: Words = [
  'A variable inside { } or [ ] has no quotes.',
  'Put the value in quotes if it is text. For a number, write the map or list without brackets, each entry on its own line.',
];
