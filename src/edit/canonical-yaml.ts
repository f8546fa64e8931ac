import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Parser,
  type ScalarTag,
  visit,
  type YAMLMap,
} from 'yaml';
import { DOCUMENT, type Shape } from './key-order.generated.ts';
import { rankIn, shapeUnder } from './key-order.ts';
import { listTokens } from './list-tokens.ts';

/** What printing came to; `explicit-key`: a key written with `?` at this offset, which has no canonical form. */
export type Canonical =
  | { readonly status: 'printed'; readonly text: string }
  | { readonly status: 'explicit-key'; readonly offset: number }
  | { readonly status: 'no-map' };

/**
 * The canonical form of a text that is one YAML map (see `formatFile`). `yaml` parses and prints it. What is ours: keys are sorted,
 * scalars and comments keep their spelling and place, maps and lists in brackets their lines.
 */
export function printCanonical(text: string): Canonical {
  const document = parse(text);
  if (document === null) return { status: 'no-map' };
  const offset = findExplicitKey(document);
  return offset === undefined ? { status: 'printed', text: print(document, text) } : { status: 'explicit-key', offset };
}

type ConfigDocument = Document & { contents: YAMLMap<Node, Node | null> };
type ConfigPair = Pair<Node, Node | null>;

/** Every scalar is text, printed as the source spells it. */
const SOURCE_TEXT: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string',
  resolve: (text) => text,
  stringify: printScalar,
};

/** null when there is no single map. Comments that `yaml` would give to the wrong map are moved before it builds its tree. */
function parse(text: string): ConfigDocument | null {
  const tokens = [...new Parser().parse(text)];
  for (const token of tokens) if (token.type === 'document') moveTailComments(token.value, null);
  const composer = new Composer({
    version: '1.2',
    schema: 'failsafe',
    customTags: () => ['map', 'seq', SOURCE_TEXT],
    keepSourceTokens: true,
    merge: false,
    uniqueKeys: false,
  });
  const [document] = [...composer.compose(tokens)];
  return isMap(document?.contents) ? (document as ConfigDocument) : null;
}

type BlockCollection = CST.BlockMap | CST.BlockSequence;

/**
 * `yaml` gives all comments after the last entry of a map to that map, if the first of them is indented like it. Those that
 * are indented less belong to what comes next in the map around it.
 */
function moveTailComments(token: CST.Token | undefined, parent: BlockCollection | null): void {
  if (token?.type !== 'block-map' && token?.type !== 'block-seq') return;
  for (const item of [...token.items]) {
    if (item.value !== undefined) moveTailComments(item.value, token);
    else if (item.sep != null) giveToNext(cutLines(item.sep, token.indent, 'shared'), item, token);
  }
  const tail = token.items.at(-1);
  const owner = parent?.items.find(({ value }) => value === token);
  if (parent === null || owner === undefined || tail === undefined || tail.key != null || tail.value !== undefined)
    return;
  giveToNext(cutLines(tail.start, parent.indent, 'own'), owner, parent);
}

/** Takes away the lines from the first comment on that is alone on its line and indented no more than that; or blank lines at the end. */
function cutLines(tokens: CST.SourceToken[], indent: number, firstLine: 'shared' | 'own'): CST.SourceToken[] {
  const from = firstLine === 'own' ? 0 : tokens.findIndex(({ type }) => type === 'newline');
  if (from === -1) return [];
  const first = tokens.findIndex((token, index) => index >= from && token.type === 'comment' && token.indent <= indent);
  const last = tokens.findLastIndex(
    ({ type }, index) => (first === -1 || index < first) && type !== 'newline' && type !== 'space',
  );
  const lineEnd = tokens.findIndex(({ type }, index) => index > last && type === 'newline');
  if (last === -1 && firstLine === 'own') return tokens.splice(0);
  return lineEnd === -1 ? [] : tokens.splice(lineEnd + 1);
}

function giveToNext(comments: CST.SourceToken[], item: CST.CollectionItem, { items }: BlockCollection): void {
  if (comments.length === 0) return;
  const list: CST.CollectionItem[] = items;
  const next = list[list.indexOf(item) + 1];
  if (next === undefined) list.push({ start: comments });
  else next.start.unshift(...comments);
}

function findExplicitKey(document: ConfigDocument): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Map: (_, { flow }) => (flow === true ? visit.SKIP : undefined),
    Pair: (_, { srcToken }) => {
      offset ??= srcToken?.start.find(({ type }) => type === 'explicit-key-ind')?.offset;
    },
  });
  return offset;
}

function print(document: ConfigDocument, text: string): string {
  const hasAliases = listTokens(text).some((token) => token.startsWith('alias '));
  keepLines(document.contents, text, 0);
  arrange(document.contents, DOCUMENT, { document, text, hasAliases });
  document.comment = tidyComment(document.comment);
  document.commentBefore = tidyComment(document.commentBefore);
  const printed = document.toString({ lineWidth: 0, commentString: printComment });
  return printed
    .replaceAll(BREAK, '\n')
    .replace(BESIDE, (_, before: string, gap: string, comment: string) =>
      [...comment.split(NEXT)]
        .map((line, index) => `${index === 0 ? before : ' '.repeat(before.length)}${gap}${line}`)
        .join('\n'),
    );
}

interface Arranging {
  readonly document: ConfigDocument;
  readonly text: string;
  readonly hasAliases: boolean;
}

/** Puts the keys of a node in order, its comments where they belong and its blank lines right, and all that is in it. */
function arrange(node: Node | null, shape: Shape, arranging: Arranging): void {
  if (!isMap<Node, Node | null>(node) && !isSeq<Node>(node)) {
    if (node !== null) tidyNode(node, arranging);
    return;
  }
  tidyNode(node, arranging);
  if (isSeq<Node>(node)) {
    for (const item of node.items) {
      keepLines(item, arranging.text, node.flow === true ? STEP : 0);
      arrange(item, shape.items ?? {}, arranging);
    }
    for (const item of node.items) if (isMap<Node, Node | null>(item) && item.flow !== true) raiseFirstComment(item);
  } else {
    for (const pair of node.items) arrangePair(pair, shape, arranging);
    sortMap(node, shape, arranging);
  }
  const isDocument = node === arranging.document.contents;
  for (const [index, item] of node.items.entries()) {
    const first = isPair<Node>(item) ? item.key : item;
    if (index === 0) first.spaceBefore = false;
    else if (isDocument && node.flow !== true) first.spaceBefore = true;
  }
}

function arrangePair(pair: ConfigPair, shape: Shape, arranging: Arranging): void {
  const { key, value } = pair;
  const name = isScalar(key) && typeof key.value === 'string' ? key.value : null;
  tidyNode(key, arranging);
  if (value === null) return;
  value.spaceBefore = false;
  if (isScalar(value) && value.source === '') {
    value.commentBefore = joinComments(value.commentBefore, value.comment);
    value.comment = null;
  }
  const beside = readBeside(pair.srcToken?.sep ?? [], arranging.text);
  if (beside !== null && value.commentBefore != null) {
    key.comment = beside.encoded;
    const rest = value.commentBefore.split('\n').slice(beside.lines).join('\n');
    value.commentBefore = rest.replace(/^\n+/, '') || null;
  }
  if (isCollection(value) && value.flow !== true && value.commentBefore != null) {
    const [first] = value.items;
    const heir = isPair<Node>(first) ? first.key : (first as Node);
    heir.commentBefore = joinComments(value.commentBefore, heir.commentBefore);
    value.commentBefore = null;
  }
  keepLines(value, arranging.text, STEP);
  arrange(value, shapeUnder(shape, name), arranging);
}

/** A map in a list starts on the line of its dash, so the comment above its first key goes above the dash. */
function raiseFirstComment(map: YAMLMap<Node, Node | null>): void {
  const key = map.items[0]?.key;
  if (key?.commentBefore == null) return;
  map.commentBefore = joinComments(map.commentBefore, key.commentBefore);
  key.commentBefore = null;
}

function joinComments(above: string | null | undefined, below: string | null | undefined): string | null {
  return above == null || below == null ? (above ?? below ?? null) : `${above}\n${below}`;
}

function tidyNode(node: Node, { text }: Arranging): void {
  node.commentBefore = tidyComment(node.commentBefore);
  const end = node.srcToken !== undefined && 'end' in node.srcToken ? (node.srcToken.end ?? []) : [];
  const closing = end.findLastIndex(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end');
  const beside = isCollection(node) && node.flow !== true ? null : readBeside(end.slice(closing + 1), text);
  const lines = node.comment?.split('\n').length ?? 0;
  node.comment = beside !== null && beside.lines === lines ? beside.encoded : tidyComment(node.comment);
}

/** At most one blank line in a row, and no blanks at the end of a line. */
function tidyComment(comment: string | null | undefined): string | null {
  if (comment == null) return null;
  return comment
    .replace(/(\S)[ \t]+$/gm, '$1')
    .replace(/^[ \t]+$/gm, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n+$/, '\n');
}

// `yaml` puts a comment of several lines below its line. These characters, which no file may hold, keep one beside it: they stand
// for its start and for each of its further lines, which are in the same column.
const START = '\u0001';
const NEXT = '\u0002';
const BESIDE = new RegExp(`^(.*)${START}( *)(.*)$`, 'gm');

interface LineComment {
  readonly encoded: string;
  /** How many lines of comment these are. */
  readonly lines: number;
}

/** The comment on the line that the tokens begin on, and those directly below in the same column; null without one. */
function readBeside(tokens: readonly CST.SourceToken[], text: string): LineComment | null {
  const columnOf = ({ offset }: CST.SourceToken) => offset - text.lastIndexOf('\n', offset - 1);
  const first = tokens.findIndex(({ type }) => type === 'comment' || type === 'newline');
  const comment = tokens[first];
  if (comment?.type !== 'comment') return null;
  const gap = tokens[first - 1]?.source ?? ' ';
  const lines = [comment.source];
  for (let at = first + 1; tokens[at]?.type === 'newline'; ) {
    const next = tokens.slice(at + 1, at + 3).find(({ type }) => type !== 'space');
    if (next?.type !== 'comment' || columnOf(next) !== columnOf(comment)) break;
    lines.push(next.source);
    at = tokens.indexOf(next) + 1;
  }
  const words = lines.map((line) => line.trimEnd());
  return { encoded: `${START}${/^ +$/.test(gap) ? gap.slice(1) : ''}${words.join(NEXT)}`, lines: lines.length };
}

function printComment(comment: string): string {
  return comment.startsWith(START) ? comment : comment.replace(/^(?!$)(?: $)?/gm, '#');
}

// Else `yaml` would start what has several lines on a line of its own.
const BREAK = '\u0003';

/** A map or list in brackets: on one line if it was, else a line for each item, `outdent` columns to the left of what `yaml` does. */
function keepLines(node: Node, text: string, outdent: number): void {
  if (!isCollection(node) || node.flow !== true) return;
  const [start = 0, end = 0] = node.range ?? [];
  const lineWidth = text.slice(start, end).includes('\n') ? 1 : 0;
  const flowCollectionPadding = isMap(node) ? ' ' : '';
  const print = node.toString.bind(node) as YAMLMap['toString'];
  node.toString = (ctx?: Parameters<typeof print>[0]) => {
    if (ctx === undefined) return print();
    const options = { ...ctx.options, lineWidth };
    const indent = ctx.indent.slice(outdent);
    return print({ ...ctx, flowCollectionPadding, options, indent }).replaceAll('\n', BREAK);
  };
}

/** The text of a scalar, the further lines of it indented by what is around it. */
function printScalar(...[node, { indent }, onComment, onChompKeep]: Parameters<NonNullable<ScalarTag['stringify']>>) {
  const token = node.srcToken;
  if (token?.type !== 'block-scalar') {
    const source = token !== undefined && 'source' in token ? token.source : '';
    return indentLines(
      source.split('\n').map((line, index) => (index === 0 ? line : line.trimStart())),
      indent,
    );
  }
  const header = token.props.flatMap((prop) => (prop.type === 'block-scalar-header' ? prop.source : []))[0] ?? '|';
  const comment = token.props.flatMap((prop) => (prop.type === 'comment' ? prop.source : []))[0];
  if (comment !== undefined) onComment?.();
  const lines = token.source === '' ? [] : token.source.replace(/\n$/, '').split('\n');
  const keeps = header.includes('+');
  if (keeps) onChompKeep?.();
  else while (lines.at(-1)?.trim() === '') lines.pop();
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const step = /[1-9]/.exec(header)?.[0];
  const written = step === undefined ? first.length - first.trimStart().length : token.indent + Number(step);
  const column = step === undefined ? indent.length : indent.length - STEP + Number(step);
  const head = comment === undefined ? header : `${header} ${comment.trimEnd()}`;
  return indentLines([head, ...lines.map((line) => line.slice(written))], ' '.repeat(column));
}

const STEP = 2;

function indentLines([first = '', ...more]: readonly string[], indent: string): string {
  return [first, ...more.map((line) => (line === '' ? '' : indent + line))].join('\n');
}

/**
 * Puts the keys of a map in order, unless an alias would come to mean something else, or comments between braces would come to
 * stand beside something else. Comments above the first key that a blank line parts from it stay at the top, and so do the
 * first comments of a document.
 */
function sortMap(map: YAMLMap<Node, Node | null>, shape: Shape, { document, hasAliases }: Arranging): void {
  const before = [...map.items];
  const names = before.map(({ key }) => (isScalar(key) && typeof key.value === 'string' ? key.value : null));
  const ranks = names.map(rankIn(shape));
  const order = [...ranks.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const isSorted = order.every((from, to) => from === to);
  if (isSorted || (map.flow === true && holdsComment(map))) return;
  if (hasAliases && !keepsReferences(before.map(listReferences), order)) return;
  map.items = order.flatMap((index) => before[index] ?? []);
  const [wasFirst, isFirst] = [before[0]?.key, map.items[0]?.key];
  if (wasFirst === undefined || isFirst === undefined || wasFirst === isFirst) return;
  [wasFirst.spaceBefore, isFirst.spaceBefore] = [isFirst.spaceBefore === true, false];
  const comment = wasFirst.commentBefore ?? '';
  const isWhole = map === document.contents && !comment.includes('\n\n');
  const cut = isWhole || comment.endsWith('\n') ? comment.length : comment.lastIndexOf('\n\n') + 1;
  if (cut === 0) return;
  wasFirst.commentBefore = comment.slice(cut).replace(/^\n/, '') || null;
  const banner = comment.slice(0, cut).trimEnd();
  if (map === document.contents) document.commentBefore = joinComments(document.commentBefore, banner);
  else isFirst.commentBefore = joinComments(`${banner}\n`, isFirst.commentBefore);
}

function holdsComment({ items }: YAMLMap<Node, Node | null>): boolean {
  const nodes = items.flatMap(({ key, value }) => [key, ...(value === null ? [] : [value])]);
  return nodes.some((node) => node.comment != null || node.commentBefore != null);
}

/** The anchors (`&name`) and aliases (`*name`) of a pair, in order. */
function listReferences({ key, value }: ConfigPair): readonly string[] {
  const references: string[] = [];
  for (const part of [key, value]) {
    visit(part, {
      Node: (_, node) => {
        if (isAlias(node)) references.push(`*${node.source}`);
        else if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined)
          references.push(`&${node.anchor}`);
      },
    });
  }
  return references;
}

/** Whether pairs may stand in another order without any alias meaning something else. `order` holds the indices of the pairs. */
function keepsReferences(references: readonly (readonly string[])[], order: readonly number[]): boolean {
  const before = resolveReferences(references, [...references.keys()]);
  const after = resolveReferences(references, order);
  return [...before].every(([place, meaning]) => after.get(place) === meaning);
}

/** What each alias refers to, by its place, and what each name refers to after all pairs. */
function resolveReferences(references: readonly (readonly string[])[], order: readonly number[]): Map<string, string> {
  const anchors = new Map<string, string>();
  const meanings = new Map<string, string>();
  for (const index of order) {
    for (const [position, reference] of (references[index] ?? []).entries()) {
      const name = reference.slice(1);
      const place = `${index} ${position}`;
      if (reference.startsWith('&')) anchors.set(name, place);
      else meanings.set(place, anchors.get(name) ?? 'before');
    }
  }
  for (const [name, place] of anchors) meanings.set(name, place);
  return meanings;
}
