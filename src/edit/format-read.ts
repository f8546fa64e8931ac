import type { CST } from 'yaml';
import { createSourceFile, locate, type SourceFile } from '../config/yaml/source-file.ts';
import { formatFlow, noteGap, readKey } from './format-flow.ts';
import { listItemWords, referencesAmong, splitEnd, type Word } from './format-tokens.ts';
import type { Entry, FileTree, Leaf, Note, Remark } from './format-tree.ts';
import { AS_WRITTEN, type Shape, shapeUnder } from './key-order.ts';

/** A comment in its place; lines and columns start at 1. */
interface Comment {
  readonly text: string;
  readonly column: number;
  readonly gap: string;
}

/** An entry whose end has not been reached: comments that are indented deeper than it belong to it. */
interface Open {
  readonly column: number;
  readonly tail: Remark[];
}

interface Reading {
  readonly source: SourceFile;
  /** By line: those that stand alone on it, and those that stand at its end. */
  readonly remarks: ReadonlyMap<number, Comment>;
  readonly notes: ReadonlyMap<number, Comment>;
  readonly hasAliases: boolean;
  /** From the document down to the entry that was read last. */
  readonly open: Open[];
  /** The last line that was taken in. */
  line: number;
}

/**
 * Reads the parts of a document that says what a configuration may say (`readYaml` found nothing against it) with the
 * comments that go with each. A comment on a line of its own goes with the entry below it, unless it is indented deeper than
 * an entry that ends above it.
 */
export function readTree(text: string, document: CST.Document, words: readonly Word[], shape: Shape): FileTree {
  const source = createSourceFile('', text);
  const marker = words.find(({ type }) => type === 'doc-start');
  const stop = words.find(({ type }) => type === 'doc-end');
  const firstLine = marker === undefined ? 0 : lineAt(source, marker.offset);
  const end = stop?.offset ?? text.length;
  const hasAliases = words.some(({ type }) => type === 'alias');
  const reading: Reading = { source, ...placeComments(source, words), hasAliases, open: [], line: firstLine };
  const entries = readRoot(reading, document.value, shape);
  const rest = takeRemarks(reading, stop === undefined ? source.lineStarts.length + 1 : lineAt(source, end));
  const tail = giveOut(rest.remarks, reading.open);
  return { head: text.slice(0, source.lineStarts[firstLine] ?? 0), entries, tail, end: text.slice(end) };
}

function readRoot(reading: Reading, value: CST.Token | undefined, shape: Shape): readonly Entry[] {
  if (value?.type === 'block-map') return readBlock(reading, value, shape);
  if (value === undefined) return [];
  return [
    readEntry(reading, 0, { key: null, mark: '', props: '', offset: value.offset, value, shape, references: [] }),
  ];
}

function placeComments(source: SourceFile, words: readonly Word[]): Pick<Reading, 'remarks' | 'notes'> {
  const remarks = new Map<number, Comment>();
  const notes = new Map<number, Comment>();
  for (const [index, word] of words.entries()) {
    if (word.type !== 'comment' || word.where === 'flow') continue;
    const { line, column } = locate({ source, start: word.offset, end: word.offset });
    const isAlone = source.text.slice(source.lineStarts[line - 1], word.offset).trim() === '';
    const before = words[index - 1];
    const gap = noteGap(before?.type === 'space' ? before.source : '');
    (isAlone ? remarks : notes).set(line, { text: word.source.trimEnd(), column, gap });
  }
  return { remarks, notes };
}

function readBlock(reading: Reading, token: CST.BlockMap | CST.BlockSequence, shape: Shape): readonly Entry[] {
  const depth = reading.open.length;
  const entries: Entry[] = [];
  for (const item of token.items) {
    const written =
      token.type === 'block-map' ? describePair(reading, item, shape) : describeItem(reading, item, shape);
    // A part without an entry holds the comments at the end.
    if (written !== null) entries.push(readEntry(reading, depth, written));
  }
  return entries;
}

/** What is written of an entry, but for the comments. */
interface Written extends Pick<Entry, 'key' | 'mark' | 'props' | 'references'> {
  readonly offset: number;
  readonly value: CST.Token | undefined;
  /** The shape of the value. */
  readonly shape: Shape;
}

function describePair(reading: Reading, item: CST.CollectionItem, shape: Shape): Written | null {
  if (item.key == null || !('source' in item.key)) return null;
  const key = readKey(item.key);
  const own = item.start.filter(isProp);
  return {
    key,
    mark: `${[...own, item.key].map(({ source }) => source).join(' ')}:`,
    props: joinProps(item.sep ?? []),
    offset: (own[0] ?? item.key).offset,
    value: item.value,
    shape: key === null ? AS_WRITTEN : shapeUnder(shape, key),
    references: referencesOf(reading, item),
  };
}

function describeItem(reading: Reading, item: CST.CollectionItem, shape: Shape): Written | null {
  const dash = item.start.find(({ type }) => type === 'seq-item-ind');
  if (dash === undefined) return null;
  const references = referencesOf(reading, item);
  const inner = shape.items ?? AS_WRITTEN;
  return {
    key: null,
    mark: '-',
    props: joinProps(item.start),
    offset: dash.offset,
    value: item.value,
    shape: inner,
    references,
  };
}

/** Gathered only when the file has any: that takes long for what almost no file has. */
function referencesOf({ hasAliases }: Reading, item: CST.CollectionItem): readonly string[] {
  return hasAliases ? referencesAmong(listItemWords(item, 'block')) : [];
}

function isProp({ type }: CST.SourceToken): boolean {
  return type === 'anchor' || type === 'tag';
}

function joinProps(tokens: readonly CST.SourceToken[]): string {
  return tokens
    .filter(isProp)
    .map(({ source }) => source)
    .join(' ');
}

function readEntry(reading: Reading, depth: number, written: Written): Entry {
  const { key, mark, props, offset, value, shape, references } = written;
  const { line, column } = locate({ source: reading.source, start: offset, end: offset });
  const above = takeRemarks(reading, line);
  const lead = giveOut(above.remarks, reading.open.splice(depth));
  const tail: Remark[] = [];
  reading.open.push({ column, tail });
  const base = { key, mark, props, lead, spaced: above.spaced, tail, references };
  const none = { markNote: null, between: [], leaf: null, note: null, entries: [] };
  if (value === undefined) return { ...base, ...none, markNote: takeNote(reading, line) };

  const startsAt = lineAt(reading.source, value.offset);
  const markNote = startsAt === line ? null : takeNote(reading, line);
  if (value.type === 'block-map' || value.type === 'block-seq') {
    return { ...base, ...none, markNote, entries: readBlock(reading, value, shape) };
  }
  const between = takeRemarks(reading, startsAt).remarks.map(toRemark);
  const { leaf, endsAt, notedAt } = readLeaf(reading, value, { column, shape, isItem: mark === '-' });
  reading.line = endsAt;
  return { ...base, ...none, markNote, between, leaf, note: takeNote(reading, notedAt) };
}

interface ReadLeaf {
  readonly leaf: Leaf;
  readonly endsAt: number;
  /** The line that the comment after it would stand on. */
  readonly notedAt: number;
}

interface LeafPlace {
  readonly column: number;
  readonly shape: Shape;
  readonly isItem: boolean;
}

function readLeaf({ source }: Reading, token: CST.Token, place: LeafPlace): ReadLeaf {
  if (token.type === 'block-scalar') {
    const notedAt = lineAt(source, token.offset);
    const lines = token.source.split('\n').length - (token.source.endsWith('\n') || token.source === '' ? 1 : 0);
    return { leaf: readBlockScalar(token, place.column), endsAt: notedAt + lines, notedAt };
  }
  if (token.type === 'flow-collection') {
    const endsAt = lineAt(source, (splitEnd(token).inside.at(-1) ?? token.start).offset);
    return { leaf: { kind: 'lines', lines: formatFlow(token, place.shape) }, endsAt, notedAt: endsAt };
  }
  const text = 'source' in token ? token.source : '';
  const [first = '', ...more] = text.split('\n');
  const depth = place.isItem ? 0 : 1;
  const lines = [{ text: first, depth: 0 }, ...more.map((line) => ({ text: line.replace(/^[ \t]+/, ''), depth }))];
  const endsAt = lineAt(source, token.offset) + more.length;
  return { leaf: { kind: 'lines', lines }, endsAt, notedAt: endsAt };
}

const USUAL_STEP = 2;

function readBlockScalar(token: CST.BlockScalar, column: number): Leaf {
  const found = token.props.find(({ type }) => type === 'block-scalar-header');
  const header = found !== undefined && 'source' in found ? found.source : '|';
  const lines = token.source === '' ? [] : token.source.replace(/\n$/, '').split('\n');
  const told = /[1-9]/.exec(header)?.[0];
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const indent = told === undefined ? first.length - first.trimStart().length : column - 1 + Number(told);
  const step = told === undefined ? USUAL_STEP : Number(told);
  return { kind: 'block-scalar', header, lines: lines.map((line) => line.slice(indent)), step };
}

interface PlacedRemark extends Remark {
  readonly column: number;
}

interface Remarks {
  readonly remarks: readonly PlacedRemark[];
  /** Whether a blank line comes after them. */
  readonly spaced: boolean;
}

/** The comments on the lines from the last one that was taken in up to another. */
function takeRemarks(reading: Reading, until: number): Remarks {
  const remarks: PlacedRemark[] = [];
  let spaced = false;
  for (let line = reading.line + 1; line < until; line += 1) {
    const comment = reading.remarks.get(line);
    if (comment !== undefined) remarks.push({ text: comment.text, column: comment.column, spaced });
    spaced = comment === undefined && isBlank(reading.source, line);
  }
  reading.line = Math.max(reading.line, until);
  return { remarks, spaced };
}

/** Gives each comment to the deepest of the entries that end above it and are indented less; what is left belongs below. */
function giveOut(remarks: readonly PlacedRemark[], ending: readonly Open[]): readonly Remark[] {
  let depth = ending.length - 1;
  for (const [index, remark] of remarks.entries()) {
    while (depth >= 0 && remark.column <= (ending[depth]?.column ?? 0)) depth -= 1;
    const owner = ending[depth];
    if (owner === undefined) return remarks.slice(index).map(toRemark);
    owner.tail.push(toRemark(remark));
  }
  return [];
}

function toRemark({ text, spaced }: PlacedRemark): Remark {
  return { text, spaced };
}

/** Takes in the comment at the end of a line, and those below that go on with it. */
function takeNote(reading: Reading, line: number): Note | null {
  const found = reading.notes.get(line);
  if (found === undefined) return null;
  const more: string[] = [];
  for (let next = reading.remarks.get(line + 1); next?.column === found.column; ) {
    more.push(next.text);
    next = reading.remarks.get(line + 1 + more.length);
  }
  reading.line = Math.max(reading.line, line + more.length);
  return { text: found.text, gap: found.gap, more };
}

function isBlank({ text, lineStarts }: SourceFile, line: number): boolean {
  return text.slice(lineStarts[line - 1], lineStarts[line]).trim() === '';
}

function lineAt(source: SourceFile, offset: number): number {
  return locate({ source, start: offset, end: offset }).line;
}
