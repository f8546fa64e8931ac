import { Composer, type Document, Parser, type YAMLError } from 'yaml';
import { buildTree } from '../build/build-tree.ts';
import { problemAt } from '../validate/problem.ts';
import { DEEPEST_NESTING, findDeepNesting } from './nesting.ts';
import type { YamlResult } from './read-yaml.ts';
import type { SourceFile, Span } from './source-file.ts';
import { syntaxWords } from './syntax-words.ts';

/**
 * Reads any YAML 1.2 document (core schema) into a tree, with the library. Everything that YAML allows and a configuration does not (a second
 * document, custom tags, keys that are not text, duplicate keys, runaway aliases) is a diagnostic. Never throws.
 */
export function readFullYaml(source: SourceFile): YamlResult {
  const tokens = [...new Parser().parse(source.text)];
  // Composing is recursive, and running out of stack there ends the process instead of throwing.
  const deep = findDeepNesting(tokens, DEEPEST_NESTING);
  if (deep !== null) return failure(spanAt(source, deep, deep + 1), syntaxWords('TOO_DEEP', source.text));

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
    return failure(spanAt(source, start, start + 1), syntaxWords('MULTIPLE_DOCS', source.text));
  }
  const { yaml } = document.directives ?? {};
  if (yaml?.explicit === true && yaml.version !== '1.2')
    return failure(spanAt(source, 0, source.text.indexOf('\n')), syntaxWords('BAD_VERSION', source.text));
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
    return failure(spanAt(source, ...error.pos), syntaxWords(error.code, source.text, error));
  return failure(spanAt(source, end - 1, end), syntaxWords('UNEXPECTED_END', source.text, error));
}

function spanAt(source: SourceFile, start: number, end: number): Span {
  return { source, start, end: Math.max(start, end) };
}

function failure(span: Span, words: ReturnType<typeof syntaxWords>): YamlResult {
  return { node: null, diagnostics: [problemAt(span, words)] };
}
