import { resolve } from 'node:path';
import { needsInterpolation } from '../config/resolve/interpolate.ts';
import { type Documents, type DocumentsRequest, loadDocuments } from '../config/resolve/load-documents.ts';
import { limitDiagnostics } from '../config/validate/problem.ts';
import { type ConfigNode, entryOf, mapTree, toJson } from '../config/yaml/node.ts';
import { readYaml } from '../config/yaml/read-yaml.ts';
import { createSourceFile, locate, type SourceFile, spanBetween, splitMark } from '../config/yaml/source-file.ts';
import { type Diagnostic, diagnose, sortDiagnostics } from '../model/diagnostic.ts';
import type { DiagnosticCode } from '../model/diagnostic-codes.ts';
import { equalJson, type JsonValue } from '../model/json/json.ts';
import type { FileEdit, Location, Sources } from '../model/location.ts';
import { listComments } from './list-comments.ts';
import { printYaml } from './print-yaml.ts';

interface FormattedFile {
  /** The name has the form of `Location.file`. */
  readonly name: string;
  /** null when the file is canonical or cannot be formatted. */
  readonly edit: FileEdit | null;
  readonly status: 'formatted' | 'unchanged' | 'failed';
}

export interface FormattedConfiguration {
  /** The root document, then the included ones sorted by path, without files that cannot be opened. */
  readonly files: readonly FormattedFile[];
  /** Why files were not formatted or not found. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

const UNOPENED: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>(['config-not-found', 'config-unreadable']);

/** Writes nothing. Reports only why files cannot be found, read or formatted, not other errors of the configuration. */
export async function formatConfiguration(
  rootPath: string,
  request: Omit<DocumentsRequest, 'environment'>,
): Promise<FormattedConfiguration> {
  const documents = await loadDocuments(rootPath, { ...request, environment: null });
  const files: FormattedFile[] = [];
  const diagnostics = documents.diagnostics.filter(createReachTest(documents));
  const unopened = new Set(diagnostics.flatMap(({ code, file }) => (UNOPENED.has(code) && file !== null ? file : [])));
  for (const name of orderNames(documents)) {
    const before = documents.texts.get(name) ?? '';
    const formatted = unopened.has(name) ? null : await formatFile(before, name);
    if (formatted?.status === 'failed') diagnostics.push(...formatted.diagnostics);
    const path = resolve(request.cwd, name);
    const edit = formatted?.status === 'formatted' ? { path, name, before, after: formatted.text } : null;
    files.push({ name, edit, status: formatted?.status ?? 'failed' });
  }
  return { files, diagnostics: limitDiagnostics(sortDiagnostics(diagnostics)), sources: documents.sources };
}

function orderNames({ sources }: Documents): readonly string[] {
  const [root, ...included] = sources.keys();
  return root === undefined ? [] : [root, ...included.sort()];
}

function createReachTest({ documents }: Documents): (diagnostic: Diagnostic) => boolean {
  const includes = documents.flatMap((document): readonly Location[] => {
    const entry = entryOf(document, 'include');
    return entry === undefined ? [] : [locate(spanBetween(entry, entry.value))];
  });
  return ({ code, file, line }) =>
    UNOPENED.has(code) ||
    includes.some(
      (include) => file === include.file && line !== null && include.line <= line && line <= include.endLine,
    );
}

export type Formatted =
  | { readonly status: 'formatted' | 'unchanged'; readonly text: string }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/**
 * The canonical form of a configuration file, as the `yaml` library prints it with two spaces a level:
 * - Keys in the order of the schema, unknown keys after them, merge keys before. User-defined names (pipes, presets,
 *   services, checks, environments) and lists keep their order. A map keeps its order if sorting would change that of
 *   its anchors and aliases.
 * - At most one blank line, none at the start of a map or list, exactly one between the sections of the document.
 * - Comments stay with the key below or beside them; the first comments of a file stay at its top.
 * - Text on one line keeps its spelling. Line ends (LF or CRLF) and a byte order mark stay.
 *
 * The result is read back: it must have the same values and comments and be its own canonical form, else the file fails.
 *
 * @param text includes the byte order mark, as does the result.
 * @param name as in `Location.file`, for diagnostics. Their locations do not count the mark.
 */
export async function formatFile(text: string, name: string): Promise<Formatted> {
  const { mark, body } = splitMark(text);
  const formatted = await formatBody(createSourceFile(name, body.replaceAll('\r\n', '\n')));
  if (formatted.status === 'failed') return formatted;
  const after = `${mark}${usesCrLf(body) ? formatted.text.replaceAll('\n', '\r\n') : formatted.text}`;
  return { status: after === text ? 'unchanged' : 'formatted', text: after };
}

function usesCrLf(text: string): boolean {
  const breaks = text.split('\n').length - 1;
  return breaks > 0 && (text.split('\r\n').length - 1) * 2 > breaks;
}

async function formatBody(source: SourceFile): Promise<Formatted> {
  const before = await readYaml(source);
  if (before.diagnostics.length > 0) return { status: 'failed', diagnostics: before.diagnostics };
  if (before.node === null) return { status: 'unchanged', text: source.text };
  if (before.node.kind !== 'map') return fail(source, 'The document must be a map of keys and values.');
  const text = printStable(source.text);
  // Nothing would change, so there is nothing to prove.
  if (text === source.text) return { status: 'unchanged', text };
  const isProven = text !== null && (await isSameConfiguration(source, before.node, text));
  return isProven ? { status: 'formatted', text } : fail(source, 'The values or the comments would change.');
}

function fail(source: SourceFile, detail: string): Formatted {
  const summary = `${source.path} cannot be formatted and was not changed.`;
  const at = locate({ source, start: 0, end: 1 });
  const hint = 'Simplify the YAML, or format the file by hand.';
  return { status: 'failed', diagnostics: [diagnose('error', { code: 'edit-by-hand', summary, detail, hint }, at)] };
}

/** The library may move a comment or a blank line again when it prints a second time; a third change was never seen. */
const MAX_PRINTINGS = 4;

function printStable(text: string): string | null {
  let printed = text;
  for (let count = 0; count < MAX_PRINTINGS; count += 1) {
    const next = printYaml(printed);
    if (next === printed) return printed;
    printed = next;
  }
  return null;
}

async function isSameConfiguration(source: SourceFile, node: ConfigNode, text: string): Promise<boolean> {
  const after = await readYaml(createSourceFile(source.path, text));
  if (after.node === null || after.diagnostics.length > 0) return false;
  if (!equalJson(toComparable(node), toComparable(after.node))) return false;
  return equalJson(listComments(source.text).toSorted(), listComments(text).toSorted());
}

/** The values. Text with variables also has its style: only plain text is read as YAML after their interpolation. */
function toComparable(node: ConfigNode): JsonValue {
  const withStyle = (part: ConfigNode): ConfigNode =>
    part.kind === 'scalar' && typeof part.value === 'string' && needsInterpolation(part.value)
      ? { ...part, value: `${part.style} ${part.value}` }
      : part;
  return toJson(mapTree(node, withStyle));
}
