import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml';
import { needsInterpolation } from '../config/resolve/interpolate.ts';
import { splitMark } from '../config/yaml/source-file.ts';
import { equalJson, isJsonObject, type JsonValue } from '../model/json/json.ts';
import type { Result } from '../model/result.ts';
import {
  afterColon,
  endOfPair,
  findEntryPlaces,
  lineAfter,
  placeOf,
  readLines,
  readPairs,
  type SourceLines,
  type Spacing,
  skipComments,
  type YamlPair,
} from './entry-places.ts';
import { listComments } from './list-comments.ts';
import {
  type Edit,
  type Edits,
  indent,
  isBand,
  isList,
  isSpread,
  spread,
  writeBlock,
  writeFlow,
  writeFlowItem,
  writeFlowMap,
  writeItems,
  writeScalar,
  type YamlList,
  type YamlScalar,
} from './yaml-text.ts';

// Splices the text instead of printing a `Document`, as `fmt` does: `pull` must not change other lines.

/** A scalar, a list, or a map in the order of its keys. */
export type YamlValue = YamlScalar | YamlList | { readonly [key: string]: YamlValue };

/** A scalar or a list replaces the value at the path; a map is merged into it. Missing parents are created. */
export interface YamlOperation {
  readonly path: readonly string[];
  readonly value: YamlValue;
}

/**
 * Why a value cannot be edited. `alias`, `anchor`, `merge-key`: it is shared. `variable`: it is interpolated. `tag`: it
 * has a custom type. `comments`: they would be lost. `not-a-map`: a parent is not a map. `syntax`: the text is not
 * YAML. `read-back`: the edited text would have other values.
 */
export type EditReason =
  | 'alias'
  | 'anchor'
  | 'merge-key'
  | 'variable'
  | 'tag'
  | 'comments'
  | 'not-a-map'
  | 'syntax'
  | 'read-back';

export interface EditProblem {
  readonly reason: EditReason;
  /** The keys that lead to the obstacle. */
  readonly path: readonly string[];
  /** UTF-16 offsets of the obstacle in the text. */
  readonly start: number;
  readonly end: number;
}

type YamlEdit = Result<{ readonly text: string }, { readonly problems: readonly EditProblem[] }>;

function addEdit(edits: Edits, [key = '', ...rest]: readonly string[], value: YamlValue): void {
  if (rest.length === 0 && (typeof value !== 'object' || value === null || isList(value))) {
    edits.set(key, value);
    return;
  }
  const found = edits.get(key);
  const inner = found instanceof Map ? found : new Map<string, Edit>();
  edits.set(key, inner);
  if (rest.length > 0) addEdit(inner, rest, value);
  else for (const [name, part] of Object.entries(value ?? {})) addEdit(inner, [name], part);
}

export function isInTheWay(problem: EditProblem, { path }: Pick<YamlOperation, 'path'>): boolean {
  const shared = Math.min(problem.path.length, path.length);
  return path.slice(0, shared).every((key, index) => key === problem.path[index]);
}

const DEFAULT_STEP = 2;

const PARSING = { version: '1.2', schema: 'core', merge: false, uniqueKeys: false, logLevel: 'error' } as const;

interface Editing {
  readonly lines: SourceLines;
  /** Columns of indentation for each level of the file. */
  readonly step: number;
  readonly splices: Splice[];
  readonly problems: EditProblem[];
}

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Sets values in the text of a YAML document. Everything else stays byte for byte: comments, order, quotes, line ends,
 * the byte order mark. Reports all problems together; the edited text is read back before it is returned. Throws only for an
 * alias without an anchor, which nothing that was read as a configuration has.
 */
export function editYaml(text: string, operations: readonly YamlOperation[]): YamlEdit {
  const { mark, body } = splitMark(text);
  const edits: Edits = new Map();
  for (const { path, value } of operations) addEdit(edits, path, value);
  const document = parseDocument(body, PARSING);
  const { contents, errors } = document;
  if (errors[0] !== undefined) return failure('syntax', ...errors[0].pos);
  const isEmpty = contents === null || (isScalar(contents) && contents.source === '' && contents.anchor === undefined);
  if (!isEmpty && !isMap(contents)) return failure('not-a-map', 0, 0);

  const lines = readLines(body);
  const editing: Editing = { lines, step: findStep(lines, contents), splices: [], problems: [] };
  const fresh = () => spread(writeBlock(edits, [], editing.step));
  if (!isMap(contents)) addLines(editing, lines.rows.length, fresh(), body.trim() === '' ? 'close' : 'before');
  else if (contents.items.length > 0) editMap(editing, contents, edits, []);
  else if (edits.size > 0) {
    const [start, end] = contents.range;
    editing.splices.push({ start, end, text: fresh().join(lines.end) });
  }
  if (editing.problems.length > 0) return { ok: false, problems: editing.problems };
  const edited = spliceText(body, editing.splices);
  return readBack(document, body, edited, edits) ? { ok: true, text: mark + edited } : failure('read-back', 0, 0);
}

function failure(reason: EditReason, start: number, end: number): YamlEdit {
  return { ok: false, problems: [{ reason, path: [], start, end }] };
}

function addProblem({ problems }: Editing, reason: EditReason, path: readonly string[], { range }: Node): void {
  const [start = 0, end = start] = range ?? [];
  problems.push({ reason, path, start, end });
}

function editMap(editing: Editing, map: YAMLMap, edits: Edits, path: readonly string[]): void {
  const { lines, step } = editing;
  const pairs = readPairs(map);
  const added: Edits = new Map();
  for (const [key, edit] of edits) {
    const pair = pairs.get(key);
    if (pair === undefined) added.set(key, edit);
    else editPair(editing, pair, edit, [...path, key], map.flow === true);
  }
  if (added.size === 0) return;
  const [merge, last] = [pairs.get('<<'), map.items.at(-1) as YamlPair | undefined];
  if (merge !== undefined) addProblem(editing, 'merge-key', path, merge.key);
  else if (map.flow === true && last !== undefined)
    insert(editing, endOfPair(lines, last), `, ${writeFlow(added, path)}`);
  else
    for (const { line, entries, column, spacing } of findEntryPlaces(lines, map, added, path)) {
      const each = writeBlock(entries, path, step);
      const close = spacing === 'close' ? each.flat() : spread(each);
      addLines(editing, line, indent(close, ' '.repeat(column)), spacing);
    }
}

/** `inFlow`: whether the pair is in a flow map. */
function editPair(editing: Editing, pair: YamlPair, edit: Edit, path: readonly string[], inFlow: boolean): void {
  const { key, value } = pair;
  const obstacle = findObstacle(value);
  const isMissing =
    value === null || (isScalar(value) ? value.value === null : isMap(value) && value.items.length === 0);
  if (obstacle !== null) addProblem(editing, obstacle, path, value ?? key);
  else if (isList(edit)) replaceList(editing, pair, edit, path, inFlow);
  else if (!(edit instanceof Map)) {
    const isSame = isScalar(value) && value.value === edit && value.source !== '';
    if (!isSame) replaceValue(editing, pair, writeScalar(edit, isScalar(value) ? value.type : null), path);
  } else if (isMap(value) && !isMissing) editMap(editing, value, edit, path);
  else if (isMissing && !inFlow && !isBand(edit) && edit.size > 0) addBelow(editing, pair, edit, path);
  else if (isMissing || (isBand(edit) && isScalar(value))) replaceValue(editing, pair, writeFlowMap(edit, path), path);
  else addProblem(editing, 'not-a-map', path, value ?? key);
}

function findObstacle(value: Node | null): EditReason | null {
  if (isAlias(value)) return 'alias';
  if (value === null) return null;
  if (value.anchor !== undefined) return 'anchor';
  return value.tag === undefined ? null : 'tag';
}

/** Replaces a value, or adds one after the colon. */
function replaceValue(editing: Editing, pair: YamlPair, text: string, path: readonly string[]): void {
  const { lines, splices } = editing;
  const { value } = pair;
  if (isScalar(value) && typeof value.value === 'string' && needsInterpolation(value.value)) {
    addProblem(editing, 'variable', path, value);
    return;
  }
  const colon = afterColon(lines, pair);
  const start = isScalar(value) ? (value.range?.[0] ?? colon) : colon;
  // A block scalar includes the line ends after it.
  const written = lines.source.text.slice(start, endOfPair(lines, pair)).trimEnd();
  const isTextBlock = isScalar(value) && (value.type === 'BLOCK_LITERAL' || value.type === 'BLOCK_FOLDED');
  const comment = isTextBlock ? /^\S*[ \t]+#/ : /(?:^|\s)#/;
  if (value === null || written === '')
    insert(editing, colon, `${lines.source.text[colon - 1] === ':' ? '' : ':'} ${text}`);
  else if ((isTextBlock || !isScalar(value)) && comment.test(written)) addProblem(editing, 'comments', path, value);
  else splices.push({ start, end: start + written.length, text: isScalar(value) ? text : ` ${text}` });
}

/** Writes a list below its key, or in a flow map on its line. */
function replaceList(editing: Editing, pair: YamlPair, list: YamlList, path: readonly string[], inFlow: boolean): void {
  const { lines, step, splices } = editing;
  const start = afterColon(lines, pair);
  const { text } = lines.source;
  const written = text.slice(start, endOfPair(lines, pair)).trimEnd();
  // A comment beside the last item is about this item.
  const isBlock = isSeq(pair.value) && pair.value.flow !== true;
  const beside = isBlock ? /^.*/.exec(text.slice(start + written.length))?.[0] : '';
  const obstacle = /(?:^|\s)#/.test(`${written}${beside}`)
    ? 'comments'
    : needsInterpolation(written)
      ? 'variable'
      : null;
  if (obstacle !== null) {
    addProblem(editing, obstacle, path, pair.value ?? pair.key);
    return;
  }
  const margin = ' '.repeat(placeOf(lines, pair.key).column);
  const block = indent(writeItems(list, step), margin).map((line) => lines.end + line);
  splices.push({ start, end: start + written.length, text: inFlow ? ` ${writeFlowItem(list)}` : block.join('') });
}

/** Adds the first entries below a key without a value, with `null` or with `{}`. */
function addBelow(editing: Editing, pair: YamlPair, edits: Edits, path: readonly string[]): void {
  const { lines, step, splices } = editing;
  const { key, value } = pair;
  const start = afterColon(lines, pair);
  const end = endOfPair(lines, pair);
  if (value !== null && lines.source.text.slice(start, end).includes('#')) addProblem(editing, 'comments', path, value);
  if (start < end) splices.push({ start, end, text: '' });
  const { column } = placeOf(lines, key);
  const each = writeBlock(edits, path, step);
  const added = isSpread(path) ? spread(each) : each.flat();
  addLines(
    editing,
    skipComments(lines, lineAfter(lines, end), column + 1),
    indent(added, ' '.repeat(column + step)),
    'close',
  );
}

function insert({ splices }: Editing, at: number, text: string): void {
  splices.push({ start: at, end: at, text });
}

/** Adds lines before a line, or at the end of the text. */
function addLines(editing: Editing, line: number, added: readonly string[], spacing: Spacing): void {
  if (added.length === 0) return;
  const { text, lineStarts } = editing.lines.source;
  const at = lineStarts[line] ?? text.length;
  const before = spacing === 'before' || spacing === 'around' ? [''] : [];
  const after = spacing === 'after' || spacing === 'around' ? [''] : [];
  const put = [...before, ...added, ...after].join(editing.lines.end);
  const isOpen = at > 0 && text[at - 1] !== '\n';
  insert(editing, at, isOpen ? editing.lines.end + put : put + editing.lines.end);
}

/** The indentation of the first nested block map. */
function findStep(lines: SourceLines, contents: unknown): number {
  for (const { value } of isMap(contents) ? contents.items : []) {
    if (!isMap<Node>(value) || value.flow === true) continue;
    const [first] = value.items;
    const column = first === undefined ? 0 : placeOf(lines, first.key).column;
    if (column > 0) return column;
  }
  return DEFAULT_STEP;
}

/** Whether the edited text has the old values with the edits merged in, and all comments in their order. */
function readBack(document: Document.Parsed, before: string, after: string, edits: Edits): boolean {
  const edited = parseDocument(after, PARSING);
  if (edited.errors.length > 0) return false;
  const toValues = (parsed: Document.Parsed) => parsed.toJS({ maxAliasCount: -1 }) as JsonValue;
  const expected = mergeEdits(toValues(document), edits);
  return equalJson(expected, toValues(edited)) && equalJson(listComments(before), listComments(after));
}

function mergeEdits(value: JsonValue, edits: Edits): JsonValue {
  const entries = new Map(isJsonObject(value) ? Object.entries(value) : []);
  for (const [key, edit] of edits)
    entries.set(key, edit instanceof Map ? mergeEdits(entries.get(key) ?? null, edit) : (edit as JsonValue));
  return Object.fromEntries(entries);
}

/** Applies the splices. Those at one offset stay in the given order. */
function spliceText(text: string, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let out = '';
  let at = 0;
  for (const { start, end, text: put } of ordered) {
    out += text.slice(at, start) + put;
    at = end;
  }
  return out + text.slice(at);
}
