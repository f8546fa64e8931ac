import type { ErrorCode, YAMLError } from 'yaml';
import { count } from '../../model/number.ts';
import { OWNERS } from '../validate/section-owners.ts';
import type { Cause, Words } from './bracket-errors.ts';

/** An item of a list, a key with its value, or what is neither, on one line. An item may have a key in it. Offsets of the text. */
interface WrittenLine {
  readonly text: string;
  readonly indent: number;
  readonly isItem: boolean;
  readonly start: number;
  readonly end: number;
}

/** The errors of what does not fit the lines above it. */
const CODES: readonly ErrorCode[] = [
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'UNEXPECTED_TOKEN',
];

/** `key {`, `key:[` or `-{` */
const BARE_BRACKET = /^(?:\w[\w.-]*[ :]|-)[{[]/;
const BARE_DASH = /^-[A-Za-z"']/;
const KEY = /^(?:"[^"]*" *|'[^']*' *|[^"'](?:(?! #).)*?):(?:[ \t]|$)/;

/** The entry without brackets that does not fit those above it, and why; null when there is another mistake. */
export function findIndentationError({ code, pos: [at] }: YAMLError, text: string): Cause | null {
  if (!CODES.includes(code)) return null;
  const entries = readEntries(text);
  const last = entries.findLastIndex(({ start }) => start <= at);
  const found = entries[last];
  if (found !== undefined && BARE_BRACKET.test(found.text)) return { ...found, words: NO_ENTRY };
  const { start = at, end = at } = found ?? {};
  // A value without a colon goes on in the next line, which has one.
  const isPlain = code === 'BLOCK_AS_IMPLICIT_KEY' && !/:(?:[ \t]|$)/.test(text.slice(at, end));
  if (start < at && at < end && !isPlain) return null;
  const index = start === at && at < end ? last : last + 1;
  const [above, entry] = [entries[index - 1], entries[index]];
  if (entry === undefined) return null;
  const dashed = [above, entry].find((one) => one !== undefined && BARE_DASH.test(one.text));
  if (dashed !== undefined) return { ...dashed, words: NO_BLANK };
  // Without a comment, the error would be in the line above itself.
  const hasComment = /^[^\n#]*\s#/.test(text.slice(above?.start ?? at, entry.start));
  if (above !== undefined && isAlone(above) && hasComment) return { ...above, words: NO_ENTRY };
  const open = findOpen(entries.slice(0, index));
  const same = open.find(({ indent }) => indent === entry.indent);
  if (isAlone(entry) && (same !== undefined || code !== 'BAD_INDENT')) return { ...entry, words: NO_ENTRY };
  if (same === undefined) return describeIndentation(entry, open, entries);
  if (entry.isItem === same.isItem) return null;
  return { ...entry, words: entry.isItem ? ITEM_AMONG_KEYS : KEY_AMONG_ITEMS };
}

function readEntries(text: string): readonly WrittenLine[] {
  const entries: WrittenLine[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const content = line.trimEnd();
    const [before = ''] = /^ *(?:- +)*/.exec(content) ?? [];
    const columns = [...before.matchAll(/-/g)].map(({ index }) => index);
    if (!/^[\t#]?$/.test(content.charAt(before.length))) columns.push(before.length);
    for (const indent of columns) {
      const rest = content.slice(indent);
      const isItem = /^-(?:[ \t]|$)/.test(rest);
      entries.push({ text: rest, indent, isItem, start: lineStart + indent, end: lineStart + content.length });
    }
    lineStart += line.length + 1;
  }
  return entries;
}

/** Whether it is a key that only a map inside another one has, such as `scaling` of a pipe. */
function isSection({ text }: WrittenLine): boolean {
  return OWNERS.has(/^([\w-]+):(?:[ \t]|$)/.exec(text)?.[1] ?? '');
}

function isAlone({ isItem, text }: WrittenLine): boolean {
  return !isItem && !KEY.test(text);
}

/** The first entries of the maps and lists that may go on, the innermost first. */
function findOpen(entries: readonly WrittenLine[]): readonly WrittenLine[] {
  const open: WrittenLine[] = [];
  for (const entry of entries.toReversed()) {
    if (entry.indent < (open.at(-1)?.indent ?? Infinity)) open.push(entry);
  }
  return open;
}

function describeIndentation(
  entry: WrittenLine,
  open: readonly WrittenLine[],
  entries: readonly WrittenLine[],
): Cause | null {
  const less = open.find(({ indent }) => indent < entry.indent);
  // The section above it is in a column of its own, and the lines before that in the column of this one.
  const before = less === undefined ? [] : findOpen(entries.slice(0, entries.indexOf(less)));
  if (less !== undefined && isSection(less) && before.some(({ indent }) => indent === entry.indent)) {
    const indented = count(less.indent, 'space');
    const summary = `This section is indented by ${indented}, the lines above and below it by ${entry.indent}.`;
    return { ...less, words: [summary, 'Indent it as far as the other keys of its map.'] };
  }
  const more = open.findLast(({ indent }) => indent > entry.indent);
  const near = [less, more].flatMap((one) => one?.indent ?? []).join(' or ');
  if (near === '') return null;
  const summary = `This line is indented by ${count(entry.indent, 'space')}, the lines above it by ${near}.`;
  const hint = 'Keys of one map, and items of one list, start in the same column.';
  // The line above it may have a value, and so no lines below it.
  const deeper = more === undefined ? ' Only a key without a value on its line has lines below it.' : '';
  return { ...entry, words: [summary, hint + deeper] };
}

const NO_BLANK: Words = ['This dash has no space after it.', 'Start each item with "- ".'];
const NO_ENTRY: Words = [
  'This line is neither `key: value` nor `- item`.',
  'Write a space after the colon of a key, or after the dash of an item.',
];
const ITEM_AMONG_KEYS: Words = [
  'This line starts with "- ", the key above it in the same column does not.',
  'Items of one list, and keys of one map, start in the same column.',
];
const KEY_AMONG_ITEMS: Words = [
  'This line lacks the "- " of the item above it in the same column.',
  'Start each item with "- ". The keys of an item start in the column after it.',
];
