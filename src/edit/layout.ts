import { relative, resolve, sep } from 'node:path';
import type { LoadOptions } from '../config/load-fleet.ts';
import { type FileSystem, findRootDocument } from '../config/resolve/file-system.ts';
import { loadDocuments } from '../config/resolve/load-documents.ts';
import { chooseEnvironment, combineDocuments } from '../config/resolve/merge.ts';
import { type ConfigNode, childOf, entriesOf, keysOf, type MapNode, textOf } from '../config/yaml/node.ts';
import { createGlobTest } from '../model/glob.ts';

export interface ConfigText {
  /** Absolute. */
  readonly path: string;
  /** The name has the form of `Location.file`. */
  readonly name: string;
  /** Includes the byte order mark; null for a file that does not exist yet. */
  readonly text: string | null;
}

export interface Layout {
  /** The keys have the form of `Location.file`, in the order of `Documents`. */
  readonly files: ReadonlyMap<string, ConfigText>;
  /** The documents are in the same order, without empty files. */
  readonly documents: readonly MapNode[];
  /** The path of the edited part: empty, or that of the environment. */
  readonly layer: readonly string[];
  /** Ids by name, with the environment merged in. */
  readonly services: ReadonlyMap<string, string>;
  readonly environments: readonly string[];
  /** Taken names, of the document and of all environments. */
  readonly pipeNames: ReadonlySet<string>;
  readonly presetNames: ReadonlySet<string>;
}

export async function readLayout(options: LoadOptions): Promise<Layout> {
  const { cwd, environment, files } = options;
  const root = await findRootDocument(cwd, options.file, files);
  const { documents, texts } = await loadDocuments(root ?? cwd, options);
  const [first, ...included] = documents;
  const layer = environment === null ? [] : ['environments', environment];
  const whole = first === undefined ? undefined : combineDocuments(first, included, () => undefined);
  const document = whole === undefined ? undefined : (chooseEnvironment(whole, environment) ?? whole);
  const environments = [...entriesOf(childOf(whole, 'environments'))];
  const layers = [whole, ...environments.map(([, { value }]) => value)];
  const namesOf = (key: string) => new Set(layers.flatMap((node) => keysOf(childOf(node, key))));
  const services = [...entriesOf(childOf(document, 'services'))];
  return {
    files: new Map([...texts].map(([name, text]) => [name, { path: resolve(cwd, name), name, text }])),
    documents,
    layer,
    services: new Map(services.map(([name, { value }]) => [name, textOf(value) ?? ''])),
    environments: environments.map(([name]) => name),
    pipeNames: namesOf('pipes'),
    presetNames: namesOf('presets'),
  };
}

export function nodeAt(document: ConfigNode, path: readonly string[]): ConfigNode | undefined {
  return path.reduce<ConfigNode | undefined>((node, key) => childOf(node, key), document);
}

/** The name of the first file with a value at a path, or null. */
export function findHolder({ documents }: Pick<Layout, 'documents'>, path: readonly string[]): string | null {
  return documents.find((document) => nodeAt(document, path) !== undefined)?.source.path ?? null;
}

/** Overlays a file system with texts by absolute path. */
export function overlayFiles(files: FileSystem, texts: ReadonlyMap<string, string>): FileSystem {
  return {
    async readFile(path, limitBytes) {
      const text = texts.get(path);
      if (text === undefined) return files.readFile(path, limitBytes);
      const bytes = new TextEncoder().encode(text);
      return bytes.length > limitBytes ? { ok: false, reason: 'too-large' } : { ok: true, bytes };
    },
    async realPath(path) {
      const real = await files.realPath(path);
      return real === null && texts.has(path) ? path : real;
    },
    async glob(folder, pattern, search) {
      const found = await files.glob(folder, pattern, search);
      if (found === null) return null;
      const more = [...texts.keys()].filter((path) => matches(folder, pattern, path));
      return [...new Set([...found, ...more])];
    },
  };
}

function matches(folder: string, pattern: string, path: string): boolean {
  const names = relative(folder, path).split(sep);
  if (names[0] === '..') return false;
  return createGlobTest(pattern)(names.join('/'));
}
