// Home-made because the `yaml` library takes 2.5 times the CPU in `validate` of 1,000 pipes, 3.6 times for 10,000 (5.2
// s instead of 1.4 s, 250 MB instead of 143 MB), and 1.4 times in `plan` of 1,000 (medians, Node 20): more than the
// targets of bench/ allow.

import { type ConfigNode, emptyAt, type ListNode, type MapEntry, type MapNode, resolveScalar } from './node.ts';
import { REFUSED_KEYS } from './refused-keys.ts';
import { mostSymbols, type SourceFile } from './source-file.ts';

/** The configuration needs at most ten levels. */
const DEEPEST = 20;

const KEY = /(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}|"[^"\\\r\n]{1,128}"|'[^'\r\n]{1,128}')(?=:(?:[ \r\n]|$))/y;
// Unquoted values on one line; WORD is for values within brackets. A repeated group uses stack for each round, so a
// very long value is not simple.
const PLAIN = /(?:[A-Za-z0-9_./$~+]|-(?=[0-9]))(?: *(?:[^\s:#]|:(?=\S)|(?<=\S)#)){0,2000}/y;
const WORD = /(?:[A-Za-z0-9_./~+]|-(?=[0-9]))(?:[^\s,[\]{}:#]|:(?=[^\s,[\]{}])){0,2000}/y;
const QUOTED = /"[^"\\\r\n]*"|'[^'\r\n]*'(?!')/y;
// The rest of a line without content, except a comment.
const LINE_END = /(?: +#[^\n]*| *)(?:\r?\n|$)/y;
const EMPTY_LINE = / *(?:#[^\n]*|\r?)\n/y;

/** A position at the content of a line; `column` is 0-based, or -1 at the end of the text. */
interface Cursor {
  readonly source: SourceFile;
  at: number;
  column: number;
  /** How many more keys and values the text may have; two of them are at least three symbols. */
  left: number;
  /** The keys and values so far, each once: a file repeats most of them for each pipe. */
  readonly known: Map<string, string>;
}

/**
 * Parses the YAML that most configurations use: block maps and lists, values on one line, quotes without escapes, flow
 * collections on one line, comments. Returns the same tree as `readFullYaml`, or null for all other text, valid or not.
 * The text must not contain control characters.
 */
export function readSimpleYaml(source: SourceFile): MapNode | null {
  const left = (mostSymbols(source.text) * 2) / 3;
  const cursor: Cursor = { source, at: 0, column: -1, left, known: new Map() };
  enterLine(cursor, 0);
  return cursor.column === 0 ? readMap(cursor, 0) : null;
}

/** Moves to the first line at or after `start` that has content. */
function enterLine(cursor: Cursor, start: number): void {
  const { text } = cursor.source;
  let line = start;
  for (let next = skip(EMPTY_LINE, text, line); next > line; next = skip(EMPTY_LINE, text, line)) line = next;
  const at = skipBlanks(text, line);
  cursor.at = at;
  cursor.column = at === text.length ? -1 : at - line;
}

/** The entries in the column of the cursor; null when the text is not simple. */
function readMap(cursor: Cursor, depth: number): MapNode | null {
  const { source, at: start, column } = cursor;
  const entries = new Map<string, MapEntry>();
  let end = start;
  while (cursor.column === column) {
    const key = readKey(cursor, cursor.at);
    cursor.left -= 1;
    if (key === null || entries.has(key.name) || cursor.left < 0) return null;
    const value = readBlockValue(cursor, key.end, column, depth + 1);
    if (value === null) return null;
    entries.set(key.name, { source, start: key.start, end: key.end, value });
    end = value.end;
  }
  return cursor.column < column ? { kind: 'map', source, start, end, entries } : null;
}

function readKey(cursor: Cursor, start: number) {
  const { text } = cursor.source;
  const end = skip(KEY, text, start);
  if (end === start) return null;
  const isQuoted = text[start] === '"' || text[start] === "'";
  const name = isQuoted ? sliceText(cursor, start + 1, end - 1) : sliceText(cursor, start, end);
  return (isQuoted || typeof resolveScalar(name) === 'string') && !REFUSED_KEYS.has(name) ? { name, start, end } : null;
}

function readBlockValue(cursor: Cursor, keyEnd: number, column: number, depth: number): ConfigNode | null {
  const { source } = cursor;
  const from = keyEnd + 1;
  const next = skip(LINE_END, source.text, from);
  if (next === from && from !== source.text.length) return readInlineValue(cursor, from, column, depth);
  enterLine(cursor, next);
  if (depth > DEEPEST) return null;
  if (cursor.column >= column && isItem(cursor)) return readList(cursor, depth);
  if (cursor.column > column) return readMap(cursor, depth);
  return emptyAt({ source, start: keyEnd, end: keyEnd });
}

function readList(cursor: Cursor, depth: number): ListNode | null {
  const { source, at: start, column } = cursor;
  const items: ConfigNode[] = [];
  let end = start;
  while (cursor.column === column && isItem(cursor)) {
    const item = readItem(cursor, depth + 1);
    if (item === null) return null;
    items.push(item);
    end = item.end;
  }
  return cursor.column <= column ? { kind: 'list', source, start, end, items } : null;
}

function readItem(cursor: Cursor, depth: number): ConfigNode | null {
  const { source, column } = cursor;
  const at = skipBlanks(source.text, cursor.at + 1);
  if (depth > DEEPEST || readKey(cursor, at) === null) return readInlineValue(cursor, at, column, depth);
  cursor.column += at - cursor.at;
  cursor.at = at;
  return readMap(cursor, depth);
}

/** A value on the rest of a line; `column` is that of its map or list. */
function readInlineValue(cursor: Cursor, from: number, column: number, depth: number): ConfigNode | null {
  const { source } = cursor;
  const value = readValue(cursor, skipBlanks(source.text, from), depth, PLAIN);
  if (value === null) return null;
  const next = skip(LINE_END, source.text, value.end);
  if (next === value.end && next !== source.text.length) return null;
  enterLine(cursor, next);
  // A deeper line continues the value, which is not simple.
  return cursor.column <= column ? value : null;
}

function isItem(cursor: Cursor): boolean {
  return cursor.source.text.startsWith('- ', cursor.at);
}

function readValue(cursor: Cursor, start: number, depth: number, plain: RegExp): ConfigNode | null {
  const { source } = cursor;
  const { text } = source;
  cursor.left -= 1;
  if (cursor.left < 0) return null;
  if (text[start] === '[' || text[start] === '{') return depth > DEEPEST ? null : readFlow(cursor, start, depth);
  const isQuoted = text[start] === '"' || text[start] === "'";
  const end = skip(isQuoted ? QUOTED : plain, text, start);
  if (end === start) return null;
  const value = isQuoted ? sliceText(cursor, start + 1, end - 1) : resolveScalar(sliceText(cursor, start, end));
  return { kind: 'scalar', source, start, end, value, style: isQuoted ? 'quoted' : 'plain' };
}

function readFlow(cursor: Cursor, start: number, depth: number): ConfigNode | null {
  const { source } = cursor;
  const { text } = source;
  const isMap = text[start] === '{';
  const entries = new Map<string, MapEntry>();
  const items: ConfigNode[] = [];
  let at = skipBlanks(text, start + 1);
  while (text[at] !== (isMap ? '}' : ']')) {
    const key = isMap ? readKey(cursor, at) : null;
    if (isMap && (key === null || entries.has(key.name))) return null;
    const value = readValue(cursor, key === null ? at : skipBlanks(text, key.end + 1), depth + 1, WORD);
    if (value === null) return null;
    if (key === null) items.push(value);
    else entries.set(key.name, { source, start: key.start, end: key.end, value });
    at = skipBlanks(text, value.end);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
    else if (text[at] !== (isMap ? '}' : ']')) return null;
  }
  const span = { source, start, end: at + 1 };
  return isMap ? { kind: 'map', ...span, entries } : { kind: 'list', ...span, items };
}

function sliceText({ source, known }: Cursor, start: number, end: number): string {
  const text = source.text.slice(start, end);
  const first = known.get(text);
  if (first === undefined) known.set(text, text);
  return first ?? text;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at;
}

/** The offset after the match of a sticky pattern at `start`, or `start` without a match. */
function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}
