import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type Scalar, type YAMLMap } from 'yaml';
import { needsInterpolation } from '../config/resolve/interpolate.ts';
import { findEntryPlaces, type Spacing } from './entry-places.ts';
import { type Lines, lineStart, nextLine, readLines, skipComments } from './lines.ts';
import { afterColon, endOfPair, readPairs } from './pairs.ts';
import { readBack } from './read-back.ts';
import { writeScalar } from './scalar-text.ts';
import { type Splice, spliceText } from './splice.ts';
import { isBand, orderEntries, spread, writeBlock, writeFlow, writeFlowMap } from './write-entries.ts';
import {
  type EditProblem,
  type EditReason,
  gatherWishes,
  type Wish,
  type YamlEdit,
  type YamlOperation,
  type YamlScalar,
} from './yaml-operation.ts';

const MARK = '\ufeff';

const DEFAULT_STEP = 2;

interface Editing {
  readonly lines: Lines;
  /** How far the file indents a level. */
  readonly step: number;
  readonly splices: Splice[];
  readonly problems: EditProblem[];
}

/**
 * Edits the text of a YAML document so that each value stands where it is asked for. Every byte that has nothing to do with
 * it stays: comments, order, quotes, line ends, the byte order mark. All that is in the way comes back at once, and the
 * edited text is read back before it is given away. Never throws for anything that a text holds.
 */
export function editYaml(text: string, operations: readonly YamlOperation[]): YamlEdit {
  const mark = text.startsWith(MARK) ? MARK : '';
  const body = text.slice(mark.length);
  const wishes = gatherWishes(operations);
  const document = parseDocument(body, { version: '1.2', schema: 'core', merge: false, uniqueKeys: false });
  const { contents } = document;
  const isEmpty = contents === null || (isScalar(contents) && contents.source === '' && contents.anchor === undefined);
  if (document.errors.length > 0) return failure('syntax', ...(document.errors[0]?.pos ?? [0, 0]));
  if (!isEmpty && !isMap(contents)) return failure('not-a-map', 0, 0);

  const lines = readLines(body);
  const editing: Editing = { lines, step: findStep(lines, contents), splices: [], problems: [] };
  if (isMap(contents) && contents.items.length > 0) editMap(editing, contents, wishes, []);
  else if (isMap(contents)) fillRoot(editing, contents, wishes);
  else addLines(editing, body.length, blockOf(editing, wishes, [], 0), body.trim() === '' ? 'close' : 'before');
  if (editing.problems.length > 0) return { ok: false, problems: editing.problems };
  const edited = spliceText(body, editing.splices);
  return readBack(body, edited, wishes) ? { ok: true, text: mark + edited } : failure('read-back', 0, 0);
}

function failure(reason: EditReason, start: number, end: number): YamlEdit {
  return { ok: false, problems: [{ reason, path: [], start, end }] };
}

function editMap(editing: Editing, map: YAMLMap, wishes: Map<string, Wish>, path: readonly string[]): void {
  const pairs = readPairs(map);
  const added: [string, Wish][] = [];
  for (const [key, wish] of wishes) {
    const pair = pairs.get(key);
    if (pair !== undefined) editPair(editing, pair, wish, { path: [...path, key], flow: map.flow === true });
    else added.push([key, wish]);
  }
  if (added.length === 0) return;
  const merge = pairs.get('<<');
  if (merge !== undefined) report(editing, 'merge-key', path, merge.key as Node);
  else if (map.flow === true) addToFlow(editing, map, added, path);
  else addToBlock(editing, map, added, path);
}

/** Where a pair stands. */
interface Spot {
  readonly path: readonly string[];
  /** Whether it stands between braces. */
  readonly flow: boolean;
}

function editPair(editing: Editing, pair: Pair<Node, Node | null>, wish: Wish, spot: Spot): void {
  const { value } = pair;
  const obstacle = findObstacle(value);
  if (obstacle !== null && value !== null) report(editing, obstacle, spot.path, value);
  else if ('scalar' in wish) setScalar(editing, pair, wish.scalar, spot);
  else if (isMap(value) && (value.items.length > 0 || isWide(editing, value)))
    editMap(editing, value, wish.entries, spot.path);
  else if (isMap(value) || isEmptyValue(value)) fillPair(editing, pair, wish, spot);
  else if (isScalar(value) && isBand(wish))
    putScalar(editing, pair, value, writeFlowMap(wish.entries, spot.path), spot);
  else report(editing, 'not-a-map', spot.path, value ?? pair.key);
}

function findObstacle(value: Node | null): EditReason | null {
  if (isAlias(value)) return 'alias';
  if (!isScalar(value) && !isMap(value) && !isSeq(value)) return null;
  if (value.anchor !== undefined) return 'anchor';
  return value.tag === undefined ? null : 'tag';
}

function isEmptyValue(value: Node | null): boolean {
  return value === null || (isScalar(value) && value.value === null);
}

/** A flow map that holds nothing, but a comment or line breaks that stay. */
function isWide({ lines }: Editing, { range }: YAMLMap): boolean {
  return range != null && /[\n#]/.test(lines.text.slice(range[0], range[1]));
}

function setScalar(editing: Editing, pair: Pair<Node, Node | null>, scalar: YamlScalar, spot: Spot): void {
  const { value } = pair;
  if (value === null || isScalar(value)) {
    if (isScalar(value) && value.value === scalar && value.source !== '') return;
    putScalar(editing, pair, value, writeScalar(scalar, quotesOf(value)), spot);
    return;
  }
  const [from, to] = [afterColon(editing.lines, pair), endOfPair(editing.lines, pair)];
  if (/(?:^|\s)#/.test(editing.lines.text.slice(from, to))) report(editing, 'comments', spot.path, value);
  else editing.splices.push({ start: from, end: to, text: ` ${writeScalar(scalar)}` });
}

function putScalar(
  editing: Editing,
  pair: Pair<Node, Node | null>,
  value: Scalar | null,
  text: string,
  { path }: Spot,
): void {
  if (typeof value?.value === 'string' && needsInterpolation(value.value)) {
    report(editing, 'variable', path, value);
    return;
  }
  const [start = 0, end = 0] = value?.range ?? [];
  const written = editing.lines.text.slice(start, end);
  if (value === null || written === '' || value.source === '') putAfterColon(editing, pair, text);
  else if (!isBlock(value)) editing.splices.push({ start, end, text });
  else if (/^\S*[ \t]+#/.test(written)) report(editing, 'comments', path, value);
  else editing.splices.push({ start, end: start + written.trimEnd().length, text });
}

/** A block of text reaches to the end of its last line, and takes the line ends with it. */
function isBlock({ type }: Scalar): boolean {
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
}

function putAfterColon(editing: Editing, pair: Pair<Node, Node | null>, text: string): void {
  const at = afterColon(editing.lines, pair);
  const colon = editing.lines.text[at - 1] === ':' ? '' : ':';
  editing.splices.push({ start: at, end: at, text: `${colon} ${text}` });
}

function quotesOf(value: Scalar | null): 'single' | 'double' | 'none' {
  if (value?.type === 'QUOTE_SINGLE') return 'single';
  return value?.type === 'QUOTE_DOUBLE' ? 'double' : 'none';
}

/** The first entries below a key that has none: nothing, `null` or `{}` stands there. */
function fillPair(editing: Editing, pair: Pair<Node, Node | null>, wish: Wish, { path, flow }: Spot): void {
  if (!('entries' in wish)) return;
  const { lines, step, splices } = editing;
  const [start = 0, end = 0] = pair.value?.range ?? [];
  const isWritten = start < end && lines.text.slice(start, end).trim() !== '';
  if (flow || isBand(wish) || wish.entries.size === 0) {
    const text = writeFlowMap(wish.entries, path);
    if (isWritten) splices.push({ start, end, text });
    else putAfterColon(editing, pair, text);
    return;
  }
  const from = afterColon(lines, pair);
  if (isWritten) splices.push({ start: from, end, text: '' });
  const column = (pair.key.range?.[0] ?? 0) - lineStart(lines, pair.key.range?.[0] ?? 0);
  const at = skipComments(lines, nextLine(lines, isWritten ? end : from), column + 1);
  addLines(editing, at, blockOf(editing, wish.entries, path, column + step), 'close');
}

/** A document that is `{}`. */
function fillRoot(editing: Editing, map: YAMLMap, wishes: Map<string, Wish>): void {
  const [start = 0, end = 0] = map.range ?? [];
  if (wishes.size === 0) return;
  editing.splices.push({ start, end, text: blockOf(editing, wishes, [], 0).join(editing.lines.end) });
}

function addToFlow(editing: Editing, map: YAMLMap, added: [string, Wish][], path: readonly string[]): void {
  const text = writeFlow(orderEntries(added, path), path);
  const last = map.items.at(-1) as Pair<Node, Node | null> | undefined;
  if (last !== undefined) {
    const at = endOfPair(editing.lines, last);
    editing.splices.push({ start: at, end: at, text: `, ${text}` });
    return;
  }
  const at = (map.range?.[0] ?? 0) + 1;
  editing.splices.push({ start: at, end: at, text: ` ${text}` });
}

function addToBlock(editing: Editing, map: YAMLMap, added: [string, Wish][], path: readonly string[]): void {
  for (const { at, entries, column, spacing } of findEntryPlaces(editing.lines, map, orderEntries(added, path), path)) {
    const each = entries.map((entry) => writeBlock([entry], path, { column, step: editing.step }));
    addLines(editing, at, spacing === 'close' ? each.flat() : spread(each), spacing);
  }
}

function blockOf(
  { step }: Editing,
  entries: Map<string, Wish>,
  path: readonly string[],
  column: number,
): readonly string[] {
  return writeBlock(orderEntries(entries, path), path, { column, step });
}

/** Puts lines where one starts, or after the end of a text whose last line is not ended. */
function addLines(editing: Editing, at: number, added: readonly string[], spacing: Spacing): void {
  if (added.length === 0) return;
  const { lines, splices } = editing;
  const isOpen = at > 0 && lines.text[at - 1] !== '\n';
  const before = spacing === 'before' || spacing === 'around' ? [''] : [];
  const after = spacing === 'after' || spacing === 'around' ? [''] : [];
  const text = [...before, ...added, ...after].join(lines.end);
  splices.push({ start: at, end: at, text: isOpen ? lines.end + text : text + lines.end });
}

/** The indentation of the first level below the document, as the file has it. */
function findStep(lines: Lines, contents: unknown): number {
  if (!isMap(contents)) return DEFAULT_STEP;
  for (const { value } of contents.items) {
    if (!isMap(value) || value.flow === true) continue;
    const first = value.items[0]?.key;
    const start = isScalar(first) ? (first.range?.[0] ?? 0) : 0;
    const column = start - lineStart(lines, start);
    if (column > 0) return column;
  }
  return DEFAULT_STEP;
}

function report(editing: Editing, reason: EditReason, path: readonly string[], node: Node): void {
  const [start = 0, end = start] = node.range ?? [];
  editing.problems.push({ reason, path, start, end });
}
