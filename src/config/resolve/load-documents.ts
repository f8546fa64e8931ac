import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { ValidateFunction } from 'ajv';
import pMap from 'p-map';
import { validateConfig } from '../../../generated/validate-config.js';
import { compareText, type Diagnostic } from '../../model/diagnostic.ts';
import { DIAGNOSTICS } from '../../model/diagnostic-codes.ts';
import { type DeclaredFields, type FieldTable, fieldsOf } from '../../model/field/field.ts';
import { formatBytes, parseSize } from '../../model/field/units.ts';
import { describeForeignText } from '../../model/foreign-text.ts';
import { findGlobProblem, GLOB_FORMS } from '../../model/glob.ts';
import type { Sources } from '../../model/location.ts';
import { formatNumber } from '../../model/number.ts';
import { declaresFields } from '../fleet/build-declaration.ts';
import { convertValues } from '../fleet/convert-values.ts';
import { collectProblems, describeFound, quote, quoteNode, type Reporter } from '../validate/problem.ts';
import { validateTree } from '../validate/validate-tree.ts';
import { type ConfigNode, childOf, itemsOf, type MapNode, textOf } from '../yaml/node.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { createSourceFile, decodeText, type SourceFile, splitMark } from '../yaml/source-file.ts';
import type { FileContent, FileSystem } from './file-system.ts';
import { createGlobSearch, type GlobSearch, isInside } from './glob-files.ts';
import { interpolateTree, type Variables } from './interpolate.ts';

/** Enough to keep the disk busy, and far below the limit of any system. */
const MAX_OPEN_FILES = 32;

/** About 5,000 pipes. Parsing takes up to 200 times the file size in memory. */
const MAX_FILE_BYTES = 1024 ** 2;
const SIZE_VARIABLE = 'PIPEFORM_MAX_FILE_SIZE';

/** All files together may have as many times the size of the largest one. */
const FULL_FILES = 64;

export interface DocumentsRequest {
  /** Absolute. `Location.file` is relative to it. */
  readonly cwd: string;
  readonly files: FileSystem;
  /** Values of `${VAR}`. */
  readonly variables: Variables;
  /** The environment named with -e, or null for the root document as it is. */
  readonly environment: string | null;
  /** Prefix of each `Location.file`, such as the commit of the files. */
  readonly filePrefix?: string;
}

export interface Documents {
  /** The root document, then the included ones sorted by path. */
  readonly documents: readonly MapNode[];
  /** False when a file or an include could not be read, so that names may be missing. */
  readonly complete: boolean;
  /** What `api` declares beyond the contract. */
  readonly declared: DeclaredFields;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** The texts as they are in the files, with a byte order mark, by `Location.file`. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Reads the root and all included documents once. Patterns are relative to the folder of the root document. */
export async function loadDocuments(rootPath: string, request: DocumentsRequest): Promise<Documents> {
  const { files } = request;
  const seen = new Set([(await files.realPath(rootPath)) ?? rootPath]);
  const { diagnostics, report } = collectProblems();
  const texts = new Map<string, string>();
  let complete = true;
  const limits = readLimits(request.variables, report);
  const readAll = async (paths: readonly string[], role: Role) => {
    const results = await pMap(paths, (path) => readDocument(path, role, limits, request), {
      concurrency: MAX_OPEN_FILES,
    });
    for (const { shownPath, text, diagnostics: problems } of results) {
      for (const problem of problems) diagnostics.push(problem);
      if (text !== null) texts.set(shownPath, text);
    }
    return results;
  };
  const inclusion = { files, search: createGlobSearch(), seen, matched: new Set<string>(), report };
  const read = await readAll([rootPath], 'root');
  including: for (const { tree } of read) {
    const patterns = childOf(tree ?? undefined, 'include');
    if (patterns?.kind === 'error') complete = false;
    for (const pattern of itemsOf(patterns)) {
      const known = diagnostics.length;
      const included = await findIncluded(pattern, dirname(rootPath), inclusion);
      if (included === null) {
        complete = false;
        break including;
      }
      if (!isPattern(pattern) || diagnostics.length > known) complete = false;
      read.push(...(await readAll(included, 'included')));
    }
  }
  const included = read.slice(1).sort((a, b) => comparePaths(a.path, b.path));
  const all = [...read.slice(0, 1), ...included];
  const { declared, validate } = await chooseSchema(all, report);
  const fields = fieldsOf(declared);
  // Each in place of its tree: a large configuration fits into memory only once.
  for (const file of all) file.tree &&= interpret(file.tree, file.role, validate, fields, report);
  const documents = all.flatMap(({ tree }) => tree ?? []);
  const isComplete = complete && documents.length === all.length;
  const sources = new Map([...texts].map(([name, text]) => [name, splitMark(text).body]));
  return { documents, declared, complete: isComplete, diagnostics, sources, texts };
}

/** The schema of the deployment that the documents declare. */
async function chooseSchema(
  files: readonly DocumentFile[],
  report: Reporter,
): Promise<{ readonly declared: DeclaredFields; readonly validate: ValidateFunction }> {
  const [first, ...others] = files.flatMap(({ tree }) => tree ?? []);
  if (first === undefined || ![first, ...others].some(declaresFields))
    return { declared: {}, validate: validateConfig };
  const { compileSchema } = await import('../schema/compile-schema.ts');
  return compileSchema([first, ...others], report);
}

function isPattern(node: ConfigNode): boolean {
  return (textOf(node) ?? '').trim() !== '';
}

/** The includes of a configuration so far. */
interface Inclusion {
  readonly files: FileSystem;
  readonly search: GlobSearch;
  /** The real paths of the documents. */
  readonly seen: Set<string>;
  /** All paths that a pattern matched. */
  readonly matched: Set<string>;
  readonly report: Reporter;
}

/** Fewer than elsewhere, since the names of files can be long and many. */
const MAX_STARS = 2;

/** The files that match a pattern and were not included before, sorted by path; null when the search was stopped. */
async function findIncluded(
  pattern: ConfigNode,
  folder: string,
  { files, search, seen, matched, report }: Inclusion,
): Promise<readonly string[] | null> {
  const text = textOf(pattern);
  if (text === undefined || !isPattern(pattern)) return [];
  const reportOutside = (summary: string) =>
    report(pattern, { code: 'invalid-include', summary, hint: 'Move the files into the folder of the root document.' });
  if (isAbsolute(text) || text.split(/[/\\]/).includes('..')) {
    reportOutside(`The pattern ${quoteNode(pattern)} leads outside the folder of the root document.`);
    return [];
  }
  const problem = findGlobProblem(text, MAX_STARS);
  if (problem !== null) {
    report(pattern, { code: 'invalid-value', summary: `The pattern ${quoteNode(pattern)} ${problem}.` });
    return [];
  }
  const found = await files.glob(folder, text, search);
  if (found === null) {
    const summary = `The search for ${quoteNode(pattern)} was stopped: the include patterns search too many files.`;
    report(pattern, { code: 'invalid-include', summary });
    return null;
  }
  if (found.length === 0) {
    const hint =
      (await hintPattern(text, folder, files)) ??
      `Patterns are relative to the folder of the root document. ${GLOB_FORMS}`;
    report(pattern, { code: 'invalid-include', summary: `No file matches ${quoteNode(pattern)}.`, hint });
  }
  const matches = found.filter((path) => !matched.has(path)).sort(comparePaths);
  for (const path of matches) matched.add(path);
  const realFolder = (await files.realPath(folder)) ?? folder;
  const reals = await pMap(matches, (path) => files.realPath(path), { concurrency: MAX_OPEN_FILES });
  return matches.filter((path, index) => {
    const real = reals[index] ?? path;
    if (seen.has(real)) return false;
    seen.add(real);
    if (isInside(realFolder, real)) return true;
    reportOutside(`${showPath(folder, path)} is a link that leads outside the folder of the root document.`);
    return false;
  });
}

/** For a pattern with backslashes, and one that names a folder; null for others. */
async function hintPattern(text: string, folder: string, files: FileSystem): Promise<string | null> {
  if (text.includes('\\')) return `Write forward slashes, on every system: ${quote(text.replaceAll(/\\+/g, '/'))}.`;
  const path = text.replace(/\/+$/, '');
  const content = path === text ? await files.readFile(join(folder, path), 0) : null;
  const isFolder = content === null || (!content.ok && content.reason === 'folder');
  return isFolder ? `A pattern matches files. For all those of a folder, write ${quote(`${path}/*.yaml`)}.` : null;
}

/** The relative path with forward slashes, as in `Location.file`. */
export function showPath(from: string, path: string): string {
  return toForwardSlashes(relative(from, path)) || '.';
}

function comparePaths(a: string, b: string): number {
  return compareText(toForwardSlashes(a), toForwardSlashes(b));
}

function toForwardSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

type Role = 'root' | 'included';

interface DocumentFile {
  /** Absolute. */
  readonly path: string;
  /** The path has the form of `Location.file`. */
  readonly shownPath: string;
  readonly role: Role;
  /** With a byte order mark; null when the file cannot be read. */
  readonly text: string | null;
  /** Validated in place; null when it is unknown what the file defines. */
  tree: MapNode | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The sizes that are read, in bytes. */
interface FileLimits {
  readonly file: number;
  /** What all other files may have. */
  left: number;
}

function readLimits(variables: Variables, report: Reporter): FileLimits {
  const written = variables[SIZE_VARIABLE] ?? '';
  const size = written === '' ? null : parseSize(written);
  if (size?.ok === false) {
    const summary = `${SIZE_VARIABLE} is not a size; found ${quote(written)}.`;
    report(null, { code: 'config-unreadable', summary, hint: 'Write it like 4MiB.' });
  }
  const file = size?.ok === true ? size.value : MAX_FILE_BYTES;
  return { file, left: FULL_FILES * file };
}

/** Reads and interpolates one file. Collects all problems. */
async function readDocument(
  path: string,
  role: Role,
  limits: FileLimits,
  request: DocumentsRequest,
): Promise<DocumentFile> {
  const shownPath = `${request.filePrefix ?? ''}${showPath(request.cwd, path)}`;
  const { diagnostics, report } = collectProblems();
  const file = { path, shownPath, role, text: null, tree: null, diagnostics };
  const content = await request.files.readFile(path, limits.file);
  limits.left -= content.ok ? content.bytes.length : 0;
  if (!content.ok || limits.left < 0) {
    reportUnreadable(shownPath, content.ok ? 'too-many' : content.reason, limits.file, report);
    return file;
  }
  const { text, invalidAt } = decodeText(content.bytes);
  const source = createSourceFile(shownPath, splitMark(text).body);
  const foreign = describeForeignText(text);
  if (foreign !== null) {
    const summary = `The file ${foreign.is}.`;
    report({ source, start: 0, end: 1 }, { code: 'config-unreadable', summary, hint: foreign.cure });
    return { ...file, text };
  }
  if (invalidAt !== null) {
    const summary = 'The file is not UTF-8 text.';
    const detail = 'The bytes here are not a valid UTF-8 character.';
    const span = { source, start: invalidAt, end: invalidAt + 1 };
    report(span, { code: 'config-unreadable', summary, detail, hint: 'Save the file as UTF-8.' });
    return { ...file, text };
  }
  const { node, diagnostics: mistakes } = await readYaml(source);
  diagnostics.push(...mistakes);
  if (node === null && mistakes.length > 0) return { ...file, text };
  return { ...file, text, tree: readTree(node, source, role, request, report) };
}

/** Replaces the variables of a document. `read` is null for text without a value. */
function readTree(
  read: ConfigNode | null,
  source: SourceFile,
  role: Role,
  { variables, environment }: DocumentsRequest,
  report: Reporter,
): MapNode | null {
  const start = { source, start: 0, end: 0 };
  if (read === null) {
    const empty = { code: 'config-unreadable', summary: 'The file contains no configuration.' } as const;
    if (role === 'root')
      report(start, { ...empty, hint: 'Remove the file, then run `pipeform init` to write a new one.' });
    else report(start, empty, 'warning');
    return role === 'root' ? null : { kind: 'map', ...start, entries: new Map() };
  }
  if (read.kind !== 'map') {
    const summary = `The document must be a map of keys and values; found ${describeFound(read)}.`;
    report(read.kind === 'list' ? { ...read, end: read.start + 1 } : read, { code: 'invalid-value', summary });
    return null;
  }
  const tree = interpolateTree(read, variables, environment, report);
  return tree.kind === 'map' ? tree : null;
}

/** Validates and converts a document; null when it is unknown what it defines. */
function interpret(
  tree: MapNode,
  role: Role,
  validate: ValidateFunction,
  fields: FieldTable,
  report: Reporter,
): MapNode | null {
  const document = convertValues(validateTree(tree, validate, fields, report), fields, report);
  if (document.kind !== 'map') return null;
  if (role === 'root' && !document.entries.has('version')) {
    const summary = 'The root document needs `version`.';
    const start = { source: tree.source, start: 0, end: 0 };
    report(start, { code: 'missing-key', summary, hint: 'Write version: 1 at the top.' });
  }
  return document;
}

type UnreadableReason = Extract<FileContent, { ok: false }>['reason'] | 'too-many';

const UNREADABLE = {
  missing: 'does not exist',
  folder: 'is a folder, not a file',
  'not-a-file': 'is not a regular file',
  refused: 'cannot be read',
};

/** A file that cannot be opened has no location, so the message names it. */
function reportUnreadable(shownPath: string, reason: UnreadableReason, limit: number, report: Reporter): void {
  const code = reason === 'missing' ? 'config-not-found' : 'config-unreadable';
  const start = { source: createSourceFile(shownPath, ''), start: 0, end: 0 };
  if (reason !== 'too-large' && reason !== 'too-many') {
    report(null, { code, summary: `${quote(shownPath)} ${UNREADABLE[reason]}.`, hint: DIAGNOSTICS[code].cure });
    return;
  }
  if (reason === 'too-large') {
    const summary = `${quote(shownPath)} is larger than ${showSize(limit)}.`;
    const hint = `Split the file and include the parts, or set ${SIZE_VARIABLE}, for example to 4MiB.`;
    report(start, { code, summary, hint });
    return;
  }
  const summary = `With ${quote(shownPath)}, the files of the configuration exceed ${showSize(FULL_FILES * limit)} in total.`;
  const hint = `Set ${SIZE_VARIABLE} to more than ${showSize(limit)}; all files together may have ${FULL_FILES} times as much.`;
  report(start, { code, summary, hint });
}

function showSize(bytes: number): string {
  return formatBytes(bytes) ?? `${formatNumber(bytes)} bytes`;
}
