import type { LuceneNode } from '@hyperdx/lucene';
import { isTextColumn, TEXT_COLUMNS, type TextColumn } from './columns.ts';
import { badQuery } from './query-error.ts';
import { matchPhrase, matchWord, type TextPattern, unprotect } from './text-pattern.ts';
import { parseWhere } from './where-text.ts';

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
