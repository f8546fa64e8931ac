import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnose } from '../../model/diagnostic.ts';
import { convertValues } from '../build/convert-values.ts';
import type { FileContent, FileSystem } from '../resolve/file-system.ts';
import { fillEmptyMaps } from '../resolve/fill-empty-maps.ts';
import type { Variables } from '../resolve/interpolate.ts';
import { interpolateTree } from '../resolve/interpolate-tree.ts';
import { describeFound, problemAt, quote } from '../validate/problem.ts';
import { validateTree } from '../validate/validate-tree.ts';
import { decodeText } from './decode-text.ts';
import { entryOf, type MapNode } from './node.ts';
import { readYaml } from './read-yaml.ts';
import { createSourceFile, type SourceFile } from './source-file.ts';

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
export async function readDocument(request: DocumentRequest): Promise<DocumentResult> {
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
      detail: 'The bytes at this place are no character of UTF-8.',
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
  const words = { code: 'empty-file', summary: 'The file holds no configuration.', hint } as const;
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
      const summary = `The file ${name} is kept in Git LFS, so the commit holds no more than a pointer to it.`;
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
