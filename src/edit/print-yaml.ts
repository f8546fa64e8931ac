// Comments are moved and text keeps its spelling since the library alone, once keys are sorted, leaves the comment above a first key
// where it was, gives one below a nested map to its last entry, and prints 12345678901234567890 as 12345678901234567000.

import {
  Composer,
  CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Parser,
  type ScalarTag,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { CONFIG_SCHEMA, followReference, type Schema } from '../config/schema/config-schema.ts';
import { rankIn, schemaUnder } from './key-order.ts';

/** Longer brackets get a line for each entry, and text that is written on several lines is filled up to here. */
const LINE_WIDTH = 120;

/** Prints a text that is one YAML map, with its keys in the order of the schema. Returns another text as it is. */
export function printYaml(text: string): string {
  const tokens = [...new Parser().parse(text)];
  for (const token of tokens) if (token.type === 'document' && isBlock(token.value)) placeComments(token.value);
  const composer = new Composer({
    // The check of the library compares each key with all others.
    uniqueKeys: false,
    keepSourceTokens: true,
    customTags: (tags) => tags.map((tag) => (typeof tag === 'string' || tag.collection ? tag : keepSpelling(tag))),
  });
  const [document] = composer.compose(tokens, true, text.length);
  const { contents } = document ?? {};
  if (document === undefined || document.errors.length > 0 || !isMap(contents)) return text;
  const first = contents.items[0]?.key;
  arrange(contents, CONFIG_SCHEMA);
  arrangeSections(document, contents, first);
  return document.toString({ lineWidth: LINE_WIDTH });
}

type BlockToken = CST.BlockMap | CST.BlockSequence;

function isBlock(token: CST.Token | null | undefined): token is BlockToken {
  return token?.type === 'block-map' || token?.type === 'block-seq';
}

const LAYOUT: ReadonlySet<string> = new Set(['space', 'newline', 'comment']);

/**
 * Gives each comment on its own line to the entry below it. The library gives it to the map if that entry is the first,
 * and to the entry above if that has no value or ends with a comment that is indented further.
 */
function placeComments({ items, indent }: BlockToken): void {
  for (const [index, { sep = [], value }] of items.entries()) {
    const head = endOfHead(sep);
    let moved: CST.SourceToken[] = [];
    if (isBlock(value)) {
      prepend(value.items[0], takeLines(sep, head, value.indent));
      placeComments(value);
      const last = value.items.at(-1);
      if (last !== undefined && isOnlyLayout(last)) moved = takeLines(last.start, 0, indent);
    } else if (value == null) moved = takeLines(sep, head, indent);
    if (index === items.length - 1 && moved.length > 0) items.push({ start: moved });
    else prepend(items[index + 1], moved);
  }
}

function prepend(item: CST.CollectionItem | undefined, tokens: readonly CST.SourceToken[]): void {
  if (item !== undefined) item.start = [...tokens, ...item.start];
}

/** What follows the last entry. */
function isOnlyLayout({ start, key, value }: CST.CollectionItem): boolean {
  return key === undefined && value === undefined && start.every(({ type }) => LAYOUT.has(type));
}

/** The index after the line of the colon, or of an anchor or tag below it. */
function endOfHead(sep: readonly CST.SourceToken[]): number {
  const last = sep.findLastIndex(({ type }) => !LAYOUT.has(type));
  const end = sep.findIndex(({ type }, index) => index > last && type === 'newline');
  return end === -1 ? sep.length : end + 1;
}

/** Takes away the lines from the first comment on that is indented by at most `column`, and the blank lines above it. */
function takeLines(tokens: CST.SourceToken[], from: number, column: number): CST.SourceToken[] {
  const isOuter = ({ type, indent }: CST.SourceToken) => type === 'comment' && indent <= column;
  const outer = tokens.findIndex((token, index) => index >= from && isOuter(token));
  const end = outer === -1 ? tokens.length : outer;
  const above = tokens.findLastIndex(({ type }, index) => index >= from && index < end && type === 'comment');
  return tokens.splice(above === -1 ? from : above + 2);
}

/** Text on one line is printed as it is written, with its quotes, escapes and digits. */
function keepSpelling(tag: ScalarTag): ScalarTag {
  return {
    ...tag,
    stringify(scalar, ...rest) {
      const { srcToken: token } = scalar;
      const isOnLine = CST.isScalar(token) && token.type !== 'block-scalar' && !token.source.includes('\n');
      return isOnLine ? token.source : (tag.stringify?.(scalar, ...rest) ?? String(scalar.value));
    },
  };
}

/** Orders the keys of a value, and sets what the library prints around them. */
function arrange(node: Node | null, place: Schema): void {
  if (isSeq<Node>(node)) {
    spaceBrackets(node, '');
    for (const item of node.items) arrange(item, followReference(place.items ?? {}));
    removeSpace(node.items[0]);
  }
  if (!isMap(node)) return;
  spaceBrackets(node, ' ');
  const pairs = node.items as Pair<Node, Node | null>[];
  for (const pair of pairs) {
    arrange(pair.value, schemaUnder(place, textOf(pair.key)));
    moveComment(pair);
  }
  const rankOf = rankIn(place);
  const sorted = pairs.toSorted((a, b) => rankOf(textOf(a.key)) - rankOf(textOf(b.key)));
  const references = listReferences(node);
  node.items = sorted;
  // In another order, an alias could mean another anchor.
  if (listReferences(node).some((reference, index) => reference !== references[index])) node.items = pairs;
  removeSpace((node.items as typeof pairs)[0]?.key);
}

/** No blank line above a first entry. */
function removeSpace(first: Node | undefined): void {
  if (first !== undefined) first.spaceBefore = false;
}

function textOf(key: Node): string | null {
  return isScalar<unknown>(key) && typeof key.value === 'string' ? key.value : null;
}

/** Its anchors and aliases, in their order. */
function listReferences(map: YAMLMap): readonly Node[] {
  const references: Node[] = [];
  visit(map, {
    Node: (_, node) => {
      if (isAlias(node) || node.anchor !== undefined) references.push(node);
    },
  });
  return references;
}

/** Keeps a comment beside its key or value, or moves it above the key if it has several lines. */
function moveComment({ key, value }: Pair<Node, Node | null>): void {
  const isBelow = isCollection(value) && value.flow !== true;
  const comment = isBelow ? value.commentBefore : value?.comment;
  if (value === null || comment == null) return;
  const isLong = comment.includes('\n');
  if (isLong) key.commentBefore = [key.commentBefore ?? [], comment].flat().join('\n');
  else if (isBelow) key.comment = comment;
  if (isBelow) value.commentBefore = null;
  else if (isLong) value.comment = null;
}

/** `{ a: 1 }` and `[a]`. */
function spaceBrackets(node: YAMLMap | YAMLSeq<Node>, flowCollectionPadding: string): void {
  const print = node.toString.bind(node);
  node.toString = (context, ...rest) => print(context && { ...context, flowCollectionPadding }, ...rest);
}

/** One blank line between sections. The first comments of a file stay at its top if another section moves there. */
function arrangeSections(document: Document.Parsed, { items }: YAMLMap.Parsed, wasFirst: Node | undefined): void {
  for (const [index, { key }] of items.entries()) key.spaceBefore = index > 0;
  if (wasFirst === undefined || wasFirst === items[0]?.key || wasFirst.commentBefore == null) return;
  if (document.commentBefore !== null) return;
  const comments = wasFirst.commentBefore.split('\n\n');
  wasFirst.commentBefore = (comments.length > 1 && comments.pop()) || null;
  document.commentBefore = comments.join('\n\n');
}
