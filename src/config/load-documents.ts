import { isAbsolute, join, relative, sep } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { compareText } from '../model/diagnostic.ts';
import type { Sources } from '../model/location.ts';
import type { FileSystem } from './file-system.ts';
import type { Variables } from './interpolate.ts';
import { type ConfigNode, childOf, itemsOf, type MapNode, textOf } from './node.ts';
import { problemAt, quoteNode } from './problem.ts';
import { readDocument } from './read-document.ts';

interface DocumentsRequest {
  readonly cwd: string;
  readonly files: FileSystem;
  readonly variables: Variables;
  readonly environment: string | null;
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
  const root = await readInto(reading, rootPath, 'root');
  const waiting = root === null ? [] : [root];
  for (let document = waiting.shift(); document !== undefined; document = waiting.shift()) {
    for (const pattern of itemsOf(childOf(document, 'include'))) {
      if (pattern.kind === 'hole') reading.complete = false;
      for (const path of await matchPattern(reading, pattern)) {
        const included = await readInto(reading, path, 'included');
        if (included !== null) waiting.push(included);
      }
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

async function readInto(reading: Reading, path: string, role: 'root' | 'included'): Promise<MapNode | null> {
  const { cwd, files, variables, environment } = reading.request;
  const shownPath = showPath(cwd, path);
  const result = await readDocument({ files, path, shownPath, role, variables, environment });
  reading.diagnostics.push(...result.diagnostics);
  if (result.source !== null) reading.sources.set(shownPath, result.source.text);
  if (result.document === null) reading.complete = false;
  else reading.documents.push({ path, document: result.document });
  return result.document;
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
  for (const path of matches) {
    const real = (await files.realPath(path)) ?? path;
    if (reading.seen.has(real)) continue;
    reading.seen.add(real);
    if (isInside(reading.realFolder, real)) {
      fresh.push(path);
      continue;
    }
    const shown = showPath(reading.folder, path);
    reportOutside(reading, node, `The file ${shown} is a link that leads outside the folder of the root document.`);
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

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function showPath(from: string, path: string): string {
  return toForwardSlashes(relative(from, path));
}

function toForwardSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
