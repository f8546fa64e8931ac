import {
  type Alias,
  Composer,
  type CST,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Parser,
  type Range,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Diagnostic, DiagnosticWords } from '../../model/diagnostic.ts';
import { formatNumber } from '../../model/number.ts';
import { problemAt, quote } from '../validate/problem.ts';
import type { YamlResult } from './node.ts';
import {
  type ConfigNode,
  emptyAt,
  entryAt,
  errorAt,
  type ListNode,
  type MapEntry,
  type MapNode,
  REFUSED_KEYS,
  type ScalarNode,
} from './node.ts';
import { describePlace, type SourceFile, type Span } from './source-file.ts';

/**
 * Reads any YAML 1.2 document (core schema) into a tree, with the library. Everything that YAML allows and a configuration does not (a second
 * document, custom tags, keys that are not text, duplicate keys, runaway aliases) is a diagnostic. Never throws.
 */
export function readFullYaml(source: SourceFile): YamlResult {
  const tokens = [...new Parser().parse(source.text)];
  // Composing is recursive, and running out of stack there ends the process instead of throwing.
  const deep = findDeepNesting(tokens, DEEPEST_NESTING);
  if (deep !== null) return failure(spanAt(source, deep, deep + 1), describeSyntaxError('TOO_DEEP', source.text));

  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    // Checked while the tree is built: the library's own check compares each key with all the others.
    uniqueKeys: false,
  });
  const [document, second] = [...composer.compose(tokens, true, source.text.length)];
  if (document === undefined) return { node: null, diagnostics: [] };

  const first = firstError(document);
  if (first !== null) return syntaxFailure(source, first);
  if (second !== undefined) {
    const [start] = second.range ?? [source.text.length];
    return failure(spanAt(source, start, start + 1), describeSyntaxError('MULTIPLE_DOCS', source.text));
  }
  const { yaml } = document.directives ?? {};
  if (yaml?.explicit === true && yaml.version !== '1.2')
    return failure(spanAt(source, 0, source.text.indexOf('\n')), describeSyntaxError('BAD_VERSION', source.text));
  return buildTree(document, source);
}

/** One mistake in the syntax often makes the rest of a file unreadable, so the first error alone is told. */
function firstError(document: Document.Parsed) {
  const unresolved = document.warnings.filter((warning) => warning.code === 'TAG_RESOLVE_FAILED');
  return [...document.errors, ...unresolved].sort((a, b) => a.pos[0] - b.pos[0])[0] ?? null;
}

function syntaxFailure(source: SourceFile, error: YAMLError): YamlResult {
  const end = source.text.trimEnd().length;
  if (error.pos[0] < end || end === 0)
    return failure(spanAt(source, ...error.pos), describeSyntaxError(error.code, source.text, error));
  return failure(spanAt(source, end - 1, end), describeSyntaxError('UNEXPECTED_END', source.text, error));
}

function spanAt(source: SourceFile, start: number, end: number): Span {
  return { source, start, end: Math.max(start, end) };
}

function failure(span: Span, words: ReturnType<typeof describeSyntaxError>): YamlResult {
  return { node: null, diagnostics: [problemAt(span, words)] };
}

/** How deep maps and lists may be nested. The configuration needs ten levels at most. */
const DEEPEST_NESTING = 100;

interface NestingLevel {
  readonly token: CST.Token;
  readonly depth: number;
}

/** The offset of the first collection that is nested deeper than the limit, or null. Keeps its own stack. */
function findDeepNesting(tokens: readonly CST.Token[], limit: number): number | null {
  const stack: NestingLevel[] = tokens.map((token) => ({ token, depth: 0 }));
  let found: number | null = null;
  for (let level = stack.pop(); level !== undefined; level = stack.pop()) {
    const { token, depth } = level;
    if (depth > limit) {
      found = Math.min(found ?? token.offset, token.offset);
      continue;
    }
    if (token.type === 'document') {
      if (token.value !== undefined) stack.push({ token: token.value, depth });
    } else if ('items' in token) {
      for (const item of token.items) {
        if (item.key != null) stack.push({ token: item.key, depth: depth + 1 });
        if (item.value !== undefined) stack.push({ token: item.value, depth: depth + 1 });
      }
    }
  }
  return found;
}

/** How many nodes aliases may stand for, all together, before a file is taken for an attack on memory. */
const MOST_ALIASED_NODES = 1_000_000;

interface Built {
  readonly node: ConfigNode;
  /** Offset just after it in the text: of an alias, the alias itself. */
  readonly end: number;
  /** Nodes and levels below and including this one, aliases followed. */
  readonly size: number;
  readonly height: number;
}

interface Walk {
  readonly source: SourceFile;
  readonly diagnostics: Diagnostic[];
  /** What each anchor stands for; null while it is still being built. */
  readonly anchors: Map<string, Built | null>;
  aliasedNodes: number;
}

/** Turns a composed document into a tree of plain nodes with places, in one walk. */
function buildTree(document: Document.Parsed, source: SourceFile): YamlResult {
  const walk: Walk = { source, diagnostics: [], anchors: new Map(), aliasedNodes: 0 };
  const node = document.contents === null ? null : build(walk, document.contents, 0).node;
  // A document of comments alone has an empty scalar, which says nothing.
  const empty = node?.kind === 'scalar' && node.value === null && node.start === node.end;
  return { node: empty ? null : node, diagnostics: walk.diagnostics };
}

function build(walk: Walk, node: Node, depth: number): Built {
  if (isAlias(node)) return followAlias(walk, node, depth);
  const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
  if (anchor !== undefined) walk.anchors.set(anchor, null);
  const built = buildValue(walk, node, depth);
  if (anchor !== undefined) walk.anchors.set(anchor, built);
  return built;
}

function buildValue(walk: Walk, node: Node, depth: number): Built {
  const span = spanOf(walk, node.range);
  if (isMap(node)) return buildMap(walk, span, node, depth);
  if (isSeq(node)) {
    const parts = (node.items as readonly Node[]).map((item) => build(walk, item, depth + 1));
    const end = node.flow === true ? span.end : endOf(parts, span);
    const list: ListNode = { kind: 'list', ...span, end, items: parts.map((part) => part.node) };
    return measured(list, parts);
  }
  if (!isScalar(node)) return measured(errorAt(span), []);
  const { value } = node;
  const scalar: ScalarNode = {
    kind: 'scalar',
    ...span,
    // `-0` is 0 in JSON and in every range.
    value: value === 0 ? 0 : isPlainValue(value) ? value : null,
    style: node.type === 'PLAIN' && node.tag === undefined ? 'plain' : 'quoted',
    written: null,
  };
  return measured(scalar, []);
}

/** A block collection ends where its last part ends, not after the blank lines and comments that follow. */
function endOf(parts: readonly Built[], span: Span): number {
  return parts.reduce((end, part) => Math.max(end, part.end), span.start);
}

function buildMap(walk: Walk, span: Span, map: YAMLMap, depth: number): Built {
  const entries = new Map<string, MapEntry>();
  const parts: Built[] = [];
  for (const pair of map.items as readonly Pair<Node | null, Node | null>[]) {
    const value = pair.value === null ? null : build(walk, pair.value, depth + 1);
    const key = readKey(walk, pair.key, span);
    if (key === null) continue;
    const first = entries.get(key.name);
    if (first !== undefined) {
      report(walk, key.span, {
        code: 'duplicate-key',
        summary: `The key ${quote(key.name)} is defined twice in this map.`,
        detail: `The first definition is at ${describePlace(first)}.`,
        hint: 'Keep one of the two.',
      });
      continue;
    }
    const part = value === null || isNothing(pair.value) ? measured(emptyAt(key.span), []) : value;
    parts.push(part);
    entries.set(key.name, entryAt(key.span, part.node));
  }
  const end = map.flow === true ? span.end : endOf(parts, span);
  const node: MapNode = { kind: 'map', ...span, end, entries };
  return measured(node, parts);
}

/** A value that is not written at all; the library finds a place for it all the same. */
function isNothing(node: Node | null): boolean {
  return isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1] && node.anchor === undefined;
}

function readKey(walk: Walk, key: Node | null, map: Span): { readonly name: string; readonly span: Span } | null {
  const span = key === null ? map : spanOf(walk, key.range);
  if (!isScalar(key) || typeof key.value !== 'string') {
    const written =
      isScalar(key) && key.value !== null ? `Write "${key.source ?? String(key.value)}" in quotes.` : null;
    report(walk, span, { code: 'yaml-syntax', summary: 'A key must be text.', hint: written });
    return null;
  }
  if (REFUSED_KEYS.has(key.value)) {
    report(walk, span, {
      code: 'invalid-name',
      summary: `The key ${quote(key.value)} is not allowed.`,
      hint: 'Choose another name.',
    });
    return null;
  }
  return { name: key.value, span };
}

/** An alias stands for the very nodes of its anchor, so what it costs is counted and never copied. */
function followAlias(walk: Walk, alias: Alias, depth: number): Built {
  const span = spanOf(walk, alias.range as Range | undefined);
  const error = measured(errorAt(span), []);
  const target = walk.anchors.get(alias.source);
  if (target == null) {
    const summary =
      target === null
        ? `The alias ${quote(alias.source)} refers to a value that contains it.`
        : `The alias ${quote(alias.source)} has no anchor before it.`;
    report(walk, span, { code: 'yaml-syntax', summary, hint: 'Use a preset to share values between pipes.' });
    return error;
  }
  if (depth + target.height > DEEPEST_NESTING) {
    report(walk, span, { code: 'yaml-syntax', summary: 'This alias nests maps and lists too deeply.' });
    return error;
  }
  if (walk.aliasedNodes > MOST_ALIASED_NODES) return error;
  walk.aliasedNodes += target.size;
  if (walk.aliasedNodes > MOST_ALIASED_NODES) {
    report(walk, span, {
      code: 'yaml-syntax',
      summary: `The aliases of this file stand for more than ${formatNumber(MOST_ALIASED_NODES)} values.`,
      hint: 'Use a preset to share values between pipes.',
    });
    return error;
  }
  return { ...target, end: span.end };
}

function measured(node: ConfigNode, parts: readonly Built[]): Built {
  let size = 1;
  let height = 1;
  for (const part of parts) {
    size += part.size;
    height = Math.max(height, part.height + 1);
  }
  return { node, end: node.end, size, height };
}

function isPlainValue(value: unknown): value is ScalarNode['value'] {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function spanOf(walk: Walk, range: Range | null | undefined): Span {
  const [start, end] = range ?? [0, 0];
  return { source: walk.source, start, end };
}

function report(walk: Walk, span: Span, words: DiagnosticWords): void {
  walk.diagnostics.push(problemAt(span, words));
}

type SyntaxProblem = ErrorCode | 'TOO_DEEP' | 'BAD_VERSION' | 'UNEXPECTED_END';

interface SyntaxMessage {
  readonly summary: string;
  readonly hint?: string;
}

const WORDS: Partial<Record<SyntaxProblem, SyntaxMessage>> = {
  BAD_DQ_ESCAPE: {
    summary: 'Unknown escape in a double-quoted text.',
    hint: 'Write a backslash as \\\\, or use single quotes.',
  },
  BAD_INDENT: {
    summary: 'The indentation does not match the lines around it.',
    hint: 'Keys of one map start in the same column.',
  },
  BAD_SCALAR_START: {
    summary: 'A value cannot start with this character.',
    hint: 'Put the value in quotes.',
  },
  BAD_VERSION: { summary: 'The file requires a YAML version other than 1.2.', hint: 'Remove the %YAML line.' },
  BLOCK_AS_IMPLICIT_KEY: {
    summary: 'A second map starts on this line.',
    hint: 'Put a value that holds ": " in quotes, or start the map on the next line, indented.',
  },
  MISSING_CHAR: {
    summary: 'A quote, bracket or indicator is not closed here.',
    hint: 'Add the missing character.',
  },
  MULTIPLE_DOCS: {
    summary: 'A second YAML document starts here.',
    hint: 'A configuration file contains one document. Move the second one to its own file and include it.',
  },
  TAB_AS_INDENT: { summary: 'A tab is used for indentation.', hint: 'Indent with spaces.' },
  TAG_RESOLVE_FAILED: {
    summary: 'YAML tags other than those of the core schema are not supported.',
    hint: 'Remove the word that starts with "!", or put the value in quotes.',
  },
  UNEXPECTED_END: {
    summary: 'The file ends before a quote or a bracket is closed.',
    hint: 'Add the missing quote or bracket.',
  },
  TOO_DEEP: {
    summary: 'Maps and lists are nested too deeply.',
    hint: 'The configuration needs no more than ten levels.',
  },
};

/** The parser's words come before it. */
const ANY_FLAW = 'Look at the indentation and the quotes of this line and of the one above it.';

const VARIABLE_IN_FLOW = /[[{][^\n]*\$\{/;

/** What to say of text that is not YAML, or not the YAML of a configuration. */
function describeSyntaxError(problem: SyntaxProblem, text: string, error?: YAMLError): DiagnosticWords {
  const known = WORDS[problem];
  const line = error === undefined ? '' : lineAround(text, error.pos[0]);
  const hint = VARIABLE_IN_FLOW.test(line)
    ? `Inside { } and [ ], put a value that holds \${…} in quotes.`
    : known?.hint;
  if (known !== undefined) return { code: 'yaml-syntax', summary: known.summary, hint: hint ?? null };
  return { code: 'yaml-syntax', summary: 'This is not YAML.', detail: error?.message ?? null, hint: hint ?? ANY_FLAW };
}

function lineAround(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end).slice(0, 1000);
}
