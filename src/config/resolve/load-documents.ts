import { isAbsolute, join, relative, sep } from 'node:path';
import pMap from 'p-map';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { compareText } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { problemAt, quoteNode } from '../validate/problem.ts';
import { type ConfigNode, childOf, itemsOf, type MapNode, textOf } from '../yaml/node.ts';
import { readDocument } from '../yaml/read-document.ts';
import type { FileSystem } from './file-system.ts';
import type { Variables } from './interpolate.ts';
import { isInside } from './place-in-folder.ts';

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
      if (pattern.kind === 'hole') reading.complete = false;
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
    const hint = 'Patterns are relative to the folder of the root document.';
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
