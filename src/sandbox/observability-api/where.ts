import { createQueryError } from '../http.ts';

/** The text columns of a row; the number is `value`. */
const TEXT_COLUMNS = ['pipe', 'pipeId', 'service', 'kind', 'metric'] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

export function isTextColumn(name: string): name is TextColumn {
  return TEXT_COLUMNS.some((column) => column === name);
}

/** Which rows of a stream a filter lets through: all, none, or those with such a value. */
export type RowFilter = boolean | ((value: number) => boolean);

/** A filter that is called once for a stream, with its text columns: what cannot match is not read row by row. */
export type StreamFilter = (columns: Readonly<Record<TextColumn, string>>) => RowFilter;

interface Token {
  readonly text: string;
  /** With its sign and its colon. */
  readonly column?: string;
  readonly term?: string;
}

/** The longest filter, in characters, and the deepest. */
const MAX_CHARACTERS = 4_000;
const MAX_DEPTH = 32;

// A term is a quoted phrase, a range or a word. What matches neither has no place in a filter.
const TOKEN =
  /[()]|&&|\|\||(?<column>[-+!]?[\w*]+:)|(?<term>[-+!]?"(?:[^"\\]|\\.)*"|[[{][^\]}]*[\]}]|(?:[^\s()"\\:[\]{}~^]|\\.)+)|\S/gs;
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['AND', 'AND'],
  ['&&', 'AND'],
  ['OR', 'OR'],
  ['||', 'OR'],
  ['NOT', 'NOT'],
]);

/**
 * Compiles a filter in the Lucene style. `AND` binds tighter than `OR`; words side by side must both hold. A term is the whole
 * text of its column in any case, with `*` and `?` as wildcards outside quotes; without a column it may be any text column.
 * `value` takes numbers, `>`, `>=`, `<`, `<=` and ranges.
 *
 * The parser is our own: `@hyperdx/lucene` skips operators that have no operand and reads `AND   NOT` as `AND`, and the checks
 * before it were as long as this.
 * @throws ApiError 500 when it cannot be parsed, or names an unknown column.
 */
export function compileWhere(where: string): StreamFilter {
  if (where.length > MAX_CHARACTERS) throw createQueryError(`where is longer than ${MAX_CHARACTERS} characters.`);
  const tokens = [...where.matchAll(TOKEN)].map(({ 0: text, groups }): Token => {
    const operator = OPERATORS.get(text);
    return operator === undefined ? { text, ...groups } : { text: operator };
  });
  let next = 0;

  function accept(text: string): boolean {
    const isNext = tokens[next]?.text === text;
    if (isNext) next += 1;
    return isNext;
  }

  function fail(): Error {
    const found = tokens[next] === undefined ? 'its end' : JSON.stringify(tokens[next]?.text);
    return createQueryError(`where cannot be parsed: ${found} is not expected in ${JSON.stringify(where)}.`);
  }

  function parseAlternatives(column: string | null, depth: number): StreamFilter {
    const alternatives: StreamFilter[] = [];
    do {
      const operands: StreamFilter[] = [];
      do {
        operands.push(accept('NOT') ? not(parseOperand(column, depth)) : parseOperand(column, depth));
      } while (accept('AND') || !['OR', ')', undefined].includes(tokens[next]?.text));
      alternatives.push(allOf(operands));
    } while (accept('OR'));
    return not(allOf(alternatives.map(not)));
  }

  function parseOperand(column: string | null, depth: number): StreamFilter {
    const [, sign, name] = /^([-+!]?)(.*):$/s.exec(tokens[next]?.column ?? '') ?? [];
    if (name === undefined) return parseTerm(column, depth);
    if (name !== '*' && name !== 'value' && !isTextColumn(name)) {
      throw createQueryError(`where names the unknown column ${JSON.stringify(name)}.`);
    }
    next += 1;
    const filter = parseTerm(name, depth);
    return sign === '-' || sign === '!' ? not(filter) : filter;
  }

  function parseTerm(column: string | null, depth: number): StreamFilter {
    if (accept('(')) {
      if (depth === MAX_DEPTH) throw createQueryError(`where is nested more than ${MAX_DEPTH} deep.`);
      const group = parseAlternatives(column, depth + 1);
      if (!accept(')')) throw fail();
      return group;
    }
    const term = tokens[next]?.term;
    if (term === undefined) throw fail();
    next += 1;
    return compileTerm(term, column);
  }

  if (tokens.length === 0) return () => true;
  const filter = parseAlternatives(null, 0);
  if (next < tokens.length) throw fail();
  return filter;
}

function compileTerm(term: string, column: string | null): StreamFilter {
  const [, sign = '', unsigned = ''] = /^([-+!]?)(.*)$/s.exec(term) ?? [];
  // After a column a minus is part of the number or the text.
  const isNegated = sign === '!' || (sign === '-' && column === null);
  const operand = sign === '-' && !isNegated ? term : unsigned;
  if (operand === '') throw createQueryError(`where cannot be parsed: ${sign} stands before nothing.`);
  const filter = column === 'value' ? compileValue(operand) : compileText(operand, column);
  return isNegated ? not(filter) : filter;
}

function compileText(operand: string, column: string | null): StreamFilter {
  if (/^[[{]/.test(operand)) {
    throw createQueryError(`where cannot be run: a range takes the column value, not ${column ?? 'none'}.`);
  }
  const matches = createPattern(operand);
  if (column !== null && isTextColumn(column)) return (columns) => matches(columns[column]);
  return (columns) => TEXT_COLUMNS.some((one) => matches(columns[one]));
}

function compileValue(operand: string): StreamFilter {
  if (operand === '*') return () => true;
  const test = /^[[{]/.test(operand) ? createRange(operand) : createComparison(operand);
  return () => test;
}

function createComparison(operand: string): (value: number) => boolean {
  const [, comparator = '', digits = ''] = /^(>=|<=|>|<)?(.*)$/s.exec(operand.replaceAll(/["\\]/g, '')) ?? [];
  const wanted = readNumber(digits);
  if (comparator === '>') return (value) => value > wanted;
  if (comparator === '>=') return (value) => value >= wanted;
  if (comparator === '<') return (value) => value < wanted;
  if (comparator === '<=') return (value) => value <= wanted;
  return (value) => value === wanted;
}

function createRange(operand: string): (value: number) => boolean {
  const [, open, from = '', to = '', close] = /^([[{])\s*(\S+)\s+TO\s+(\S+?)\s*([\]}])$/.exec(operand) ?? [];
  const least = from === '*' ? Number.NEGATIVE_INFINITY : readNumber(from);
  const most = to === '*' ? Number.POSITIVE_INFINITY : readNumber(to);
  return (value) => (open === '[' ? value >= least : value > least) && (close === ']' ? value <= most : value < most);
}

function readNumber(text: string): number {
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text);
  throw createQueryError(`where cannot be run: value takes a number, not ${JSON.stringify(text)}.`);
}

function not(filter: StreamFilter): StreamFilter {
  return (columns) => {
    const rows = filter(columns);
    return typeof rows === 'boolean' ? !rows : (value) => !rows(value);
  };
}

function allOf(filters: readonly StreamFilter[]): StreamFilter {
  return (columns) => {
    const tests: ((value: number) => boolean)[] = [];
    for (const filter of filters) {
      const rows = filter(columns);
      if (rows === false) return false;
      if (rows !== true) tests.push(rows);
    }
    return tests.length === 0 ? true : (value) => tests.every((test) => test(value));
  };
}

/**
 * Whether a text is the whole pattern, in any case. Wildcards count outside quotes, unless a backslash protects them. A star takes the
 * least that lets the next part match and keeps it (a lookahead is atomic), so that no pattern is slow.
 */
function createPattern(written: string): (text: string) => boolean {
  const isPhrase = written.startsWith('"');
  const parts = [''];
  for (const [character, escaped] of (isPhrase ? written.slice(1, -1) : written).matchAll(/\\(.)|./gsu)) {
    const code = `\\u{${(escaped ?? character).codePointAt(0)?.toString(16)}}`;
    if (character === '*' && !isPhrase) parts.push('');
    else parts.push(`${parts.pop()}${character === '?' && !isPhrase ? '.' : code}`);
  }
  const stars = parts.slice(1, -1).map((part, index) => `(?=(.*?${part}))\\${index + 1}`);
  const end = parts.length > 1 ? `.*${parts.at(-1)}` : '';
  const pattern = new RegExp(`^${parts[0]}${stars.join('')}${end}$`, 'isu');
  return (text) => pattern.test(text);
}
