import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  Lexer,
  type Node,
  type Pair,
  Parser,
  type Range,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { formatNumber } from '../../model/number.ts';
import { collectProblems, MAX_DIAGNOSTICS, quote, type Reporter } from '../validate/problem.ts';
import { describeSyntaxError, type SyntaxProblem } from './describe-syntax-error.ts';
import { type ConfigNode, emptyAt, entryAt, errorAt, type MapEntry, resolveScalar, type YamlResult } from './node.ts';
import { REFUSED_KEYS } from './refused-keys.ts';
import { describePlace, mostSymbols, type SourceFile, type SourceSpan } from './source-file.ts';

/** The configuration needs at most ten levels. */
const DEEPEST_NESTING = 100;

/** The maximum of values with aliases expanded; a long text counts as several. */
const MAX_VALUES = 200_000;
const TEXT_OF_VALUE = 64;

/** Parses any YAML 1.2 (core schema). What a configuration does not allow is a diagnostic. Never throws. */
export function readFullYaml(source: SourceFile): YamlResult {
  const { diagnostics, report } = collectProblems();
  const document = parseDocument(source, report);
  if (document === null || document.contents === null) return { node: null, diagnostics };
  const node = build({ source, report, anchors: new Map(), values: 0, deepest: 0 }, document.contents, 0);
  // A document with only comments has an empty scalar.
  const isEmpty = node.kind === 'scalar' && node.value === null && node.start === node.end;
  const isUnusable = diagnostics.length > MAX_DIAGNOSTICS;
  return { node: isEmpty || isUnusable ? null : node, diagnostics };
}

/** Blanks, comments, and the marks that the lexer puts before a document or a scalar. */
const BLANK_LEXEME = /^[ \t#\u0002\u001f]/;

/** The documents, at most two. */
function compose(tokens: readonly CST.Token[], length: number): readonly Document.Parsed[] {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    // `buildMap` checks this: the check of the library compares each key with all others.
    uniqueKeys: false,
  });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens, true, length)) {
    documents.push(document as Document.Parsed);
    if (documents.length === 2) break;
  }
  return documents;
}

/** The library creates an error for each mistake; their stacks take ten times the rest and are never shown. */
function withoutStacks<Result>(run: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** null for no document or an error. Only the first error is reported, since it often makes the rest unreadable. */
function parseDocument(source: SourceFile, report: Reporter): Document.Parsed | null {
  const { text } = source;
  const refuse = (start: number, end: number, problem: SyntaxProblem, error?: YAMLError) => {
    const { span, words } = describeSyntaxError(problem, { source, start, end: Math.max(start, end) }, error ?? null);
    report(span, words);
    return null;
  };
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const most = mostSymbols(text);
  let symbols = 0;
  let documents = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'document') documents += 1;
    }
    // The second one is refused below.
    if (documents > 1) break;
    if (!BLANK_LEXEME.test(lexeme)) symbols += 1;
    if (symbols > most) return refuse(parser.offset, parser.offset + 1, 'TOO_DENSE');
    // Composing is recursive; a stack overflow there would end the process instead of throwing.
    const { offset } = parser.stack[DEEPEST_NESTING + 2] ?? {};
    if (offset !== undefined) return refuse(offset, offset + 1, 'TOO_DEEP');
  }
  tokens.push(...parser.end());

  const [document, second] = withoutStacks(() => compose(tokens, text.length));
  if (document === undefined) return null;
  const unresolved = document.warnings.filter((warning) => warning.code === 'TAG_RESOLVE_FAILED');
  const errors = [...document.errors, ...unresolved].sort((a, b) => a.pos[0] - b.pos[0]);
  // A tab has others as a consequence.
  const error = errors.find(({ code }) => code === 'TAB_AS_INDENT') ?? errors[0];
  if (error !== undefined) {
    // Not behind the text, where there is no line to show.
    const { length } = text.trimEnd();
    const [start, end] = error.pos;
    return refuse(Math.min(start, Math.max(0, length - 1)), Math.min(end, length), error.code, error);
  }
  if (second !== undefined) return refuse(second.range[0], second.range[0] + 1, 'MULTIPLE_DOCS');
  const { yaml } = document.directives ?? {};
  if (yaml?.explicit === true && yaml.version !== '1.2') return refuse(0, text.indexOf('\n'), 'BAD_VERSION');
  return document;
}

/** The value of an anchor, with its number of values and its height, aliases expanded. */
interface Anchored {
  readonly node: ConfigNode;
  readonly values: number;
  readonly height: number;
}

interface Walk {
  readonly source: SourceFile;
  readonly report: Reporter;
  /** null while the value is being built. */
  readonly anchors: Map<string, Anchored | null>;
  values: number;
  deepest: number;
}

function build(walk: Walk, node: Node, depth: number): ConfigNode {
  if (isAlias(node)) return followAlias(walk, node, depth);
  const { values, deepest } = walk;
  walk.values += 1 + (isScalar(node) ? Math.floor(String(node.value).length / TEXT_OF_VALUE) : 0);
  walk.deepest = depth;
  if (node.anchor !== undefined) walk.anchors.set(node.anchor, null);
  const built = buildValue(walk, node, depth);
  if (node.anchor !== undefined)
    walk.anchors.set(node.anchor, { node: built, values: walk.values - values, height: walk.deepest - depth });
  walk.deepest = Math.max(walk.deepest, deepest);
  return built;
}

function buildValue(walk: Walk, node: Exclude<Node, Alias>, depth: number): ConfigNode {
  const span = spanOf(walk, node.range);
  if (isMap(node)) return buildMap(walk, span, node, depth);
  if (!isScalar(node)) {
    const parts = (node as YAMLSeq<Node>).items;
    const items = parts.map((part) => build(walk, part, depth + 1));
    if (node.flow !== true) for (const part of parts) warnOfContinuation(walk, part);
    const [part, item] = [parts.at(-1), items.at(-1)];
    const end = node.flow === true || part === undefined || item === undefined ? span.end : endOf(walk, part, item);
    return { kind: 'list', ...span, end, items };
  }
  const { value, source = '' } = node;
  const style = node.type === 'PLAIN' && node.tag === undefined ? 'plain' : 'quoted';
  const resolved = typeof value === 'number' && style === 'plain' ? resolveScalar(source) : value;
  return { kind: 'scalar', ...span, value: isPlainValue(resolved) ? resolved : null, style };
}

/** For an item that goes on in a line that looks like the next item. */
function warnOfContinuation(walk: Walk, item: Node): void {
  if (!isScalar(item) || item.type !== 'PLAIN') return;
  const span = spanOf(walk, item.range);
  const next = /\n *(?=- )/.exec(walk.source.text.slice(span.start, span.end));
  if (next === null) return;
  const summary = 'This line belongs to the item above it, since it is indented more.';
  const hint = 'Items of one list start in the same column.';
  walk.report(
    { ...span, start: span.start + next.index + next[0].length },
    { code: 'yaml-syntax', summary, hint },
    'warning',
  );
}

/** An alias ends at its own position, not where its anchor ends. */
function endOf(walk: Walk, node: Node, built: ConfigNode): number {
  return isAlias(node) ? spanOf(walk, node.range).end : built.end;
}

function buildMap(walk: Walk, span: SourceSpan, map: YAMLMap, depth: number): ConfigNode {
  const entries = new Map<string, MapEntry>();
  const merged: MapEntries[] = [];
  // A block collection ends with its last entry, before the blank lines and comments that follow.
  let end = span.start;
  for (const { key, value } of map.items as readonly Pair<Node | null, Node | null>[]) {
    const built = value === null ? null : build(walk, value, depth + 1);
    if (isMergeKey(key) && value !== null && built !== null) {
      merged.push(...listMerged(walk, built));
      end = Math.max(end, endOf(walk, value, built));
      continue;
    }
    const keySpan = key === null ? span : spanOf(walk, key.range);
    const name = readKey(walk, key, keySpan);
    if (name === null) continue;
    const first = entries.get(name);
    if (first !== undefined) {
      walk.report(keySpan, {
        code: 'duplicate-definition',
        summary: `The key ${quote(name)} is defined twice in this map.`,
        detail: `The first definition is at ${describePlace(first)}.`,
        hint: 'Keep one of the two.',
      });
      entries.set(name, entryAt(first, errorAt(first, true)));
      continue;
    }
    const isWritten = value !== null && built !== null && !isNothing(value);
    entries.set(name, entryAt(keySpan, isWritten ? built : emptyAt(keySpan)));
    end = Math.max(end, isWritten ? endOf(walk, value, built) : keySpan.end);
  }
  // Its own keys win, then those of the first map.
  for (const other of merged) other.forEach((entry, name) => void (entries.has(name) || entries.set(name, entry)));
  return { kind: 'map', ...span, end: map.flow === true ? span.end : end, entries };
}

type MapEntries = ReadonlyMap<string, MapEntry>;

/** `<<` of YAML 1.1, as Compose files have it. */
function isMergeKey(key: Node | null): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

function listMerged({ report }: Walk, value: ConfigNode): readonly MapEntries[] {
  return (value.kind === 'list' ? value.items : [value]).flatMap((one) => {
    if (one.kind === 'map') return [one.entries];
    const summary = 'A merge key takes a map, or a list of maps.';
    if (one.kind !== 'error')
      report(one, { code: 'yaml-syntax', summary, hint: 'Write <<: *NAME, of a map with the anchor &NAME.' });
    return [];
  });
}

/** The library gives a range also to a value that is not written. */
function isNothing(node: Node): boolean {
  return isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1] && node.anchor === undefined;
}

function readKey({ report }: Walk, key: Node | null, span: SourceSpan): string | null {
  if (!isScalar(key) || typeof key.value !== 'string') {
    const hint = isScalar(key) && key.value !== null ? `Write "${key.source ?? String(key.value)}" in quotes.` : null;
    report(span, { code: 'yaml-syntax', summary: 'A key must be text.', hint });
    return null;
  }
  if (!REFUSED_KEYS.has(key.value)) return key.value;
  const summary = `The key ${quote(key.value)} is not allowed.`;
  report(span, { code: 'invalid-value', summary, hint: 'Choose another name.' });
  return null;
}

/** An alias returns the nodes of its anchor. Their number is counted, they are not copied. */
function followAlias(walk: Walk, alias: Alias, depth: number): ConfigNode {
  const span = spanOf(walk, alias.range);
  const share = 'Use a preset to share values between pipes.';
  const refuse = (summary: string, hint: string | null = share): ConfigNode => {
    walk.report(span, { code: 'yaml-syntax', summary, hint });
    return errorAt(span);
  };
  const target = walk.anchors.get(alias.source);
  if (target === null) return refuse(`The alias ${quote(alias.source)} refers to a value that contains it.`);
  if (target === undefined) {
    const summary = `The alias ${quote(alias.source)} has no anchor before it.`;
    return refuse(summary, `Put a text that starts with * in quotes. ${share}`);
  }
  if (depth + target.height >= DEEPEST_NESTING) return refuse('This alias nests maps and lists too deeply.', null);
  const isFull = walk.values > MAX_VALUES;
  walk.values += target.values;
  walk.deepest = Math.max(walk.deepest, depth + target.height);
  if (walk.values <= MAX_VALUES) return target.node;
  return isFull
    ? errorAt(span)
    : refuse(`With its aliases, the file contains more than ${formatNumber(MAX_VALUES)} values.`);
}

function isPlainValue(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function spanOf({ source }: Walk, range: Range | null | undefined): SourceSpan {
  const [start, end] = range ?? [0, 0];
  return { source, start, end };
}
