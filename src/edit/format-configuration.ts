import { resolve } from 'node:path';
import { type FileSystem, readOnce } from '../config/resolve/file-system.ts';
import type { Variables } from '../config/resolve/interpolate.ts';
import { type Documents, loadDocuments } from '../config/resolve/load-documents.ts';
import { limitDiagnostics } from '../config/validate/problem.ts';
import { entryOf } from '../config/yaml/node.ts';
import { decodeWhole, locate, spanBetween } from '../config/yaml/source-file.ts';
import { type Diagnostic, sortDiagnostics } from '../model/diagnostic.ts';
import type { DiagnosticCode } from '../model/diagnostic-codes.ts';
import type { FileEdit } from '../model/file-edit.ts';
import type { Location, Sources } from '../model/location.ts';
import { formatFile } from './format-file.ts';

export interface FormattedFile {
  /** As in `Location.file`. */
  readonly name: string;
  /** What the file is to be; null when it is canonical already, or has to be left as it is. */
  readonly edit: FileEdit | null;
  readonly status: 'formatted' | 'unchanged' | 'failed';
}

export interface FormattedConfiguration {
  /** The root document first, then the included ones in order of path; files that cannot be opened are not among them. */
  readonly files: readonly FormattedFile[];
  /** Why files are left as they are, or were not found. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

interface FormatRequest {
  /** Absolute. `Location.file` is relative to it. */
  readonly cwd: string;
  readonly files: FileSystem;
  readonly variables: Variables;
}

/** A file that cannot be opened cannot be formatted. */
const UNOPENED: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>(['config-not-found', 'config-unreadable']);

/**
 * The canonical form of every file of a configuration (see `formatFile`). What the configuration means does not matter, so
 * only what keeps a file from being read or found is told. Nothing is written.
 */
export async function formatConfiguration(rootPath: string, request: FormatRequest): Promise<FormattedConfiguration> {
  const disk = readOnce(request.files);
  const documents = await loadDocuments(rootPath, { ...request, files: disk, environment: null });
  const files: FormattedFile[] = [];
  const diagnostics = documents.diagnostics.filter(createReachTest(documents));
  const unopened = new Set(diagnostics.flatMap(({ code, file }) => (UNOPENED.has(code) && file !== null ? file : [])));
  for (const name of orderNames(documents)) {
    const path = resolve(request.cwd, name);
    const before = unopened.has(name) ? null : await readText(disk, path);
    const formatted = before === null ? null : await formatFile(before, name);
    if (before === null || formatted === null || formatted.status === 'failed') {
      files.push({ name, edit: null, status: 'failed' });
      if (formatted?.status === 'failed') diagnostics.push(...formatted.diagnostics);
    } else {
      const edit = formatted.status === 'formatted' ? { path, name, before, after: formatted.text } : null;
      files.push({ name, edit, status: formatted.status });
    }
  }
  return { files, diagnostics: limitDiagnostics(sortDiagnostics(diagnostics)), sources: documents.sources };
}

function orderNames({ sources }: Documents): readonly string[] {
  const [root, ...included] = sources.keys();
  return root === undefined ? [] : [root, ...included.sort()];
}

/** Whether a diagnostic is about which files the configuration has, or whether they can be opened. */
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

/** The whole text, its byte order mark included; null when the file cannot be opened. */
async function readText(files: FileSystem, path: string): Promise<string | null> {
  const content = await files.readFile(path, Number.POSITIVE_INFINITY);
  return content.ok ? decodeWhole(content.bytes) : null;
}
