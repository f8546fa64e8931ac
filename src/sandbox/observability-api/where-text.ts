import lucene, { type LuceneNode } from '@hyperdx/lucene';
import { badQuery } from './query-error.ts';

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
