import { createQueryError } from '../http.ts';

/** The text columns of a row, which filters and groups may name. */
const TEXT_COLUMNS = ['pipe', 'pipeId', 'service', 'kind', 'metric'] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

export function isTextColumn(name: string): name is TextColumn {
  return TEXT_COLUMNS.some((column) => column === name);
}

/** Whether a row with these columns matches. */
type RowFilter = (columns: Readonly<Record<TextColumn, string>>) => boolean;

/** The limit is in characters. */
const MAX_LENGTH = 1_000;

const TERM = /(\w+):("[^"]*"|[^\s()":\\[\]{}~^&|!?]+)/g;
const TERMS = new RegExp(`^\\s*(?:${TERM.source}(?:\\s+(?:AND\\s+)?${TERM.source})*)?\\s*$`);

/**
 * Compiles a filter: terms such as `pipe:orders`, which all have to match, joined by `AND` or blanks. A term matches a complete column,
 * ignoring case; outside quotes `*` matches any text.
 * @throws ApiError 500 when it is anything else, or names an unknown column.
 */
export function compileWhere(where: string): RowFilter {
  if (where.length > MAX_LENGTH) throw createQueryError(`where is longer than ${MAX_LENGTH} characters.`);
  if (!TERMS.test(where)) {
    const known = 'the sandbox knows column:value, with "quotes" or *, joined by AND';
    throw createQueryError(`where cannot be parsed: ${known}, not ${JSON.stringify(where)}.`);
  }
  const terms = [...where.matchAll(TERM)].map(([, column = '', value = '']) => compileTerm(column, value));
  return (columns) => terms.every((passes) => passes(columns));
}

function compileTerm(column: string, value: string): RowFilter {
  if (!isTextColumn(column)) throw createQueryError(`where names the unknown column ${JSON.stringify(column)}.`);
  const parts = value.startsWith('"') ? [value.slice(1, -1)] : value.split('*');
  const lower = parts.map((part) => part.toLowerCase());
  return (columns) => isMadeOf(columns[column].toLowerCase(), lower);
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
