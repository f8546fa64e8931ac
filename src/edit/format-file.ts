import { type CST, Parser } from 'yaml';
import { problemAt } from '../config/validate/problem.ts';
import type { ConfigNode } from '../config/yaml/node.ts';
import { readYaml } from '../config/yaml/read-yaml.ts';
import { createSourceFile, type SourceFile } from '../config/yaml/source-file.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { printTree } from './format-print.ts';
import { hasSameWords, saysTheSame } from './format-proof.ts';
import { readTree } from './format-read.ts';
import { sortEntries } from './format-sort.ts';
import { listWords, type Word } from './format-tokens.ts';
import { DOCUMENT, type Shape } from './key-order.ts';

export type Formatted =
  | { readonly status: 'formatted' | 'unchanged'; readonly text: string }
  /** Why the file is left as it is. */
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] };

const BYTE_ORDER_MARK = '\ufeff';

/**
 * The canonical form of a configuration file:
 * - Keys in the order of the schema, settings and scaling in that of the field table; keys that it does not know after those
 *   that it does, merge keys first. Names that people choose (pipes, presets, services, checks, environments) and lists keep
 *   their order. A map keeps its order where an alias would otherwise come before its anchor.
 * - Two spaces a level, lists indented below their key. At most one blank line, none at the start of a map or list, exactly
 *   one between the sections of the document. One line end at the end.
 * - What is written in brackets stays in brackets, on as many lines as it is: `{ a: 1 }`, `[a, b]`. No line is ever folded.
 * - Values, quotes, anchors and comments are kept to the letter, line ends (LF or CRLF) and a byte order mark too. Comments stay
 *   with what they are above, beside or at the end of; the first comments of a file stay at its top.
 *
 * The result is read back: unless it says the same in the same words, and is its own canonical form, the file fails.
 *
 * @param text the whole text, its byte order mark included; so is that of the result.
 * @param name as in `Location.file`, for diagnostics, whose places are in the text without the mark.
 */
export async function formatFile(text: string, name: string): Promise<Formatted> {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const body = text.slice(mark.length);
  const formatted = await formatBody(createSourceFile(name, body.replaceAll('\r\n', '\n')));
  if (formatted.status === 'failed') return formatted;
  const after = `${mark}${usesCrLf(body) ? formatted.text.replaceAll('\n', '\r\n') : formatted.text}`;
  return { status: after === text ? 'unchanged' : 'formatted', text: after };
}

async function formatBody(source: SourceFile): Promise<Formatted> {
  const before = await readYaml(source);
  if (before.diagnostics.length > 0) return { status: 'failed', diagnostics: before.diagnostics };
  if (before.node === null) return { status: 'unchanged', text: source.text };
  if (before.node.kind !== 'map') return failAt(source, 0, 'The document must be a map of keys and values.');
  const words = readWords(source.text);
  const obstacle = words.all.find(({ type, where }) => type === 'explicit-key-ind' && where === 'block');
  if (obstacle !== undefined) return failAt(source, obstacle.offset, 'Keys written with `?` have no canonical form.');
  const text = rewrite(source.text, words, DOCUMENT);
  const proven = text !== null && (await proves(source, before.node, words.all, text));
  return proven ? { status: 'formatted', text } : failAt(source, 0, 'It would not say the same in the same words.');
}

/** null when there is no single document to rewrite. */
function rewrite(text: string, { all, document }: Words, shape: Shape): string | null {
  if (document === null) return null;
  const tree = readTree(text, document, all, shape);
  return printTree({ ...tree, entries: sortEntries(tree.entries, shape, 'document') });
}

async function proves(source: SourceFile, node: ConfigNode, words: readonly Word[], text: string): Promise<boolean> {
  const after = await readYaml(createSourceFile(source.path, text));
  if (after.node === null || after.diagnostics.length > 0 || !saysTheSame(node, after.node)) return false;
  const found = readWords(text);
  return hasSameWords(words, found.all) && rewrite(text, found, DOCUMENT) === text;
}

interface Words {
  readonly all: readonly Word[];
  readonly document: CST.Document | null;
}

function readWords(text: string): Words {
  const tokens = [...new Parser().parse(text)];
  return { all: listWords(tokens), document: tokens.find((token) => token.type === 'document') ?? null };
}

function usesCrLf(text: string): boolean {
  const breaks = text.split('\n').length - 1;
  return breaks > 0 && (text.split('\r\n').length - 1) * 2 > breaks;
}

function failAt(source: SourceFile, offset: number, detail: string): Formatted {
  const words = {
    code: 'format-unsafe',
    summary: `${source.path} cannot be put into canonical form, and is left as it is.`,
    detail,
    hint: 'Write the place in a simpler way, or bring the file into order by hand.',
  } as const;
  return { status: 'failed', diagnostics: [problemAt({ source, start: offset, end: offset + 1 }, words)] };
}
