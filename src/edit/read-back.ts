import { Lexer, parseDocument } from 'yaml';
import { canonicalJson, isJsonObject, type JsonValue } from '../model/json.ts';
import type { Wish } from './yaml-operation.ts';

/** The lexer puts this before the text of a scalar. */
const SCALAR_MARK = '\u001f';

/** Whether an edited text says what the old one said with the wishes laid over it, and still has every comment in its order. */
export function readBack(before: string, after: string, wishes: Map<string, Wish>): boolean {
  const [old, edited] = [parse(before), parse(after)];
  if (old === undefined || edited === undefined) return false;
  return canonicalJson(layOver(old, wishes)) === canonicalJson(edited) && sameComments(before, after);
}

function parse(text: string): JsonValue | undefined {
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    logLevel: 'error',
  });
  return document.errors.length > 0 ? undefined : (document.toJS({ maxAliasCount: -1 }) as JsonValue);
}

function layOver(value: JsonValue, wishes: Map<string, Wish>): JsonValue {
  const entries = new Map(isJsonObject(value) ? Object.entries(value) : []);
  for (const [key, wish] of wishes) {
    entries.set(key, 'scalar' in wish ? wish.scalar : layOver(entries.get(key) ?? null, wish.entries));
  }
  return Object.fromEntries(entries);
}

function sameComments(before: string, after: string): boolean {
  const [old, edited] = [listComments(before), listComments(after)];
  return old.length === edited.length && old.every((comment, index) => comment === edited[index]);
}

function listComments(text: string): readonly string[] {
  const comments: string[] = [];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith('#') && !isScalar) comments.push(token.trimEnd());
    isScalar = token === SCALAR_MARK;
  }
  return comments;
}
