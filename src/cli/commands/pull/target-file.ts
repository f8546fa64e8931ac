import { dirname, relative, resolve, sep } from 'node:path';
import { type LoadOptions, type LoadResult, loadFleet } from '../../../config/load-fleet.ts';
import { findRootDocument, readOnce } from '../../../config/resolve/file-system.ts';
import { decodeText, splitMark } from '../../../config/yaml/source-file.ts';
import type { EditableConfiguration } from '../../../edit/edit-files.ts';
import { type ConfigText, overlayFiles, readLayout } from '../../../edit/layout.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { Sources } from '../../../model/location.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;

export interface ReadyConfiguration extends EditableConfiguration {
  readonly ok: true;
  readonly fleet: Fleet;
  /** The absolute path of the root document. */
  readonly root: string;
  /** The file for new pipes, as in `Location.file`. */
  readonly target: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

interface NoConfiguration extends Pick<LoadResult, 'diagnostics' | 'sources'> {
  readonly ok: false;
}

/** Loads the configuration as if the target file existed: it may be new. */
export async function openForNewPipes(
  options: LoadOptions,
  into: string | null,
): Promise<ReadyConfiguration | NoConfiguration> {
  const { cwd } = options;
  const files = readOnce(options.files);
  const load = { ...options, files };
  const root = await findRootDocument(cwd, load.file, files);
  const path = into === null ? root : resolve(cwd, into);
  if (root === null || path === null) return { ...(await loadFleet(load)), ok: false };
  const content = await files.readFile(path, MAX_FILE_BYTES);
  const text = content.ok ? decodeText(content.bytes).text : null;
  const isMissing = !content.ok && content.reason === 'missing';
  const isUsable = content.ok || (isMissing && into !== null);
  // A new or empty file is read as an empty map.
  const isBlank = isUsable && splitMark(text ?? '').body.trim() === '';
  const prepared = isBlank ? { ...load, files: overlayFiles(files, new Map([[path, '{}\n']])) } : load;
  const loaded = await loadFleet(prepared);
  const { fleet, diagnostics, sources } = loaded;
  if (fleet === null) return { ...loaded, ok: false };
  const target = relative(cwd, path).split(sep).join('/');
  if (!sources.has(target)) {
    return { ok: false, diagnostics: [...diagnostics, notIncludedProblem(target, { root, path, isMissing })], sources };
  }
  const layout = await readLayout(prepared);
  const texts = new Map<string, ConfigText>([...layout.files, [target, { path, name: target, text }]]);
  return { ok: true, load, fleet, root, layout: { ...layout, files: texts }, target, diagnostics, sources };
}

function notIncludedProblem(
  name: string,
  { root, path, isMissing }: { readonly root: string; readonly path: string; readonly isMissing: boolean },
): Diagnostic {
  const pattern = relative(dirname(root), path).split(sep).join('/');
  const isOutside = pattern.startsWith('../');
  return diagnose('error', {
    code: 'invalid-include',
    summary: `${name} ${isMissing ? 'would not be' : 'is not'} part of the configuration, so pipes in it would be ignored.`,
    detail: isOutside
      ? 'It is outside the folder of the root document, and files outside it cannot be included.'
      : 'No pattern under `include` matches it.',
    hint: isOutside
      ? 'Name a file inside that folder.'
      : `Add ${JSON.stringify(pattern)} to \`include\` in the root document.`,
  });
}
