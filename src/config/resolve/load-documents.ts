import { isAbsolute, join, relative, sep } from 'node:path';
import pMap from 'p-map';
import { compareText, type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { convertValues } from '../build/convert-values.ts';
import { describeFound, problemAt, quote, quoteNode } from '../validate/problem.ts';
import { validateTree } from '../validate/validate-tree.ts';
import { type ConfigNode, childOf, entryOf, itemsOf, type MapNode, textOf } from '../yaml/node.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { createSourceFile, decodeText, type SourceFile } from '../yaml/source-file.ts';
import type { FileContent, FileSystem } from './file-system.ts';
import { isInside } from './glob-files.ts';
import { interpolateTree, type Variables } from './interpolate.ts';
import { fillEmptyMaps } from './merge.ts';

/** Enough to keep the disk busy, and far below the limit of any system. */
const MOST_OPEN_FILES = 32;

interface DocumentsRequest {
  readonly cwd: string;
  readonly files: FileSystem;
  readonly variables: Variables;
  readonly environment: string | null;
  /** Stands before the path in each `Location.file`. */
  readonly filePrefix?: string;
}

export interface Documents {
  /** The root document first, then the included ones in order of path. */
  readonly documents: readonly MapNode[];
  /** False when a file or an include could not be read, so that more names may exist than are known. */
  readonly complete: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

interface Reading {
  readonly request: DocumentsRequest;
  readonly folder: string;
  readonly realFolder: string;
  readonly documents: { readonly path: string; readonly document: MapNode }[];
  readonly diagnostics: Diagnostic[];
  readonly sources: Map<string, string>;
  readonly seen: Set<string>;
  complete: boolean;
}

/**
 * Reads the root document and everything that it includes, and that those include. Patterns are relative to the folder of
 * the root document wherever they stand. A file that is reached twice is read once.
 */
export async function loadDocuments(rootPath: string, request: DocumentsRequest): Promise<Documents> {
  const folder = join(rootPath, '..');
  const realFolder = (await request.files.realPath(folder)) ?? folder;
  const reading: Reading = {
    request,
    folder,
    realFolder,
    documents: [],
    diagnostics: [],
    sources: new Map(),
    seen: new Set([(await request.files.realPath(rootPath)) ?? rootPath]),
    complete: true,
  };
  const [root = null] = await readAll(reading, [rootPath], 'root');
  const including = root === null ? [] : [root];
  for (const document of including) {
    for (const pattern of itemsOf(childOf(document, 'include'))) {
      if (pattern.kind === 'error') reading.complete = false;
      const paths = await matchPattern(reading, pattern);
      for (const included of await readAll(reading, paths, 'included')) if (included !== null) including.push(included);
    }
  }
  const included = reading.documents.filter(({ path }) => path !== rootPath);
  included.sort((a, b) => compareText(toForwardSlashes(a.path), toForwardSlashes(b.path)));
  const { complete, diagnostics, sources } = reading;
  return {
    documents: [...(root === null ? [] : [root]), ...included.map(({ document }) => document)],
    complete,
    diagnostics,
    sources,
  };
}

/** Reads files at the same time, and takes them in in the order of the paths. */
async function readAll(
  reading: Reading,
  paths: readonly string[],
  role: 'root' | 'included',
): Promise<readonly (MapNode | null)[]> {
  const { cwd, files, variables, environment, filePrefix = '' } = reading.request;
  const read = async (path: string) => {
    const shownPath = `${filePrefix}${showPath(cwd, path)}`;
    return { path, shownPath, ...(await readDocument({ files, path, shownPath, role, variables, environment })) };
  };
  const results = await pMap(paths, read, { concurrency: MOST_OPEN_FILES });
  for (const { path, shownPath, document, source, diagnostics } of results) {
    for (const diagnostic of diagnostics) reading.diagnostics.push(diagnostic);
    if (source !== null) reading.sources.set(shownPath, source.text);
    if (document === null) reading.complete = false;
    else reading.documents.push({ path, document });
  }
  return results.map(({ document }) => document);
}

/** The files that a pattern names and that have not been read yet, in order of path. */
async function matchPattern(reading: Reading, node: ConfigNode): Promise<readonly string[]> {
  const pattern = textOf(node);
  if (pattern === undefined) return [];
  const { files } = reading.request;
  if (leadsOutside(pattern)) {
    reportOutside(reading, node, `The pattern ${quoteNode(node)} leads outside the folder of the root document.`);
    return [];
  }
  const matches = [...(await files.glob(reading.folder, pattern))].sort((a, b) =>
    compareText(toForwardSlashes(a), toForwardSlashes(b)),
  );
  if (matches.length === 0) {
    reading.complete = false;
    const hint = 'Patterns are relative to the folder of the root document. They take *, **, ?, […] and {a,b}.';
    const summary = `No file matches ${quoteNode(node)}.`;
    reading.diagnostics.push(problemAt(node, { code: 'include-no-match', summary, hint }));
  }
  const fresh: string[] = [];
  const reals = await pMap(matches, (path) => files.realPath(path), { concurrency: MOST_OPEN_FILES });
  for (const [index, path] of matches.entries()) {
    const real = reals[index] ?? path;
    if (reading.seen.has(real)) continue;
    reading.seen.add(real);
    if (isInside(reading.realFolder, real)) {
      fresh.push(path);
      continue;
    }
    const shown = showPath(reading.folder, path);
    reportOutside(reading, node, `${shown} is a link that leads outside the folder of the root document.`);
  }
  return fresh;
}

function reportOutside(reading: Reading, node: ConfigNode, summary: string): void {
  reading.complete = false;
  const hint = 'Move the files inside the folder.';
  reading.diagnostics.push(problemAt(node, { code: 'include-outside', summary, hint }));
}

function leadsOutside(pattern: string): boolean {
  return isAbsolute(pattern) || pattern.split(/[/\\]/).includes('..');
}

function showPath(from: string, path: string): string {
  return toForwardSlashes(relative(from, path)) || '.';
}

function toForwardSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** Some 40,000 pipes. Parsing takes about a hundred times the size of a file in memory. */
const LARGEST_FILE_BYTES = 8 * 1024 * 1024;

interface DocumentRequest {
  readonly files: FileSystem;
  /** Absolute. */
  readonly path: string;
  /** As in `Location.file`. */
  readonly shownPath: string;
  readonly role: 'root' | 'included';
  readonly variables: Variables;
  readonly environment: string | null;
}

interface DocumentResult {
  /** null when the file could not be read far enough to know what it defines. */
  readonly document: MapNode | null;
  /** null when there is no text to show. */
  readonly source: SourceFile | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads, interpolates, checks and converts one file. Everything wrong in it comes back at once. */
async function readDocument(request: DocumentRequest): Promise<DocumentResult> {
  const content = await request.files.readFile(request.path, LARGEST_FILE_BYTES);
  if (!content.ok)
    return { document: null, source: null, diagnostics: [unreadable(request.shownPath, content.reason)] };
  const decoded = decodeText(content.bytes);
  const source = createSourceFile(request.shownPath, decoded.text);
  if (!decoded.ok) {
    const span = { source, start: decoded.offset, end: decoded.offset + 1 };
    const words = {
      code: 'config-unreadable',
      summary: 'The file is not UTF-8 text.',
      detail: 'The bytes here are not a valid UTF-8 character.',
      hint: 'Save the file as UTF-8.',
    } as const;
    return { document: null, source, diagnostics: [problemAt(span, words)] };
  }
  return { source, ...(await interpretText(source, request)) };
}

async function interpretText(source: SourceFile, request: DocumentRequest): Promise<Omit<DocumentResult, 'source'>> {
  const read = await readYaml(source);
  if (read.node === null) {
    if (read.diagnostics.length > 0) return { document: null, diagnostics: read.diagnostics };
    return emptyFile(source, request.role);
  }
  if (read.node.kind !== 'map') {
    const { node } = read;
    const span = { source, start: node.start, end: node.kind === 'list' ? node.start + 1 : node.end };
    const summary = `The document must be a map of keys and values; found ${describeFound(node)}.`;
    return { document: null, diagnostics: [...read.diagnostics, problemAt(span, { code: 'wrong-type', summary })] };
  }
  const interpolated = interpolateTree(read.node, request.variables, request.environment);
  const validated = validateTree(interpolated.node);
  const converted = convertValues(fillEmptyMaps(validated.node));
  const diagnostics = [read, interpolated, validated, converted].flatMap((step) => step.diagnostics);
  const document = converted.node.kind === 'map' ? converted.node : null;
  if (document !== null && request.role === 'root' && entryOf(document, 'version') === undefined) {
    const words = {
      code: 'missing-key',
      summary: 'The root document needs `version`.',
      hint: 'Write version: 1 at the top.',
    } as const;
    diagnostics.push(problemAt({ source, start: 0, end: 0 }, words));
  }
  return { document, diagnostics };
}

function emptyFile(source: SourceFile, role: 'root' | 'included'): Omit<DocumentResult, 'source'> {
  const span = { source, start: 0, end: 0 };
  const document: MapNode = { kind: 'map', ...span, entries: new Map() };
  const hint = role === 'root' ? 'Start with version: 1, as in the README.' : null;
  const words = { code: 'empty-file', summary: 'The file contains no configuration.', hint } as const;
  return role === 'root'
    ? { document: null, diagnostics: [problemAt(span, words)] }
    : { document, diagnostics: [problemAt(span, words, 'warning')] };
}

/** A file that cannot be opened has no place to point at, so the words name it. */
function unreadable(shownPath: string, reason: Extract<FileContent, { ok: false }>['reason']): Diagnostic {
  const name = quote(shownPath);
  switch (reason) {
    case 'missing': {
      const hint =
        'Correct the name after -c, or leave -c out to look for pipeform.yaml here and in the folders above.';
      return diagnose('error', { code: 'config-not-found', summary: `There is no file ${name}.`, hint });
    }
    case 'folder': {
      const hint = 'Name the file in it with -c FILE, or start in it with -C DIR.';
      return diagnose('error', { code: 'config-unreadable', summary: `${name} is a folder, not a file.`, hint });
    }
    case 'not-a-file':
      return diagnose('error', {
        code: 'config-unreadable',
        summary: `${name} is not a regular file.`,
        hint: 'Name a file of text.',
      });
    case 'refused': {
      const hint = 'Check its permissions.';
      return diagnose('error', { code: 'config-unreadable', summary: `The file ${name} may not be read.`, hint });
    }
    case 'submodule': {
      const summary = `${name} belongs to a submodule, whose files are not part of the commit.`;
      return diagnose('error', {
        code: 'config-unreadable',
        summary,
        hint: 'Move the file into the repository itself.',
      });
    }
    case 'lfs-pointer': {
      const summary = `The file ${name} is kept in Git LFS, so the commit contains only a pointer to it.`;
      const hint = 'Take configuration files out of Git LFS (git lfs untrack).';
      return diagnose('error', { code: 'config-unreadable', summary, hint });
    }
    case 'too-large': {
      const summary = `The file is larger than ${LARGEST_FILE_BYTES / 1024 / 1024} MiB.`;
      const at = { file: shownPath, line: 1, column: 1, endLine: 1, endColumn: 1 };
      return diagnose('error', { code: 'config-unreadable', summary, hint: 'Split it, and include the parts.' }, at);
    }
  }
}
