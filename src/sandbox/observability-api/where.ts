import { createQueryError } from '../http.ts';

/** The text columns of a row, which filters and groups may name. */
const TEXT_COLUMNS = ['pipe', 'pipeId', 'service', 'kind', 'metric'] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

export function isTextColumn(name: string): name is TextColumn {
  return TEXT_COLUMNS.some((column) => column === name);
}

/** Whether a row with these columns matches. */
type RowFilter = (columns: Readonly<Record<TextColumn, string>>) => boolean;

/** In characters. Limits the nesting too. */
const MAX_LENGTH = 1_000;

// Any other character is an error.
const TOKEN = /(?<mark>[()])|(?<column>-?[\w*]+:)|(?<term>-?"[^"]*"|[^\s()":\\[\]{}~^&|!?]+)|\S/g;

/**
 * Compiles a filter in the Lucene style. `AND` is the default operator and binds tighter than `OR`; `NOT` and `-` negate. A term
 * matches a complete column (any column if it names none), ignoring case; outside quotes `*` matches any text.
 * @throws ApiError 500 when it cannot be parsed, or names an unknown column.
 */
export function compileWhere(where: string): RowFilter {
  if (where.length > MAX_LENGTH) throw createQueryError(`where is longer than ${MAX_LENGTH} characters.`);
  const tokens = [...where.matchAll(TOKEN)];
  let next = 0;

  function accept(text: string): boolean {
    const isNext = tokens[next]?.[0] === text;
    if (isNext) next += 1;
    return isNext;
  }

  function fail(): Error {
    const found = tokens[next] === undefined ? 'its end' : JSON.stringify(tokens[next]?.[0]);
    return createQueryError(`where cannot be parsed: ${found} is not expected in ${JSON.stringify(where)}.`);
  }

  function parseAlternatives(column: string | null): RowFilter {
    const alternatives: RowFilter[] = [];
    do {
      const operands: RowFilter[] = [];
      do operands.push(accept('NOT') ? not(parseOperand(column)) : parseOperand(column));
      while (accept('AND') || !['OR', ')', undefined].includes(tokens[next]?.[0]));
      alternatives.push((columns) => operands.every((passes) => passes(columns)));
    } while (accept('OR'));
    return (columns) => alternatives.some((passes) => passes(columns));
  }

  function parseOperand(column: string | null): RowFilter {
    const written = tokens[next]?.groups?.column;
    if (written === undefined) return parseTerm(column);
    const [, sign, name = ''] = /^(-?)(.*):$/.exec(written) ?? [];
    if (name !== '*' && !isTextColumn(name)) {
      throw createQueryError(`where names the unknown column ${JSON.stringify(name)}.`);
    }
    next += 1;
    return sign === '-' ? not(parseTerm(name)) : parseTerm(name);
  }

  function parseTerm(column: string | null): RowFilter {
    if (accept('(')) {
      const group = parseAlternatives(column);
      if (!accept(')')) throw fail();
      return group;
    }
    const term = tokens[next]?.groups?.term;
    if (term === undefined || ['AND', 'OR', 'NOT'].includes(term)) throw fail();
    next += 1;
    // After a column, a minus is part of the text.
    return column === null && term.startsWith('-') ? not(compileText(term.slice(1), null)) : compileText(term, column);
  }

  if (tokens.length === 0) return () => true;
  const filter = parseAlternatives(null);
  if (next < tokens.length) throw fail();
  return filter;
}

function compileText(term: string, column: string | null): RowFilter {
  const own = TEXT_COLUMNS.filter((one) => one === column);
  const searched = own.length > 0 ? own : TEXT_COLUMNS;
  const parts = term.startsWith('"') ? [term.slice(1, -1)] : term.split('*');
  const lower = parts.map((part) => part.toLowerCase());
  return (columns) => searched.some((one) => isMadeOf(columns[one].toLowerCase(), lower));
}

/** Whether a text consists of these parts in order, with any text between them. */
function isMadeOf(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  let end = text.startsWith(first) ? first.length : Number.POSITIVE_INFINITY;
  for (const part of others) {
    const start = text.indexOf(part, end);
    end = start === -1 ? Number.POSITIVE_INFINITY : start + part.length;
  }
  return end + last.length <= text.length && text.endsWith(last);
}

function not(filter: RowFilter): RowFilter {
  return (columns) => !filter(columns);
}
