import lucene, { type LuceneNode } from '@hyperdx/lucene';
import { badQuery } from './request.ts';

/** The text columns of a row; the number is `value`. */
export const TEXT_COLUMNS = ['pipe', 'pipeId', 'service', 'kind', 'metric'] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

export function isTextColumn(name: string): name is TextColumn {
  return TEXT_COLUMNS.some((column) => column === name);
}

/** What of a stream's rows a filter lets through: all, none, or those with such a value. */
export type RowFilter = boolean | ((value: number) => boolean);

/** A filter that is asked once for a stream, by its text columns: what cannot match is never looked at row by row. */
export type StreamFilter = (columns: Readonly<Record<TextColumn, string>>) => RowFilter;

const IMPLICIT = '<implicit>';

/**
 * Compiles a filter in the Lucene style. `AND` binds tighter than `OR`; words side by side must both hold. A term is the whole
 * text of its column in any case, with `*` and `?` as wildcards outside quotes; without a column it may be any text column.
 * `value` takes numbers, `>`, `>=`, `<`, `<=` and ranges.
 * @throws QueryError 500 when it cannot be parsed, or names an unknown column.
 */
export function compileWhere(where: string): StreamFilter {
  const root = parseWhere(where);
  return root === undefined ? () => true : compileGroup(root, IMPLICIT);
}

// The parser makes a chain to the right of operators that stand side by side: here it becomes sums of products.
function compileGroup(node: LuceneNode, field: string): StreamFilter {
  const sums: StreamFilter[][] = [[]];
  let rest: LuceneNode | undefined = node;
  let negated = node.start === 'NOT';
  while (rest !== undefined) {
    const { left, operator, right }: LuceneNode = isLeaf(rest) ? { left: rest } : rest;
    if (left === undefined) throw badQuery('where cannot be parsed: an operator has nothing to stand between.');
    const operand = compileOperand(left, field);
    sums.at(-1)?.push(negated ? not(operand) : operand);
    if (operator === 'OR' || operator === 'OR NOT') sums.push([]);
    negated = operator === 'NOT' || operator === 'AND NOT' || operator === 'OR NOT';
    // A group in brackets is one operand, whatever is in it.
    rest = right?.parenthesized === true ? { left: right } : right;
  }
  return anyOf(sums.map(allOf));
}

function isLeaf(node: LuceneNode): boolean {
  return node.term !== undefined || node.term_min !== undefined;
}

function compileOperand(node: LuceneNode, inherited: string): StreamFilter {
  const written = node.field === undefined || node.field === IMPLICIT ? inherited : node.field;
  // The parser leaves a sign before a column with the column.
  const [, sign = '', field = written] = /^([-+!]?)(.*)$/s.exec(written) ?? [];
  const filter = isLeaf(node) ? compileTerm(node, field) : compileGroup(node, field);
  return sign === '-' || sign === '!' ? not(filter) : filter;
}

function compileTerm(node: LuceneNode, field: string): StreamFilter {
  if (node.similarity != null || node.proximity != null || node.boost != null) {
    throw badQuery('where cannot be run: ~ and ^ are not supported.');
  }
  if (field !== IMPLICIT && field !== '*' && field !== 'value' && !isTextColumn(field)) {
    throw badQuery(`where names the unknown column ${JSON.stringify(unprotect(field))}.`);
  }
  // After a column a minus is part of the number or the text.
  const negated = node.prefix === '!' || (node.prefix === '-' && field === IMPLICIT);
  const filter = field === 'value' ? compileValue(node) : compileText(node, field);
  return negated ? not(filter) : filter;
}

function compileText(node: LuceneNode, field: string): StreamFilter {
  if (node.term === undefined) throw badQuery(`where cannot be run: a range takes the column value, not ${field}.`);
  const sign = node.prefix === '-' && field !== IMPLICIT ? '-' : '';
  const matches: TextPattern = node.quoted === true ? matchPhrase(node.term) : matchWord(`${sign}${node.term}`);
  if (isTextColumn(field)) return (columns) => matches(columns[field]);
  return (columns) => TEXT_COLUMNS.some((column) => matches(columns[column]));
}

function compileValue(node: LuceneNode): StreamFilter {
  if (node.term === undefined) return keep(rangeOf(node));
  if (node.term === '*') return () => true;
  const [, comparator = '', digits = ''] = /^(>=|<=|>|<)?(.*)$/s.exec(unprotect(node.term)) ?? [];
  const wanted = readNumber(`${node.prefix === '-' ? '-' : ''}${digits}`);
  if (comparator === '>') return keep((value) => value > wanted);
  if (comparator === '>=') return keep((value) => value >= wanted);
  if (comparator === '<') return keep((value) => value < wanted);
  if (comparator === '<=') return keep((value) => value <= wanted);
  return keep((value) => value === wanted);
}

function rangeOf({ term_min = '*', term_max = '*', inclusive }: LuceneNode): (value: number) => boolean {
  const least = term_min === '*' ? Number.NEGATIVE_INFINITY : readNumber(term_min);
  const most = term_max === '*' ? Number.POSITIVE_INFINITY : readNumber(term_max);
  const withLeast = inclusive === 'both' || inclusive === 'left';
  const withMost = inclusive === 'both' || inclusive === 'right';
  return (value) => (withLeast ? value >= least : value > least) && (withMost ? value <= most : value < most);
}

function readNumber(text: string): number {
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text);
  throw badQuery(`where cannot be run: value takes a number, not ${JSON.stringify(text)}.`);
}

function keep(test: (value: number) => boolean): StreamFilter {
  return () => test;
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

function anyOf(filters: readonly StreamFilter[]): StreamFilter {
  const [only] = filters;
  return filters.length === 1 && only !== undefined ? only : not(allOf(filters.map(not)));
}

/** The longest filter, in characters, and the deepest. */
const MOST_CHARACTERS = 4_000;
const MOST_DEPTH = 32;

const TOKEN = /"(?:[^"\\]|\\.)*"|[()]|(?:[^\s()"\\]|\\.)+|\S/gs;
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['AND', 'AND'],
  ['&&', 'AND'],
  ['OR', 'OR'],
  ['||', 'OR'],
  ['NOT', 'NOT'],
]);

/**
 * Parses a filter in the Lucene style; undefined for an empty one, which lets everything through.
 * @throws QueryError 500 when it cannot be parsed.
 */
export function parseWhere(where: string): LuceneNode | undefined {
  if (where.length > MOST_CHARACTERS) throw badQuery(`where is longer than ${MOST_CHARACTERS} characters.`);
  const text = spellOut(where);
  if (text === '') return undefined;
  try {
    return lucene.parse(text);
  } catch {
    throw badQuery(`where cannot be parsed: ${JSON.stringify(where)}.`);
  }
}

// The parser passes over operators that have nothing to stand between, and over a NOT that is not one space away from its
// AND: such texts never get to it, or get to it in the one spelling that it reads as it is meant.
function spellOut(where: string): string {
  const tokens: string[] = [];
  let depth = 0;
  let end = 0;
  // What stands before: nothing that could be an operand, an operand, an AND or OR, or a NOT.
  let before: 'start' | 'operand' | 'operator' | 'not' = 'start';
  for (const { 0: token, index } of where.matchAll(TOKEN)) {
    const operator = SPELLINGS.get(token);
    if (operator === 'NOT') {
      if (before === 'not') throw misplaced(where, token);
      before = 'not';
    } else if (operator !== undefined) {
      if (before !== 'operand') throw misplaced(where, token);
      before = 'operator';
    } else if (token === '(') {
      depth += 1;
      if (depth > MOST_DEPTH) throw badQuery(`where is nested more than ${MOST_DEPTH} deep.`);
      before = 'start';
    } else if (token === ')') {
      if (before !== 'operand') throw misplaced(where, token);
      depth -= 1;
    } else {
      before = 'operand';
    }
    // A quote belongs to the field or the sign right before it.
    const attached = token.startsWith('"') && index === end && /[:+!-]$/.test(tokens.at(-1) ?? '');
    tokens.push(attached ? `${tokens.pop()}${token}` : (operator ?? token));
    end = index + token.length;
  }
  if (tokens.length > 0 && before !== 'operand') throw misplaced(where, tokens.at(-1) ?? '');
  return tokens.join(' ');
}

function misplaced(where: string, token: string): Error {
  return badQuery(
    `where cannot be parsed: ${JSON.stringify(token)} has nothing to stand for in ${JSON.stringify(where)}.`,
  );
}

/** Whether a text is the pattern, all of it, in any case. */
export type TextPattern = (text: string) => boolean;

const ANY = Symbol('*');
const ONE = Symbol('?');
type PatternPart = string | typeof ANY | typeof ONE;

/** A quoted phrase, or a word without wildcards: the same text. Backslashes protect the character after them. */
export function matchPhrase(written: string): TextPattern {
  const wanted = unprotect(written).toLowerCase();
  return (text) => text.toLowerCase() === wanted;
}

/** A word as it was written, in which `*` stands for any text and `?` for any one character, unless a backslash protects them. */
export function matchWord(written: string): TextPattern {
  const parts = readParts(written);
  if (parts.every((part) => typeof part === 'string')) return matchPhrase(written);
  return (text) => matchParts(parts, text.toLowerCase());
}

export function unprotect(written: string): string {
  return written.replace(/\\(.)/gs, '$1');
}

function readParts(written: string): readonly PatternPart[] {
  return [...written.toLowerCase().matchAll(/\\(.)|./gs)].map(([character, protectedOne]) => {
    if (protectedOne !== undefined) return protectedOne;
    if (character === '*') return ANY;
    return character === '?' ? ONE : character;
  });
}

// Goes back to the latest star only, so that no pattern makes it slower than text times pattern.
function matchParts(parts: readonly PatternPart[], text: string): boolean {
  let at = 0;
  let part = 0;
  let star = -1;
  let starredFrom = 0;
  while (at < text.length) {
    const wanted = parts[part];
    if (wanted === ANY) {
      star = part;
      starredFrom = at;
      part += 1;
    } else if (wanted === ONE || wanted === text[at]) {
      at += 1;
      part += 1;
    } else if (star >= 0) {
      starredFrom += 1;
      at = starredFrom;
      part = star + 1;
    } else {
      return false;
    }
  }
  return parts.slice(part).every((rest) => rest === ANY);
}
