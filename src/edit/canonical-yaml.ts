import { CST, Parser } from 'yaml';
import { DOCUMENT, type Shape } from './key-order.generated.ts';
import { indent, rankIn, shapeUnder } from './yaml-text.ts';

// Prints the tokens of `yaml`, not its `Document`, which has lost the places of comments, the spelling of scalars and
// the lines of brackets. Restoring them around `Document.toString` took more code and twice the CPU.

/** A key with its value, or an item of a list. `lines` start in the column of the entry. */
interface Entry {
  /** null for an item of a list. */
  readonly name: string | null;
  /** The comments above it; an empty string is a blank line. */
  above: readonly string[];
  lines: string[];
  /** The position after its last token; comments follow. */
  end: readonly [line: number, column: number];
  /** The offsets of its anchors and aliases. */
  references: readonly number[];
  /** Whether it ends with a block scalar, to which following blank lines would belong. */
  keepsBlanks: boolean;
}

/** A comment on its own line, or a blank line. */
interface LooseLine {
  readonly text: string;
  readonly column: number;
}

/** The state of the printer: each token is added to `entry`. */
interface Writing {
  readonly text: string;
  entry: Entry;
  isOnLine: boolean;
  /** Lines of the next entry, or of the end of the current map or list. */
  readonly loose: LooseLine[];
  /** The columns of the comment beside the last line, in the source and in the entry; null without one. */
  beside: { readonly column: number; readonly written: number } | null;
  readonly references: number[];
  comments: number;
}

/** Formats a text that is one YAML map (see `formatFile`). Keys with `?` have no canonical form: they lose that token. */
export function printCanonical(text: string): string {
  const frame = createEntry(null, []);
  const writing: Writing = {
    text,
    entry: frame,
    isOnLine: false,
    loose: [],
    beside: null,
    references: [],
    comments: 0,
  };
  for (const token of new Parser().parse(text)) {
    if (token.type !== 'document') take(writing, 'end' in token ? [token, ...(token.end ?? [])] : [token]);
    else {
      const { value, end = [] } = token;
      take(writing, token.start);
      if (value?.type === 'block-map')
        addLines(frame, joinEntries(writeCollection(writing, value, DOCUMENT, -1), true));
      else {
        addLines(frame, [...withoutBlank(takeAll(writing)), '']);
        writing.beside = null;
        writeValue(writing, value, DOCUMENT, -1);
      }
      take(writing, end);
    }
  }
  addLines(frame, takeLoose(writing, -1));
  return `${frame.lines.join('\n')}\n`;
}

function createEntry(name: string | null, above: readonly string[]): Entry {
  return { name, above, lines: [], end: [0, 0], references: [], keepsBlanks: false };
}

/** Not `push(...lines)`: a file may have more lines than a call takes arguments. */
function addLines(entry: Entry, lines: readonly string[]): void {
  for (const line of lines) entry.lines.push(line);
}

/** Adds tokens between values. A comment stays on its line; on a line of its own it waits for the next entry. */
function take(writing: Writing, tokens: readonly CST.Token[]): void {
  const { loose } = writing;
  let gap = '';
  for (const token of tokens) {
    if (!('source' in token)) continue;
    const { type, source, offset } = token;
    if (type === 'newline') {
      if (!writing.isOnLine && loose.at(-1)?.text !== '') loose.push({ text: '', column: -1 });
      writing.isOnLine = false;
    } else if (type === 'comment') takeComment(writing, source.trimEnd(), offset, gap);
    else if (type === 'directive' || type === 'doc-start' || type === 'doc-end') {
      addLines(writing.entry, takeLoose(writing, -1));
      append(writing, '', [source]);
    } else if (type === 'seq-item-ind' || type === 'map-value-ind') append(writing, source);
    else if (type === 'anchor' || type === 'tag' || type === 'block-scalar-header') writeWord(writing, source);
    if (type === 'anchor') writing.references.push(offset);
    gap = type === 'space' ? source : '';
  }
}

function takeComment(writing: Writing, text: string, offset: number, gap: string): void {
  const { beside, loose } = writing;
  const { lines } = writing.entry;
  const column = offset - writing.text.lastIndexOf('\n', offset - 1) - 1;
  if (writing.isOnLine) {
    const line = `${lines.pop() ?? ''}${/^ +$/.test(gap) ? gap : ' '}`;
    lines.push(line + text);
    writing.beside = { column, written: line.length };
  } else if (beside?.column === column && loose.length === 0) lines.push(' '.repeat(beside.written) + text);
  else loose.push({ text, column });
  writing.isOnLine = true;
  writing.comments += 1;
}

/** Removes and returns the comments before the first one that is indented by at most `outer` columns. */
function takeLoose({ loose }: Writing, outer: number): readonly string[] {
  const next = loose.findIndex(({ text, column }) => text !== '' && column <= outer);
  const own = next === -1 ? loose : loose.slice(0, next);
  return loose.splice(0, own.findLastIndex(({ text }) => text !== '') + 1).map(({ text }) => text);
}

function takeAll({ loose }: Writing): readonly string[] {
  return loose.splice(0).map(({ text }) => text);
}

/** Adds a token after a space, or on a new line after a comment. */
function writeWord(writing: Writing, text: string): void {
  const { entry, beside } = writing;
  const comments = takeLoose(writing, -1);
  writing.loose.length = 0;
  const isBelow = beside !== null || comments.length > 0;
  if (isBelow) addLines(entry, [...indent(comments, STEP), STEP]);
  append(writing, isBelow || (entry.lines.at(-1) ?? '') === '' ? text : ` ${text}`);
}

/** Adds text without a space, then further lines. */
function append(writing: Writing, text: string, more: readonly string[] = []): void {
  const { entry } = writing;
  if (text !== '') entry.lines.push((entry.lines.pop() ?? '') + text);
  addLines(entry, more);
  entry.end = [entry.lines.length - 1, entry.lines.at(-1)?.length ?? 0];
  writing.isOnLine = true;
  writing.beside = null;
}

const STEP = '  ';

/** `column` is that of the entry in the source. */
function writeValue(writing: Writing, value: CST.Token | null | undefined, shape: Shape, column: number): void {
  if (value == null) addLines(writing.entry, indent(takeLoose(writing, column), STEP));
  else if (value.type === 'block-map' || value.type === 'block-seq') writeBlock(writing, value, shape, column);
  else if (value.type === 'flow-collection') writeBrackets(writing, value, shape);
  else if (value.type === 'block-scalar') writeTextBlock(writing, value);
  else if ('source' in value) {
    const [first = '', ...more] = value.source.split('\n');
    writeWord(writing, first);
    const further = more.map((line) => line.trimStart());
    append(writing, '', indent(further, STEP));
    if (value.type === 'alias') writing.references.push(value.offset);
    if ('end' in value) take(writing, value.end ?? []);
  }
}

/** A block scalar (`|` or `>`). A digit in its header is its indentation. */
function writeTextBlock(writing: Writing, { props, source, indent: column }: CST.BlockScalar): void {
  take(writing, props);
  const { entry } = writing;
  const header = props.map((prop) => (prop.type === 'block-scalar-header' ? prop.source : '')).join('');
  const lines = source === '' ? [] : source.replace(/\n$/, '').split('\n');
  entry.keepsBlanks = header.includes('+');
  while (!entry.keepsBlanks && lines.at(-1)?.trim() === '') lines.pop();
  const step = /[1-9]/.exec(header)?.[0];
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const margin = step === undefined ? first.length - first.trimStart().length : column + Number(step);
  const text = lines.map((line) => line.slice(margin));
  append(writing, '', indent(text, step === undefined ? STEP : ' '.repeat(Number(step))));
  writing.isOnLine = false;
}

/** A block map or list, below its key or after the dash of its item. */
function writeBlock(writing: Writing, value: CST.BlockMap | CST.BlockSequence, shape: Shape, column: number): void {
  const { entry } = writing;
  const block = writeCollection(writing, value, shape, column);
  const [head] = block.entries;
  const isBesideDash = entry.lines.length === 1 && entry.lines[0] === '-';
  if (isBesideDash && head !== undefined) {
    // Comments above the first key move above the dash.
    entry.above = [...entry.above, ...withoutBlank(head.above)];
    head.above = [];
  }
  const lines = indent(joinEntries(block, false), STEP);
  if (isBesideDash) entry.lines = [`- ${lines[0]?.trimStart() ?? ''}`, ...lines.slice(1)];
  else addLines(entry, lines);
  entry.keepsBlanks = block.tail.length === 0 && block.entries.at(-1)?.keepsBlanks === true;
}

/** A flow map or list: on one line if it was, else with a line for each item. */
function writeBrackets(writing: Writing, token: CST.FlowCollection, shape: Shape): void {
  const { entry } = writing;
  const open = token.start.source;
  const [close] = token.end;
  const isLong = writing.text.slice(token.offset, close?.offset).includes('\n');
  writeWord(writing, open);
  const margin = /^(?:- )? */.exec(entry.lines.at(-1) ?? '')?.[0].length ?? 0;
  const { entries, tail } = writeCollection(writing, token, shape, -1);
  for (const item of entries.slice(0, -1)) addComma(item);
  const end = close?.source ?? '';
  if (isLong && entries.length + tail.length > 0) {
    const lines = [...indent(joinEntries({ entries, tail }, false), STEP), end];
    append(writing, '', indent(lines, ' '.repeat(margin)));
  } else {
    const items = entries.flatMap(({ lines }) => lines).join(' ');
    append(writing, items === '' || open === '[' ? items + end : ` ${items} ${end}`);
  }
  take(writing, token.end.slice(1));
}

/** Adds a comma before the comment beside an item, and moves the comments below that one. */
function addComma({ lines, end: [last, column] }: Entry): void {
  const line = lines[last] ?? '';
  const more = line.length > column ? lines.slice(last + 1) : [];
  lines.splice(last, 1 + more.length, `${line.slice(0, column)},${line.slice(column)}`, ...indent(more, ' '));
}

interface Collection {
  readonly entries: readonly Entry[];
  readonly tail: readonly string[];
}

type CollectionToken = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

/** `outer` is the source column of the parent entry: comments that are indented no further come after the parent. */
function writeCollection(writing: Writing, token: CollectionToken, shape: Shape, outer: number): Collection {
  const { entry, comments } = writing;
  const isMap = token.type === 'block-map' || (token.type === 'flow-collection' && token.start.source === '{');
  const shapeOf = (name: string | null) => (isMap ? shapeUnder(shape, name) : (shape.items ?? {}));
  const entries: Entry[] = [];
  for (const item of token.items) {
    const written = writeItem(writing, item, shapeOf, token.indent);
    if (written !== null) entries.push(written);
  }
  writing.entry = entry;
  const tail = takeLoose(writing, outer);
  // A map in braces with comments keeps its order, because its comments would move to other keys.
  const isSortable = token.type === 'block-map' || (isMap && writing.comments === comments);
  return { entries: isSortable ? sortEntries(entries, shape) : entries, tail };
}

/** A document without errors may have a token that is one, after the value of an entry with `?`; the result is compared with it. */
const ignoreError = (): void => {};

/** The first tokens of an entry, after its comments. */
const BEGINNINGS: ReadonlySet<string> = new Set(['anchor', 'tag', 'seq-item-ind', 'explicit-key-ind']);

/** null for only comments, after the last entry. */
function writeItem(
  writing: Writing,
  item: CST.CollectionItem,
  shapeOf: (name: string | null) => Shape,
  column: number,
): Entry | null {
  const { start, key, sep = [], value } = item;
  const found = start.findIndex(({ type }) => BEGINNINGS.has(type));
  const beginning = found === -1 ? start.length : found;
  take(writing, start.slice(0, beginning));
  if (found === -1 && key == null && value === undefined && sep.length === 0) return null;
  const name = CST.isScalar(key) ? (CST.resolveAsScalar(key, true, ignoreError)?.value ?? null) : null;
  const first = writing.references.length;
  const entry = createEntry(name, takeAll(writing));
  writing.entry = entry;
  writing.beside = null;
  take(writing, start.slice(beginning));
  if (key != null) writeValue(writing, key, {}, column);
  take(writing, sep);
  writeValue(writing, value, shapeOf(name), column);
  entry.references = writing.references.slice(first);
  return entry;
}

/** Sections, the keys of a document, are always separated by a blank line. */
function joinEntries({ entries, tail }: Collection, areSections: boolean): readonly string[] {
  const lines = entries.flatMap(({ above, lines }, index) => {
    const previous = entries[index - 1];
    const isSpaced = areSections || above[0] === '';
    const blank = isSpaced && previous !== undefined && !previous.keepsBlanks ? [''] : [];
    return [...blank, ...withoutBlank(above), ...lines];
  });
  return [...lines, ...tail];
}

function withoutBlank(above: readonly string[]): readonly string[] {
  return above[0] === '' ? above.slice(1) : above;
}

/**
 * Sorts the keys of a map, unless that changes the order of anchors and aliases, which may change what an alias means.
 * Comments that a blank line separates from the first key stay at the top, as do the first comments of a document.
 */
function sortEntries(entries: readonly Entry[], shape: Shape): readonly Entry[] {
  const rankOf = rankIn(shape);
  const sorted = entries.toSorted((a, b) => rankOf(a.name) - rankOf(b.name));
  const [wasFirst] = entries;
  const [isFirst] = sorted;
  const references = sorted.flatMap((entry) => entry.references);
  if (references.some((offset, index) => offset < (references[index - 1] ?? 0))) return entries;
  if (wasFirst === undefined || isFirst === undefined || wasFirst === isFirst) return sorted;
  const comments = withoutBlank(wasFirst.above);
  const isBanner = comments.at(-1) === '' || (shape === DOCUMENT && !comments.includes(''));
  const cut = isBanner ? comments.length : comments.lastIndexOf('') + 1;
  const banner = comments.slice(0, cut).filter((line, index) => line !== '' || index < cut - 1);
  wasFirst.above = [...(isFirst.above[0] === '' ? [''] : []), ...comments.slice(cut)];
  isFirst.above = [...(cut === 0 ? [] : [...banner, '']), ...withoutBlank(isFirst.above)];
  return sorted;
}
