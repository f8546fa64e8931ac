import { dirname, relative, resolve, sep } from 'node:path';
import { findRootDocument } from '../config/find-root.ts';
import { type LoadOptions, type LoadResult, loadFleet } from '../config/load-fleet.ts';
import { readYaml } from '../config/read-yaml.ts';
import { createSourceFile } from '../config/source-file.ts';
import { editYaml } from '../edit/edit-yaml.ts';
import { type ConfigText, type Layout, nodeAt, readLayout } from '../edit/layout.ts';
import { overlayFiles } from '../edit/overlay-files.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import type { Sources } from '../model/location.ts';

const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

/** A configuration with a file that new pipes may go into. */
export interface ReadyConfiguration {
  readonly ok: true;
  readonly fleet: Fleet;
  /** The absolute path of the root document. */
  readonly root: string;
  readonly layout: Layout;
  /** The name of the file that new pipes go into, as in `Location.file`. */
  readonly target: string;
  /** Warnings and notes. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

export interface NoConfiguration {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/**
 * Loads the configuration as it will be once the file has a place for pipes: it may be new, and its `pipes:` may hold
 * nothing yet, which by itself would be a mistake.
 */
export async function openForNewPipes(
  load: LoadOptions,
  into: string | null,
): Promise<ReadyConfiguration | NoConfiguration> {
  const { cwd, environment, files } = load;
  const root = await findRootDocument(cwd, load.file, files);
  const path = into === null ? root : resolve(cwd, into);
  if (root === null || path === null) return refuse(await loadFleet(load));
  const layer = environment === null ? [] : ['environments', environment];
  const content = await files.readFile(path, LARGEST_FILE_BYTES);
  const text = content.ok ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(content.bytes) : null;
  const isMissing = !content.ok && content.reason === 'missing';
  const isUsable = content.ok || (isMissing && into !== null);
  const overlay = isUsable ? new Map([[path, await prepare(text ?? '', layer)]]) : new Map<string, string>();
  const prepared = { ...load, files: overlayFiles(files, overlay) };
  const loaded = await loadFleet(prepared);
  const target = relative(cwd, path).split(sep).join('/');
  if (loaded.fleet === null) return refuse(loaded);
  if (!loaded.sources.has(target)) {
    const { diagnostics, sources } = loaded;
    return { ok: false, diagnostics: [...diagnostics, notIncluded(target, { root, path, isMissing })], sources };
  }
  const layout = await readLayout(prepared);
  const texts = new Map<string, ConfigText>([...layout.files, [target, { path, name: target, text }]]);
  const { fleet, diagnostics, sources } = loaded;
  return { ok: true, fleet, root, layout: { ...layout, files: texts }, target, diagnostics, sources };
}

/** The text with an empty map where pipes will go; as it is where that is not to be had. */
async function prepare(text: string, layer: readonly string[]): Promise<string> {
  const body = text.replace(/^\ufeff/, '');
  if (body.trim() === '') return '{}\n';
  const { node } = await readYaml(createSourceFile('', body));
  if (node === null || nodeAt(node, layer) === undefined) return body;
  const edited = editYaml(body, [{ path: [...layer, 'pipes'], value: {} }]);
  return edited.ok ? edited.text : body;
}

function refuse({ diagnostics, sources }: LoadResult): NoConfiguration {
  return { ok: false, diagnostics, sources };
}

function notIncluded(
  name: string,
  { root, path, isMissing }: { readonly root: string; readonly path: string; readonly isMissing: boolean },
): Diagnostic {
  const pattern = relative(dirname(root), path).split(sep).join('/');
  const isOutside = pattern.startsWith('../');
  return diagnose('error', {
    code: 'not-part-of-configuration',
    summary: `${name} ${isMissing ? 'would not be' : 'is not'} part of the configuration, so pipes in it would not count.`,
    detail: isOutside
      ? 'It is outside of the folder of the root document, where no file can be included from.'
      : 'No pattern under `include` matches it.',
    hint: isOutside
      ? 'Name a file inside that folder.'
      : `Add ${JSON.stringify(pattern)} to \`include\` in the root document.`,
  });
}
